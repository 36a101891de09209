"""bm25s with numba over texts from standard input: the first line holds the questions, each further line a text."""
import json
import resource
import sys
import time

import bm25s
import Stemmer

depth = int(sys.argv[1])
asked = json.loads(sys.stdin.readline())
texts = [line.rstrip("\n") for line in sys.stdin]
stemmer = Stemmer.Stemmer("porter")

began = time.process_time()
tokens = bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)
retriever = bm25s.BM25(k1=0.9, b=0.4, backend="numba")
retriever.index(tokens, show_progress=False)
index = time.process_time() - began
depth = min(depth, len(texts))


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
    count = max(20, min(len(questions), round(20 * 0.7 / taken)))
    least = float("inf")
    for _ in range(7):
        began = time.process_time()
        ask(questions[:count])
        least = min(least, time.process_time() - began)
    rates[group["kind"]] = min(count, len(questions)) / least

megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"index": index, "rates": rates, "megabytes": megabytes}))
