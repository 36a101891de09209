"""Records what other evaluation tools report for the same qrels and runs, into test/fixtures/peers.

    python3 scripts/record-peers.py [TOOL-VERSION ...]

Each tool is installed, pinned, into a temporary environment of its own. The files are those of test/fixtures/trec and small
ones that this script makes, each for one thing that tools treat differently: ties in lists longer than a small sort, scores
that single precision cannot tell apart, topics that are missing or unknown, negative grades, grades of 2 and 3, documents
whose id is that of the topic, documents listed twice, topics that do not stand together. A tool that refuses a file is
recorded with the kind of its error.

BEIR is called through its EvaluateRetrieval, which needs none of the models that the package depends on: they are left out,
and with them its reader of runs.
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import venv

# tool -> what pip is asked for, call by call.
TOOLS = {
    # cwl-eval is ir_measures' own extra for RBP; gdeval needs perl.
    'ir_measures-0.4.3': [['ir_measures==0.4.3', 'pytrec_eval-terrier==0.5.11', 'cwl-eval==1.0.12']],
    'ranx-0.3.21': [['ranx==0.3.21', 'numba==0.68.1', 'numpy==2.4.6']],
    'beir-2.2.0': [['pytrec_eval-terrier==0.5.11', 'tqdm==4.67.1'], ['--no-deps', 'beir==2.2.0']],
}
FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'test', 'fixtures')
TREC = [
    ('graded', 'graded'), ('ties', 'ties'), ('ties-utf8', 'ties-utf8'), ('quirks', 'quirks'),
    ('quirks', 'quirks-extra-topic'), ('precision', 'precision'), ('rand', 'rand'), ('oracle', 'oracle'),
]  # fmt: skip


def make_cases():
    """name -> (qrels lines, run lines) as (topic, document, value)."""
    rng = random.Random(9)
    cases = {}

    def generate(topics, docs, lengths, grades, score):
        qrels, run = [], []
        for topic in topics:
            names = [f'd{number}' for number in range(docs)]
            qrels += [(topic, doc, rng.choice(grades)) for doc in rng.sample(names, min(docs, 12))]
            run += [(topic, doc, score()) for doc in rng.sample(names, rng.choice(lengths))]
        return qrels, run

    # Most scores are tied. A topic is one block: the file's order, by document, is neither up nor down.
    coarse = lambda: rng.randint(0, 4) / 2  # noqa: E731
    cases['tied'] = generate(range(1, 13), 60, [6, 14, 15, 16, 17, 40, 60], [0, 0, 1, 2], coarse)
    # One step of double precision apart and less than one of single precision: ties in one, none in the other.
    cases['near'] = generate(range(1, 7), 24, [10, 20], [0, 1, 1, 2], lambda: 12.5 + rng.randint(0, 9) * 1e-9)
    qrels, run = generate(range(1, 9), 20, [8, 12], [0, 1, 2], lambda: round(rng.random(), 6))
    cases['topics'] = (
        [line for line in qrels if line[0] not in (7, 8)],
        [line for line in run if line[0] not in (2, 5)],
    )
    cases['negative'] = generate(range(1, 9), 20, [10, 20], [-2, -1, 0, 1, 1, 2], lambda: round(rng.random(), 6))
    cases['gain'] = generate(range(1, 9), 30, [15, 30], [0, 1, 2, 3], lambda: round(rng.random(), 6))
    # Documents are named like topics. Topic 3 retrieves nothing but itself; to topic 2 its own text is relevant.
    cases['own-id'] = (
        [(1, '4', 1), (1, '5', 2), (2, '2', 1), (2, '6', 1), (3, '5', 1), (4, '1', 1), (4, '9', 0)],
        [(1, '1', 9), (1, '4', 8), (1, '7', 7), (1, '5', 6), (2, '2', 5), (2, '8', 4), (2, '6', 3), (3, '3', 2),
         (4, '9', 3), (4, '4', 2), (4, '1', 1)],
    )  # fmt: skip
    cases['twice'] = (
        [(1, 'a', 1), (1, 'b', 0), (2, 'c', 1)],
        [(1, 'a', 9), (1, 'b', 8), (1, 'a', 7), (2, 'c', 1)],
    )
    # Topics that do not stand together in the run.
    cases['scattered'] = (
        [(1, 'a', 1), (1, 'c', 1), (2, 'b', 1), (2, 'd', 0)],
        [(1, 'a', 3), (2, 'b', 2), (1, 'c', 1), (2, 'd', 3)],
    )
    qrels, run = generate(range(1, 31), 80, [3, 20, 45, 80], [-1, 0, 0, 1, 2, 3], lambda: rng.randint(0, 12) / 4)
    run = [(topic, doc, score + (1e-9 if rng.random() < 0.3 else 0)) for topic, doc, score in run]
    run = sorted(run + [(topic, str(topic), 9) for topic in (4, 9, 16)], key=lambda line: line[0])
    cases['mixed'] = (
        [line for line in qrels if line[0] not in (8, 20)],
        [line for line in run if line[0] not in (3, 11, 27)],
    )
    return cases


def write_cases():
    for name, (qrels, run) in make_cases().items():
        for ending, lines in [
            ('qrels', [f'{topic} 0 {doc} {grade}' for topic, doc, grade in qrels]),
            ('run', [f'{topic} Q0 {doc} 0 {score!r} lab' for topic, doc, score in run]),
        ]:
            with open(os.path.join(FIXTURES, 'peers', f'{name}.{ending}'), 'w', encoding='utf-8', newline='\n') as file:
                file.writelines(line + '\n' for line in lines)


def files():
    for qrels, run in TREC:
        yield run, f'trec/{qrels}.qrels', f'trec/{run}.run'
    for name in make_cases():
        yield name, f'peers/{name}.qrels', f'peers/{name}.run'


def at(path):
    return os.path.join(FIXTURES, path)


def plain(value):
    value = float(value)
    return value if math.isfinite(value) else str(value)


def attempt(call):
    try:
        return call()
    except Exception as error:  # noqa: BLE001: whatever it is, it is what the tool does
        return {'error': type(error).__name__}


def record_ir_measures(qrels_path, run_path):
    import ir_measures

    names = [
        'P@5', 'P@100', 'P(rel=2)@5', 'P(judged_only=True)@5', 'R@5', 'R@100', 'R(rel=2)@10', 'Success@1', 'Success@5',
        'RR', 'RR(rel=2)', 'RR@3', 'RR@10', 'RR(rel=2)@10', 'AP', 'AP@10', 'AP(rel=2)', 'AP(judged_only=True)',
        'nDCG', 'nDCG@5', 'nDCG@10', 'nDCG(judged_only=True)@10', 'nDCG(gains={1:1,2:3,3:7})@10',
        "nDCG(dcg='exp-log2')@5", "nDCG(dcg='exp-log2')@10", 'ERR@5', 'ERR@20', 'RBP(rel=1)', 'RBP(rel=1,p=0.5)',
        'RBP(rel=2)', 'Rprec', 'Rprec(rel=2)', 'Bpref', 'infAP', 'IPrec@0.1', 'IPrec@0.4', 'IPrec@0.6', 'IPrec@0.75',
        'SetP', 'SetP(relative=True)', 'SetR', 'SetF', 'SetF(beta=0.5)', 'SetAP', 'Judged@5', 'Judged@10', 'Judged', 'NumQ',
        'NumRel', 'NumRet', 'NumRet(rel=1)',
    ]  # fmt: skip
    recorded = {}
    for name in names:
        measure = ir_measures.parse_measure(name)

        def call(measure=measure):
            qrels = list(ir_measures.read_trec_qrels(at(qrels_path)))
            run = list(ir_measures.read_trec_run(at(run_path)))
            aggregated, topics = ir_measures.calc([measure], qrels, run)
            return {
                'all': plain(aggregated[measure]),
                'topics': {metric.query_id: plain(metric.value) for metric in topics},
            }

        recorded[name] = attempt(call)
    return recorded


def record_ranx(qrels_path, run_path):
    from ranx import Qrels, Run, evaluate

    names = [
        'precision', 'precision@5', 'precision@100', 'precision@5-l2', 'recall', 'recall@5', 'recall@100', 'recall@10-l2',
        'f1', 'hit_rate@1', 'hit_rate@5', 'mrr', 'mrr@3', 'mrr@10', 'mrr-l2', 'map', 'map@10', 'map-l2', 'ndcg', 'ndcg@5',
        'ndcg@10', 'ndcg@10-l2', 'ndcg_burges', 'ndcg_burges@10', 'r-precision', 'r-precision-l2', 'bpref', 'rbp.80',
        'rbp.50',
    ]  # fmt: skip
    def call(name, comparable):
        qrels = Qrels.from_file(at(qrels_path), kind='trec')
        run = Run.from_file(at(run_path), kind='trec')
        mean = evaluate(qrels, run, name, make_comparable=comparable)
        return {'all': plain(mean), 'topics': {topic: plain(value) for topic, value in run.scores[name].items()}}

    # Files whose topics differ are refused unless make_comparable=True, which also sorts once more.
    plainly = attempt(lambda: call('mrr', False))
    recorded = {name: attempt(lambda name=name: call(name, 'error' in plainly)) for name in names}
    if 'error' in plainly:
        recorded['mrr without make_comparable'] = plainly
    return recorded


def record_beir(qrels_path, run_path):
    from beir.retrieval.evaluation import EvaluateRetrieval

    cutoffs = [1, 3, 5, 10, 100]
    # Dictionaries of dictionaries in the order of the file, as its data loader and load_runfile make them.
    qrels, results = {}, {}
    with open(at(qrels_path), encoding='utf-8') as file:
        for line in file:
            topic, _, doc, grade = line.split()
            qrels.setdefault(topic, {})[doc] = int(grade)
    with open(at(run_path), encoding='utf-8') as file:
        for line in file:
            topic, _, doc, _, score, _ = line.split()
            results.setdefault(topic, {})[doc] = float(score)
    recorded = {}
    found = attempt(lambda: EvaluateRetrieval.evaluate(qrels, results, cutoffs))
    for values in [found] if isinstance(found, dict) else found:
        recorded.update(values if 'error' in values else {name: {'all': plain(value)} for name, value in values.items()})
    # After evaluate, which has taken documents out of the results: as BEIR's examples call them.
    for metric in ['mrr', 'recall_cap', 'accuracy']:
        found = attempt(lambda metric=metric: EvaluateRetrieval.evaluate_custom(qrels, results, cutoffs, metric))
        if 'error' in found:
            recorded[metric] = found
        else:
            recorded.update({name: {'all': plain(value)} for name, value in found.items()})
    return recorded


RECORDERS = {'ir_measures': record_ir_measures, 'ranx': record_ranx, 'beir': record_beir}


def main(tool):
    record = RECORDERS[tool.rpartition('-')[0]]
    cases = {
        name: {'qrels': qrels, 'run': run, 'values': record(qrels, run)} for name, qrels, run in files()
    }
    pins = [pin for pins in TOOLS[tool] for pin in pins if '==' in pin]
    with open(at(f'peers/{tool}.json'), 'w', encoding='utf-8', newline='\n') as file:
        json.dump({'tool': tool, 'packages': pins, 'cases': cases}, file, ensure_ascii=False, separators=(',', ':'))
        file.write('\n')


if __name__ == '__main__':
    if 'RECORDING' in os.environ:
        main(os.environ['RECORDING'])
    else:
        write_cases()
        for tool in sys.argv[1:] or TOOLS:
            with tempfile.TemporaryDirectory() as folder:
                venv.create(folder, with_pip=True)
                python = os.path.join(folder, 'bin', 'python')
                for pins in TOOLS[tool]:
                    subprocess.run([python, '-m', 'pip', 'install', '-q', *pins], check=True)
                done = subprocess.run([python, __file__], env={**os.environ, 'RECORDING': tool}, check=False)
                if done.returncode != 0:
                    sys.exit(done.returncode)
