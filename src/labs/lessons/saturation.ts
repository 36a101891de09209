// Repetition counts less and less: what a second and a twentieth occurrence add.
import { bm25Idf, bm25LengthNorm, bm25TfFactor } from '../../retrieval/bm25-formula.ts';
import { chunksWith, indexOf, termFrequency } from '../../retrieval/inverted-index.ts';
import { articleAnalyzer } from '../../text/article-analyzer.ts';
import { listed, score } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const TOPIC = 'parental-leave.same';
const SYSTEM = 'bm25';
const [K1, B] = [1.2, 0.75];
const TFS = [1, 2, 3, 5, 10, 20];
const ASKED = { tf: 20, against: 2 };
const SHOWN = 5;

export const saturation: Lesson = {
  name: 'saturation',
  title: 'Saturation',
  summary: 'the twentieth occurrence of a term adds next to nothing',
  async prepare(desk) {
    const opened = await desk.open([SYSTEM]);
    const topic = opened.topic(TOPIC);
    const { chunk } = opened.answer(TOPIC);
    const index = indexOf(opened.collection, articleAnalyzer);
    const terms = articleAnalyzer.terms(topic.text).filter((term) => chunksWith(index, term) > 0);
    const ranking = await opened.rank(SYSTEM, topic);
    const rank = ranking.chunks.indexOf(chunk.ord) + 1;
    const shown = [...new Set([...ranking.chunks.subarray(0, SHOWN - 1), chunk.ord])];
    const even = bm25LengthNorm(K1, B, 1, 1);
    const factor = (tf: number): number => bm25TfFactor(tf, K1, even);

    const rows = shown.map((ord) => {
      const norm = bm25LengthNorm(K1, B, index.lengths[ord]!, index.averageLength);
      const parts = terms.map((term) => {
        const tf = termFrequency(index, term, ord);
        const own = bm25TfFactor(tf, K1, norm);
        return { tf, weight: bm25Idf(index.chunks, chunksWith(index, term)) * own };
      });
      const at = ranking.chunks.indexOf(ord) + 1;
      return [
        `${at}${ord === chunk.ord ? ', the answer' : ''}`,
        ...parts.flatMap(({ tf, weight }) => [String(tf), weight.toFixed(2)]),
        score(ranking.scores[at - 1]!),
      ];
    });
    const [most] = [...terms].sort((a, b) => chunksWith(index, b) - chunksWith(index, a));
    const [fewest] = [...terms].sort((a, b) => chunksWith(index, a) - chunksWith(index, b));
    const idf = bm25Idf(index.chunks, chunksWith(index, most!));
    const rare = bm25Idf(index.chunks, chunksWith(index, fewest!));

    return {
      parts: [
        lines(`factor = tf * (k1 + 1) / (tf + k1) in a chunk of average length, k1 = ${K1}`),
        table(
          ['tf', ...TFS.map((tf) => `>${tf}`)],
          [
            ['factor', ...TFS.map((tf) => factor(tf).toFixed(2))],
            ['log(1 + tf)', ...TFS.map((tf) => Math.log(1 + tf).toFixed(2))],
            ['tf alone', ...TFS.map((tf) => tf.toFixed(2))],
          ],
        ),
        text(`"${topic.text}" asks for ${listed(terms)}. The top of its ranking:`),
        table(['rank', ...terms.flatMap((term) => [`>tf ${term}`, '>adds']), '>score'], rows),
        text(
          `However often "${most}" is repeated, it adds less than IDF * (k1 + 1) = ${idf.toFixed(2)} * ${K1 + 1} =`,
          `${(idf * (K1 + 1)).toFixed(2)}. (Chunks differ a little in length, so equal tf adds slightly different amounts.)`,
        ),
      ],
      notice: [
        `The factor is 1 for one occurrence and never reaches k1 + 1 = ${K1 + 1}. Raw counts have no such ceiling.`,
        'A small k1 makes a term a yes or no; a large one lets repetition count for longer.',
        `So one "${fewest}" (${rare.toFixed(2)} at average length) ${rare > idf * (K1 + 1) ? 'outweighs any number of' : 'still loses to enough of'} "${most}".`,
        `Saturation is no cure for rank ${rank}: the neighbours are about the same topic and use its words as well.`,
      ],
      question: `One chunk holds a term ${ASKED.tf} times, another of the same length ${ASKED.against} times. How many times as much does the first one get?`,
      answer: [
        lines(
          `${ASKED.tf} * ${K1 + 1} / ${ASKED.tf + K1} = ${factor(ASKED.tf).toFixed(2)}`,
          `${ASKED.against} * ${K1 + 1} / ${ASKED.against + K1} = ${factor(ASKED.against).toFixed(2)}`,
          `${factor(ASKED.tf).toFixed(2)} / ${factor(ASKED.against).toFixed(2)} = ${(factor(ASKED.tf) / factor(ASKED.against)).toFixed(2)}`,
        ),
        text('Ten times the occurrences, half as much again.'),
      ],
      key: (factor(ASKED.tf) / factor(ASKED.against)).toFixed(1),
    };
  },
};
