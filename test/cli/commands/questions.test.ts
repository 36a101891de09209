import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { questionImporters } from '../../../src/datasets/questions/importers/registry.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab } = labIn(temporaryFolder());

const PAGES: Readonly<Record<string, string>> = {
  'docs/leave.md':
    '# Leave\n\nAnnual leave requests must be submitted at least 3 weeks in advance.\n\nManagers answer every request within 5 working days of its arrival.\n',
  'docs/it/badges and doors.md':
    '# Badges\n\nA lost badge costs **12 euros** and must be reported at once.\n\nThe north door is locked every day after 18 hours by the guards.\n',
};
const QUESTIONS = [
  {
    id: 'leave.same',
    fact: 'leave',
    text: 'How many weeks in advance must annual leave requests be submitted?',
    wording: 'same',
    split: 'tuning',
    evidence: [{ document: 'leave.md', quote: 'Annual leave requests must be submitted at least 3 weeks in advance.' }],
  },
  {
    id: 'leave.paraphrase',
    fact: 'leave',
    text: 'How early do I ask for a holiday?',
    wording: 'paraphrase',
    split: 'tuning',
    evidence: [{ document: 'leave.md', quote: 'Annual leave requests must be submitted at least 3 weeks in advance.' }],
  },
  {
    id: 'badge',
    text: 'What do I pay when my pass is gone?',
    split: 'held-out',
    evidence: [{ document: 'it/badges and doors.md', quote: 'A lost badge costs **12 euros**' }],
  },
];

function project(files: Readonly<Record<string, string>> = PAGES, questions: readonly unknown[] = QUESTIONS) {
  const at = folder();
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  write('q.jsonl', questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
  return {
    at,
    write,
    read: (name: string) => readFileSync(join(at, name), 'utf8'),
    run: (...argv: string[]) => lab(['questions', ...argv], { cwd: at }),
  };
}

const GIVEN = ['--corpus', 'docs', '--questions', 'q.jsonl'];

describe('rag-lab questions check', () => {
  it('finds a sound set sound', async () => {
    const { code, out, err } = await project().run('check', ...GIVEN);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('3 of 3 with every quote found once, to the letter');
    expect(out).toMatch(/\nQUESTIONS total=3 unanswerable=0 open=0 faults=0 warnings=0\n$/);
  });

  it('reads the documents that a run reads: the question set is none, though it lie among them', async () => {
    const { run } = project();
    for (const [corpus, questions] of [
      ['.', 'q.jsonl'],
      ['.', './docs/../q.jsonl'],
    ] as const) {
      const { code, out, err } = await run('check', '--corpus', corpus, '--questions', questions, '--json');
      // Evidence names documents from the folder docs.
      expect([code, err]).toEqual([1, '']);
      expect(JSON.parse(out).corpus.documents).toBe(2);
    }
  });

  it('calls files of a config as somebody in the current folder would', async () => {
    const { write, run } = project({ ...PAGES, 'docs/bad.csv': 'a,b\n1,2\n' });
    write('rag-lab.config.yaml', 'corpus: docs\nquestions: q.jsonl\n');
    const failed = await run('check');
    expect([failed.code, failed.out]).toEqual([2, '']);
    expect(failed.err).toMatch(/^rag-lab: docs\/bad\.csv:1: no field for the text:/m);
    const { out } = await run('check', '--json', '--keep-going');
    expect(JSON.parse(out).questions).toBe('q.jsonl');
  });

  it('shows what is not there with the line and what comes closest, and ends with 1', async () => {
    const wrong = [
      ...QUESTIONS,
      {
        id: 'x',
        text: 'Why?',
        evidence: [
          { document: 'leave.md', quote: 'Annual leave requests must be submitted at least 4 weeks in advance.' },
        ],
      },
      { id: 'y', text: 'Who?', evidence: [{ document: 'leaves.md', quote: 'x' }] },
      { id: 'z', text: 'Where?' },
      { id: 'o', text: '', wording: 'paraphrase' },
      { id: 'm', text: 'Which?', evidence: [{ quote: 'every' }] },
      { id: 'l', text: 'How much?', evidence: [{ quote: 'a lost badge costs 12 euros' }] },
    ];
    const { run } = project(PAGES, wrong);
    const { code, out } = await run('check', ...GIVEN);
    expect(code).toBe(1);
    expect(out).toMatch(/q\.jsonl:4 +x +not found/);
    expect(out).toMatch(/leave\.md at \d+: Annual leave requests must be submitted at least 3 weeks/);
    expect(out).toMatch(/q\.jsonl:5 +y +no such document/);
    expect(out).toContain('1 without evidence; they are counted apart');
    expect(out).toContain('1 without a text yet');
    expect(out).toMatch(/Quotes in several places[\s\S]*q\.jsonl:8 +m +2/);
    expect(out).toMatch(/Quotes found by ignoring marks[\s\S]*q\.jsonl:9 +l +1/);
    expect(out).toMatch(/QUESTIONS total=8 unanswerable=1 open=1 faults=2 warnings=2\n$/);
  });

  it('gives all of it as JSON, and nothing else', async () => {
    const { run } = project();
    const { code, out } = await run('check', ...GIVEN, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      schema: 'rag-lab/questions-check@1',
      faults: 0,
      counts: { asked: 3, facts: 2, unanswerable: 0 },
      findings: [],
      precision: { needed: [{ points: 10, questions: 97 }, { points: 5, questions: 385 }, { points: 3 }] },
    });
  });

  it('says how little thirty questions can tell', async () => {
    const many = Array.from({ length: 30 }, (_, n) => ({ ...QUESTIONS[2], id: `b${n}`, text: `Number ${n} of many?` }));
    const { out } = await project(PAGES, many).run('check', ...GIVEN);
    expect(out).toContain('30 questions with evidence: recall is known to ±17 points');
    expect(out).toContain('±5 points need 385');
    const halves = many.map((one, n) => ({ ...one, wording: n < 15 ? 'same' : 'paraphrase' }));
    expect((await project(PAGES, halves).run('check', ...GIVEN)).out).toContain(
      '15 paraphrase: ±23 points, 15 same: ±23 points',
    );
  });

  it('names quotes that the chunker cuts, doubles, copies, leaks and facts without a pair', async () => {
    const bad = [
      QUESTIONS[0],
      { ...QUESTIONS[0], id: 'again', split: 'held-out', wording: 'paraphrase' },
      { ...QUESTIONS[2], fact: 'badge', wording: 'same' },
    ];
    const { code, out } = await project(PAGES, bad).run('check', ...GIVEN, '--chunker', 'fixed(size=5)');
    expect(code).toBe(1);
    expect(out).toMatch(/Quotes that fixed\(size=5,overlap=0,unit=words\) cuts: \d questions?/);
    expect(out).toContain('Questions that ask the same: 1 pair');
    expect(out).toContain('WARNING: these questions copy the words of their answers');
    expect(out).toMatch(/In tuning and held-out alike[\s\S]*fact leave +leave\.same +again/);
    expect(out).toMatch(/Facts asked in one wording only: 1[\s\S]*badge +paraphrase/);
  });

  it('takes what a config file says, from where that file is', async () => {
    const { at, write } = project();
    write('rag-lab.config.yaml', 'corpus: docs\nquestions: q.jsonl\n');
    mkdirSync(join(at, 'deep'));
    const { code, out } = await lab(['questions', 'check'], { cwd: join(at, 'deep') });
    expect([code, out.includes('total=3')]).toEqual([0, true]);
  });

  it("asks the config's questions of other documents that are typed, as anchor does", async () => {
    const { write, run } = project({ ...PAGES, 'new/leave.md': PAGES['docs/leave.md']! });
    write('rag-lab.config.yaml', 'corpus: docs\nquestions: q.jsonl\n');
    expect((await run('check', '--corpus', 'new')).out).toContain('total=3 unanswerable=0 open=0 faults=1');
    expect((await run('anchor', '--corpus', 'new')).out).toContain('ANCHOR kept=2 again=0 gone=1 lost=1/3');
    write('other.jsonl', `${JSON.stringify(QUESTIONS[0])}\n`);
    const typed = await run('check', '--corpus', 'new', '--questions', 'other.jsonl');
    expect(typed.out).toContain('total=1 unanswerable=0 open=0 faults=0');
  });

  it('refuses what it cannot read, with exit code 2 and nothing on standard output', async () => {
    const { run, write } = project();
    const missing = await run('check');
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toContain('questions check: --corpus PATH is missing');
    expect(missing.err).toContain('questions check: --questions FILE is missing');
    write('bad.jsonl', '{"id":"a","text":"t","evidences":[]}\n');
    expect(await run('check', '--corpus', 'docs', '--questions', 'bad.jsonl')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('bad.jsonl:1: unknown key "evidences"; did you mean "evidence"?'),
    });
    expect((await run('check', '--corpus', 'nowhere', '--questions', 'q.jsonl')).code).toBe(2);
    expect((await run('check', ...GIVEN, '--chunker', 'fixd')).err).toContain('did you mean "fixed"?');
    expect((await run('chekc')).err).toContain('did you mean "check"?');
  });

  it('shows no control sequence of the data', async () => {
    const { run } = project(PAGES, [
      { id: 'a\u001b[31m', text: 'Why?', evidence: [{ document: 'leave.md', quote: '\u001b[2Jgone' }] },
    ]);
    const { out, err } = await run('check', ...GIVEN);
    expect(out + err).not.toContain('\u001b');
  });
});

describe('rag-lab questions new', () => {
  it('drafts questions that check accepts, with slots left open', async () => {
    const { run, read } = project();
    const made = await run('new', '--corpus', 'docs', '--count', '3', '--out', 'drafts.jsonl');
    expect([made.code, made.out]).toEqual([0, '']);
    expect(made.err).toContain('wrote 3 drafts to drafts.jsonl, each with an open slot for a paraphrase');
    const lines = read('drafts.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(6);
    expect(lines.filter(({ text }) => text === '')).toHaveLength(3);
    const checked = await run('check', '--corpus', 'docs', '--questions', 'drafts.jsonl');
    expect(checked.code).toBe(0);
    expect(checked.out).toMatch(/QUESTIONS total=3 unanswerable=0 open=3 faults=0/);
  });

  it('writes to standard output, the same for the same seed, and says when sentences are few', async () => {
    const { run } = project();
    const first = await run('new', '--corpus', 'docs', '--count', '2', '--seed', '5');
    expect(await run('new', '--corpus', 'docs', '--count', '2', '--seed', '5')).toEqual(first);
    expect(first.out.trim().split('\n')).toHaveLength(4);
    const { err } = await run('new', '--corpus', 'docs', '--count', '50');
    expect(err).toMatch(/warning: only \d+ sentences of the documents can be asked about by a pattern, of 50 wanted/);
  });

  it('can be run once slots are filled or left open', async () => {
    const { run, at } = project();
    await run('new', '--corpus', 'docs', '--count', '3', '--out', 'drafts.jsonl');
    const argv = ['run', '--corpus', 'docs', '--questions', 'drafts.jsonl', '--systems', 'bm25'];
    const { code, err } = await lab(argv, { cwd: at });
    expect(code).toBe(0);
    expect(err).toContain('3 questions without a text yet, left out');
  });
});

describe('rag-lab questions anchor', () => {
  const CHANGED = {
    'docs/people/leave.md': '# Leave\n\nAnnual leave requests must be handed in at least 4 weeks in advance.\n',
    'docs/doors.md': PAGES['docs/it/badges and doors.md']!,
  };

  it('reports what moved and what was edited, and writes only where it is told to', async () => {
    const { run, at, read } = project(CHANGED);
    const { code, out } = await run('anchor', ...GIVEN);
    expect(code).toBe(0);
    expect(out).toMatch(/moved +1 /);
    expect(out).toMatch(/edited +2 /);
    expect(out).toMatch(/ANCHOR kept=0 again=3 gone=0 lost=0\/3\n$/);
    expect(existsSync(join(at, 'new.jsonl'))).toBe(false);
    const written = await run('anchor', ...GIVEN, '--out', 'new.jsonl');
    expect(written.err).toContain('wrote new.jsonl');
    expect(JSON.parse(read('new.jsonl').split('\n')[0]!)).toEqual({
      ...QUESTIONS[0],
      evidence: [
        {
          document: 'people/leave.md',
          quote: 'Annual leave requests must be handed in at least 4 weeks in advance.',
        },
      ],
    });
    expect((await run('check', '--corpus', 'docs', '--questions', 'new.jsonl')).code).toBe(0);
  });

  it('says how many points of recall are gone, and leaves it to check to call that a fault', async () => {
    const { run } = project({ 'docs/a.md': '# Nothing\n\nOnly this is left of all that was here before.\n' });
    const { code, out } = await run('anchor', ...GIVEN);
    expect(code).toBe(0);
    expect((await run('check', ...GIVEN)).code).toBe(1);
    expect(out).toContain('3 of 3 questions lost their answer: 100.0 points of recall');
    const json = JSON.parse((await run('anchor', ...GIVEN, '--json')).out);
    expect(json).toMatchObject({ schema: 'rag-lab/questions-anchor@1', pointsLost: 100, lost: { length: 3 } });
  });

  it('reads offsets with the documents as they were', async () => {
    const page = PAGES['docs/leave.md']!;
    const start = page.indexOf('Managers');
    const spans = [{ id: 'a', text: 'How fast?', evidence: [{ document: 'leave.md', start, end: start + 20 }] }];
    const { run, write, read } = project({ 'docs/other.md': page, 'old/leave.md': page }, spans);
    write('docs/other.md', `# New\n\n${page}`);
    expect((await run('anchor', ...GIVEN)).out).toContain('1 of 1 questions lost');
    const { code } = await run('anchor', ...GIVEN, '--before', 'old', '--out', 'new.jsonl');
    expect(code).toBe(0);
    expect(JSON.parse(read('new.jsonl')).evidence).toEqual([{ document: 'other.md', quote: 'Managers answer ever' }]);
  });

  it('measures what bm25 lost, where the documents as they were are given', async () => {
    // Only the question in the same words shares any with its answer.
    const old = Object.fromEntries(Object.entries(PAGES).map(([name, text]) => [name.replace('docs', 'old'), text]));
    const { run } = project({ ...CHANGED, ...old });
    const { out } = await run('anchor', ...GIVEN, '--before', 'old');
    expect(out).toMatch(/bm25 R@3: 33\.3% before, 33\.3% now, lost answers counted as not found \(0\.0 points\)/);
    const gone = project({ 'docs/x.md': CHANGED['docs/doors.md'], ...old });
    const json = JSON.parse((await gone.run('anchor', ...GIVEN, '--before', 'old', '--json')).out);
    expect(json.recall).toEqual({ system: 'bm25', measure: 'R@3', before: 0.333333333, after: 0 });
    const bad = await gone.run('anchor', ...GIVEN, '--before', 'old', '--chunker', 'none');
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('unknown chunker "none"')]);
  });

  it('never overwrites the questions that it reads', async () => {
    const { run, read } = project(CHANGED);
    const before = read('q.jsonl');
    const { code, err } = await run('anchor', ...GIVEN, '--out', 'q.jsonl');
    expect([code, read('q.jsonl')]).toEqual([2, before]);
    expect(err).toContain('is read by this very command');
  });
});

describe('rag-lab questions import', () => {
  it('writes a question set, says what was left out, and how much of it is found', async () => {
    const { run, write, read } = project();
    write(
      't.csv',
      'question,quote,document,owner\nWhat does a lost badge cost?,A lost badge costs 12 euros,,me\nWho?,nobody at all,leave.md,me\n',
    );
    const { code, out } = await run('import', 'csv', 't.csv', '--out', 'new.jsonl', '--corpus', 'docs');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      '2 questions from t.csv to new.jsonl',
      '  column "owner" left out, rows: 2',
      '  in docs: the evidence of 1 of 2 questions is found as it is',
      'next: rag-lab questions check --corpus docs --questions new.jsonl',
      '',
    ]);
    expect(read('new.jsonl').trim().split('\n')).toHaveLength(2);
  });

  it("finds AutoRAG's corpus beside the file", async () => {
    const { run, read } = project();
    const fixtures = fileURLToPath(new URL('../../fixtures/questions/', import.meta.url));
    const { code, out } = await run('import', 'autorag', join(fixtures, 'qa.parquet'), '--out', 'new.jsonl');
    expect(code).toBe(0);
    expect(out).toContain('further answers, left out: 1');
    expect(JSON.parse(read('new.jsonl').split('\n')[1]!).evidence[0].quote).toBe('A lost badge costs 12 euros.');
  });

  it('refuses an unknown format and a file of another kind; nothing is written', async () => {
    const { run, at, write } = project();
    write('t.json', '{}');
    expect((await run('import', 'raga', 't.json', '--out', 'n.jsonl')).err).toContain('did you mean "ragas"?');
    expect((await run('import', 'ragas', 't.json', '--out', 'n.jsonl')).code).toBe(2);
    expect((await run('import', 'ragas', 't.json')).err).toContain(
      'questions import FORMAT FILE: --out FILE is missing',
    );
    expect(existsSync(join(at, 'n.jsonl'))).toBe(false);
  });

  it('names every importer in its help', async () => {
    const { out } = await lab(['questions', 'import', '--help']);
    for (const { name } of questionImporters) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});
