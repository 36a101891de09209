// A system's answers are checked before anything is counted: a faulty ranking is an error, never a number.
import type { Filter } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { Ranking, Topic } from '../core/model.ts';

/**
 * @param size chunks in the collection
 * @throws LabError `system.failed` that names the system and the topic
 */
export function checkRankings(
  system: string,
  topics: readonly Topic[],
  rankings: readonly Ranking[],
  depth: number,
  size: number,
  filter?: Filter,
): void {
  // A plugin without types may return anything.
  if (!Array.isArray(rankings)) {
    throw new LabError('system.failed', { system, problem: `no list of rankings came back, but ${nameOf(rankings)}` });
  }
  if (rankings.length !== topics.length) {
    throw new LabError('system.failed', {
      system,
      problem: `${topics.length} questions were asked and ${rankings.length} rankings came back`,
    });
  }
  topics.forEach((topic, i) => {
    const ranking = rankings[i]!;
    const problem = shapeFault(ranking) ?? faultOf(topic, ranking, depth, size, filter);
    if (problem !== undefined) {
      throw new LabError('system.failed', { system, problem: `question ${topic.id}: ${problem}` });
    }
  });
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === null || value === undefined ? 'nothing' : `a value of type ${typeof value}`;
}

function shapeFault(ranking: unknown): string | undefined {
  if (typeof ranking !== 'object' || ranking === null) return `${nameOf(ranking)} stands where a ranking should`;
  const { chunks, scores } = ranking as Partial<Ranking>;
  if (!(chunks instanceof Uint32Array)) return `chunks is ${nameOf(chunks)}; accepted: a Uint32Array`;
  if (!(scores instanceof Float64Array)) return `scores is ${nameOf(scores)}; accepted: a Float64Array`;
  return undefined;
}

function faultOf(
  topic: Topic,
  ranking: Ranking,
  depth: number,
  size: number,
  filter: Filter | undefined,
): string | undefined {
  const { chunks, scores, signal } = ranking;
  if (ranking.topicId !== topic.id) return `the ranking is for ${ranking.topicId}`;
  if (chunks.length !== scores.length) return `${chunks.length} chunks but ${scores.length} scores`;
  if (chunks.length > depth) return `${chunks.length} entries where ${depth} were asked for`;
  if (!Number.isInteger(signal) || signal < 0 || signal > chunks.length) {
    return `signal ${signal} is not a count of leading entries`;
  }
  const seen = new Uint8Array(size);
  for (let i = 0; i < chunks.length; i++) {
    const ord = chunks[i]!;
    const score = scores[i]!;
    const rank = i + 1;
    if (ord >= size) return `rank ${rank} is chunk ${ord}, but there are ${size} chunks`;
    if (seen[ord]) return `chunk ${ord} stands in the ranking twice, the second time at rank ${rank}`;
    seen[ord] = 1;
    if (filter && !filter.allowed[ord]) return `rank ${rank} is chunk ${ord}, which the filter leaves out`;
    if (!Number.isFinite(score)) return `the score at rank ${rank} is ${score}`;
    if (i === 0) continue;
    if (score > scores[i - 1]!) return `the score at rank ${rank} is higher than the one before it`;
    if (score === scores[i - 1]! && ord < chunks[i - 1]!) {
      return `equal scores at ranks ${rank - 1} and ${rank} do not stand in the order of the chunks`;
    }
  }
  return undefined;
}
