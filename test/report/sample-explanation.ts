// A small explanation made by hand, with a system of every kind and names that try to break every format.
import type { ExplainedSystem, Explanation } from '../../src/core/explanation.ts';
import { remedies } from '../../src/eval/remedies.ts';
import { HOSTILE } from './sample-report.ts';

/** Outranked, with a term and a hint. */
export function lexical(over: Partial<ExplainedSystem> = {}): ExplainedSystem {
  const part = { queryTf: 1, queryWeight: 1, tf: 1, lengthFactor: 1 };
  return {
    system: 'bm25',
    spec: 'bm25',
    reading: [
      { word: 'Which', terms: [], dropped: 'stop word', added: [], chunks: 0 },
      { word: 'vacation', terms: ['vacation'], added: [], chunks: 0 },
      { word: 'Days', terms: ['day'], added: [], chunks: 9 },
    ],
    shared: [],
    answer: {
      chunk: 'guide#1',
      rank: 8,
      signal: true,
      score: 0.5,
      anatomy: { kind: 'terms', parts: [{ term: 'day', weight: 0.5, idf: 0.5, ...part }] },
    },
    found: false,
    scoreAtCutoff: 2,
    gap: 1.5,
    tie: { size: 3, first: 7, last: 9, expectedRank: 8 },
    above: [
      {
        chunk: 'guide#7',
        rank: 1,
        signal: true,
        score: 3,
        anatomy: {
          kind: 'terms',
          parts: [
            { term: 'ask', weight: 2, idf: 2, ...part },
            { term: 'day', weight: 1, idf: 0.5, ...part, lengthFactor: 2 },
          ],
        },
      },
    ],
    outrankedBy: 7,
    lead: [
      { term: 'ask', weight: 2 },
      { term: 'day', weight: 0.5 },
    ],
    inCandidates: true,
    reachedBy: ['dense'],
    hint: { word: 'vacation', term: 'annual', rank: 1 },
    diagnosis: 'outranked',
    ...over,
  };
}

const { hint: _, reading: __, shared: ___, tie: ____, ...plain } = lexical();

export const dense: ExplainedSystem = {
  ...plain,
  system: 'dense',
  spec: 'dense',
  answer: {
    chunk: 'guide#1',
    rank: 1,
    signal: true,
    score: 0.7,
    anatomy: { kind: 'sentences', parts: [{ term: `Annual leave. ${HOSTILE.ansi}`, weight: 0.7 }] },
  },
  found: true,
  gap: -0.2,
  scoreAtCutoff: 0.5,
  outrankedBy: 0,
  lead: [],
  reachedBy: [],
};

const { diagnosis: _____, ...found } = dense;

export const fusion: ExplainedSystem = {
  ...plain,
  system: 'mix',
  spec: 'weighted[bm25,dense]',
  answer: {
    chunk: 'guide#1',
    rank: 5,
    signal: true,
    score: 0.35,
    anatomy: {
      kind: 'lists',
      votes: [
        { list: 'bm25', rank: null, signal: false, score: null, weight: 0.5, vote: 0 },
        { list: 'dense', rank: 1, signal: true, score: 0.7, normalised: 0.7, weight: 0.5, vote: 0.35 },
      ],
    },
  },
  lead: [{ term: 'bm25', weight: 0.5 }],
  diagnosis: 'near-miss',
};

export const own: ExplainedSystem = {
  ...plain,
  system: HOSTILE.formula,
  spec: 'own',
  answer: { chunk: 'guide#1', rank: 200, signal: false, score: 0 },
  above: [
    {
      chunk: 'guide#7',
      rank: 1,
      signal: true,
      score: 1,
      anatomy: { kind: 'parts', parts: [{ term: HOSTILE.markup, weight: 1 }] },
    },
  ],
  inCandidates: false,
  lead: [],
  diagnosis: 'no-signal',
};

export const sampleExplanation: Explanation = {
  corpus: { name: 'sample', documents: 2, chunks: 200 },
  cutoff: 3,
  depth: 200,
  systems: [lexical(), found, fusion, own].map(({ system, spec }) => ({ label: system, spec })),
  filter: "team = 'people'",
  remedies,
  questions: [
    {
      id: `leave.${HOSTILE.ansi}`,
      text: `How early for vacation? ${HOSTILE.markup} ${HOSTILE.ansi}`,
      wording: 'paraphrase',
      split: 'held-out',
      slices: ['numeric'],
      answer: '3 weeks',
      evidence: [{ document: 'guide', quote: 'Annual leave.', chunks: ['guide#1'] }],
      systems: [lexical(), found, fusion, own],
    },
  ],
  chunks: {
    'guide#1': { document: 'guide', page: 3, path: ['People', HOSTILE.markup], text: 'Annual leave.', tokens: 4 },
    'guide#7': { document: 'guide', path: [], text: 'Ask any day.', tokens: 3 },
  },
};
