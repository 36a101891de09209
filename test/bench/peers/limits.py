"""What a Python peer may take, as limits.mjs says: processor seconds while it indexes, and memory."""
import contextlib
import json
import os
import resource
import signal
import sys


@contextlib.contextmanager
def patience():
    """Ends the process by SIGPROF, even within native code, if what happens inside takes too many processor seconds."""
    seconds = float(os.environ.get("BENCH_PATIENCE", 0))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)


def within_memory(run):
    """Prints what `run` gives, or that there was not enough memory for it."""
    megabytes = int(os.environ["BENCH_MEGABYTES"])
    resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))
    try:
        answer = run()
    except MemoryError:
        answer = {"skipped": f"more than {megabytes} MB of memory"}
    json.dump(answer, sys.stdout)


def peak_megabytes():
    # macOS counts bytes, others kilobytes.
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
