// Long chunks contain more of everything by chance; b says how much of that is taken back.
import { bm25LengthNorm, bm25TfFactor } from '../../retrieval/bm25-formula.ts';
import { indexOf } from '../../retrieval/inverted-index.ts';
import { articleAnalyzer } from '../../text/article-analyzer.ts';
import { pointsPerQuestion } from '../closed-forms.ts';
import { CHUNKER, hitsOf } from '../desk.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const K1 = 1.2;
const BS = [0, 0.75, 1];
const B = 0.75;
const LENGTHS = [0.5, 1, 2, 4];
const LONGER = 2;
/** Chunks of even length, and chunks as long as the sections they come from. */
const CHUNKERS = [CHUNKER, 'structure(words=1000)'];

export const length: Lesson = {
  name: 'length',
  title: 'Length',
  summary: 'a long chunk holds more words by chance; b takes that back',
  async prepare(desk) {
    const factor = (b: number, ratio: number): number => bm25TfFactor(1, K1, bm25LengthNorm(K1, b, ratio, 1));
    const systems = BS.map((b) => `b${b}=bm25(b=${b})`);
    const labels = BS.map((b) => `b${b}`);
    const rows: string[][] = [];
    let n = 0;
    for (const chunker of CHUNKERS) {
      const report = await desk.measure(systems, { chunker });
      const { collection } = await desk.open(['bm25'], { chunker });
      const { lengths, averageLength } = indexOf(collection, articleAnalyzer);
      const sorted = [...lengths].sort((a, b) => a - b);
      n = report.questions.facts;
      for (const wording of ['same', 'paraphrase']) {
        rows.push([
          wording === 'same' ? chunker.replace(/\(.*/, '') : '',
          wording === 'same' ? `${sorted[0]}-${sorted.at(-1)}, mean ${averageLength.toFixed(0)}` : '',
          wording,
          ...labels.map((label) => `${hitsOf(report, label, wording)}/${n}`),
        ]);
      }
    }

    return {
      parts: [
        lines('factor = tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / average))'),
        text(`A term that occurs once, k1 = ${K1}, in chunks of several lengths (times the average):`),
        table(
          ['length', ...LENGTHS.map((ratio) => `>${ratio}`)],
          BS.map((b) => [`b = ${b}`, ...LENGTHS.map((ratio) => factor(b, ratio).toFixed(2))]),
        ),
        lines(
          `length ${LONGER}: 1 * ${K1 + 1} / (1 + ${K1} * (${1 - B} + ${B} * ${LONGER})) = ${factor(B, LONGER).toFixed(2)}`,
        ),
        text('The handbook cut in two ways, recall@3 by BM25 with each b:'),
        table(['chunks', 'terms a chunk', 'wording', ...BS.map((b) => `>b = ${b}`)], rows),
      ],
      notice: [
        'b = 0 ignores length, b = 1 divides it out fully; 0.75 is a compromise that has worn well.',
        'Sentence chunks are nearly alike in length, so b has little to do. It matters where short notes and long pages stand in one index.',
        `One question of ${n} is ${pointsPerQuestion(n).toFixed(1)} points. Do not choose b by differences of that size.`,
      ],
      question: 'A chunk is half as long as the average and holds the term once. What is its factor with b = 0.75?',
      answer: [
        lines(`1 * ${K1 + 1} / (1 + ${K1} * (${1 - B} + ${B} * 0.5)) = ${factor(B, 0.5).toFixed(2)}`),
        text('More than 1: it said as much in half the space.'),
      ],
      key: factor(B, 0.5).toFixed(2),
    };
  },
};
