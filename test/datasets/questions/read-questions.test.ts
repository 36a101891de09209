import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionLine } from '../../../src/datasets/questions/question-record.ts';
import { readQuestions } from '../../../src/datasets/questions/read-questions.ts';
import { bytesOf } from '../bytes.ts';
import { faultsOf } from '../faults-of.ts';

const read = (text: string, name = 'q.jsonl') => readQuestions(bytesOf(text, 1000, name));
const line = (more: object): string => JSON.stringify({ id: 'a', text: 'Why?', ...more });
const faults = (text: string, name?: string): Promise<string[]> => faultsOf(() => read(text, name));

const FULL = {
  id: 'leave.same',
  fact: 'leave',
  text: 'How far?',
  wording: 'same',
  split: 'held-out',
  slices: ['numeric'],
  evidence: [
    { document: 'h', quote: 'Leave is 3 weeks.' },
    { document: 'h', start: 3, end: 9, grade: 2 },
    { anyOf: [{ document: 'h' }, { quote: 'three' }] },
  ],
  answer: '3 weeks',
  draft: true,
  metadata: { author: 'me' },
} as const;

describe('reading questions', () => {
  it('keeps every field, the line and the order', async () => {
    const questions = await read(`${line({})}\n\n${JSON.stringify(FULL)}\n`);
    expect(questions).toEqual([
      { id: 'a', text: 'Why?', source: 'q.jsonl', line: 1 },
      { ...FULL, source: 'q.jsonl', line: 3 },
    ]);
    expect(JSON.parse(questionLine(questions[1]!))).toEqual(FULL);
    expect(Object.keys(JSON.parse(questionLine(questions[1]!)))).toEqual(Object.keys(FULL));
  });

  it('takes byte order marks, CRLF, blank lines and a missing last line end for nothing (C15)', async () => {
    const text = `\ufeff${line({ id: 'q1' })}\r\n\r\n   \r\n${line({ id: 'q2' })}`;
    const questions = await readQuestions(bytesOf(text, 3, 'q.jsonl'));
    expect(questions.map(({ id, line: at }) => [id, at])).toEqual([
      ['q1', 1],
      ['q2', 4],
    ]);
    const yaml = '\ufeff- id: q1\r\n  text: Why?\r\n\r\n- id: q2\r\n  text: How?';
    expect((await readQuestions(bytesOf(yaml, 5, 'q.yaml'))).map((one) => [one.id, one.text, one.line])).toEqual([
      ['q1', 'Why?', 1],
      ['q2', 'How?', 4],
    ]);
  });

  it('reads YAML as a list or under "questions", and JSON of one value', async () => {
    const list =
      '- id: a\n  text: Why?\n  evidence:\n    - document: h\n      quote: >-\n        one\n        two\n      grade: 2\n';
    const expected = { id: 'a', text: 'Why?', evidence: [{ document: 'h', quote: 'one two', grade: 2 }] };
    expect(await read(list, 'q.yaml')).toMatchObject([{ ...expected, line: 1 }]);
    const wrapped = `# mine\nquestions:\n${list.replace(/^/gm, '  ')}`;
    expect(await read(wrapped, 'q.yml')).toMatchObject([{ ...expected, line: 3 }]);
    expect(await read(JSON.stringify([expected], null, 2), 'q.json')).toMatchObject([{ ...expected, line: 2 }]);
    expect(await read(JSON.stringify({ questions: [expected] }), 'q.json')).toMatchObject([expected]);
    expect(await read(list, 'standard input')).toMatchObject([expected]);
    expect(await read('', 'q.yaml')).toEqual([]);
    expect(await read('questions:\n', 'q.yaml')).toEqual([]);
  });

  it('keeps ids and texts of YAML as they are written (C12)', async () => {
    const text = ['007', '1e3', 'no', '0x1F', '"12"', '2024-01-01'].map((id) => `- {id: ${id}, text: yes}\n`).join('');
    const questions = await read(text, 'q.yaml');
    expect(questions.map(({ id }) => id)).toEqual(['007', '1e3', 'no', '0x1F', '12', '2024-01-01']);
    expect(questions[0]!.text).toBe('yes');
    expect(await read('- id: a\n  text: t\n  answer:\n  evidence:\n  split:\n', 'q.yaml')).toEqual([
      { id: 'a', text: 't', answer: '', source: 'q.yaml', line: 1 },
    ]);
  });

  it('takes whole numbers as ids, and refuses those that have lost digits', async () => {
    expect((await read('{"id":12,"text":"t"}'))[0]!.id).toBe('12');
    expect((await faults('{"id":9007199254740993,"text":"t"}'))[0]).toMatch(
      /^q\.jsonl:1: "id" is 9007199254740992; accepted: text/,
    );
    expect(await faults('{"id":1.5,"text":"t"}')).toHaveLength(1);
  });

  it('accepts open slots: an empty text', async () => {
    expect((await read(line({ text: '' })))[0]!.text).toBe('');
    expect(await faults('{"id":"a"}')).toEqual(['q.jsonl:1: "text" is missing: the question itself']);
  });

  it('never loses gold to a key that is misspelt', async () => {
    const [evidences] = await faults(line({ evidences: [] }));
    expect(evidences).toMatch(/^q\.jsonl:1: unknown key "evidences"; did you mean "evidence"\? \(known: id, fact, /);
    expect(evidences).toContain('under "metadata"');
    expect((await faults('{"id":"a","question":"t","text":"t"}'))[0]).toContain('did you mean "text"?');
    expect((await faults(line({ evidence: [{ document: 'h', qoute: 'x' }] })))[0]).toMatch(
      /evidence 1: unknown key "qoute"; did you mean "quote"\?/,
    );
    expect((await faults(line({ evidence: [{ anyof: [] }] })))[0]).toContain('did you mean "anyOf"?');
    expect((await faults('{"id":"a","text":"t","__proto__":{"evidence":[]}}'))[0]).toContain('unknown key "__proto__"');
    expect((await faults('- id: a\n  text: t\n  __proto__: {x: y}\n', 'q.yaml'))[0]).toContain(
      'unknown key "__proto__"',
    );
    expect((await faults('pages: 1\n', 'q.yaml'))[0]).toMatch(
      /^q\.yaml:1: unknown key "pages"; accepted: a list of questions/,
    );
  });

  it('names the wording and the split that are meant', async () => {
    expect(await faults(line({ wording: 'paraphrased', split: 'heldout' }))).toEqual([
      'q.jsonl:1: unknown wording "paraphrased"; did you mean "paraphrase"? (known: same, paraphrase)',
      'q.jsonl:1: unknown split "heldout"; did you mean "held-out"? (known: tuning, held-out)',
    ]);
    expect(await faults(line({ split: 'test' }))).toEqual([
      'q.jsonl:1: unknown split "test" (known: tuning, held-out)',
    ]);
  });

  it.each([
    [[{ grade: 1 }], 'evidence 1: neither "document" nor "quote"; accepted: one of them, or both'],
    [[{ document: 'h', start: 1 }], 'evidence 1: "start" and "end" go together; give both'],
    [[{ document: 'h', start: 5, end: 5 }], 'evidence 1: "end" 5 is not behind "start" 5'],
    [[{ quote: 'x', start: 1, end: 2 }], 'evidence 1: "start" and "end" need a "document" that they count in'],
    [[{ document: 'h', start: -1, end: 2 }], 'evidence 1: "start" is -1; accepted: an integer of 0 or more'],
    [[{ document: 'h', grade: 0.5 }], 'evidence 1: "grade" is 0.5; accepted: an integer of 0 or more'],
    [[{ document: 'h', quote: '  ' }], 'evidence 1: "quote" is "  "; accepted: text that is not blank'],
    [[{ anyOf: [] }], 'evidence 1: "anyOf" is empty; accepted: a list of passages'],
    [[{ document: 'h' }, 'h'], 'evidence 2 must be an object, got "h"'],
    [
      { document: 'h' },
      '"evidence" is {"document":"h"}; accepted: a list of needs, each with a document, a quote, or both',
    ],
    [[{ anyOf: [{ document: 'h' }, { quote: 7 }] }], 'evidence 1, passage 2: "quote" is 7; accepted: text'],
  ])('refuses evidence %j', async (evidence, message) => {
    expect(await faults(line({ evidence }))).toEqual([`q.jsonl:1: ${message}`]);
  });

  it('names both lines of a doubled id, and each line that is no question', async () => {
    const text = [line({}), '', '[1]', '{"id":"b"', line({}), '7', 'null'].join('\n');
    expect(await faults(text)).toEqual([
      'q.jsonl:3: a question must be an object, got [1]',
      'q.jsonl:4: not valid JSON; accepted: one object a line',
      'q.jsonl:5: id "a" stands on line 1, too; ids must be unique',
      'q.jsonl:6: a question must be an object, got 7',
      'q.jsonl:7: a question must be an object, got null',
    ]);
    expect(await faults('- id: a\n  text: t\n- id: a\n  text: u\n- plain\n', 'q.yaml')).toEqual([
      'q.yaml:3: id "a" stands on line 1, too; ids must be unique',
      'q.yaml:5: a question must be an object, got nothing',
    ]);
  });

  it('says what is no YAML with its line, and stops at twenty faults', async () => {
    expect((await faults('- id: a\n  text: "open\n', 'q.yaml'))[0]).toMatch(/^q\.yaml:\d: not valid YAML: /);
    expect((await faults('- id: a\n  id: b\n  text: t\n', 'q.yaml'))[0]).toMatch(
      /^q\.yaml:2: not valid YAML: .*unique/,
    );
    expect((await faults('just text', 'q.txt'))[0]).toContain('not a list');
    expect(await faults('{\n'.repeat(50))).toHaveLength(20);
  });

  it('refuses what is not UTF-8, by its line, and lone surrogates', async () => {
    const bytes = Buffer.concat([Buffer.from(`${line({})}\n`), Buffer.from([0x7b, 0xff])]);
    expect(await faultsOf(() => readQuestions(bytesOf(bytes, 4, 'q.jsonl')))).toEqual([
      'q.jsonl:2: not valid UTF-8; accepted: UTF-8',
    ]);
    expect(await faults('{"id":"\\ud800","text":"t"}')).toHaveLength(1);
  });

  it('survives nesting, aliases that multiply, and any text at all', async () => {
    expect(await faults('['.repeat(50_000), 'q.yaml')).toEqual(['q.yaml:1: not valid YAML: nested too deeply']);
    const deep = `- id: a\n  text: t\n- id: b\n  text: ${'['.repeat(900)}${']'.repeat(900)}\n`;
    expect(await faults(deep, 'q.yaml')).toEqual(['q.yaml:4: not valid YAML: nested too deeply']);
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((key, n) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[n]}`).join(',')}]\n`)
      .join('')}`;
    expect(await faults(bomb, 'q.yaml')).toHaveLength(1);
    expect(
      await faults(`- &x {id: a, text: t, metadata: {k: [${'['.repeat(10)}${']'.repeat(10)}]}}\n- *x\n`, 'q.yaml'),
    ).toHaveLength(1);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('q.jsonl', 'q.yaml', 'q'),
        async (text, name) => {
          try {
            await read(text, name);
          } catch (error) {
            expect((error as Error).name).toMatch(/^LabErrors?$/);
          }
        },
      ),
    );
  });
});
