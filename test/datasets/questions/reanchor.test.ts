import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/core/model.ts';
import { locateQuestions } from '../../../src/datasets/questions/anchor-quotes.ts';
import type { NeedRecord, PlacedQuestion } from '../../../src/datasets/questions/question-record.ts';
import { reanchor } from '../../../src/datasets/questions/reanchor.ts';

const doc = (id: string, text: string): Document => ({ id, title: id, text, blocks: [], meta: {}, source: id });
const LEAVE = 'Annual leave requests must be submitted at least 3 weeks in advance.';
const BADGE = 'A lost badge costs 12 euros. Report it to the front desk at once.';
const FILLER = 'The canteen serves lunch between noon and two. ';

function again(evidence: readonly NeedRecord[], documents: readonly Document[], before?: readonly Document[]) {
  const record: PlacedQuestion = { id: 'q', text: 'Why?', evidence, source: 'q.jsonl', line: 3 };
  const result = reanchor([record], documents, before);
  return { ...result, evidence: result.questions[0]!.evidence, drifts: result.passages.map(({ drift }) => drift) };
}

describe('anchoring again', () => {
  const quote = { document: 'old.md', quote: LEAVE };

  it('leaves what stands as it is', () => {
    expect(again([quote], [doc('old.md', FILLER + LEAVE)])).toMatchObject({
      evidence: [quote],
      drifts: ['kept'],
      lost: [],
      answerable: 1,
    });
  });

  it('finds a quote that moved to another document', () => {
    const { evidence, passages, lost } = again([quote], [doc('new.md', FILLER + LEAVE), doc('other.md', FILLER)]);
    expect(evidence).toEqual([{ document: 'new.md', quote: LEAVE }]);
    expect(passages).toMatchObject([
      { drift: 'moved', where: 'q.jsonl:3', from: 'old.md', places: [{ document: 'new.md' }] },
    ]);
    expect(lost).toEqual([]);
  });

  it('finds a sentence that was edited, and says how alike it is', () => {
    const edited = LEAVE.replace('3', '4').replace('submitted', 'handed in');
    const { evidence, passages } = again([{ ...quote, grade: 2 }], [doc('old.md', `${FILLER}${edited} ${FILLER}`)]);
    expect(evidence).toEqual([{ document: 'old.md', quote: edited, grade: 2 }]);
    expect(passages[0]).toMatchObject({ drift: 'edited' });
    expect(passages[0]!.places[0]!.similarity).toBeGreaterThan(0.7);
  });

  it('takes for the closest what the check of the set shows: of equals, that of the named document', () => {
    const edited = LEAVE.replace('3', '4').replace('submitted', 'handed in');
    const documents = [doc('copy.md', edited), doc('old.md', FILLER + edited)];
    const { evidence, passages } = again([quote], documents);
    expect(evidence).toEqual([{ document: 'old.md', quote: edited }]);
    const record: PlacedQuestion = { id: 'q', text: 'Why?', evidence: [quote], source: 'q.jsonl', line: 3 };
    expect(locateQuestions([record], documents).findings[0]!.places[0]).toEqual(passages[0]!.places[0]);
  });

  it('finds an edited quote whose offsets lie outside of the document by now', () => {
    const edited = LEAVE.replace('3', '4');
    const { evidence, drifts } = again([{ ...quote, start: 900, end: 900 + LEAVE.length }], [doc('old.md', edited)]);
    expect([drifts, evidence]).toEqual([['edited'], [{ document: 'old.md', quote: edited }]]);
  });

  it('makes needs of the sentences of a quote that stand apart now', () => {
    const [first, second] = BADGE.split(/(?<=euros\.) /) as [string, string];
    const documents = [doc('a.md', `${first} ${FILLER}`), doc('b.md', FILLER + second)];
    const { evidence, drifts } = again([{ document: 'a.md', quote: BADGE }], documents);
    expect(drifts).toEqual(['split']);
    expect(evidence).toEqual([
      { document: 'a.md', quote: first },
      { document: 'b.md', quote: second },
    ]);
  });

  it('does not make hundreds of needs of a long text that was torn apart', () => {
    const sentences = Array.from({ length: 200 }, (_, n) => `Rule ${n} is about floor ${n} alone.`);
    const torn = (some: readonly string[]) => [doc('a.md', some.join(` ${FILLER.repeat(20)}`))];
    const asked = (some: readonly string[]) => again([{ document: 'a.md', quote: some.join(' ') }], torn(some)).drifts;
    expect(asked(sentences.slice(0, 50))).toEqual(['split']);
    expect(asked(sentences)).toEqual(['gone']);
  });

  it('leaves what is gone, shows what came closest, and counts the question as lost', () => {
    const { evidence, passages, lost } = again([quote], [doc('old.md', `${FILLER}Annual leave is unlimited. `)]);
    expect(evidence).toEqual([quote]);
    expect(passages[0]).toMatchObject({ drift: 'gone' });
    expect(lost).toEqual(['q']);
  });

  it('keeps the alternatives that are left', () => {
    const need = { anyOf: [quote, { document: 'x.md', quote: BADGE }] };
    const { evidence, lost, drifts } = again([need], [doc('y.md', BADGE)]);
    expect(drifts).toEqual(['gone', 'moved']);
    expect(evidence).toEqual([{ anyOf: [{ document: 'y.md', quote: BADGE }] }]);
    expect(lost).toEqual([]);
  });

  it('knows what offsets stood for only from the documents as they were', () => {
    const span = { document: 'old.md', start: FILLER.length, end: FILLER.length + LEAVE.length };
    const before = [doc('old.md', FILLER + LEAVE)];
    const now = [doc('new.md', LEAVE)];
    expect(again([span], now, before).evidence).toEqual([{ document: 'new.md', quote: LEAVE }]);
    expect(again([span], now)).toMatchObject({ drifts: ['gone'], lost: ['q'], evidence: [span] });
    // At the same place something else may stand by now: with the old documents that is seen.
    const shifted = [doc('old.md', `${LEAVE} ${FILLER}`)];
    expect(again([span], shifted, before)).toMatchObject({ drifts: ['kept'], evidence: [{ quote: LEAVE }] });
  });

  it('finds a whole document by its file name', () => {
    expect(again([{ document: 'a/rules.md' }], [doc('b/rules.md', FILLER)])).toMatchObject({
      evidence: [{ document: 'b/rules.md' }],
      drifts: ['moved'],
    });
    expect(again([{ document: 'a/rules.md' }], [doc('b/other.md', FILLER)])).toMatchObject({
      drifts: ['gone'],
      lost: ['q'],
    });
  });

  it('gives a set whose evidence is found', () => {
    const documents = [doc('new.md', `${FILLER}${LEAVE.replace('3', '4')} ${BADGE}`)];
    const { questions } = again([quote, { document: 'gone.md', quote: BADGE }], documents);
    const placed = questions.map((one, n) => ({ ...one, source: 'q', line: n }));
    expect(locateQuestions(placed, documents).findings).toEqual([]);
  });
});
