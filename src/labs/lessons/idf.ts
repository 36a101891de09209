// Why a rare term says more than a common one, and how much more.
import { bm25Idf } from '../../retrieval/bm25-formula.ts';
import { classicIdf } from '../closed-forms.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const TOPIC = 'annual-leave.same';
const SYSTEM = 'bm25';
const [COMMON, RARE] = ['leave', 'annual'];

export const idf: Lesson = {
  name: 'idf',
  title: 'Why IDF',
  summary: 'a rare term points at a chunk, a common one at none',
  async prepare(desk) {
    const opened = await desk.open([SYSTEM]);
    const topic = opened.topic(TOPIC);
    const n = opened.collection.chunks.length;
    const terms = [...opened.searcher(SYSTEM).terms!(topic)].sort((a, b) => a.chunks - b.chunks);
    const example = await desk.example();
    const [common, rare] = [COMMON, RARE].map((term) => example.terms.find((known) => known.term === term)!);
    const small = example.chunks;
    const written = (all: number, df: number): string => `ln(1 + (${all} - ${df} + 0.5) / (${df} + 0.5))`;

    return {
      parts: [
        lines('IDF = ln(1 + (N - df + 0.5) / (df + 0.5))', '', 'N = chunks in all, df = chunks that hold the term'),
        text(`"${topic.text}" in the handbook of seed ${desk.seed}:`),
        table(
          ['term', '>df', `arithmetic, N = ${n}`, '>IDF'],
          terms.map(({ term, chunks }) => [term, String(chunks), written(n, chunks), bm25Idf(n, chunks).toFixed(2)]),
        ),
        text(`In the ${small}-chunk example the two words that name the fact stand far apart:`),
        lines(
          ...[common!, rare!].map(
            ({ term, chunks, idf: own }) =>
              `${term.padEnd(6)}  in ${String(chunks).padStart(2)} of ${small}: ` +
              `ln(${(1 + (small - chunks + 0.5) / (chunks + 0.5)).toPrecision(4)}) = ${own.toFixed(2)}`,
          ),
          `${rare!.term} is worth ${(rare!.idf / common!.idf).toFixed(1)} times ${common!.term}`,
        ),
      ],
      notice: [
        'IDF belongs to the collection, not to the word: it changes with every other document.',
        'Rare is not the same as important. A typing error has the highest IDF of all.',
        'The "1 +" is Lucene\'s. Without it a term in more than half of the chunks counts against a chunk: ' +
          `${common!.term} would have ln(${((small - common!.chunks + 0.5) / (common!.chunks + 0.5)).toPrecision(3)}) = ` +
          `${classicIdf(small, common!.chunks).toFixed(2)}.`,
      ],
      question: `A term stands in all ${n} chunks of the handbook. What is its IDF, to four places?`,
      answer: [
        lines(
          `${written(n, n)} = ln(1 + 0.5 / ${n}.5) = ${bm25Idf(n, n).toFixed(4)}`,
          `without the "1 +": ln(0.5 / ${n}.5) = ${classicIdf(n, n).toFixed(2)}`,
        ),
        text('Next to nothing, so a stop list is mostly a matter of speed: IDF does its work.'),
      ],
      key: bm25Idf(n, n).toFixed(4),
    };
  },
};
