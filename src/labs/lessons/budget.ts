// What each further chunk costs and brings: k is a budget, not a remedy.
import { hitsOf } from '../desk.ts';
import { grouped, percent, rate } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';

const SYSTEM = 'bm25';
const KS = [1, 3, 5, 10, 20, 50];
/** How deep a reranker usually looks. */
const CANDIDATES = 50;
/** What else stands in a request, in tokens. */
const PROMPT = { instructions: 300, question: 20 } as const;

export const budget: Lesson = {
  name: 'budget',
  title: 'Top k as a budget',
  summary: 'each chunk is paid for on every question: what it brings',
  async prepare(desk) {
    const report = await desk.measure([SYSTEM, 'synonym-tfidf'], { measures: KS.map((k) => `R@${k}`) });
    const { tokens, chunks } = report.corpus;
    const { facts } = report.questions;
    const each = tokens / chunks;
    const hits = (system: string, wording: string, k: number): string =>
      rate(hitsOf(report, system, wording, 'all', k), facts);
    const reachable = hitsOf(report, SYSTEM, 'paraphrase', 'all', CANDIDATES);
    const sent = hitsOf(report, SYSTEM, 'paraphrase', 'all', 3);
    const prompt = (k: number): string =>
      `k = ${String(k).padEnd(2)}  ${PROMPT.instructions} + ${k} * ${each.toFixed(1)} + ${PROMPT.question} = ` +
      `about ${grouped(PROMPT.instructions + k * each + PROMPT.question)} tokens`;

    return {
      parts: [
        lines('prompt = instructions + k * tokens a chunk + question', prompt(3), prompt(10)),
        text(
          `A chunk has ${grouped(tokens)} / ${chunks} = ${each.toFixed(1)} tokens. What the top k holds,`,
          `questions found of ${facts}:`,
        ),
        table(
          ['>k', '>tokens', '>of all', '>same, bm25', '>reworded, bm25', '>reworded, synonyms'],
          KS.map((k) => [
            String(k),
            grouped(k * each),
            percent((k * each) / tokens),
            hits(SYSTEM, 'same', k),
            hits(SYSTEM, 'paraphrase', k),
            hits('synonym-tfidf', 'paraphrase', k),
          ]),
        ),
        text(
          `From k = 3 to k = ${CANDIDATES} the reworded questions go from ${sent} to ${reachable} by BM25, for`,
          `${(CANDIDATES / 3).toFixed(1)} times the tokens on every question, the easy ones too.`,
        ),
      ],
      notice: [
        'Recall never falls as k grows. What gets worse is everything else: speed, price, and how well a model uses what it was sent.',
        'A fact in the middle of a long prompt is used less reliably than one at its edges.',
        'So two depths: many candidates for a reranker, few chunks for the model, the best ones first.',
        'Report recall at both: at the k you send, and at the depth you rerank from.',
      ],
      question: `A perfect reranker looks at BM25's top ${CANDIDATES} and sends 3. How many of the ${facts} reworded questions can it get right at most?`,
      answer: [
        text(
          `${reachable}: recall@${CANDIDATES} is the ceiling. A reranker only reorders what the first stage found, so the other`,
          `${facts - reachable} need another first stage, not a better second one.`,
        ),
      ],
      key: String(reachable),
    };
  },
};
