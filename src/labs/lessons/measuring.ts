// What recall@k counts, what it does not, and why ranks are logged with it.
import type { MeasureDef } from '../../core/contracts.ts';
import type { Diagnosis } from '../../core/results.ts';
import { judgeIds } from '../../eval/judge.ts';
import { completeEvidence } from '../../eval/measures/complete-evidence.ts';
import { ndcg } from '../../eval/measures/ndcg.ts';
import { recall } from '../../eval/measures/recall.ts';
import { reciprocalRank } from '../../eval/measures/reciprocal-rank.ts';
import { success } from '../../eval/measures/success.ts';
import { wilsonInterval } from '../../stats/wilson.ts';
import { CUTOFF, hitsOf, scoresOf } from '../desk.ts';
import { percent, place, rate } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const SYSTEM = 'bm25';
/** Two passages are needed; where they came out. */
const NEEDED = [1, 4];
const LENGTH = 5;
const SHOWN = 5;
const REMEDIES: Readonly<Partial<Record<Diagnosis, string>>> = {
  'no-signal': 'synonyms, vectors',
  'near-miss': 'rerank, or a larger k',
  outranked: 'see which terms won',
  tied: 'a finer ranking',
  vocabulary: 'words the corpus lacks',
};
const ASKED = [0.82, 0.85];

export const measuring: Lesson = {
  name: 'measuring',
  title: 'Measuring recall',
  summary: 'what recall counts, how sure it is, what ranks of misses say',
  async prepare(desk) {
    const report = await desk.measure([SYSTEM]);
    const { facts } = report.questions;
    const judged = judgeIds(
      Array.from({ length: LENGTH }, (_, n) => `d${n + 1}`),
      new Map(NEEDED.map((rank) => [`d${rank}`, 1])),
    );
    const at = (measure: Pick<MeasureDef<never>, 'evaluate'>, cutoff?: number): string => {
      const params = { rel: 1, gain: 'linear', ...(cutoff === undefined ? {} : { cutoff }) };
      return (measure.evaluate as (given: typeof judged, params: object) => number)(judged, params).toFixed(2);
    };
    const misses = report.misses.filter(({ question }) => question.endsWith('.paraphrase'));
    const kinds = [...new Set(misses.map(({ diagnosis }) => diagnosis))];
    const rows = kinds.map((kind) => {
      const own = misses.filter(({ diagnosis }) => diagnosis === kind).sort((a, b) => a.rank! - b.rank!);
      const shown = own.slice(0, SHOWN).map(({ rank, signal }) => place(rank, signal));
      return [
        kind,
        String(own.length),
        `${shown.join(' ')}${own.length > shown.length ? ' ...' : ''}`,
        REMEDIES[kind] ?? '',
      ];
    });
    const byRank = misses.toSorted((a, b) => a.rank! - b.rank!);
    const [nearest, farthest] = [byRank[0], byRank.at(-1)];
    const paraphrase = scoresOf(report, SYSTEM, 'paraphrase');
    const near = ASKED.map((share) => Math.round(share * facts));
    const bounds = near.map((hits) => wilsonInterval(hits, facts));

    return {
      parts: [
        text(`Two passages are needed; they come out at ranks ${NEEDED.join(' and ')}:`),
        table(
          ['', '>top 3', '>top 5', 'counts'],
          [
            ['R', at(recall, 3), at(recall, 5), 'the share of what is needed'],
            ['Success', at(success, 3), at(success, 5), 'anything at all: the hit rate'],
            ['CE', at(completeEvidence, 3), at(completeEvidence, 5), 'everything, or nothing'],
            ['RR', at(reciprocalRank, 3), at(reciprocalRank, 5), '1 / rank of the first'],
            ['nDCG', at(ndcg, 3), at(ndcg, 5), 'all of them, discounted by rank'],
          ],
        ),
        text(
          'Where one passage is needed, as in the handbook, R, Success and CE are one number: here',
          `${rate(hitsOf(report, SYSTEM, 'paraphrase'), facts)} at ${CUTOFF} for reworded questions by BM25, MRR ${paraphrase.measures.RR!.value.toFixed(4)}.`,
        ),
        text(`And the ${misses.length} it misses, by why:`),
        table(['diagnosis', '>count', 'ranks', 'what to try'], rows),
      ],
      notice: [
        'Measure retrieval by itself. If the evidence is not in the request, no model can ground an answer in it.',
        `Log ranks, scores and matched terms, not only hits: rank ${place(nearest!.rank, nearest!.signal)} and rank ${place(farthest!.rank, farthest!.signal)} are both "not found".`,
        `An interval belongs to each rate: ${rate(hitsOf(report, SYSTEM, 'paraphrase'), facts)} is ${percent(paraphrase.measures[`R@${CUTOFF}`]!.low!)} to ${percent(paraphrase.measures[`R@${CUTOFF}`]!.high!)}.`,
      ],
      question: `System A finds ${percent(near[0]! / facts)}, system B ${percent(near[1]! / facts)} of ${facts} questions. By how many questions do they differ?`,
      answer: [
        lines(
          ...near.map(
            (hits, n) => `${rate(hits, facts)}  interval ${percent(bounds[n]!.low)} to ${percent(bounds[n]!.high)}`,
          ),
        ),
        text(
          `By ${near[1]! - near[0]!}. Nothing can be told from that. Ask more questions, or ask the same ones of both`,
          'and look at those that flipped (lesson 5).',
        ),
      ],
      key: String(near[1]! - near[0]!),
    };
  },
};
