// Chunk size against what a question costs, and what overlap buys and costs.
import type { Report } from '../../core/results.ts';
import { overlapGrowth } from '../closed-forms.ts';
import { type Desk, hitsOf } from '../desk.ts';
import { grouped } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const SYSTEM = 'bm25';
/** Words a chunk, and how many of them are about as much to read as three of 300 words. */
const SIZES = [
  { words: 100, even: 9 },
  { words: 300, even: 3 },
  { words: 900, even: 1 },
] as const;
/** Words of a window, and words that it shares with the one before. */
const WINDOWS = { size: 300, overlaps: [0, 30, 60] } as const;
const ASKED = 0.2;

export const chunks: Lesson = {
  name: 'chunks',
  title: 'Chunk size and overlap',
  summary: 'sizes at equal cost; overlap is insurance, with a premium',
  async prepare(desk) {
    const measures = ['R@1', 'R@3', 'R@9'];
    const sizes: Report[] = [];
    for (const { words } of SIZES) {
      sizes.push(await desk.measure([SYSTEM], { chunker: `sentence(words=${words},overlap=0)`, measures }));
    }
    const { facts } = sizes[0]!.questions;
    const windows: Report[] = [];
    for (const overlap of WINDOWS.overlaps) windows.push(await measureWindows(desk, overlap, measures));
    const hits = (report: Report, cutoff: number): string =>
      ['same', 'paraphrase'].map((wording) => hitsOf(report, SYSTEM, wording, 'all', cutoff)).join(' + ');

    return {
      parts: [
        text(
          `Whole sentences up to so many words; BM25, questions found in the handbook's words + reworded, of ${facts} each:`,
        ),
        table(
          ['words', '>chunks', '>tokens each', '>top 3', '>tokens read', '>equal cost'],
          SIZES.map(({ words, even }, n) => {
            const { corpus } = sizes[n]!;
            const each = corpus.tokens / corpus.chunks;
            return [
              String(words),
              String(corpus.chunks),
              grouped(each),
              hits(sizes[n]!, 3),
              grouped(3 * each),
              `top ${even}: ${hits(sizes[n]!, even)}`,
            ];
          }),
        ),
        text(`Windows of ${WINDOWS.size} words that stop at no sentence, each repeating the end of the one before:`),
        table(
          ['overlap', '>chunks', '>facts cut', '>index grows', '>1 / (1 - r)', '>top 3'],
          WINDOWS.overlaps.map((overlap, n) => {
            const { corpus, questions } = windows[n]!;
            // Both wordings of a fact are cut together.
            const cut = new Set(questions.splitEvidence.map((id) => id.replace(/\.[^.]*$/, ''))).size;
            return [
              `${overlap} words`,
              String(corpus.chunks),
              String(cut),
              (corpus.tokens / windows[0]!.corpus.tokens).toFixed(3),
              overlapGrowth(overlap / WINDOWS.size).toFixed(3),
              hits(windows[n]!, 3),
            ];
          }),
        ),
      ],
      notice: [
        'At equal k a larger chunk reads more. Compare sizes at equal tokens, or size wins by paying.',
        `A size picked by these ${facts} questions is tuned on them (lesson 6), and one or two questions are no difference.`,
        'Small chunks are each about one thing; large ones keep context, and dilute it.',
        'Sentence ends cut no fact here, since each is one sentence. Answers of two would be cut there as well.',
        'Overlap keeps whole what is shorter than the overlap. Its copies are neighbours that crowd the top k.',
      ],
      question: `Each chunk repeats ${ASKED * 100}% of the one before. By what factor does the index grow?`,
      answer: [
        lines(`1 / (1 - ${ASKED}) = ${overlapGrowth(ASKED).toFixed(2)}`),
        text('A chunk advances by (1 - r) of its size, so that many more are needed to get through the text.'),
      ],
      key: overlapGrowth(ASKED).toFixed(2),
    };
  },
};

function measureWindows(desk: Desk, overlap: number, measures: readonly string[]): Promise<Report> {
  return desk.measure([SYSTEM], { chunker: `fixed(size=${WINDOWS.size},overlap=${overlap})`, measures });
}
