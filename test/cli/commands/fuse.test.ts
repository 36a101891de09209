import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fusions } from '../../../src/eval/fusion/registry.ts';
import { parseRun } from '../../../src/eval/trec.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = temporaryFolder();
const { folder, lab } = labIn(root);
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const [A, B, EMPTY] = ['listA', 'listB', 'empty'].map((name) => join(fixtures, 'cases/C31', `${name}.txt`)) as [
  string,
  string,
  string,
];
const RAND = join(fixtures, 'trec/rand.run');
const QRELS = join(fixtures, 'trec/rand.qrels');

const lines = readFileSync(RAND, 'utf8').trimEnd().split('\n');
/** The same documents with other scores, and a topic that only this run has. */
const other = [
  ...lines.map((line) =>
    line.replace(/(\S+) (\S+) (\S+) (\S+) (\S+) (\S+)$/, (_, t, q, id, rank, score) => {
      const shifted = Number(score) * ([...String(id)].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 7);
      return `${t} ${q} ${id} ${rank} ${shifted} other`;
    }),
  ),
  'zz Q0 lonely 1 1 other',
];
writeFileSync(join(root, 'other.run'), `${other.join('\n')}\n`);

/** Documents with scores to six decimals. */
async function fused(...argv: string[]): Promise<string[]> {
  const { code, out } = await lab(['fuse', ...argv]);
  expect(code).toBe(0);
  const { rankings } = parseRun(out, 'out');
  return [...rankings.values()].flatMap(({ ids, scores }) => ids.map((id, i) => `${id} ${scores[i]!.toFixed(6)}`));
}

describe('rag-lab fuse', () => {
  it('votes from rank 1, for what a list holds, with weights (C31)', async () => {
    expect(await fused('--run', A, B)).toEqual([
      'mango 0.032002',
      'plum 0.016393',
      'kiwi 0.016393',
      'lime 0.016129',
      'pear 0.015873',
    ]);
    expect(await fused('--run', A, B, '--weights', '0:1')).toEqual([
      'plum 0.016393',
      'mango 0.016129',
      'pear 0.015873',
    ]);
    expect(await fused('--method', 'rrf(weights=0.7:0.3)', '--run', A, '--run', B)).toEqual([
      'mango 0.015950',
      'kiwi 0.011475',
      'lime 0.011290',
      'plum 0.004918',
      'pear 0.004762',
    ]);
    const alone = ['kiwi 0.016393', 'lime 0.016129', 'mango 0.015873'];
    expect(await fused('--run', A)).toEqual(alone);
    expect(await fused('--run', A, EMPTY)).toEqual(alone);
    const { code, err, out } = await lab(['fuse', '--run', A, B, '--weights', '1:1:1']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('3 weights for 2 inputs');
  });

  it('stays finite where all scores are equal (C33)', async () => {
    writeFileSync(join(root, 'dense.json'), '{"q": {"d1": 0.42, "d2": 0.42, "d3": 0.42}}');
    writeFileSync(join(root, 'bm25.json'), '{"q": {"d2": 7.5, "d3": 2.5, "d4": 0.0}}');
    const found = await fused(
      '--method',
      'weighted',
      '--norm',
      'min-max',
      '--weights',
      '0.5:0.5',
      '--run',
      'dense.json',
      'bm25.json',
    );
    expect(found).toEqual(['d2 1.000000', 'd3 0.666667', 'd1 0.500000', 'd4 0.000000']);
  });

  it('writes topics of any run, ascending, scores that fall strictly, and the method as tag', async () => {
    for (const { name } of fusions) {
      const { out, err } = await lab(['fuse', '--method', name, '--run', RAND, 'other.run']);
      const topics = new Map<string, number[]>();
      for (const line of out.trimEnd().split('\n')) {
        const [topic, q0, , rank, score, tag, ...more] = line.split(' ');
        const scores = topics.get(topic!) ?? [];
        topics.set(topic!, [...scores, Number(score)]);
        expect([q0, rank, tag, more]).toEqual(['Q0', String(scores.length + 1), name, []]);
      }
      expect([...topics.keys()]).toEqual([...topics.keys()].sort());
      expect(topics.get('zz')).toHaveLength(1);
      for (const scores of topics.values()) {
        expect(scores.every((score, i) => i === 0 || score < scores[i - 1]!)).toBe(true);
      }
      expect(err).toContain('lacks 1 of');
    }
  });

  it('gives the same bytes for shuffled lines, packed, and in its own order read back', async () => {
    writeFileSync(join(root, 'turned.run.gz'), gzipSync(`${other.toReversed().join('\n')}\n`));
    const plain = await lab(['fuse', '--method', 'combmnz', '--run', RAND, 'other.run']);
    const turned = await lab(['fuse', '--method', 'combmnz', '--run', RAND, 'turned.run.gz']);
    expect(turned.out).toBe(plain.out);
    writeFileSync(join(root, 'once.run'), plain.out);
    const again = await lab(['fuse', '--method', 'combsum(norm=none)', '--run', 'once.run']);
    expect(again.out.replaceAll(/ combsum.*/g, '')).toBe(plain.out.replaceAll(/ combmnz/g, ''));
  });

  it('keeps a single run in its order, by every method, and cuts at the depth', async () => {
    const order = [...parseRun(readFileSync(RAND, 'utf8'), RAND).rankings].map(([id, { ids }]) => [id, ids]);
    for (const { name } of fusions) {
      const { out } = await lab(['fuse', '--method', name, '--run', RAND]);
      expect(Object.fromEntries([...parseRun(out, 'x').rankings].map(([id, { ids }]) => [id, ids]))).toEqual(
        Object.fromEntries(order),
      );
    }
    const { out } = await lab(['fuse', '--run', RAND, '--depth', '2']);
    for (const { ids } of parseRun(out, 'x').rankings.values()) expect(ids.length).toBeLessThanOrEqual(2);
  });

  it('writes a file whole or not at all, and says so', async () => {
    const at = folder();
    const out = join(at, 'deep/fused.run');
    const told = await lab(['fuse', '--run', A, B, '--out', out]);
    expect([told.code, told.out]).toEqual([0, '']);
    expect(told.err).toMatch(/wrote run to .*fused\.run/);
    const before = readFileSync(out, 'utf8');
    writeFileSync(join(at, 'huge.json'), '{"a": {"d": 1}, "q": {"d": 1.7e308}}');
    const huge = join(at, 'huge.json');
    for (const to of [out, join(at, 'new/x.run'), '-']) {
      const {
        code,
        err,
        out: shown,
      } = await lab(['fuse', '--method', 'combsum(norm=none)', '--run', huge, huge, '--out', to]);
      expect([code, shown]).toEqual([2, '']);
      expect(err).toContain('topic "q": a fused score of combsum(norm=none) is not finite');
    }
    expect(readFileSync(out, 'utf8')).toBe(before);
    expect(existsSync(join(at, 'new'))).toBe(false);
    const quiet = await lab(['fuse', '--run', A, B, '--out', out, '--quiet']);
    expect(quiet.err).toBe('');
  });

  it('writes over no judgments', async () => {
    const path = join(folder(), 'q');
    writeFileSync(path, readFileSync(QRELS));
    const argv = ['fuse', '--run', RAND, 'other.run', '--tune', '--qrels', path, '--seed', '1', '--out', path];
    expect(await lab(argv)).toMatchObject({ code: 2, err: expect.stringContaining('is read by this very command') });
    expect(readFileSync(path)).toEqual(readFileSync(QRELS));
  });

  it('may write over one of its inputs', async () => {
    const path = join(folder(), 'a.run');
    writeFileSync(path, readFileSync(A));
    expect((await lab(['fuse', '--run', path, B, '--out', path])).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toMatch(/^f1 Q0 mango 1 /);
  });

  it('reports all that is wrong with the options, before any work', async () => {
    const fault = async (...argv: string[]): Promise<string> => {
      const { code, out, err } = await lab(['fuse', ...argv]);
      expect([code, out]).toEqual([2, '']);
      return err;
    };
    expect(await fault()).toMatch(/fuse: --run FILE is missing[^\n]*\ntry: /);
    expect(await fault('--run', A, '--method', 'rff')).toContain('did you mean "rrf"?');
    expect(await fault('--run', A, '--norm', 'rank')).toContain('rrf has no parameter "norm"');
    expect(await fault('--run', A, '--seed', '1', '--qrels', QRELS)).toMatch(
      /--qrels is for --tune.*\n.*--seed is for --tune/,
    );
    expect(await fault('--run', '-', '-')).toContain('standard input (-) can be read only once');
    expect(await fault('--run', EMPTY)).toContain('nothing to fuse');
    expect(await fault('--run', 'missing.run')).toContain('missing.run: cannot be read');
    writeFileSync(join(root, 'bad.run'), 'q Q0 d 1 NaN x\n');
    expect(await fault('--run', 'bad.run')).toContain('bad.run:1: score "NaN" is not a finite number');
  });

  it('names its methods in the help, and list shows them with formula and source', async () => {
    const { out } = await lab(['fuse', '--help']);
    for (const { name } of fusions) expect(out).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
    const listed = await lab(['list', 'fusions', 'rbc']);
    expect(listed.out).toMatch(/phi=0\.8.*\n.*\n.*formula {2}sum.*\n.*source {3}Bailey/);
  });
});

describe('rag-lab fuse --tune', () => {
  const tune = (...argv: string[]) =>
    lab(['fuse', '--method', 'weighted', '--run', RAND, 'other.run', '--tune', '--qrels', QRELS, ...argv]);

  it('fits on tuning topics, reports held-out ones, and evaluates as rag-lab evaluate does', async () => {
    const out = join(folder(), 'tuned.run');
    const told = await tune('--seed', '1', '--out', out);
    expect(told.code).toBe(0);
    expect(told.out).toContain('Weights of weighted, fitted to nDCG@10');
    expect(told.out).toContain('20 judged topics (half of them, drawn with seed 1)');
    const chosen = /chosen +(\S+) +(\S+) +(\S+)/.exec(told.out)!;
    const tag = readFileSync(out, 'utf8').split('\n')[0]!.split(' ').at(-1)!;
    expect(tag === 'weighted' ? '1:1' : /weights=([^)]*)/.exec(tag)![1]).toBe(chosen[1]);
    const { out: json } = await lab(['evaluate', '--qrels', QRELS, '--run', out, '--measures', 'nDCG@10', '--json']);
    const whole = JSON.parse(json).runs[0].values['nDCG@10'];
    expect((Number(chosen[2]) + Number(chosen[3])) / 2).toBeCloseTo(whole, 3);
    expect((await tune('--seed', '1', '--out', out)).out).toBe(told.out);
  });

  it('puts the report on stderr where the run is on stdout', async () => {
    const topics = lines.map((line) => line.split(' ')[0]!).slice(0, 400);
    writeFileSync(join(root, 'tuning.txt'), `${[...new Set(topics)].join('\n')}\nnobody\n`);
    const { code, out, err } = await tune('--tuning-topics', 'tuning.txt', '--measure', 'map');
    expect(code).toBe(0);
    expect(out).toMatch(/^\S+ Q0 /);
    expect(err).toContain('fitted to AP');
    expect(err).toContain('tuning.txt: 1 of');
  });

  it('refuses without a split, without held-out topics, or with nothing to fit', async () => {
    const fault = async (...argv: string[]): Promise<string> => {
      const { code, err } = await lab(['fuse', ...argv]);
      expect(code).toBe(2);
      return err;
    };
    const base = ['--run', A, B, '--tune'];
    expect(await fault(...base, '--qrels', QRELS)).toContain('--tune needs a split');
    expect(await fault(...base, '--seed', '1')).toContain('--tune needs judgments');
    expect(await fault(...base, '--qrels', QRELS, '--seed', '1', '--weights', '1:2')).toContain(
      '--tune fits the weights',
    );
    expect(await fault('--run', A, '--tune', '--qrels', QRELS, '--seed', '1')).toContain('one run has nothing');
    expect(await fault(...base, '--qrels', QRELS, '--seed', '1', '--tuning-topics', 'x')).toContain('give one');
    for (const measure of ['NumRet', 'NumQ']) {
      expect(await fault(...base, '--qrels', QRELS, '--seed', '1', '--measure', measure)).toContain(
        `--measure ${measure} counts, it does not say what is better`,
      );
    }
    writeFileSync(join(root, 'zero.qrels'), 'f1 0 mango 0\nf2 0 mango 0\n');
    expect(await fault(...base, '--qrels', 'zero.qrels', '--seed', '1')).toContain(
      'nothing in zero.qrels is relevant to any of these topics: there is nothing to tune on',
    );
    writeFileSync(join(root, 'none.txt'), 'nobody\n');
    expect(await fault(...base, '--qrels', QRELS, '--tuning-topics', 'none.txt')).toContain('nothing to tune on');
    const all = [
      ...new Set(
        readFileSync(QRELS, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => line.split(/\s/)[0]),
      ),
    ];
    writeFileSync(join(root, 'all.txt'), all.join('\n'));
    expect(await fault(...base, '--qrels', QRELS, '--tuning-topics', 'all.txt')).toContain('none is held out');
  });
});
