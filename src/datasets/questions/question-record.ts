// A question as it stands in a file (contract.md, "Files"), and as it prints.

export const WORDINGS = ['same', 'paraphrase'] as const;
export const SPLITS = ['tuning', 'held-out'] as const;

/** One passage that meets a need. Without `document` it may stand in any; without quote and offsets the document is meant. */
export interface PassageRecord {
  readonly document?: string;
  /** Matched with white space folded. */
  readonly quote?: string;
  /** UTF-16 units in the document's text; beside a quote they say which of its places is meant. */
  readonly start?: number;
  readonly end?: number;
  /** 1 where it is absent. */
  readonly grade?: number;
}

/** Any of these meets the need. */
export interface AlternativesRecord {
  readonly anyOf: readonly PassageRecord[];
}

export type NeedRecord = PassageRecord | AlternativesRecord;

export interface QuestionRecord {
  readonly id: string;
  /** What it asks about: questions in other words share it. */
  readonly fact?: string;
  /** Empty: a slot that a person has yet to fill. */
  readonly text: string;
  readonly wording?: (typeof WORDINGS)[number];
  readonly split?: (typeof SPLITS)[number];
  readonly slices?: readonly string[];
  /** Needs that must all be met; none: the documents hold no answer. */
  readonly evidence?: readonly NeedRecord[];
  readonly answer?: string;
  /** Made by a machine, not yet looked at by a person. */
  readonly draft?: boolean;
  /** Anything else that shall stay with the question. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A question and the place that it was read from. */
export interface PlacedQuestion extends QuestionRecord {
  /** As people know the file. */
  readonly source: string;
  /** 1-based. */
  readonly line: number;
}

export const QUESTION_KEYS = [
  'id',
  'fact',
  'text',
  'wording',
  'split',
  'slices',
  'evidence',
  'answer',
  'draft',
  'metadata',
] as const satisfies readonly (keyof QuestionRecord)[];

export const PASSAGE_KEYS = ['document', 'quote', 'start', 'end', 'grade'] as const;

/** A slot without a text is no question yet: it is neither asked nor counted as one. */
export function isOpen(question: QuestionRecord): boolean {
  return question.text.trim() === '';
}

export function isAlternatives(need: NeedRecord): need is AlternativesRecord {
  return 'anyOf' in need;
}

/** The passages of a need. */
export function passagesOf(need: NeedRecord): readonly PassageRecord[] {
  return isAlternatives(need) ? need.anyOf : [need];
}

/** One line of JSON, keys in the order of the contract. */
export function questionLine(question: QuestionRecord): string {
  const ordered: Record<string, unknown> = {};
  for (const key of QUESTION_KEYS) {
    const value = question[key];
    if (value === undefined) continue;
    ordered[key] = key === 'evidence' ? question.evidence!.map(orderNeed) : value;
  }
  return `${JSON.stringify(ordered)}\n`;
}

function orderNeed(need: NeedRecord): unknown {
  return isAlternatives(need) ? { anyOf: need.anyOf.map(orderPassage) } : orderPassage(need);
}

function orderPassage(passage: PassageRecord): unknown {
  return Object.fromEntries(
    PASSAGE_KEYS.flatMap((key) => (passage[key] === undefined ? [] : [[key, passage[key]] as const])),
  );
}
