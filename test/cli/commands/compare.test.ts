import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/core/comparison.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = temporaryFolder();
const { folder, lab } = labIn(root);
const trec = fileURLToPath(new URL('../../fixtures/trec/', import.meta.url));
const QRELS = join(trec, 'rand.qrels');

/** The rand fixture beside a worse run: of every third topic the upper half is gone, of one topic everything. */
writeFileSync(join(root, 'rand.run'), readFileSync(join(trec, 'rand.run')));
const lines = readFileSync(join(trec, 'rand.run'), 'utf8').trimEnd().split('\n');
const worse = lines.filter((line, i) => !line.startsWith('r05 ') && !(/^r\d[0369] /.test(line) && i % 2 === 0));
writeFileSync(join(root, 'worse.run'), worse.map((line) => `${line}\n`.replace('lab', 'other')).join(''));
writeFileSync(join(root, 'best.run'), bestRun(readFileSync(QRELS, 'utf8')));

/** Every relevant document, best first. */
function bestRun(qrels: string): string {
  const rows = qrels.trimEnd().split('\n');
  return rows
    .map((row) => row.split(/\s+/))
    .filter(([, , , grade]) => Number(grade) > 0)
    .map(([topic, , id, grade]) => `${topic} Q0 ${id} 1 ${grade} best\n`)
    .join('');
}

async function compared(argv: readonly string[]): Promise<Comparison> {
  const { code, out, err } = await lab(['compare', ...argv, '--json']);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Comparison;
}

describe('rag-lab compare on runs', () => {
  it('prints differences, statistics and the topics that flipped, and nothing on stderr', async () => {
    const { code, out, err } = await lab(['compare', 'rand.run', 'worse.run', '--qrels', QRELS]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Systems, over 40 topics');
    expect(out).toMatch(/^ {2}b {2}worse {3}other {8}2 {9}0$/m);
    expect(out).toMatch(/^ {2}nDCG@10 .* sign-flip /m);
    expect(out).toMatch(/lost by worse: found by rand, not by worse: \d+/);
    expect(out).toContain('seed 404');
  });

  it('averages over all judged topics: a missing one scores 0', async () => {
    const { scores, systems, topicResults } = await compared(['rand.run', 'worse.run', '--qrels', QRELS]);
    expect(systems.map(({ label, spec, missing, unknown }) => [label, spec, missing, unknown])).toEqual([
      ['rand', 'lab', 1, 0],
      ['worse', 'other', 2, 0],
    ]);
    const golden = JSON.parse(readFileSync(join(trec, 'golden-rand.json'), 'utf8'));
    const rr = scores.find(({ measure, system }) => measure === 'RR' && system === 'rand')!;
    expect(rr.n).toBe(40);
    expect(JSON.stringify(golden)).toContain(String(rr.mean).slice(0, 10));
    expect(topicResults.find(({ topic }) => topic === 'r05')!.values.RR!.worse).toBe(0);
  });

  it('of a run with itself finds difference 0 and p 1', async () => {
    const { pairs, flips } = await compared(['rand.run', 'again=rand.run', '--qrels', QRELS]);
    for (const pair of pairs) expect(pair).toMatchObject({ difference: 0, low: 0, high: 0, p: 1, adjustedP: 1 });
    expect(flips).toEqual([]);
  });

  it('takes test, cutoff, measures and seed, and says so', async () => {
    const argv = ['rand.run', 'worse.run', '--qrels', QRELS, '--measures', 'map,P_5', '--cutoff', '10', '--seed', '7'];
    const t = await compared([...argv, '--test', 't']);
    expect(t).toMatchObject({ test: 't', cutoff: 10, seed: 7, measures: ['AP', 'P@5'] });
    expect(t.pairs.map(({ test }) => test)).toEqual(['t', 't']);
    const wilcoxon = await compared([...argv, '--test', 'wilcoxon']);
    expect(wilcoxon.pairs[0]!.p).not.toBe(t.pairs[0]!.p);
    expect((await compared(argv)).pairs[0]!.low).toBe(t.pairs[0]!.low);
  });

  it('repeats itself to the byte, in any order of lines, packed or not', async () => {
    writeFileSync(
      join(root, 'worse.run.gz'),
      gzipSync(
        worse
          .toReversed()
          .map((line) => `${line}\n`.replace('lab', 'other'))
          .join(''),
      ),
    );
    const plain = await lab(['compare', 'a=rand.run', 'b=worse.run', '--qrels', QRELS, '--json']);
    const packed = await lab(['compare', 'a=rand.run', 'b=worse.run.gz', '--qrels', QRELS, '--json']);
    expect(packed.out).toBe(plain.out);
  });

  it('compares three in one table with letters', async () => {
    const { out } = await lab(['compare', 'best.run', 'rand.run', 'worse.run', '--qrels', QRELS]);
    expect(out).toMatch(/^ {2}a {2}best .*\d bc( |$)/m);
    expect(out).toContain('significantly better than the system of that letter');
    const { pairs } = await compared(['best.run', 'rand.run', 'worse.run', '--qrels', QRELS]);
    expect(pairs).toHaveLength(9);
  });

  it('writes every format to a file, and says which', async () => {
    const at = folder();
    const names = ['terminal', 'json', 'csv', 'markdown', 'latex'];
    const { code, out, err } = await lab(
      [
        'compare',
        '../rand.run',
        '../worse.run',
        '--qrels',
        QRELS,
        ...names.flatMap((name) => ['--format', `${name}=${name}.out`]),
      ],
      { cwd: at },
    );
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain('latex to latex.out');
    const read = (name: string): string => readFileSync(join(at, `${name}.out`), 'utf8');
    expect(read('terminal')).toContain('Differences, n = 40');
    expect(JSON.parse(read('json')).schema).toBe('rag-lab/comparison@1');
    expect(read('csv')).toMatch(/^table,measure,first/);
    expect(read('markdown')).toMatch(/^# rag-lab comparison/);
    expect(read('latex')).toContain('\\begin{tabular}');
  });
});

describe('rag-lab compare on reports', () => {
  const run = async (name: string, ...argv: readonly string[]): Promise<void> => {
    const { code } = await lab(['run', '--pages', '20', '--facts', '4', '--format', `json=${name}`, ...argv]);
    expect(code).toBe(0);
  };

  it('compares systems of one label by the measures of the reports', async () => {
    await run('before.json', '--systems', 'bm25,tfidf');
    await run('after.json', '--systems', 'bm25=bm25(k1=0.9,b=0.4),tfidf');
    const found = await compared(['before.json', 'after.json']);
    expect(found.measures).toEqual(['R@1', 'R@3', 'R@5', 'R@10', 'RR', 'nDCG@10']);
    expect(found.systems.map(({ label, spec }) => [label, spec])).toEqual([
      ['before:bm25', 'bm25'],
      ['after:bm25', 'bm25(b=0.4,k1=0.9)'],
      ['before:tfidf', 'tfidf'],
      ['after:tfidf', 'tfidf'],
    ]);
    expect(found.pairs).toHaveLength(12);
    expect(found.pairs.filter(({ first }) => first === 'before:tfidf').every(({ p }) => p === 1)).toBe(true);
    const report = JSON.parse(readFileSync(join(root, 'before.json'), 'utf8'));
    const all = report.scores.find(
      (row: { wording: string; split: string }) => row.wording === 'all' && row.split === 'all',
    );
    expect(found.scores[0]!.mean).toBeCloseTo(all.measures['R@1'].value, 8);
    expect(found.topicResults[0]!.text).toBe(report.questionResults[0].text);
  });

  it('says on stderr and in the notes which systems are in one report only, whatever the format', async () => {
    await run('fewer.json', '--systems', 'bm25,lexical=tfidf');
    const line =
      'left out, since no system of that label stands in every report: tfidf (only in before), lexical (only in fewer)';
    for (const format of ['json', 'csv', 'latex', 'terminal']) {
      const { code, out, err } = await lab(['compare', 'before.json', 'fewer.json', '--format', format]);
      expect([code, err]).toEqual([0, `rag-lab: warning: compare: ${line}\n`]);
      if (format === 'json') expect((JSON.parse(out) as Comparison).notes).toEqual([line]);
    }
    const all = await lab(['compare', 'before.json', 'after.json', '--quiet']);
    expect([all.code, all.err]).toEqual([0, '']);
  });

  it('compares the systems of a single report', async () => {
    await run('one.json', '--systems', 'bm25,tfidf,synonym-tfidf');
    const { out } = await lab(['compare', 'one.json', '--measures', 'RR']);
    expect(out).toMatch(/^Means, n = 8$/m);
  });

  it('refuses different questions, and a report beside a run', async () => {
    await run('other.json', '--systems', 'bm25,tfidf', '--seed', '7');
    const other = await lab(['compare', 'before.json', 'other.json']);
    expect([other.code, other.out]).toEqual([2, '']);
    expect(other.err).toMatch(/^rag-lab: before\.json and other\.json: different questions .*\ntry: /);
    const mixed = await lab(['compare', 'before.json', 'rand.run', '--qrels', QRELS]);
    expect(mixed.err).toContain('before.json is a report and rand.run is not');
    const qrels = await lab(['compare', 'before.json', 'after.json', '--qrels', QRELS]);
    expect(qrels.err).toContain('--qrels is for runs');
    const lacking = await lab(['compare', 'before.json', 'after.json', '--measures', 'AP']);
    expect(lacking.err).toContain('before.json: does not hold AP; it holds R@1');
  });
});

describe('rag-lab compare, asked wrongly,', () => {
  it.each([
    [['rand.run', 'worse.run'], 'compare: runs need judgments'],
    [['rand.run', '--qrels', QRELS], 'one run has nothing to compare it with'],
    [['rand.run', 'none.run', '--qrels', QRELS], 'none.run: cannot be read: no such file or folder'],
    [['rand.run', 'worse.run', '--qrels', 'none.qrels'], 'none.qrels: cannot be read: no such file or folder'],
    [['x=rand.run', 'x=worse.run', '--qrels', QRELS], 'two systems are called "x"'],
    [
      ['rand.run', 'worse.run', '--qrels', QRELS, '--test', 'wilcoxn'],
      'unknown test "wilcoxn"; did you mean "wilcoxon"?',
    ],
    [
      ['rand.run', 'worse.run', '--qrels', QRELS, '--measures', 'nDGC@10'],
      'unknown measure "nDGC"; did you mean "nDCG"?',
    ],
    [['rand.run', 'worse.run', '--qrels', QRELS, '--measures', 'gm_map'], 'measure "GMAP": is not a mean over topics'],
    [['rand.run', 'worse.run', '--qrels', QRELS, '--seed', '-1'], '--seed -1: not valid'],
    [['rand.run', 'worse.run', '--qrels', QRELS, '--format', 'pdf'], 'unknown format "pdf"'],
    [['-', '-', '--qrels', QRELS], 'standard input (-) can be read only once'],
    [[], 'compare: <file> is missing'],
  ])('%j ends with 2, one line and no output', async (argv, message) => {
    const { code, out, err } = await lab(['compare', ...argv]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(
      err
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('try: ')),
    ).toHaveLength(1);
  });

  it('reports all faults of the command line together', async () => {
    const { err } = await lab(['compare', 'a', 'b', '--test', 'x', '--measures', 'Q,R@0', '--cutoff', '0']);
    expect(err.match(/^rag-lab: /gm)).toHaveLength(4);
  });

  it('names file and line of a broken run, and leaves files as they were', async () => {
    const at = folder();
    writeFileSync(join(at, 'bad.run'), 'r01 Q0 d1 1 0.5 t\nr01 Q0 d1 2 0.4 t\n');
    const argv = ['compare', '../rand.run', 'bad.run', '--qrels', QRELS, '--format', 'json=out.json'];
    const { code, err } = await lab(argv, { cwd: at });
    expect(code).toBe(2);
    expect(err).toMatch(/^rag-lab: bad\.run:2: document "d1" is listed twice/);
    expect(existsSync(join(at, 'out.json'))).toBe(false);
  });

  it('stops where it is interrupted', async () => {
    const interrupt = new AbortController();
    interrupt.abort();
    const { code, out } = await lab(['compare', 'rand.run', 'worse.run', '--qrels', QRELS], {
      interrupt: interrupt.signal,
    });
    expect([code, out]).toEqual([130, '']);
  });
});
