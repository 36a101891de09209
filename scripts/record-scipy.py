"""Records what scipy says about samples drawn here, for the tests of src/stats.

    python3 scripts/record-scipy.py

makes a virtual environment in a temporary folder, installs the pinned scipy there and writes test/fixtures/stats/scipy-<version>.json.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import venv

SCIPY = '1.17.1'


def reexecute():
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = os.path.join(folder, 'bin', 'python')
        subprocess.run([python, '-m', 'pip', 'install', '-q', f'scipy=={SCIPY}'], check=True)
        sys.exit(subprocess.run([python, __file__, '--here']).returncode)


def record():
    import warnings

    import numpy as np
    from scipy import special, stats
    from scipy.stats._resampling import BootstrapResult

    warnings.simplefilter('ignore')
    draw = random.Random(404)
    out = {'scipy': SCIPY}

    # Measures of few values (ties and zeros), of many (neither), and a lone zero among them.
    def vector(n, kind):
        if kind == 'ties':
            return [draw.choice([-2, -1, 0, 0, 1, 2, 3]) / 4 for _ in range(n)]
        values = [draw.gauss(0.15, 1) for _ in range(n)]
        if kind == 'zero':
            values[0] = 0.0
        return values

    out['paired'] = []
    for kind in ('ties', 'plain', 'zero'):
        for n in (2, 3, 5, 8, 12, 13, 14, 20, 49, 50, 51, 80, 300):
            d = vector(n, kind)
            t = stats.ttest_1samp(d, 0)
            w = stats.wilcoxon(d)
            interval = t.confidence_interval(0.95)
            out['paired'].append({
                'differences': d, 't': float(t.statistic), 'tP': float(t.pvalue),
                'tLow': float(interval.low), 'tHigh': float(interval.high),
                'w': float(w.statistic), 'wilcoxonP': float(w.pvalue),
            })
    out['paired'] = [row for row in out['paired'] if np.isfinite(list(row.values())[1:]).all()]

    # Every resample of a few values, so that only the formula is compared.
    out['bca'] = []
    for values in ([0, 0, 1, 1, 1], [0.1, 0.2, 0.9, 1.5, 0.3], [-1, 0, 0, 0, 4], [1, 2, 3, 4, 50, 6], [0, 0, 0, 0, 1]):
        means = [sum(c) / len(values) for c in itertools.product(values, repeat=len(values))]
        given = BootstrapResult(confidence_interval=None, bootstrap_distribution=np.array(means), standard_error=0)
        found = stats.bootstrap((np.array(values, dtype=float),), np.mean, n_resamples=0, bootstrap_result=given, method='BCa')
        out['bca'].append({'values': values, 'low': float(found.confidence_interval.low), 'high': float(found.confidence_interval.high)})

    out['normalCdf'] = [[x, float(special.ndtr(x))] for x in (-37, -12, -6.5, -3, -2.83, -2.82, -1.96, -0.5, -1e-9, 0, 0.3, 1, 2.9, 5)]
    out['normalQuantile'] = [[p, float(special.ndtri(p))] for p in (1e-300, 1e-12, 0.001, 0.025, 0.2, 0.5, 0.8, 0.975, 0.999999)]
    shapes = [(0.5, 0.5), (1, 1), (3, 0.5), (14.5, 0.5), (30, 2), (499.5, 0.5), (7, 1200), (4999.5, 0.5)]
    out['betaCdf'] = [[x, a, b, float(special.betainc(a, b, x))] for a, b in shapes for x in (1e-6, 0.01, 0.3, 0.5, 0.93, 0.9999)]
    out['betaQuantile'] = [[p, a, b, float(special.betaincinv(a, b, p))] for a, b in shapes for p in (0.025, 0.5, 0.975)]

    out['kendall'] = []
    for n in (2, 5, 9, 30):
        for top in (3, 1000):
            x = [draw.randrange(top) for _ in range(n)]
            y = [draw.randrange(top) for _ in range(n)]
            tau = float(stats.kendalltau(x, y).statistic)
            out['kendall'].append({'x': x, 'y': y, 'tau': None if np.isnan(tau) else tau})

    place = os.path.join(os.path.dirname(__file__), '..', 'test', 'fixtures', 'stats', f'scipy-{SCIPY}.json')
    with open(place, 'w') as file:
        json.dump(out, file, separators=(',', ':'))
        file.write('\n')


record() if '--here' in sys.argv else reexecute()
