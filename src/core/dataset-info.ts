// What `rag-lab dataset info` tells of a dataset: sizes, lengths, judgments, and what is missing or there twice.

/** Over whole numbers: quantiles are values that occur (nearest rank). All 0 where there are none. */
export interface Spread {
  readonly min: number;
  readonly p10: number;
  readonly median: number;
  readonly mean: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** What `rag-lab dataset info` tells. */
export interface DatasetInfo {
  readonly schema: 'rag-lab/dataset-info@1';
  readonly name: string;
  readonly seed: number | null;
  readonly documents: {
    readonly total: number;
    /** Blocks' pages, counted once each; absent where documents have none. */
    readonly pages?: number;
    readonly words: number;
    /** Estimated as characters / 4. */
    readonly tokens: number;
    /** Words of a document's text. */
    readonly lengths: Spread;
    /** Without a word of text. */
    readonly empty: number;
    readonly untitled: number;
    /** Whose title and text are those of an earlier one. */
    readonly identical: number;
    readonly fingerprint: string;
  };
  readonly questions: {
    readonly total: number;
    readonly words: Spread;
    /** How many have each value of each label that has few values: `wording`, `split`, ... */
    readonly labels: Readonly<Record<string, Readonly<Record<string, number>>>>;
    /** Whose text is that of an earlier one. */
    readonly identical: number;
    readonly fingerprint: string;
  };
  readonly judgments: {
    readonly total: number;
    /** Of a part of a document; the others are of a whole one. */
    readonly spans: number;
    /** Highest first. */
    readonly grades: readonly { readonly grade: number; readonly total: number }[];
    readonly perQuestion: Spread;
    readonly relevantPerQuestion: Spread;
    /** Judged, but nothing judged is relevant. */
    readonly questionsWithoutRelevant: number;
    readonly questionsWithoutJudgment: number;
    /** What is judged and not there. */
    readonly missing: { readonly documents: number; readonly judgments: number; readonly relevant: number };
  };
  readonly synonymGroups: number;
  /** What was said while the data were read. */
  readonly warnings: readonly string[];
}
