// The raw material of the handbook, as it stands under corpora/handbook: an outline, sections of phrases, and facts.

/** Phrases of one section; each list fills one slot of a sentence frame. */
export interface SectionMaterial {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly { readonly title: string; readonly topic: string }[];
  readonly subheads: readonly string[];
  readonly roles: readonly string[];
  readonly things: readonly string[];
  readonly does: readonly string[];
  readonly whens: readonly string[];
  readonly whys: readonly string[];
  readonly wheres: readonly string[];
  readonly ifs: readonly string[];
  readonly states: readonly string[];
  readonly habits: readonly string[];
  /** Whole sentences. */
  readonly notes: readonly string[];
}

/** One planted sentence and what would make another sentence answer its question. */
export interface FactMaterial {
  readonly id: string;
  readonly split: 'tuning' | 'held-out';
  readonly section: string;
  /** Titles of the pages it may be planted on. */
  readonly near: readonly string[];
  readonly sentence: string;
  readonly answer: string;
  readonly slices: readonly string[];
  /** A sentence that holds one word of every group would answer the question; `#` stands for any number. */
  readonly proof: readonly (readonly string[])[];
}

export interface OutlineMaterial {
  readonly title: string;
  /** Words of filler on a page, before the facts; the jitter is added or taken away at random. */
  readonly wordsPerPage: number;
  readonly wordsJitter: number;
  /** Distinct filler sentences made for each page of a section; pages share their section's pool. */
  readonly poolPerPage: number;
  /** Fewest and most sentences of a paragraph. */
  readonly sentencesPerParagraph: readonly [number, number];
  readonly paragraphsPerHeading: number;
  readonly modals: readonly string[];
  readonly pluralModals: readonly string[];
  readonly frames: readonly string[];
  readonly topicFrames: readonly string[];
}

export interface HandbookMaterial {
  readonly outline: OutlineMaterial;
  /** In the order of the handbook. */
  readonly sections: readonly SectionMaterial[];
  readonly facts: readonly FactMaterial[];
}
