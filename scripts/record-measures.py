"""Records what other tools compute for runs that this script makes, into test/fixtures/trec.

    python3 scripts/record-measures.py

Installs what it needs into a temporary environment of its own. The runs hold ties, unjudged documents, negative grades,
ids beyond ASCII, topics that the run lacks, that nobody judged, and that have no relevant document; scores are multiples
of a quarter, so that single and double precision order them alike. Tools: pytrec_eval (trec_eval 9.0.8, compiled in), at
relevance level 1 and 2 and over judged documents only, and ir_measures for RBP, ERR, nDCG with exponential gain, RR with a
cutoff and Judged.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import venv

PINS = ['pytrec_eval-terrier==0.5.11', 'ir_measures==0.4.3', 'cwl-eval==1.0.12']
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'test', 'fixtures', 'trec')


def make_run():
    rng = random.Random(2)
    qrels, run = {}, {}
    stems = ['d', 'D', 'doc-', 'é', '文', '😀', '\ufffd', 'Ａ']
    topics = [str(number) for number in range(1, 36)] + ['9a', 'Ω', '😀', '\uffee']
    for n, topic in enumerate(topics):
        docs = [f'{rng.choice(stems)}{number}' for number in range(90)]
        judged = rng.sample(docs, rng.randint(4, 70))
        top = rng.choice([1, 2, 3, 4])
        qrels[topic] = {
            doc: rng.choice([-2, -1, 0, 0]) if n % 11 == 5 else rng.choice([-2, -1, 0, 0, *range(top + 1), 1])
            for doc in judged
        }
        if n % 9 == 3:
            continue  # the run lacks it
        retrieved = rng.sample(docs, rng.choice([1, 3, 8, 20, 40, 60, 85]))
        spread = 8 if n % 2 else 60
        run[topic] = {
            doc: (rng.randint(0, spread) + rng.randint(0, 4) * max(qrels[topic].get(doc, 0), 0)) / 4 - 1
            for doc in retrieved
        }
    run['unknown'] = {'d1': 1.0, 'd2': 0.5}
    return qrels, run


def write(name, lines):
    with open(os.path.join(FOLDER, name), 'w', encoding='utf-8', newline='\n') as file:
        file.writelines(line + '\n' for line in lines)


def record_pytrec_eval(qrels, run):
    import pytrec_eval

    recorded = {}
    for key, measures, options in [
        ('all_trec', {'all_trec'}, {}),
        ('level 2', {'all_trec'}, {'relevance_level': 2}),
        ('judged only', {'all_trec'}, {'judged_docs_only_flag': 1}),
        ('set_F.0.5', {'set_F.0.5'}, {}),
    ]:
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, measures, **options)
        found = evaluator.evaluate(run)
        names = sorted({name for values in found.values() for name in values} - {'runid', 'relstring'})
        recorded[key] = {
            'names': names,
            'topics': {topic: [values[name] for name in names] for topic, values in sorted(found.items())},
        }
    return recorded


def record_ir_measures(qrels, run):
    import ir_measures
    from ir_measures import ERR, RBP, RR, Judged, nDCG

    # gdeval reads whole numbers as topics only; it and cwl order ties their own way, so ties are broken as trec_eval does.
    numeric = [topic for topic in run if topic.isdigit()]
    ranked = {
        topic: {
            doc: float(-rank)
            for rank, (doc, _) in enumerate(
                sorted(run[topic].items(), key=lambda item: (item[1], item[0].encode()), reverse=True)
            )
        }
        for topic in numeric
    }
    known = {topic: qrels[topic] for topic in numeric}
    measures = [
        RBP(rel=1), RBP(rel=2, p=0.5), ERR @ 5, ERR @ 20, nDCG(dcg='exp-log2') @ 10, RR @ 5,
        Judged @ 5, Judged @ 20,
    ]  # fmt: skip
    recorded = {}
    for metric in ir_measures.iter_calc(measures, known, ranked):
        recorded.setdefault(str(metric.measure), {})[metric.query_id] = metric.value
    return {name: dict(sorted(values.items())) for name, values in sorted(recorded.items())}


def dump(name, value):
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=None, separators=(',', ':'))
    write(name, [text])


def main():
    qrels, run = make_run()
    write('oracle.qrels', (f'{topic} 0 {doc} {grade}' for topic in qrels for doc, grade in qrels[topic].items()))
    write('oracle.run', (f'{topic} Q0 {doc} 0 {score} oracle' for topic in run for doc, score in run[topic].items()))
    dump('oracle.pytrec_eval-terrier-0.5.11.json', record_pytrec_eval(qrels, run))
    dump('oracle.ir_measures-0.4.3.json', record_ir_measures(qrels, run))


if __name__ == '__main__':
    if 'RECORDING' in os.environ:
        main()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True)
            python = os.path.join(folder, 'bin', 'python')
            subprocess.run([python, '-m', 'pip', 'install', '-q', *PINS], check=True)
            sys.exit(subprocess.run([python, __file__], env={**os.environ, 'RECORDING': '1'}, check=False).returncode)
