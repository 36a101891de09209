// Fusion rewards agreement; a list that is wrong votes as loudly as one that is right.
import { rrfVote } from '../../core/fusion-formulas.ts';
import type { Ranking } from '../../core/model.ts';
import { CUTOFF, hitsOf } from '../desk.ts';
import { rate } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const K = 60;
/** How deep each input votes; rrf's default. */
const DEPTH = 100;
const HYBRID = 'hybrid';
const INPUTS = ['bm25', 'dense'];
const WEIGHTS = '1:4';
const ASKED = { split: [1, 40], even: [10, 10] } as const;

export const fusion: Lesson = {
  name: 'fusion',
  title: 'Fusion is not free',
  summary: 'what a list without a clue does to a good one',
  async prepare(desk) {
    const weighted = `rrf[${INPUTS.join()}](weights=${WEIGHTS})`;
    const systems = [...INPUTS, HYBRID, weighted];
    const report = await desk.measure(systems);
    const opened = await desk.open([...INPUTS, HYBRID]);
    const { facts } = report.questions;
    // The question that fusion does most harm: first for the encoder, far down for both together.
    const victim = report.questionResults.toSorted(
      (a, b) => a.ranks.dense! - b.ranks.dense! || b.ranks[HYBRID]! - a.ranks[HYBRID]!,
    )[0]!;
    const topic = opened.topic(victim.id);
    const { chunk } = opened.answer(victim.id);
    const lists = await Promise.all(INPUTS.map((system) => opened.rank(system, topic)));
    const fused = await opened.rank(HYBRID, topic);
    const row = (ord: number): string[] => {
      const votes = lists.map((list) => voteOf(list, ord));
      return [
        `${fused.chunks.indexOf(ord) + 1}${ord === chunk.ord ? ', the answer' : ''}`,
        ...votes.map(({ rank }) => (rank === undefined ? 'no vote' : String(rank))),
        votes.map(({ rank }) => (rank === undefined ? '0' : `1/${K + rank}`)).join(' + '),
        votes.reduce((sum, { vote }) => sum + vote, 0).toFixed(4),
      ];
    };
    const example = await desk.example();
    const exampleHits = (label: string, rows = example.rows): string => {
      const { ranks, signal } = rows.find((each) => each.label === label && each.wording === 'paraphrase')!;
      return `${ranks.filter((rank, n) => rank <= CUTOFF && (label !== 'bm25' || signal[n])).length}/${ranks.length}`;
    };
    const sum = (ranks: readonly number[]): number => ranks.reduce((all, rank) => all + rrfVote(K, rank), 0);
    const worked = (ranks: readonly number[]): string =>
      `${ranks.map((rank) => `1/${K + rank}`).join(' + ')} = ${sum(ranks).toFixed(4)}`;

    return {
      parts: [
        lines(`RRF = sum over lists of 1 / (${K} + rank)`),
        text(`Keywords, vectors and both fused on the ${facts} paraphrases, recall@${CUTOFF}:`),
        table(
          systems.map((system) => `>${system === weighted ? `weights ${WEIGHTS}` : system}`),
          [systems.map((system) => rate(hitsOf(report, system, 'paraphrase'), facts))],
        ),
        text(`The question that fusion harms most: "${victim.text}"`),
        table(
          ['fused rank', ...INPUTS.map((system) => `>${system}`), '>votes', '>sum'],
          [...fused.chunks.subarray(0, CUTOFF), chunk.ord].filter((ord, n, all) => all.indexOf(ord) === n).map(row),
        ),
        text(
          `A list that matched nothing should not vote. In the ${example.chunks}-chunk example the synonym list finds`,
          `${exampleHits('bm25+synonyms')}; fused with plain BM25, which matches nothing, ${exampleHits('rrf(both)')} where chunks vote by their place`,
          `among the zeros, and ${exampleHits('rrf(both)', example.skipRows)} where they do not (unmatched=skip, the default here).`,
        ),
      ],
      notice: [
        'Ranks forget how sure a list was. First by far and first by a hair cast the same vote.',
        'Two mediocre places beat one first place: fusion assumes that each list is about as good as the other.',
        "Skipping cannot help the handbook's hybrid: BM25 does match chunks for a paraphrase, only the wrong ones.",
        `Weights shift that (above, ${WEIGHTS} in favour of the encoder). Tune them on questions that are not reported (lesson 6).`,
      ],
      question: `Which chunk wins: 1st in one list and 40th in the other, or 10th in both? What is the winner's score?`,
      answer: [
        lines(`1st and 40th: ${worked(ASKED.split)}`, `10th twice:   ${worked(ASKED.even)}`),
        text('The one that both lists find fair. Agreement is the signal that RRF measures.'),
      ],
      key: Math.max(sum(ASKED.split), sum(ASKED.even)).toFixed(4),
    };
  },
};

/** What a list gives a chunk: nothing beyond its depth, nor where nothing matched. */
function voteOf(
  { chunks, signal }: Ranking,
  ord: number,
): { readonly rank: number | undefined; readonly vote: number } {
  const at = chunks.indexOf(ord);
  const counts = at >= 0 && at < Math.min(signal, DEPTH);
  return counts ? { rank: at + 1, vote: rrfVote(K, at + 1) } : { rank: undefined, vote: 0 };
}
