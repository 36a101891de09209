// The inputs of the worked values: nothing but what the formulas are fed. Data, no behaviour.

/** Chunks in all, and for a term the chunks that hold it. */
export const idfExamples = {
  chunks: 60,
  terms: [
    { term: 'leave', df: 48 },
    { term: 'annual', df: 1 },
  ],
} as const;

export const lexical = { k1: 1.2, b: 0.75, tfs: [1, 2, 5, 20], longer: 2 } as const;

export const tinyDocuments: readonly string[] = [
  'annual leave is twenty five days',
  'the annual stipend is five hundred',
  'leave leave leave policy for parents and carers of any child',
];
export const tinyQuery = 'annual leave';
export const tinyVariants = [
  { k1: 1.2, b: 0.75 },
  { k1: 0.9, b: 0.4 },
] as const;

export const rrfK = 60;
/** The ranks that lists give one chunk, and the digits to show. */
export const rrfExamples: readonly { readonly ranks: readonly number[]; readonly digits: number }[] = [
  { ranks: [1, 40], digits: 4 },
  { ranks: [10, 10], digits: 4 },
  { ranks: [1, 8], digits: 4 },
  { ranks: [3, 2], digits: 4 },
  { ranks: [1, 3], digits: 5 },
  { ranks: [1], digits: 5 },
];

/** Grades by rank. */
export const gainExamples: readonly { readonly grades: readonly number[]; readonly digits: number }[] = [
  { grades: [1, 0, 1], digits: 3 },
  { grades: [3, 2, 3, 0, 1, 2], digits: 6 },
];

export const overlaps = [0.1, 0.2] as const;
export const handbook = { tokens: 75_440, chunks: 167 } as const;
export const testSizes = [30, 15] as const;

/** Hits and questions. */
export const proportions: readonly (readonly [number, number])[] = [
  [29, 30],
  [4, 30],
  [9, 15],
  [6, 15],
  [10, 10],
];
/** Pairs that only one of two sides gets. */
export const discordant: readonly (readonly [number, number])[] = [
  [25, 0],
  [8, 1],
  [6, 0],
  [5, 0],
];
export const severalTests = [0.01, 0.04, 0.03, 0.005, 0.2] as const;

export const filtered = { candidates: 40, passing: 0.1, asked: 10 } as const;
export const memory = { vectors: 10_000_000, dims: 1024, m: 16 } as const;
