"""Records what ranx computes for runs that this script makes, into test/fixtures/fusion.

    python3 scripts/record-fusions.py

Installs what it needs into a temporary environment of its own. Scores are distinct within a list, since ranx leaves the
order of ties open, and every list holds two documents or more.

Where ranx differs from the sources that rag-lab follows:
- Condorcet: it starts its sort from a set, whose order changes from process to process, and counts two documents that a
  list lacks as a vote for the second. Recorded are only topics in which every list holds every document and no two
  documents tie, so that the majority settles the order whatever a sort starts from.
- min-max and sum where all scores are equal: 0 in ranx; 1 and 1 / n in rag-lab. Left out of the recording.
- z-score, rank, ISR, Borda, RBC, RRF, CombSUM, CombMNZ, CombANZ and the weighted sum agree.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import venv

PINS = ['ranx==0.3.21']
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'test', 'fixtures', 'fusion')
NORMS = {'minmax': 'min-max', 'zscore': 'zmuv', 'rank': 'rank', 'sum': 'sum', 'none': None}


def make_runs():
    rng = random.Random(3)
    runs = [{}, {}, {}]
    for n in range(6):
        docs = [f'd{number}' for number in range(rng.randint(4, 14))]
        for r, run in enumerate(runs):
            held = rng.sample(docs, rng.randint(2, len(docs)))
            scores = rng.sample(range(1, 400), len(held))
            run[f'q{n}'] = {doc: (score - 100) / [8, 1, 256][r] for doc, score in zip(held, scores)}
    return runs


def make_majorities():
    """Three full lists of five documents whose majorities make one order, with no ties and no cycle."""
    rng = random.Random(5)
    docs = ['a', 'b', 'c', 'd', 'e']
    runs = [{}, {}, {}]
    while len(runs[0]) < 6:
        lists = [rng.sample(docs, len(docs)) for _ in runs]
        wins = {x: sum(sum(l.index(x) < l.index(y) for l in lists) >= 2 for y in docs if y != x) for x in docs}
        if sorted(wins.values()) != [0, 1, 2, 3, 4]:
            continue
        topic = f'm{len(runs[0])}'
        for run, ids in zip(runs, lists):
            run[topic] = {doc: float(9 - place) for place, doc in enumerate(ids)}
    return runs


def record():
    import ranx

    def plain(run):
        return {topic: dict(sorted(scores.items())) for topic, scores in sorted(run.to_dict().items())}

    def fuse(runs, norm, method, params=None):
        made = [ranx.Run(run, name=str(n)) for n, run in enumerate(runs)]
        return plain(ranx.fuse(made, norm=norm, method=method, params=params))

    runs = make_runs()
    majorities = make_majorities()
    fused = {}
    for (name, method), (norm, theirs) in itertools.product(
        {'combsum': 'sum', 'combmnz': 'mnz', 'combanz': 'anz'}.items(), NORMS.items()
    ):
        fused[f'{name}(norm={norm})'] = fuse(runs, theirs, method)
    for norm, theirs in NORMS.items():
        fused[f'weighted(norm={norm},weights=0.5:0.3:0.2)'] = fuse(runs, theirs, 'wsum', {'weights': [0.5, 0.3, 0.2]})
    for k in [60, 1]:
        fused[f'rrf(k={k})'] = fuse(runs, None, 'rrf', {'k': k})
    for phi in [0.8, 0.5]:
        fused[f'rbc(phi={phi})'] = fuse(runs, None, 'rbc', {'phi': phi})
    fused['isr'] = fuse(runs, None, 'isr')
    fused['borda'] = fuse(runs, None, 'bordafuse')
    return {
        'runs': runs,
        'fused': fused,
        'majorities': {'runs': majorities, 'condorcet': fuse(majorities, None, 'condorcet')},
    }


def main():
    if '--inside' in sys.argv:
        json.dump(record(), sys.stdout)
        return
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        python = os.path.join(place, 'bin', 'python')
        subprocess.run([python, '-m', 'pip', 'install', '--quiet', *PINS], check=True)
        found = subprocess.run([python, __file__, '--inside'], check=True, stdout=subprocess.PIPE, text=True).stdout
    recorded = json.loads(found[found.index('{') :])
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, 'ranx-0.3.21.json'), 'w', encoding='utf-8', newline='\n') as file:
        json.dump(recorded, file, ensure_ascii=False, sort_keys=True, indent=1)
        file.write('\n')


main()
