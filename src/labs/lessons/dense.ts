// An encoder as a learned synonym list, and what becomes of one good sentence when a whole chunk is made into one vector.
import { splitSentences } from '../../text/sentences.ts';
import { CUTOFF, hitsOf, questionOf } from '../desk.ts';
import { percent, place, rate, score } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const VACATION = 'annual-leave.paraphrase';
const MEAN = 'dense(pool=mean)';
const POOLS = [
  { system: 'dense', what: 'best sentence' },
  { system: 'dense(pool=mean)', what: 'mean of sentences' },
  { system: 'dense(pool=chunk)', what: 'text as a whole' },
] as const;

export const dense: Lesson = {
  name: 'dense',
  title: 'Dense retrieval, and dilution',
  summary: 'vectors close the gap in words; dilution opens it again',
  async prepare(desk) {
    const systems = POOLS.map(({ system }) => system);
    const report = await desk.measure(['bm25', ...systems]);
    const opened = await desk.open(systems);
    const reworded = report.questionResults.filter(({ wording }) => wording === 'paraphrase');
    // The question that dilution harms most: found by a sentence, far down by the mean of all.
    const result = reworded.toSorted((a, b) => a.ranks.dense! - b.ranks.dense! || b.ranks[MEAN]! - a.ranks[MEAN]!)[0]!;
    const topic = opened.topic(result.id);
    const { chunk, sentence } = opened.answer(result.id);
    const [best] = await opened.explain('dense', topic, chunk.ord);
    const { chunks } = opened.collection;
    const { facts } = report.questions;

    const rows: string[][] = [];
    for (const { system, what } of POOLS) {
      const ranking = await opened.rank(system, topic);
      const at = ranking.chunks.indexOf(chunk.ord);
      rows.push([
        what,
        score(ranking.scores[at]!),
        place(result.ranks[system]!, result.signal[system]!),
        ...['same', 'paraphrase'].map((wording) => rate(hitsOf(report, system, wording), facts)),
      ]);
    }
    const reach = opened.searcher('dense(pool=chunk)').reach!;
    const read =
      chunks.reduce((sum, { ord, text: own }) => sum + Math.min(1, reach(ord) / own.length), 0) / chunks.length;
    const vacation = questionOf(report, VACATION);
    const [nearby] = await opened.explain('dense', opened.topic(VACATION), opened.answer(VACATION).chunk.ord);
    const isByNeighbour = nearby!.term !== opened.answer(VACATION).sentence;
    const worst = reworded.toSorted((a, b) => b.ranks.dense! - a.ranks.dense!)[0]!;

    return {
      parts: [
        text(
          'A sentence encoder has learned from text that vacation is a kind of leave. Chunks are ranked by the cosine of',
          "their vectors and the question's. One that the best sentence of a chunk finds:",
        ),
        lines(
          `asked:  ${topic.text}`,
          `found:  ${best!.term}`,
          `cosine  ${score(best!.weight)}: ${best!.term === sentence ? 'the answer itself' : 'a neighbour of the answer'}, one of ${splitSentences(chunk.text).length} sentences in its chunk`,
        ),
        text('Three ways to give a chunk a score:'),
        table(['a chunk is its', '>cosine', '>rank', '>same', '>paraphrase'], rows),
        text(
          `cosine, rank: of this answer's chunk. same, paraphrase: recall@${CUTOFF} over ${facts} facts; BM25 has`,
          `${rate(hitsOf(report, 'bm25', 'same'), facts)} and ${rate(hitsOf(report, 'bm25', 'paraphrase'), facts)}.`,
        ),
      ],
      notice: [
        'Dilution: one sentence among many hardly moves the vector of all of them. The encoder is the same in all three rows.',
        'The encoder reads 128 tokens. What a chunk holds beyond that is not in its vector at all, and nobody is told.',
        `The vacation question is at rank ${place(vacation.ranks.dense!, vacation.signal.dense!)}${isByNeighbour ? ', by a neighbour of the answer and not by the answer: a hit can be luck' : ''}.`,
        `Not a cure: "${worst.text}" stands at ${place(worst.ranks.dense!, worst.signal.dense!)}. Numbers, names and negation deserve slices of their own.`,
        'Synthetic filler is easy to tell from a planted fact, which flatters an encoder most. Measure on your own text.',
      ],
      question: 'With each chunk encoded as a whole, what share of its text does the encoder read, on average here?',
      answer: [
        text(
          `${percent(read)}. The rest was indexed, paid for and never read, so its answers cannot be found: check an encoder's`,
          'limit against the chunk size before anything else.',
        ),
      ],
    };
  },
};
