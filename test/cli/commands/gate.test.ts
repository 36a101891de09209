import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stableJson } from '../../../src/report/formats/json.ts';
import { type AskedQuestion, oneSystem, type ReportShape, reportOf } from '../../experiment/gate-reports.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = temporaryFolder();
const { folder, lab } = labIn(root);
const write = (
  name: string,
  questions: readonly AskedQuestion[],
  shape: ReportShape = {},
  over: object = {},
): string => {
  writeFileSync(join(root, name), stableJson({ ...reportOf(questions, shape), ...over }));
  return name;
};
/** The report's R@3, as C37 gives it. */
const valued = (name: string, value: number): string => {
  const report = reportOf(oneSystem(10, 7));
  const scores = report.scores.map((row) => ({ ...row, measures: { ...row.measures, 'R@3': { value } } }));
  return write(name, oneSystem(10, 7), {}, { scores });
};

beforeAll(() => {
  write('old.json', oneSystem(10, 7));
  write('worse.json', oneSystem(10, 5));
});

const gate = (...argv: string[]) => lab(['gate', '--baseline', 'old.json', ...argv]);

describe('rag-lab gate', () => {
  it('is green for what did not change, red for what got worse, and names the questions', async () => {
    expect(await gate('--report', 'old.json')).toMatchObject({ code: 0, err: '' });
    const { code, out, err } = await gate('--report', 'worse.json');
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^REGRESSION: 1 of 1 rule broken\n/);
    expect(out).toMatch(/lost +bm25 +q6 +1 +9 +outranked\n/);
    expect(out).toMatch(/lost +bm25 +q7 /);
    expect(out.trimEnd().split('\n').at(-1)).toBe(
      'GATE verdict=REGRESSION exit=1 mode=strict rules=1 PASS=0 REGRESSION=1 INCONCLUSIVE=0 NOT-COMPARABLE=0',
    );
  });

  it('gives, with --json, the result and nothing else', async () => {
    const { code, out, err } = await gate('--report', 'worse.json', '--json');
    expect([code, err]).toEqual([1, '']);
    expect(JSON.parse(out)).toMatchObject({ schema: 'rag-lab/gate@1', verdict: 'REGRESSION', exitCode: 1 });
  });

  it('runs the lab where no report is named, with the options of run, times included', async () => {
    const at = folder();
    const small = ['--pages', '20', '--facts', '4', '--systems', 'lex=bm25,tfidf'];
    expect((await lab(['baseline', 'write', ...small], { cwd: at })).code).toBe(0);
    const rules = ['--rule', '* ms <= 100000x lex', '--rule', '*/*/R@3 drop <= 0', '--out', 'made'];
    const { code, out } = await lab(['gate', ...small, ...rules], { cwd: at });
    expect(code).toBe(0);
    expect(out).toMatch(/PASS +tfidf +\d+ +– +\d+\.\dx +ms <= 100000x lex/);
    expect(existsSync(join(at, 'made/report.json'))).toBe(true);
    expect(
      (await lab(['gate', '--report', 'made/report.json', '--baseline', 'made/report.json'], { cwd: at })).code,
    ).toBe(0);
  });

  it('turns red on one parameter, naming exactly the questions it costs, and green again when that is taken back', async () => {
    const at = folder();
    const run = (...argv: string[]) => lab(argv, { cwd: at });
    expect((await run('baseline', 'write', '--systems', 'lex=bm25(k1=3)')).code).toBe(0);
    const red = await run('gate', '--systems', 'lex=bm25', '--json');
    expect(red.code).toBe(1);
    const { flips, changes, checks } = JSON.parse(red.out);
    expect(
      flips.map((flip: Record<string, unknown>) => [flip.change, flip.question, flip.oldRank, flip.newRank]),
    ).toEqual([
      ['lost', 'remote-connection.paraphrase', 3, 4],
      ['lost', 'mileage.paraphrase', 3, 4],
    ]);
    expect(checks.filter(({ verdict }: { verdict: string }) => verdict !== 'PASS')).toMatchObject([
      { name: 'lex/paraphrase/R@3 drop <= 0', verdict: 'REGRESSION' },
    ]);
    expect(changes).toEqual([{ what: 'system lex', old: 'bm25(k1=3)', new: 'bm25' }]);
    expect((await run('gate', '--systems', 'lex=bm25(k1=3)')).code).toBe(0);
    const edited = await run('gate', '--systems', 'lex=bm25(k1=3)', '--seed', '405');
    expect([edited.code, edited.out]).toEqual([
      3,
      expect.stringMatching(
        /^NOT-COMPARABLE: the corpus text differs; the places of the evidence differ\n {2}the corpus text differs: /,
      ),
    ]);
    expect((await run('gate', '--systems', 'lex=bm25(k1=3)', '--chunker', 'sentence(words=150)')).code).toBe(1);
  });

  it('takes rules from flags, a file and the config file; what is typed takes the place of the config file', async () => {
    const at = folder();
    writeFileSync(join(at, 'rag-lab.config.yaml'), 'baseline: ../old.json\nrules:\n  - bm25/R@3 >= 0.99\n');
    writeFileSync(join(at, 'rules.txt'), 'bm25/R@3 >= 0.1\n');
    const run = (...argv: string[]) => lab(['gate', '--report', '../old.json', ...argv], { cwd: at });
    expect(await run()).toMatchObject({ code: 1, out: expect.stringContaining('>= 0.99') });
    expect(await run('--rule', 'bm25/R@3 >= 0.5')).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('>= 0.99'),
    });
    expect((await run('--rule', 'bm25/R@3 >= 0.5', '--rules', 'rules.txt')).out).toContain('2 rules hold');
  });

  it('writes files beside what it shows, all or none', async () => {
    const at = folder();
    const formats = ['terminal', 'json=g.json', 'markdown=g.md', 'junit=g.xml', 'github=c.md'];
    const argv = ['gate', '--report', '../worse.json', '--baseline', '../old.json'];
    const { code, err } = await lab([...argv, ...formats.flatMap((name) => ['--format', name])], { cwd: at });
    expect(code).toBe(1);
    expect(err).toMatch(/^::error title=rag-lab gate%3A REGRESSION::bm25\/R@3 drop <= 0: fell by 0\.2000/);
    expect(err).toContain('rag-lab: wrote json to g.json; markdown to g.md; junit to g.xml; github to c.md\n');
    expect(readFileSync(join(at, 'g.xml'), 'utf8')).toContain('failures="1" errors="0"');
    expect(readFileSync(join(at, 'c.md'), 'utf8')).toMatch(/^<!-- rag-lab gate -->\n/);
    const faulty = await lab([...argv, '--rule', 'x', '--format', 'junit=h.xml'], { cwd: at });
    expect([faulty.code, existsSync(join(at, 'h.xml'))]).toEqual([2, false]);
  });

  it('annotates on standard output, and appends to the step summary up to its limit', async () => {
    const summary = join(root, 'summary.md');
    writeFileSync(summary, 'before\n');
    const env = { GITHUB_STEP_SUMMARY: summary };
    const argv = ['gate', '--baseline', 'old.json', '--report', 'worse.json', '--format', 'github'];
    const { code, out } = await lab(argv, { env });
    expect([code, out]).toEqual([1, expect.stringMatching(/^::error title=/)]);
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n# rag-lab gate\n/);
    writeFileSync(summary, 'x'.repeat(2 ** 20));
    expect((await lab(argv, { env })).code).toBe(1);
    expect(readFileSync(summary, 'utf8')).toHaveLength(2 ** 20);
    const gone = { GITHUB_STEP_SUMMARY: join(root, 'none/summary.md') };
    expect(await lab(argv, { env: gone })).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be written'),
    });
  });
});

describe('rag-lab gate, exit codes (C37)', () => {
  const codeOf = async (old: string, now: string, ...rules: string[]): Promise<number> =>
    (await lab(['gate', '--baseline', old, '--report', now, ...rules.flatMap((rule) => ['--rule', rule])])).code;

  it('passes exactly on the line and fails a hair below', async () => {
    valued('0.8.json', 0.8);
    expect(await codeOf('0.8.json', valued('0.7.json', 0.7), 'bm25/R@3 drop <= 0.1')).toBe(0);
    expect(await codeOf('0.8.json', valued('0.6999.json', 0.6999), 'bm25/R@3 drop <= 0.1')).toBe(1);
    const sum = Array.from({ length: 10 }).reduce<number>((total) => total + 0.1, 0);
    expect(await codeOf('0.8.json', valued('0.1.json', sum / 10), 'bm25/R@3 >= 0.1')).toBe(0);
  });

  it('is 3 without a baseline, without questions, without the measure, and for other data', async () => {
    const at = folder();
    const absent = await lab(['gate', '--report', '../old.json'], { cwd: at });
    expect([absent.code, absent.out]).toEqual([
      3,
      expect.stringContaining('NOT-COMPARABLE: no baseline: rag-lab.baseline.json does not exist\n  no baseline'),
    ]);
    expect(absent.out).toContain('try: rag-lab baseline write');
    expect(await codeOf('none.json', 'old.json')).toBe(3);
    expect(await codeOf('none.json', 'old.json', 'bm25/R@3 >= 0.1')).toBe(3);
    expect(await codeOf('old.json', write('empty.json', []))).toBe(3);
    const nothing = { questionResults: [], scores: [] };
    expect(await codeOf('old.json', write('nothing.json', oneSystem(10, 7), {}, nothing))).toBe(3);
    expect(
      await codeOf('old.json', write('rr.json', oneSystem(10, 7), { measures: ['RR'] }), 'bm25/R@3 drop <= 0.1'),
    ).toBe(3);
    expect(await codeOf('old.json', 'old.json', 'bm25/R@5 >= 0.1')).toBe(3);
    expect(await codeOf('old.json', write('other.json', oneSystem(10, 7), { corpus: 'edited' }))).toBe(3);
    expect(await codeOf('old.json', write('cutoff.json', oneSystem(10, 7), { cutoff: 5 }))).toBe(3);
    expect(await codeOf('old.json', write('depth.json', oneSystem(10, 7), { depth: 50 }))).toBe(3);
    expect(await codeOf('old.json', write('asked.json', oneSystem(11, 7)))).toBe(3);
  });

  it('is 2 for what is malformed: rules, options, files; and tells all of it together', async () => {
    writeFileSync(join(root, 'bytes.json'), '');
    writeFileSync(join(root, 'half.json'), readFileSync(join(root, 'old.json'), 'utf8').slice(0, 500));
    expect(await codeOf('bytes.json', 'old.json')).toBe(2);
    expect(await codeOf('half.json', 'old.json')).toBe(2);
    expect(await codeOf('old.json', 'half.json')).toBe(2);
    expect(await codeOf('old.json', 'none.json')).toBe(2);
    const { code, out, err } = await lab([
      ...['gate', '--baseline', 'none.json', '--report', 'old.json', '--seed', '1'],
      ...[
        '--rule',
        'bm25/R@3 >= NaN',
        '--rule',
        'bm25/R@3 >= 2',
        '--mode',
        'lax',
        '--inconclusive',
        'maybe',
        '--format',
        'xml',
      ],
    ]);
    expect([code, out]).toEqual([2, '']);
    expect(err.match(/^rag-lab: /gm)).toHaveLength(6);
    expect(err).toContain('--mode lax: not valid; accepted: strict or statistical');
    expect(err).toContain('--report old.json: a stored report has been run already; it goes with none of --seed');
  });

  it('tells faults of the config file with their lines', async () => {
    const at = folder();
    writeFileSync(join(at, 'rag-lab.config.yaml'), 'mode: lax\nrules:\n  - bm25/R@3 >= 0.5\n  - nonsense\n');
    const { code, err } = await lab(['gate', '--report', '../old.json'], { cwd: at });
    expect(code).toBe(2);
    expect(err).toContain('rag-lab.config.yaml:1: --mode lax: not valid');
    expect(err).toContain('rag-lab.config.yaml:4: cannot read "nonsense"');
    writeFileSync(join(at, 'rag-lab.config.yaml'), 'cutoff: 3\nrules: []\n');
    expect((await lab(['gate', '--report', '../old.json'], { cwd: at })).err).toContain('yaml:2: rules: names no rule');
  });

  it('is 1 before 3, and 3 or 0 for what is inconclusive', async () => {
    expect(await codeOf('old.json', 'worse.json', '*/R@3 drop <= 0', 'gone/R@3 >= 0.5')).toBe(1);
    const statistical = ['--report', 'worse.json', '--mode', 'statistical'];
    const open = await gate(...statistical);
    expect([open.code, open.out]).toEqual([
      3,
      expect.stringMatching(/about \d+ questions would settle a drop of this size/),
    ]);
    expect((await gate(...statistical, '--inconclusive', 'pass')).code).toBe(0);
  });
});
