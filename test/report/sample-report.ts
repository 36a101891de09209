// A small, complete report made by hand, with texts that try to break every format.
import type { MeasureValue, Miss, QuestionResult, Report, ScoreRow } from '../../src/core/results.ts';

export const HOSTILE = {
  ansi: '\u001b[31mred\u001b[0m and\u009b2J \u202eevil\u0007',
  formula: '=cmd()|" /C calc"!A0',
  markup: 'Is <script>alert(1)</script> | a *pipe* & [link](http://x.example)?',
  lines: 'first\nsecond\tthird\r\n# fourth\u2028fifth',
  cjk: '休暇は何週間前に申請しなければなりませんか？ 詳しく教えてください。 ｶﾅ 한국어 질문입니다 e\u0301e\u0301e\u0301',
  long: `Why ${'does the very long question go on and on '.repeat(12)}?`,
  word: `https://docs.example.org/${'a'.repeat(120)}`,
};

const LABELS = ['bm25', 'synonym-tfidf', 'dense', 'hybrid'];
const HITS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'bm25 same': [27, 29, 30, 30],
  'bm25 paraphrase': [1, 4, 5, 9],
  'synonym-tfidf same': [28, 30, 30, 30],
  'synonym-tfidf paraphrase': [10, 15, 17, 20],
  'dense same': [20, 26, 28, 29],
  'dense paraphrase': [8, 14, 17, 21],
  'hybrid same': [26, 30, 30, 30],
  'hybrid paraphrase': [7, 13, 16, 22],
};

function row(system: string, wording: string, split: string): ScoreRow {
  const n = split === 'all' ? 30 : 15;
  const part = split === 'all' ? 1 : split === 'tuning' ? 0.6 : 0.4;
  const measures: Record<string, MeasureValue> = {};
  ['R@1', 'R@3', 'R@5', 'R@10'].forEach((name, at) => {
    const hits = Math.min(n, Math.round(HITS[`${system} ${wording}`]![at]! * part));
    measures[name] = { value: hits / n, hits, low: (0.83333 * hits) / n, high: Math.min(1, (hits + 0.82) / n) };
  });
  const low = measures['R@1']!.value;
  measures.RR = { value: Math.min(1, low + 0.0312), low, high: Math.min(1, low + 0.1) };
  measures['nDCG@10'] = { value: Math.min(1, low + 0.051234567), low, high: Math.min(1, low + 0.12) };
  return { system, wording, split, n, measures };
}

function question(id: string, text: string, ranks: Readonly<Record<string, number | null>>): QuestionResult {
  return {
    id,
    fact: id.replace(/\..*/, ''),
    wording: id.endsWith('.same') ? 'same' : 'paraphrase',
    split: 'tuning',
    text,
    evidence: ['handbook#12'],
    ranks,
    signal: Object.fromEntries(Object.keys(ranks).map((system) => [system, ranks[system] !== 58])),
    values: Object.fromEntries(Object.entries(ranks).map(([system, rank]) => [system, { RR: rank ? 1 / rank : 0 }])),
  };
}

function miss(question: string, system: string, over: Partial<Miss> = {}): Miss {
  return {
    question,
    system,
    chunk: 'handbook#12',
    rank: 7,
    signal: true,
    score: 4.123456789,
    scoreAtCutoff: 6.0987,
    tied: 1,
    matched: [
      { term: 'leave', weight: 3.0123456 },
      { term: 'day', weight: 1.1111111 },
    ],
    inCandidates: true,
    diagnosis: 'outranked',
    ...over,
  };
}

const noSignal: Partial<Miss> = {
  rank: 58,
  signal: false,
  score: 0,
  matched: [],
  tied: 140,
  inCandidates: false,
  diagnosis: 'no-signal',
};

export const sampleReport: Report = {
  schema: 'rag-lab/report@1',
  tool: { version: '0.1.0' },
  seed: 404,
  corpus: {
    name: 'handbook',
    documents: 1,
    pages: 100,
    words: 50870,
    chunks: 167,
    tokens: 75440,
    textTokens: 75442,
    chunker: 'sentence(words=300,overlap=0)',
    oversized: 1,
    duplicates: { exact: 2, near: 1 },
    fingerprint: 'c0ffee',
  },
  questions: {
    facts: 30,
    total: 60,
    unanswerable: 0,
    wordings: { paraphrase: 30, same: 30 },
    splits: { 'held-out': 15, tuning: 15 },
    splitEvidence: ['badge.same', 'badge.paraphrase'],
    fingerprint: 'decaf',
  },
  synonyms: { groups: 34, fingerprint: 'facade' },
  systems: LABELS.map((label) => ({ label, spec: label === 'hybrid' ? 'rrf[bm25,dense]' : label })),
  measures: ['R@1', 'R@3', 'R@5', 'R@10', 'RR', 'nDCG@10'],
  cutoff: 3,
  depth: 167,
  scores: LABELS.flatMap((system) =>
    ['same', 'paraphrase'].flatMap((wording) =>
      ['all', 'tuning', 'held-out'].map((split) => row(system, wording, split)),
    ),
  ),
  slices: LABELS.flatMap((system) =>
    ['same', 'paraphrase'].map((wording) => {
      const { measures } = row(system, wording, 'tuning');
      return { system, slice: 'numeric', wording, n: 15, measures: { 'R@3': measures['R@3']! } };
    }),
  ),
  paired: LABELS.map((system, n) => ({
    system,
    cutoff: 3,
    both: 4 + 3 * n,
    sameOnly: 25 - 3 * n,
    paraphraseOnly: n === 2 ? 1 : 0,
    neither: n === 2 ? 0 : 1,
    p: [5.9604644775390625e-8, 0.000122, 0.0390625, 1][n]!,
  })),
  cost: LABELS.map((system, n) => ({
    system,
    cutoff: 3,
    tokens: 1357.2 - n,
    ratio: n === 3 ? null : 75440 / (1357.2 - n),
  })),
  questionResults: [
    question('annual-leave.paraphrase', 'How early do I have to ask for vacation days?', { bm25: 58, dense: 4 }),
    question('parental-leave.same', 'How long is parental leave?', { bm25: 4, dense: 2 }),
    question('ansi.paraphrase', HOSTILE.ansi, { bm25: 7, dense: 1 }),
    question('=formula.same', HOSTILE.formula, { bm25: 7, dense: 1 }),
    question('markup|<b>.same', HOSTILE.markup, { bm25: 7, dense: 9 }),
    question('lines.same', HOSTILE.lines, { bm25: 7, dense: 1 }),
    question('休暇の申請-休暇の申請-休暇の申請.paraphrase', HOSTILE.cjk, { bm25: null, dense: 1 }),
    question('a-question-with-an-id-that-is-far-too-long-for-a-table.paraphrase', HOSTILE.long, { bm25: 7, dense: 6 }),
    question('url.same', HOSTILE.word, { bm25: 7, dense: 1 }),
  ],
  misses: [
    miss('annual-leave.paraphrase', 'bm25', noSignal),
    miss('parental-leave.same', 'bm25', { rank: 4, diagnosis: 'near-miss' }),
    miss('ansi.paraphrase', 'bm25', { matched: [{ term: HOSTILE.ansi, weight: -0.5 }] }),
    miss('=formula.same', 'bm25', {
      rank: 5,
      tied: 3,
      diagnosis: 'tied',
      matched: 'abcdefg'.split('').map((term, n) => ({ term, weight: 1 / (n + 1) })),
    }),
    miss('markup|<b>.same', 'bm25', { diagnosis: 'duplicate-crowded' }),
    miss('lines.same', 'bm25'),
    miss('休暇の申請-休暇の申請-休暇の申請.paraphrase', 'bm25', {
      ...noSignal,
      rank: null,
      score: null,
      diagnosis: 'vocabulary',
    }),
    miss('a-question-with-an-id-that-is-far-too-long-for-a-table.paraphrase', 'bm25', { rank: 1234 }),
    miss('url.same', 'bm25'),
    miss('annual-leave.paraphrase', 'dense', {
      rank: 4,
      score: 0.41234,
      scoreAtCutoff: 0.44,
      diagnosis: 'near-miss',
      matched: [{ term: 'Annual leave requests must be submitted at least 3 weeks in advance.', weight: 0.41234 }],
    }),
    miss('annual-leave.paraphrase', 'hybrid', {
      rank: 9,
      score: 0.0158730158,
      scoreAtCutoff: 0.0286,
      diagnosis: 'split',
    }),
  ],
  places: { 'handbook#12': { document: 'handbook', page: 7, path: ['Annual leave', '=Carry | <b>over</b>'] } },
  result:
    'RESULT seed=404 chunks=167 questions=60 bm25:same:R@3=29/30 bm25:paraphrase:R@3=4/30 synonym-tfidf:same:R@3=30/30',
};
