"""A TREC run scored against qrels by ranx or pytrec_eval: files in, means of the seven measures and what that took as JSON out."""
import os
import sys
import tempfile
import time

from limits import peak_megabytes, within_memory

system, run_file, qrels_file = sys.argv[1:4]

if system == "ranx":
    from ranx import Qrels, Run, evaluate

    MEASURES = ["ndcg@10", "ndcg@100", "recall@10", "recall@100", "map", "mrr", "precision@10"]

    def means(run_path, qrels_path):
        qrels = Qrels.from_file(qrels_path, kind="trec")
        run = Run.from_file(run_path, kind="trec")
        return {name: float(value) for name, value in evaluate(qrels, run, MEASURES).items()}
else:
    import pytrec_eval

    MEASURES = {"ndcg_cut.10,100", "recall.10,100", "map", "recip_rank", "P.10"}

    def means(run_path, qrels_path):
        with open(qrels_path) as file:
            qrels = pytrec_eval.parse_qrel(file)
        with open(run_path) as file:
            run = pytrec_eval.parse_run(file)
        topics = pytrec_eval.RelevanceEvaluator(qrels, MEASURES).evaluate(run)
        names = next(iter(topics.values()))
        return {name: sum(topic[name] for topic in topics.values()) / len(topics) for name in names}


def measure():
    # Imports and numba's compiling, by the length of ids, do not count, as they do for rag-lab: a first topic gets them done.
    with tempfile.TemporaryDirectory() as folder:
        small_run, small_qrels = os.path.join(folder, "run"), os.path.join(folder, "qrels")
        with open(small_run, "w") as file:
            file.writelines(f"q9999 Q0 d{rank:09} {rank} {1000 - rank} t\n" for rank in range(1000))
        with open(small_qrels, "w") as file:
            file.writelines(f"q9999 0 d{rank:09} {rank % 4}\n" for rank in range(50))
        means(small_run, small_qrels)
    began = time.process_time()
    values = means(run_file, qrels_file)
    return {"cpu": time.process_time() - began, "megabytes": peak_megabytes(), "values": values}


within_memory(measure)
