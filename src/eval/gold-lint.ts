// Signs that judgments and run do not mean what they seem to: warnings, never a change of any number.
import type { Qrels, TopicId } from '../core/model.ts';
import type { JudgedTopic } from './judged-topic.ts';

/** Below this many topics with a trend, either way is chance. */
const FEWEST_TRENDS = 10;
/** Topics that trend the wrong way must outnumber the others by this many standard deviations of a fair coin. */
const TREND_DEVIATIONS = 3;
/** Ids are looked at in so many topics: a naming that differs shows in the first ones. */
const TOPICS_SAMPLED = 100;
/** A smaller share of common topics than this is taken for a mix-up. */
const LEAST_OVERLAP = 0.5;

export interface GoldLint {
  /** Looks at one topic of the run; in any order. */
  add(topic: JudgedTopic): void;
  /** @param run what to call the run, and `qrels` the judgments */
  warnings(run: string, qrels: string): string[];
}

export function createGoldLint(qrels: Qrels): GoldLint {
  let rising = 0;
  let falling = 0;
  let sampled = 0;
  const runTopics = new Set<TopicId>();
  const zeroDocuments: [topic: TopicId, judged: string, retrieved: string][] = [];
  const graded = gradedTopics(qrels);

  return {
    add(topic) {
      const { topicId, judged } = topic;
      runTopics.add(topicId);
      const levels = graded.get(topicId);
      if (levels !== undefined) {
        // Credits are few, ranks many: negative grades stand among the latter alone.
        const trend = gradeTrend(levels === 'negative too' ? judged.grades : judged.creditGrades);
        if (trend > 0) rising++;
        else if (trend < 0) falling++;
      }
      const grades = qrels.get(topicId);
      if (grades && sampled < TOPICS_SAMPLED) {
        sampled++;
        const pair = differInZeros(
          unretrieved(grades, topic),
          topic.ids().filter((_, i) => judged.judged[i] === 0),
        );
        if (pair) zeroDocuments.push([topicId, ...pair]);
      }
    },
    warnings(run, qrelsName) {
      const found: string[] = [];
      const common = [...runTopics].filter((topicId) => qrels.has(topicId)).length;
      const missing = [...qrels.keys()].filter((topicId) => !runTopics.has(topicId));
      const unknown = [...runTopics].filter((topicId) => !qrels.has(topicId));
      const smaller = Math.min(runTopics.size, qrels.size);
      if (common < LEAST_OVERLAP * smaller) {
        found.push(
          `${run}: only ${common} of its ${runTopics.size} topics are judged in ${qrelsName}, which has ${qrels.size} ` +
            `(e.g. ${quoted(unknown[0])} here, ${quoted(missing[0])} there): are these the judgments of this run?`,
        );
      }
      const topics = differInZeros(missing, unknown);
      if (topics) {
        found.push(
          `topic ids differ only by leading zeros: ${quoted(topics[0])} in ${qrelsName}, ${quoted(topics[1])} in ${run}; ` +
            'they are different topics here',
        );
      }
      const document = zeroDocuments[0];
      if (document) {
        found.push(
          `document ids differ only by leading zeros, e.g. for topic ${quoted(document[0])}: ${quoted(document[1])} in ` +
            `${qrelsName}, ${quoted(document[2])} in ${run}; they are different documents here`,
        );
      }
      const trends = rising + falling;
      if (trends >= FEWEST_TRENDS && falling - rising >= TREND_DEVIATIONS * Math.sqrt(trends)) {
        found.push(
          `${qrelsName}: grades look upside-down: in ${falling} of ${trends} topics ${run} ranks documents of lower grades ` +
            'above those of higher ones; a higher grade must mean more relevant',
        );
      }
      return found;
    },
  };
}

/** Relevant documents that no corpus of these ids can return. */
export function absentRelevant(
  qrels: Qrels,
  corpusIds: ReadonlySet<string>,
  qrelsName: string,
  corpusName: string,
): string[] {
  let relevant = 0;
  let absent = 0;
  let first: [TopicId, string] | undefined;
  for (const [topicId, grades] of qrels) {
    for (const [id, grade] of grades) {
      if (grade <= 0) continue;
      relevant++;
      if (corpusIds.has(id)) continue;
      absent++;
      first ??= [topicId, id];
    }
  }
  if (!first) return [];
  return [
    `${qrelsName}: ${absent} of ${relevant} relevant documents are not in ${corpusName} (e.g. ${quoted(first[1])} of ` +
      `topic ${quoted(first[0])}): no system can find them`,
  ];
}

/** Topics with two levels besides 0, which says nothing about the direction of the others. */
function gradedTopics(qrels: Qrels): Map<TopicId, 'positive' | 'negative too'> {
  const found = new Map<TopicId, 'positive' | 'negative too'>();
  const levels = new Set<number>();
  for (const [topicId, grades] of qrels) {
    levels.clear();
    for (const grade of grades.values()) levels.add(grade);
    levels.delete(0);
    if (levels.size > 1) found.set(topicId, Math.min(...levels) < 0 ? 'negative too' : 'positive');
  }
  return found;
}

/**
 * Above 0 where higher grades stand higher, below 0 where lower ones do: concordant less discordant pairs among entries
 * with a grade other than 0 (Kendall's S).
 */
function gradeTrend(grades: Int32Array): number {
  const seen = new Map<number, number>();
  let trend = 0;
  for (let i = 0; i < grades.length; i++) {
    const grade = grades[i]!;
    if (grade === 0) continue;
    for (const [other, count] of seen) trend += Math.sign(other - grade) * count;
    seen.set(grade, (seen.get(grade) ?? 0) + 1);
  }
  return trend;
}

function unretrieved(grades: ReadonlyMap<string, number>, { ids, judged }: JudgedTopic): string[] {
  const numeric = [...grades].filter(([id, grade]) => grade > 0 && NUMERAL.test(id)).map(([id]) => id);
  if (numeric.length === 0 || judged.judged.length === 0) return [];
  const retrieved = new Set(ids());
  return numeric.filter((id) => !retrieved.has(id));
}

const NUMERAL = /^[0-9]+$/;

/** One id of each list that are the same numeral but for leading zeros. */
function differInZeros(left: readonly string[], right: readonly string[]): [string, string] | undefined {
  const bare = (id: string): string => id.replace(/^0+(?=.)/, '');
  const byBare = new Map(left.filter((id) => NUMERAL.test(id)).map((id) => [bare(id), id]));
  if (byBare.size === 0) return undefined;
  for (const id of right) {
    const other = NUMERAL.test(id) ? byBare.get(bare(id)) : undefined;
    if (other !== undefined && other !== id) return [other, id];
  }
  return undefined;
}

function quoted(id: string | undefined): string {
  return id === undefined ? 'none' : JSON.stringify(id);
}
