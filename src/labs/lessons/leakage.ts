// A list written while looking at questions looks better on those questions: why a held-out split exists.
import { wilsonInterval } from '../../stats/wilson.ts';
import { articleAnalyzer } from '../../text/article-analyzer.ts';
import { CUTOFF, hitsOf, questionOf, scoresOf } from '../desk.ts';
import { percent, place, rate, score } from '../figures.ts';
import { type Lesson, table, text } from '../lesson.ts';

const SYSTEM = 'synonym-tfidf';
const SPLITS = ['tuning', 'held-out'];
const TOPIC = 'annual-leave.paraphrase';
/** Phrases that no list of single words reaches; the list leaves them out on purpose. */
const UNMAPPED = ['time off', 'get rid of', 'car park'];

export const leakage: Lesson = {
  name: 'leakage',
  title: 'The synonym list, and leakage',
  summary: 'a list helps most on the questions it was written for',
  async prepare(desk) {
    const systems = ['bm25', SYSTEM];
    const report = await desk.measure(systems);
    const opened = await desk.open(systems);
    const { synonyms } = await desk.handbook();
    const listedTerms = new Set(synonyms.groups.flat().flatMap((word) => articleAnalyzer.terms(word)));
    const reworded = report.questionResults.filter(({ wording }) => wording === 'paraphrase');
    const n = (split: string): number => scoresOf(report, SYSTEM, 'paraphrase', split).n;
    const hits = (system: string, split: string): number => hitsOf(report, system, 'paraphrase', split);
    const mapped = (split: string): string => {
      const terms = reworded.filter((each) => each.split === split).flatMap((each) => articleAnalyzer.terms(each.text));
      return percent(terms.filter((term) => listedTerms.has(term)).length / terms.length);
    };
    const topic = opened.topic(TOPIC);
    const { ranks, signal } = questionOf(report, TOPIC);
    const [first, ...others] = await opened.explain(SYSTEM, topic, opened.answer(TOPIC).chunk.ord);
    const rows = UNMAPPED.flatMap((phrase) =>
      reworded
        .filter((each) => each.text.includes(phrase))
        .map((each) => [`"${phrase}"`, each.text, place(each.ranks[SYSTEM]!, each.signal[SYSTEM]!)]),
    );
    const heldOut = hits(SYSTEM, 'held-out');
    const { low, high } = wilsonInterval(heldOut, n('held-out'));

    return {
      parts: [
        text(
          `Synonym TF-IDF counts words of one group as one: ${synonyms.groups.length} groups, such as`,
          `${synonyms.groups[0]!.join(' = ')}. The vacation question goes from rank ${place(ranks.bm25!, signal.bm25!)} to`,
          `${place(ranks[SYSTEM]!, signal[SYSTEM]!)}: ${first!.term} alone gives the answer`,
          `${score(first!.weight)} of its ${score([first!, ...others].reduce((sum, { weight }) => sum + weight, 0))}.`,
        ),
        text(
          'The list was written while looking at the tuning paraphrases, and frozen before the held-out ones were',
          `written. Paraphrased questions, recall@${CUTOFF}:`,
        ),
        table(
          ['', ...SPLITS.map((split) => `>${split}`)],
          [
            ...systems.map((system) => [system, ...SPLITS.map((split) => rate(hits(system, split), n(split)))]),
            ['question terms in the list', ...SPLITS.map(mapped)],
          ],
        ),
        text('Phrases that no list of single words reaches; what is found is found by other words:'),
        table(['phrase', 'question', '>rank'], rows),
      ],
      notice: [
        `The list knows ${mapped('tuning')} of the words it was written from and ${mapped('held-out')} of the others. That is the leak, made visible.`,
        'The difference between the splits is not its size: they are different questions, and BM25, which was tuned on neither, differs too.',
        'Chunk size, prompts, a reranker: whatever is chosen by looking at questions leaks in the same way.',
      ],
      question: `The report's table says ${rate(hitsOf(report, SYSTEM, 'paraphrase'), n('tuning') + n('held-out'))} for this list over all paraphrases. Which count do you quote?`,
      answer: [
        text(
          `${heldOut}/${n('held-out')}, ${percent(heldOut / n('held-out'))}, with its interval of ${percent(low)} to ${percent(high)}:`,
          'the only questions that the list has not seen. It is a wide interval, and saying so is part of the answer.',
        ),
      ],
      key: `${heldOut}/${n('held-out')}`,
    };
  },
};
