import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WORKFLOW_TEXT } from '../../../src/cli/scaffold.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab } = labIn(temporaryFolder());
const FILES = [
  'rag-lab.config.yaml',
  'rag-lab.baseline.json',
  '.github/workflows/rag-lab.yml',
  'questions/questions.jsonl',
  'questions/synonyms.yaml',
];
const WRITTEN = ['.github', 'docs', 'questions', 'rag-lab.baseline.json', 'rag-lab.config.yaml'];
const page = (n: number) =>
  `# Rule ${n}\n\nEvery team must keep at least ${n + 3} copies of form ${n} in the cabinet on floor ${n}.\n`;

function project() {
  const at = folder();
  return { at, run: (...argv: string[]) => lab(argv, { cwd: at }) };
}

describe('rag-lab init', () => {
  it('writes a project that the gate passes, by the command of its workflow too', async () => {
    const { at, run } = project();
    const { code, out, err } = await run('init');
    expect([code, err]).toEqual([0, '']);
    for (const name of FILES) {
      expect(out).toContain(`wrote ${name}`);
      expect(existsSync(join(at, name))).toBe(true);
    }
    expect(out).toMatch(
      /\nNext:\n {2}1\. rag-lab run +.*\n {2}2\. rag-lab questions check +.*\n[\s\S]*\. rag-lab gate /,
    );
    expect((await run('gate')).code).toBe(0);
    const [, argv] = /npx --no -- rag-lab ([^-]*(?:\s+--format \S+)+)/.exec(WORKFLOW_TEXT)!;
    const gate = await run(...argv!.trim().split(/\s+/));
    expect([gate.code, gate.out]).toEqual([0, expect.stringContaining('PASS')]);
    expect(readdirSync(at)).toContain('rag-lab-junit.xml');
  });

  it('says which steps lead to a gate that passes once documents and questions are others', async () => {
    const { at, run } = project();
    const { out } = await run('init');
    const update = /\d\. rag-lab (baseline update.*?) {2}/.exec(out)![1]!.split(' ');
    const path = join(at, 'questions/questions.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(2).join('\n'));
    expect((await run('gate')).code).toBe(3);
    expect((await run(...update)).code).toBe(0);
    expect((await run('gate')).code).toBe(0);
  });

  it('makes the baseline that `baseline write` makes', async () => {
    const { at, run } = project();
    await run('init');
    expect(await run('baseline', 'write')).toMatchObject({ code: 0, err: `rag-lab: ${FILES[1]} is as it was\n` });
    expect(JSON.parse(readFileSync(join(at, FILES[1]!), 'utf8')).command).toMatch(
      /^rag-lab run --corpus docs --questions questions\/questions.jsonl --synonyms questions\/synonyms.yaml --systems /,
    );
  });

  it('is red, with exactly the lost question named, once a synonym is deleted, and green again once it is back', async () => {
    const { at, run } = project();
    await run('init');
    const path = join(at, 'questions/synonyms.yaml');
    const list = readFileSync(path, 'utf8');
    writeFileSync(path, list.replace('  - [leave, holiday, vacation]\n', ''));
    const { code, out } = await run('gate', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out).flips.map(({ question }: { question: string }) => question)).toEqual(['leave.paraphrase']);
    writeFileSync(path, list);
    expect((await run('gate')).code).toBe(0);
    writeFileSync(join(at, 'docs/staff.md'), readFileSync(join(at, 'docs/staff.md'), 'utf8').replace('noon', 'ten'));
    expect((await run('gate')).code).toBe(3);
  });

  it('begins with pages and questions that have nothing wrong with them', async () => {
    const { run } = project();
    await run('init');
    const { code, out, err } = await run('run');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/RESULT seed=none chunks=\d+ questions=20 lex:same:R@3=10\/10 lex:paraphrase:R@3=0\/10/);
    expect(await run('questions', 'check')).toMatchObject({ code: 0 });
  });

  it('drafts questions from the documents of docs, of --corpus, or from the pages that lie about', async () => {
    for (const [place, argv, corpus] of [
      ['docs', [], 'docs'],
      ['manual/de', ['--corpus', 'manual/de'], 'manual/de'],
      ['.', [], '.'],
    ] as const) {
      const { at, run } = project();
      mkdirSync(join(at, place), { recursive: true });
      for (let n = 1; n <= 12; n++) writeFileSync(join(at, place, `${n}.md`), page(n));
      const { code, out } = await run('init', ...argv);
      expect([place, code]).toEqual([place, 0]);
      expect(out).toContain('10 drafts to edit');
      expect(readFileSync(join(at, FILES[0]!), 'utf8')).toContain(`\ncorpus: "${corpus}"\n`);
      const drafts = readFileSync(join(at, 'questions/questions.jsonl'), 'utf8').trimEnd().split('\n');
      expect(drafts.filter((line) => JSON.parse(line).wording === 'same')).toHaveLength(10);
      const gate = await run('gate');
      expect([place, gate.code]).toEqual([place, 0]);
      expect(JSON.parse(readFileSync(join(at, FILES[1]!), 'utf8')).questions.total).toBe(10);
    }
  });

  it('makes the folder it is given', async () => {
    const { at, run } = project();
    const { code, out } = await run('init', 'a/b');
    expect([code, out]).toEqual([0, expect.stringMatching(/wrote a\/b\/rag-lab\.config\.yaml[\s\S]*1\. cd a\/b /)]);
    expect(readdirSync(join(at, 'a/b')).sort()).toEqual(WRITTEN);
  });

  it('overwrites nothing: it names what is there and writes no file at all', async () => {
    const { at, run } = project();
    writeFileSync(join(at, 'rag-lab.config.json'), '{}');
    mkdirSync(join(at, '.github/workflows'), { recursive: true });
    symlinkSync('nowhere', join(at, FILES[2]!));
    const { code, out, err } = await run('init');
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(
      'rag-lab: rag-lab.config.json, .github/workflows/rag-lab.yml: are there already; init overwrites nothing\n' +
        'try: name another folder: rag-lab init DIR\n',
    );
    expect(readdirSync(at).sort()).toEqual(['.github', 'rag-lab.config.json']);
  });

  it('refuses a second time, and a file in place of the folder', async () => {
    const { at, run } = project();
    await run('init');
    const before = FILES.map((name) => readFileSync(join(at, name), 'utf8'));
    expect((await run('init')).code).toBe(2);
    expect(FILES.map((name) => readFileSync(join(at, name), 'utf8'))).toEqual(before);
    const refused = await run('init', FILES[0]!);
    expect([refused.code, refused.err.trimEnd().split('\n')]).toEqual([
      2,
      [expect.stringContaining('cannot be written')],
    ]);
  });
});
