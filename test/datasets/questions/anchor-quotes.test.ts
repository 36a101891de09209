import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError, type LabErrors } from '../../../src/core/errors.ts';
import type { Document } from '../../../src/core/model.ts';
import { anchorQuestions, locateQuestions, summariseFindings } from '../../../src/datasets/questions/anchor-quotes.ts';
import type { NeedRecord, PlacedQuestion } from '../../../src/datasets/questions/question-record.ts';
import { foldSpace } from '../../../src/text/folded-text.ts';

const doc = (id: string, text: string): Document => ({ id, title: id, text, blocks: [], meta: {}, source: id });

const documents = [
  doc('leave.md', 'Annual leave requests must be\nsubmitted   at least 3 weeks in advance.\n\nAsk early.'),
  doc('badge.md', 'Wear your **badge**. Ask early. A lost badge costs 12 euros.'),
];

function question(id: string, evidence?: readonly NeedRecord[], more: Partial<PlacedQuestion> = {}): PlacedQuestion {
  return { id, text: `What about ${id}?`, ...(evidence ? { evidence } : {}), source: 'q.jsonl', line: 7, ...more };
}

function located(...needs: NeedRecord[]) {
  const { evidence, findings } = locateQuestions([question('q', needs)], documents);
  return {
    found: evidence.map(({ docId, span, need, grade }) => [
      docId,
      span && documents.find(({ id }) => id === docId)!.text.slice(span.start, span.end),
      need,
      grade,
    ]),
    kinds: findings.map(({ kind }) => kind),
    problems: findings.map(({ problem }) => problem),
    findings,
  };
}

describe('anchoring', () => {
  it('finds a quote in its document, white space folded, with exact offsets', () => {
    const { found, kinds } = located({
      document: 'leave.md',
      quote: ' requests must be submitted\n at least 3 weeks in advance. ',
    });
    expect(found).toEqual([['leave.md', 'requests must be\nsubmitted   at least 3 weeks in advance.', 0, 1]]);
    expect(kinds).toEqual([]);
  });

  it('takes offsets, whole documents, grades and alternatives', () => {
    const { found } = located(
      { document: 'leave.md', start: 0, end: 12, grade: 2 },
      { document: 'badge.md' },
      { anyOf: [{ quote: '3 weeks' }, { document: 'badge.md', quote: '12 euros', grade: 3 }] },
    );
    expect(found).toEqual([
      ['leave.md', 'Annual leave', 0, 2],
      ['badge.md', undefined, 1, 1],
      ['leave.md', '3 weeks', 2, 1],
      ['badge.md', '12 euros', 2, 3],
    ]);
  });

  it('makes all places of a quote alternatives of its need, and says so', () => {
    const once = located({ document: 'badge.md', quote: 'badge' });
    expect(once.found).toEqual([
      ['badge.md', 'badge', 0, 1],
      ['badge.md', 'badge', 0, 1],
    ]);
    expect(once.problems).toEqual([
      'question "q": the quote "badge" stands in 2 places: "badge.md" at 12, "badge.md" at 39',
    ]);
    const anywhere = located({ quote: 'Ask early.' });
    expect(anywhere.found.map(([id]) => id)).toEqual(['leave.md', 'badge.md']);
    expect(anywhere.kinds).toEqual(['ambiguous']);
    expect(anywhere.findings[0]).toMatchObject({ isFault: false, where: 'q.jsonl:7', need: 0, passage: 0 });
  });

  it('offsets beside a quote say which place is meant, and must hold it', () => {
    expect(located({ document: 'badge.md', quote: 'badge', start: 39, end: 44 })).toMatchObject({
      found: [['badge.md', 'badge', 0, 1]],
      kinds: [],
    });
    expect(located({ document: 'badge.md', quote: 'badge', start: 0, end: 4 })).toMatchObject({
      found: [],
      problems: ['question "q": characters 0 to 4 of document "badge.md" are not the quote, but "Wear"'],
    });
  });

  it('finds a quote that was copied from the rendered page, and says so', () => {
    const { found, kinds } = located({ document: 'badge.md', quote: 'Wear your badge. Ask early' });
    expect(found).toEqual([['badge.md', 'Wear your **badge**. Ask early', 0, 1]]);
    expect(kinds).toEqual(['loosely-matched']);
    expect(located({ document: 'badge.md', quote: '**' }).kinds).toEqual(['ambiguous']);
    expect(located({ document: 'badge.md', quote: '***' }).kinds).toEqual(['not-found']);
  });

  it('shows what comes closest to a quote that is not there', () => {
    const { found, findings, problems } = located({
      document: 'badge.md',
      quote: 'Annual leave requests must be submitted at least 4 weeks in advance.',
    });
    expect(found).toEqual([]);
    expect(problems[0]).toMatch(
      /^question "q": the quote "Annual leave .* 4 weeks in advance\." is not in document "badge\.md"; closest, \d+% alike, in "leave\.md" at 0: "Annual leave .* 3 weeks in advance\."$/,
    );
    expect(findings[0]).toMatchObject({ kind: 'not-found', isFault: true });
    expect(findings[0]!.places[0]).toMatchObject({ document: 'leave.md', span: { start: 0, end: 70 } });
    expect(located({ quote: 'zebras graze quietly' }).problems).toEqual([
      'question "q": the quote "zebras graze quietly" is not in any document; nothing comes close',
    ]);
  });

  it('refuses documents that are not there and offsets outside of them', () => {
    expect(located({ document: 'leaves.md', quote: 'x' }).problems).toEqual([
      'question "q": no document "leaves.md" in the corpus; did you mean "leave.md"?',
    ]);
    const elsewhere = located({ document: 'people/rules.pdf', quote: 'A lost badge costs 12 euros.' });
    expect(elsewhere.problems).toEqual([
      'question "q": no document "people/rules.pdf" in the corpus; closest, 100% alike, in "badge.md" at 32: "A lost badge costs 12 euros."',
    ]);
    expect(elsewhere.findings[0]!.places).toHaveLength(1);
    expect(located({ document: 'leave.md', start: 5, end: 9999 }).problems[0]).toMatch(
      /characters 5 to 9999 are not in document "leave\.md", which has \d+$/,
    );
    expect(located({ document: 'leave.md', start: 29, end: 30 }).problems[0]).toContain('all white space');
  });

  it('refuses a quote that stands everywhere', () => {
    const many = [doc('d', 'the '.repeat(1001))];
    const { evidence, findings } = locateQuestions([question('q', [{ quote: 'the' }])], many);
    expect(evidence).toEqual([]);
    expect(findings.map(({ kind, isFault }) => [kind, isFault])).toEqual([['too-common', true]]);
  });

  it('keeps questions without evidence as topics, and leaves open slots out', () => {
    const { topics, evidence, warnings } = anchorQuestions(
      [
        question('a', [{ document: 'leave.md' }], {
          fact: 'f',
          wording: 'same',
          split: 'tuning',
          slices: ['s'],
          answer: 'x',
        }),
        question('b'),
        question('c', []),
        question('d', [{ document: 'nowhere' }], { text: '' }),
      ],
      documents,
    );
    expect(topics).toEqual([
      {
        id: 'a',
        text: 'What about a?',
        labels: { fact: 'f', wording: 'same', split: 'tuning' },
        slices: ['s'],
        answer: 'x',
      },
      { id: 'b', text: 'What about b?', labels: {}, slices: [] },
      { id: 'c', text: 'What about c?', labels: {}, slices: [] },
    ]);
    expect(evidence).toEqual([{ topicId: 'a', docId: 'leave.md', grade: 1, need: 0 }]);
    // An empty list is written by whoever means that there is no answer.
    expect(warnings).toEqual(['1 question without evidence: b', '1 question without a text yet, left out: d']);
  });

  it('throws the first twenty faults, each with its line, and a remedy', () => {
    const questions = Array.from({ length: 25 }, (_, n) =>
      question(`q${n}`, [{ document: 'gone.txt' }], { line: n + 1 }),
    );
    const act = (some: readonly PlacedQuestion[]) => () => anchorQuestions(some, documents, { source: 'mine.jsonl' });
    try {
      act(questions)();
      expect.unreachable();
    } catch (error) {
      const { errors } = error as LabErrors;
      expect(errors).toHaveLength(20);
      expect(errors[1]!.message).toBe('mine.jsonl:2: question "q1": no document "gone.txt" in the corpus');
      expect(errors[19]!.message).toMatch(/\(and 5 more like it\)$/);
      expect(errors[19]!.remedy).toMatch(/^rag-lab questions anchor/);
    }
    expect(act(questions.slice(0, 1))).toThrow(LabError);
  });

  it('says a kind of finding once, with the first questions', () => {
    const many = Array.from({ length: 7 }, (_, n) => question(`q${n}`));
    expect(summariseFindings(locateQuestions(many, documents).findings)).toEqual([
      '7 questions without evidence: q0, q1, q2, q3, q4 and 2 more',
    ]);
  });

  it('finds every stretch of any text again, wherever white space differs', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '\n\n', '\t ', 'é', '😀', '*'), { minLength: 1 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (parts, a, b) => {
        const own = parts.join('');
        const from = a % own.length;
        const quote = own.slice(from, from + 1 + (b % 12));
        fc.pre(quote.trim() !== '');
        const spaced = quote.replace(/\s+/g, ' \n ');
        const { evidence } = locateQuestions([question('q', [{ document: 'd', quote: spaced }])], [doc('d', own)]);
        expect(evidence.length).toBeGreaterThan(0);
        for (const { span } of evidence) expect(foldSpace(own.slice(span!.start, span!.end))).toBe(foldSpace(quote));
      }),
    );
  });
});
