"""Exact inner-product search by numpy's BLAS or by faiss's flat index: a folder of raw float32 in, rates as JSON out."""
import json
import sys
import time

import numpy

system, folder, dims, depth = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
rows = numpy.fromfile(f"{folder}/rows", dtype=numpy.float32).reshape(-1, dims)
queries = numpy.fromfile(f"{folder}/queries", dtype=numpy.float32).reshape(-1, dims)

if system == "faiss":
    import faiss

    faiss.omp_set_num_threads(1)
    # Batches by BLAS, as faiss did until it raised the limit beyond all batches: nine times faster.
    faiss.cvar.distance_compute_blas_threshold = 20
    index = faiss.IndexFlatIP(dims)
    index.add(rows)

    def search(batch):
        return index.search(batch, depth)
else:

    def search(batch):
        scores = batch @ rows.T
        found = numpy.argpartition(scores, -depth, axis=1)[:, -depth:]
        order = numpy.argsort(-numpy.take_along_axis(scores, found, axis=1), axis=1)
        return numpy.take_along_axis(found, order, axis=1)


def rate(size, count):
    least = float("inf")
    for _ in range(4):
        began = time.process_time()
        for at in range(0, count, size):
            search(queries[at : at + size])
        least = min(least, time.process_time() - began)
    return count / least


print(json.dumps({"batch": rate(64, 512), "single": rate(1, 64)}))
