// The question that everything else explains: asked in other words, its answer has nothing for keywords to hold on to.
import { articleAnalyzer } from '../../text/article-analyzer.ts';
import { questionOf } from '../desk.ts';
import { grouped, listed, percent, place, plural, score } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const FACT = 'annual-leave';
const SYSTEM = 'bm25';

export const vacation: Lesson = {
  name: 'vacation',
  title: 'The vacation question',
  summary: 'a plain question whose answer keyword search cannot see',
  async prepare(desk) {
    const report = await desk.measure([SYSTEM]);
    const opened = await desk.open([SYSTEM]);
    const [same, other] = [opened.topic(`${FACT}.same`), opened.topic(`${FACT}.paraphrase`)];
    const { sentence, chunk } = opened.answer(other.id);
    const result = questionOf(report, other.id);
    const [rank, signal] = [result.ranks[SYSTEM]!, result.signal[SYSTEM]!];
    const { cutoff } = report;
    const { chunks, tokens } = report.corpus;

    const ranking = await opened.rank(SYSTEM, other);
    const rival = ranking.chunks[cutoff - 1]!;
    const own = await opened.explain(SYSTEM, other, chunk.ord);
    const rivals = await opened.explain(SYSTEM, other, rival);
    const inSentence = new Set(articleAnalyzer.terms(sentence));
    const terms = opened.searcher(SYSTEM).terms!(other);
    const shared = terms.filter(({ term }) => inSentence.has(term)).map(({ term }) => term);
    const earned = (parts: typeof own, term: string): string => {
      const found = parts.find((part) => part.term === term);
      return found ? score(found.weight) : '0';
    };
    const sum = (parts: typeof own): string => score(parts.reduce((all, { weight }) => all + weight, 0));
    const read = rank * (tokens / chunks);

    return {
      parts: [
        lines(`asked:   ${other.text}`, `page ${chunk.page}:  ${sentence}`),
        text('What is left of the question without stop words and plurals, and what each term earns:'),
        table(
          ['term', `>in of ${chunks}`, 'in the answer', '>its chunk', `>chunk at rank ${cutoff}`],
          [
            ...terms.map(({ term, chunks: df }) => [
              term,
              String(df),
              inSentence.has(term) ? 'yes' : 'no',
              earned(own, term),
              earned(rivals, term),
            ]),
            ['score', '', '', sum(own), sum(rivals)],
          ],
        ),
        text(
          `Terms that question and answer share: ${shared.length > 0 ? listed(shared) : 'none'}.`,
          'BM25 adds up what the terms earn in a chunk; a term that is not there earns nothing.',
          `Rank of the answer's chunk: ${place(rank, signal)} of ${chunks}, and ${cutoff} are sent.`,
        ),
        text(
          `In the handbook's words ("${same.text}") the same chunk stands at rank`,
          `${place(questionOf(report, same.id).ranks[SYSTEM]!, true)}.`,
        ),
      ],
      notice: [
        own.length > 0
          ? `The answer itself adds 0. Its chunk scores by ${listed(own.map(({ term }) => `"${term}"`))} in other sentences.`
          : 'Nothing in the chunk matches. Its rank is only its place among the zeros.',
        `Rank ${place(rank, signal)} is not "almost found". It says nothing about how near the answer is.`,
        'The fact is the same, the index is the same. Only the words changed.',
      ],
      question: `How many chunks would have to be sent to reach this answer, and how much of the handbook is that?`,
      answer: [
        text(
          `${plural(rank, 'chunk')} of ${chunks}, about ${grouped(read)} of ${grouped(tokens)} tokens: ${percent(rank / chunks)}.`,
          'At that price the handbook could be sent whole. A larger k does not close a gap in vocabulary; synonyms',
          '(lesson 6) and vectors (lesson 7) may.',
        ),
        text(`\`rag-lab explain ${other.id}\` takes any question apart like this.`),
      ],
      key: String(rank),
    };
  },
};
