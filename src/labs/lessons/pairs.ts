// Every fact asked twice: wording becomes the one thing that varies, and pairs say more than two percentages.
import { mcnemarExact } from '../../stats/mcnemar.ts';
import { wilsonInterval } from '../../stats/wilson.ts';
import { pointsPerQuestion } from '../closed-forms.ts';
import { CUTOFF, hitsOf } from '../desk.ts';
import { listed, place, plural, rate } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const SYSTEM = 'bm25';
const WORDINGS = ['same', 'paraphrase'];
const ASKED = 5;

export const pairs: Lesson = {
  name: 'pairs',
  title: 'The paired set',
  summary: 'the same facts in two wordings: what a percentage alone hides',
  async prepare(desk) {
    const report = await desk.measure([SYSTEM, 'synonym-tfidf']);
    const { facts } = report.questions;
    const { both, sameOnly, paraphraseOnly, neither, p } = report.paired.find(({ system }) => system === SYSTEM)!;
    const hits = WORDINGS.map((wording) => hitsOf(report, SYSTEM, wording));
    const worded = report.questionResults.filter(({ wording }) => wording === 'same');
    const found = (id: string): boolean => {
      const result = report.questionResults.find((question) => question.id === id)!;
      return result.signal[SYSTEM]! && result.ranks[SYSTEM]! <= CUTOFF;
    };
    const lost = worded.filter(({ id, fact }) => !found(id) && !found(`${fact}.paraphrase`));
    const changed = sameOnly + paraphraseOnly;
    const fewer = Math.min(sameOnly, paraphraseOnly);
    const ways = Array.from({ length: fewer + 1 }, (_, i) => `C(${changed},${i})`).join(' + ');

    return {
      parts: [
        text(`${facts} facts, one index, BM25, answer in the top ${CUTOFF}. Two figures first:`),
        table(
          ['wording', `>recall@${CUTOFF}`, '>95% interval'],
          WORDINGS.map((wording, n) => {
            const { low, high } = wilsonInterval(hits[n]!, facts);
            return [wording, rate(hits[n]!, facts), `${(low * 100).toFixed(1)}-${(high * 100).toFixed(1)}%`];
          }),
        ),
        text('Now fact by fact, which is what asking the same fact twice is for:'),
        table(
          ['', '>reworded: found', '>reworded: lost'],
          [
            ["handbook's words: found", String(both), String(sameOnly)],
            ["handbook's words: lost", String(paraphraseOnly), String(neither)],
          ],
        ),
        text(
          `Only the pairs that differ can say anything about wording: ${sameOnly} against ${paraphraseOnly}.`,
          'By coin:',
        ),
        lines(
          `p = 2 * ${fewer > 0 ? `(${ways})` : ways} / 2^${changed} = ${p < 1e-3 ? p.toExponential(2) : p.toPrecision(3)}`,
        ),
      ],
      notice: [
        'Each fact is its own control. Hard facts and easy facts are hard and easy on both sides.',
        lost.length === 0
          ? 'No fact is lost in both wordings.'
          : `Lost in both: ${listed(
              lost.map(
                ({ text: asked, ranks, signal }) =>
                  `"${asked}" (rank ${place(ranks[SYSTEM]!, signal[SYSTEM]!)} in the handbook's words)`,
              ),
            )}. That is a ranking problem, not one of words.`,
        'A test set copied from the document measures the first row alone, and looks excellent.',
        `One question of ${facts} is ${pointsPerQuestion(facts).toFixed(1)} points: enough to see this, useless for 82% against 85%.`,
      ],
      question:
        `Another system loses ${plural(ASKED, 'fact')} to rewording and wins none back. Is that significant at 5%? ` +
        'Yes or no, and by which p?',
      answer: [
        lines(
          ...[ASKED, ASKED + 1].map(
            (n) => `${n} against 0: 2 * C(${n},0) / 2^${n} = ${Number(mcnemarExact(n, 0).toPrecision(4))}`,
          ),
        ),
        text(
          `${mcnemarExact(ASKED, 0) > 0.05 ? 'No' : 'Yes'}. Below six pairs that differ, nothing can be significant, whatever the percentages say.`,
        ),
      ],
      key: mcnemarExact(ASKED, 0) > 0.05 ? 'no' : 'yes',
    };
  },
};
