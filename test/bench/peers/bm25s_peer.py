"""bm25s with numba over texts from standard input: the first line holds the questions, each further line a text."""
import json
import sys
import time

import bm25s
import Stemmer
from limits import patience, peak_megabytes, within_memory


def measure():
    asked = json.loads(sys.stdin.readline())
    texts = [line.rstrip("\n") for line in sys.stdin]
    stemmer = Stemmer.Stemmer("porter")
    depth = min(int(sys.argv[1]), len(texts))

    # What numba compiles for indexing does not count.
    retriever = bm25s.BM25(k1=0.9, b=0.4, backend="numba")
    retriever.compile(activate_numba=True, warmup=True)
    began = time.process_time()
    with patience():
        tokens = bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)
        retriever.index(tokens, show_progress=False)
    index = time.process_time() - began

    def ask(questions):
        tokens = bm25s.tokenize(questions, stopwords="en", stemmer=stemmer, show_progress=False)
        return retriever.retrieve(tokens, k=depth, n_threads=1, show_progress=False)

    rates = {}
    for group in asked:
        questions = group["texts"]
        ask(questions[:20])
        began = time.process_time()
        ask(questions[:20])
        taken = max(time.process_time() - began, 1e-4)
        count = min(len(questions), max(20, round(20 * 0.7 / taken)))
        least = float("inf")
        for _ in range(7):
            began = time.process_time()
            ask(questions[:count])
            least = min(least, time.process_time() - began)
        rates[group["kind"]] = count / least
    return {"index": index, "rates": rates, "megabytes": peak_megabytes()}


within_memory(measure)
