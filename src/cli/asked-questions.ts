// Which questions words on a command line mean: ids of a set, or a question in words.
import { LabError } from '../core/errors.ts';
import type { Dataset, Topic } from '../core/model.ts';
import { nearestName } from '../core/nearest.ts';

/** Ids offered for one that does not exist. */
const OFFERED = 3;

/**
 * The dataset with those questions alone. Words that are no id are one question without known evidence, with an empty id; but a
 * single word that looks like an id, or like one of the set's, is a misspelt one.
 * @throws LabError with the nearest ids
 */
export function askedOf(dataset: Dataset, words: readonly string[]): Dataset {
  const ids = new Set(dataset.topics.map(({ id }) => id));
  const text = words.join(' ').trim();
  if (ids.has(text)) return narrowed(dataset, new Set([text]));
  const unknown = words.filter((word) => !ids.has(word));
  if (unknown.length === 0) return narrowed(dataset, new Set(words));
  const typed = words.every((word) => !/\s/.test(word.trim()));
  for (const word of unknown) {
    const near = nearestIds(word, [...ids]);
    const isMeantAsId = words.length === 1 ? near.length > 0 || /[\d._:#/]/.test(word) : unknown.length < words.length;
    if (typed && isMeantAsId) throw unknownQuestion(word, near);
  }
  const topic: Topic = { id: '', text, labels: {}, slices: [] };
  return { ...dataset, topics: [topic], evidence: [] };
}

function narrowed(dataset: Dataset, ids: ReadonlySet<string>): Dataset {
  return {
    ...dataset,
    topics: dataset.topics.filter(({ id }) => ids.has(id)),
    evidence: dataset.evidence.filter(({ topicId }) => ids.has(topicId)),
  };
}

function unknownQuestion(word: string, near: readonly string[]): LabError {
  const nearest = near.length > 0 ? `; nearest: ${near.join(', ')}` : '';
  const remedy =
    'rag-lab explain --misses names the questions that were missed; more than one word is asked as it stands';
  return new LabError(
    'data.invalid',
    { what: `question "${word}"`, problem: `no question has this id${nearest}` },
    remedy,
  );
}

/** Those that begin with what was typed, then those that are spelt nearly like it. */
function nearestIds(typed: string, ids: readonly string[]): readonly string[] {
  const begin = ids.filter((id) => id.toLowerCase().startsWith(typed.toLowerCase()));
  const near: string[] = begin.slice(0, OFFERED);
  while (near.length < OFFERED) {
    const next = nearestName(
      typed,
      ids.filter((id) => !near.includes(id)),
    );
    if (next === undefined) break;
    near.push(next);
  }
  return near;
}
