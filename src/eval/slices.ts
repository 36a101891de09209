// Which questions a row of a table is about: every wording by every split, and the slices that questions name.
import type { Topic } from '../core/model.ts';
import { compareText } from '../core/order.ts';

export interface Slice {
  /** A label value, or `all`. */
  readonly wording: string;
  readonly split: string;
  /** Positions in the list of topics, ascending; never empty. */
  readonly topicIndexes: readonly number[];
}

/**
 * The product of wordings (all, same, paraphrase) and splits (all, tuning, held-out), without the slices that have no
 * question. Other label values come after these, in the order in which topics first carry them. A topic without a label
 * counts under `all` only.
 */
export function listSlices(topics: readonly Topic[]): Slice[] {
  const wordings = values(topics, 'wording', ['same', 'paraphrase']);
  const splits = values(topics, 'split', ['tuning', 'held-out']);
  const slices: Slice[] = [];
  for (const wording of wordings) {
    for (const split of splits) {
      const topicIndexes: number[] = [];
      topics.forEach(({ labels }, i) => {
        if (matches(labels.wording, wording) && matches(labels.split, split)) topicIndexes.push(i);
      });
      if (topicIndexes.length > 0) slices.push({ wording, split, topicIndexes });
    }
  }
  return slices;
}

export interface NamedSlice {
  readonly slice: string;
  /** A label value, or `all`. */
  readonly wording: string;
  /** Positions in the list of topics, ascending; never empty. */
  readonly topicIndexes: readonly number[];
}

/** The slices that topics name, by name, each over all its questions and then by wording, where there are wordings. */
export function namedSlices(topics: readonly Topic[]): NamedSlice[] {
  const names = [...new Set(topics.flatMap(({ slices }) => slices))].sort(compareText);
  const wordings = values(topics, 'wording', ['same', 'paraphrase']);
  return names.flatMap((slice) =>
    wordings.flatMap((wording) => {
      const topicIndexes = topics.flatMap(({ slices, labels }, i) =>
        slices.includes(slice) && matches(labels.wording, wording) ? [i] : [],
      );
      return topicIndexes.length > 0 ? [{ slice, wording, topicIndexes }] : [];
    }),
  );
}

const ALL = 'all';

function values(topics: readonly Topic[], label: string, first: readonly string[]): readonly string[] {
  const found = new Set([ALL, ...first]);
  for (const { labels } of topics) {
    const value = labels[label];
    if (value !== undefined) found.add(value);
  }
  return [...found];
}

function matches(value: string | undefined, wanted: string): boolean {
  return wanted === ALL || value === wanted;
}
