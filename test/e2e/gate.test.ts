// The built gate in a shell: exit codes through pipes, whole output, a reader that goes away, the project's own baseline.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { stableJson } from '../../src/report/formats/json.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { oneSystem, reportOf } from '../experiment/gate-reports.ts';
import { sharedVectors } from '../shared-vectors.ts';
import { runBuilt, runShell } from './built.ts';

const at = temporaryFolder();
const surroundings = { cwd: at, env: { RAG_LAB_CACHE: sharedVectors() } };
const GATE = '$LAB gate --baseline old.json --report';

beforeAll(() => {
  // Many questions, so that the result is larger than any buffer of a pipe.
  writeFileSync(join(at, 'old.json'), stableJson(reportOf(oneSystem(3000, 2900))));
  writeFileSync(join(at, 'worse.json'), stableJson(reportOf(oneSystem(3000, 900))));
});

describe('rag-lab gate in a shell', () => {
  it('keeps its exit code through a pipe', async () => {
    const codeOf = async (line: string): Promise<number | null> =>
      (await runShell(`set -o pipefail; ${line} | cat > /dev/null`, surroundings)).code;
    expect(await codeOf(`${GATE} old.json`)).toBe(0);
    expect(await codeOf(`${GATE} worse.json`)).toBe(1);
    expect(await codeOf(`${GATE} worse.json --json`)).toBe(1);
    expect(await codeOf(`${GATE} worse.json --format github`)).toBe(1);
    expect(await codeOf(`${GATE} worse.json --rule x 2> /dev/null`)).toBe(2);
    expect(await codeOf('$LAB gate --baseline none.json --report old.json')).toBe(3);
  });

  it('writes a large result whole, and without a control sequence', async () => {
    const piped = await runShell(`${GATE} worse.json --json | cat`, surroundings);
    await runShell(`${GATE} worse.json --json > direct.json`, surroundings);
    const direct = await runShell('cat direct.json', surroundings);
    expect(piped.out.length).toBeGreaterThan(2 ** 19);
    expect(piped.out.equals(direct.out)).toBe(true);
    expect(JSON.parse(piped.out.toString()).flips).toHaveLength(2000);
    expect((await runShell(`${GATE} worse.json`, surroundings)).out.includes(0x1b)).toBe(false);
  });

  it('takes a reader that goes away for no error, and still says what it found', async () => {
    const { code, err } = await runShell(`set -o pipefail; ${GATE} worse.json --json | head -1`, surroundings);
    expect([[1, 141].includes(code!), err]).toEqual([true, '']);
  });

  it('reads a report from a pipe', async () => {
    expect(
      (await runShell('cat old.json | $LAB gate --baseline old.json --report /dev/stdin', surroundings)).code,
    ).toBe(0);
  });

  it('reads the baseline of this project, which `npm run check` holds a run against', async () => {
    const baseline = fileURLToPath(new URL('../../reports/baselines/handbook-404.json', import.meta.url));
    const { code, out } = await runBuilt(['gate', '--baseline', baseline, '--report', baseline], surroundings);
    expect([code, out.toString()]).toEqual([0, expect.stringMatching(/^PASS: 8 rules hold\n/)]);
  });
});

/** A project of a user's: the documents, questions and synonyms that `init` writes, and one question more. */
async function project(name: string, systems: string) {
  const cwd = join(at, name);
  cpSync(fileURLToPath(new URL('../../corpora/starter', import.meta.url)), cwd, { recursive: true });
  const config =
    'corpus: docs\nquestions: questions.jsonl\nsynonyms: synonyms.yaml\nledger: true\nbaseline: old.json\n';
  writeFileSync(join(cwd, 'rag-lab.config.yaml'), `${config}systems: ${systems}\n`);
  const edit = (file: string, change: (text: string) => string): (() => void) => {
    const path = join(cwd, file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
    return () => writeFileSync(path, before);
  };
  const quote = 'Leave requests for July and August must reach the office before 31 March.';
  const question = {
    id: 'leave.vacation',
    text: 'When is a vacation to be requested?',
    wording: 'paraphrase',
    split: 'tuning',
    evidence: [{ document: 'staff.md', quote }],
  };
  edit('questions.jsonl', (text) => `${text.trimEnd()}\n${JSON.stringify(question)}\n`);
  const run = (...argv: string[]) => runBuilt(argv, { cwd });
  expect((await run('baseline', 'write')).code).toBe(0);
  /** Exit code, verdict, and every question that flipped. */
  const gate = async (...argv: string[]) => {
    const { code, out, err } = await run('gate', '--json', ...argv);
    if (code === 2) return [code, err];
    const { verdict, flips } = JSON.parse(out.toString());
    return [code, verdict, ...flips.map((flip: Record<string, unknown>) => `${flip.change} ${flip.question}`)];
  };
  expect(await gate()).toEqual([0, 'PASS']);
  return { edit, gate, run };
}

describe('a change that costs two questions', () => {
  it('a synonym deleted: refused, red by exactly these two once sealed anew, green when it is back', async () => {
    const { edit, gate } = await project('synonyms', 'syn=bm25-synonyms');
    const undo = edit('synonyms.yaml', (text) => text.replace(/^ *- \[leave, .*\n/m, ''));
    expect(await gate()).toEqual([2, expect.stringContaining('the synonym list changed after look 1')]);
    expect(await gate('--reseal')).toEqual([1, 'REGRESSION', 'lost leave.paraphrase', 'lost leave.vacation']);
    undo();
    expect(await gate()).toEqual([0, 'PASS']);
  });

  it('a chunk size: red by exactly these two, in every format, and green with the old one', async () => {
    const { edit, gate, run } = await project('chunks', 'bm25');
    const undo = edit('rag-lab.config.yaml', (text) => `${text}chunker: sentence(words=40)\n`);
    expect(await gate()).toEqual([1, 'REGRESSION', 'lost trackers.paraphrase', 'lost deposit.paraphrase']);
    for (const format of ['terminal', 'markdown', 'junit', 'github']) {
      const told = (await run('gate', '--format', format)).out.toString();
      const named = new Set(told.match(/[a-z]+\.(paraphrase|same|vacation)\b/g));
      expect([format, [...named].sort()]).toEqual([format, ['deposit.paraphrase', 'trackers.paraphrase']]);
    }
    undo();
    expect(await gate()).toEqual([0, 'PASS']);
  });

  it('k1 on the handbook: red by exactly these two, and green with the old one', async () => {
    const cwd = join(at, 'k1');
    mkdirSync(cwd);
    const gate = async (...argv: string[]) => {
      const { code, out } = await runBuilt(['gate', '--json', ...argv], { cwd });
      return [code, ...JSON.parse(out.toString()).flips.map(({ question }: { question: string }) => question)];
    };
    expect((await runBuilt(['baseline', 'write', '--systems', 'lex=bm25(k1=3)'], { cwd })).code).toBe(0);
    expect(await gate('--systems', 'lex=bm25')).toEqual([1, 'remote-connection.paraphrase', 'mileage.paraphrase']);
    expect(await gate('--systems', 'lex=bm25(k1=3)')).toEqual([0]);
  });

  it('an edited page, another question, filter, cutoff, depth or measure is not comparable, and says which', async () => {
    const { edit, run } = await project('edited', 'bm25');
    const differing = async (...argv: string[]): Promise<unknown[]> => {
      const { code, out } = await run('gate', '--json', ...argv);
      const { problems } = JSON.parse(out.toString());
      for (const { remedy, message } of problems)
        expect(remedy ?? message).toMatch(/^run as |^--|^leave out |are the same$/);
      return [code, ...problems.map(({ message }: { message: string }) => message.replace(/:.*/s, ''))];
    };
    const changed = async (file: string, change: (text: string) => string): Promise<unknown[]> => {
      const undo = edit(file, change);
      const found = await differing('--reseal');
      undo();
      return found;
    };
    expect(await changed('docs/staff.md', (text) => `${text}One more rule.\n`)).toEqual([3, 'the corpus text differs']);
    expect(await changed('docs/staff.md', (text) => text.replace('\n', '\n\nOne more rule.\n'))).toEqual([
      3,
      'the corpus text differs',
      'the places of the evidence differ',
    ]);
    expect(await changed('questions.jsonl', (text) => text.replace(/^.*leave\.vacation.*\n/m, ''))).toEqual([
      3,
      'the questions differ',
    ]);
    expect(await differing('--cutoff', '5')).toEqual([3, 'the headline cutoff differs']);
    expect(await differing('--depth', '4')).toEqual([3, 'the depth differs']);
    expect(await differing('--measures', 'R@3')).toEqual([3, 'the measures differ']);
    expect(await differing('--filter', 'team != people')).toEqual([3, 'the filter differs']);
    expect(await differing('--dedupe', 'near')).toEqual([0]);
    expect(await differing()).toEqual([0]);
  });
});
