// The answer of a minute, with the figures of this lab in it.
import { CUTOFF, hitsOf } from '../desk.ts';
import { grouped } from '../figures.ts';
import { type Lesson, steps, text } from '../lesson.ts';

export const interview: Lesson = {
  name: 'interview',
  title: 'The sixty-second answer',
  summary: 'what to say, in the order to say it',
  async prepare(desk) {
    const report = await desk.measure(['bm25', 'dense', 'hybrid']);
    const { corpus, questions, cost } = report;
    const { facts } = questions;
    const hits = (system: string, wording: string): number => hitsOf(report, system, wording);
    const { tokens, ratio } = cost.find(({ system }) => system === 'bm25')!;
    const spoken = [
      'First I would ask how large the corpus is, how often it changes, who may see what, and whether answers must cite.',
      `Take ${corpus.pages} pages: about ${grouped(corpus.tokens)} tokens, ${corpus.chunks} chunks. Sending the top ${CUTOFF} costs ${grouped(tokens)} tokens, a ${ratio!.toFixed(0)}th.`,
      'Indexing: extract text with its headings, cut at structure, index keywords and vectors, with permissions and versions beside them.',
      'Answering: filter inside the retrieval, take deep candidates, rerank, send a few chunks with their sources.',
      `Keywords are exact and miss rewording: ${hits('bm25', 'same')} of ${facts} in the document's words, ${hits('bm25', 'paraphrase')} reworded. An encoder got ${hits('dense', 'paraphrase')}; fusing both blindly, ${hits('hybrid', 'paraphrase')}.`,
      'So I measure: recall at the k I send and at the depth I rerank, on paired questions, held out, with intervals.',
      'In production I log the rank of what was missed, alert on stale indexes and short result lists, and treat retrieved text as data, never as instructions.',
    ];
    const words = spoken.join(' ').split(/\s+/).length;

    return {
      parts: [
        text(
          '"Design question answering over a large internal document. How do you pick what the model reads, and how do you',
          'know that it works?"',
        ),
        steps(...spoken),
        text(`That is ${words} words, about ${Math.round((words / 150) * 60)} seconds. Say it aloud once.`),
      ],
      notice: [
        'Questions first, numbers second, boxes third. A design without an assumption about size is a guess.',
        `Name one thing that got worse when you tried it.${hits('hybrid', 'paraphrase') < hits('dense', 'paraphrase') ? ' Here it is fusion.' : ''}`,
        `The figures are of one synthetic handbook (seed ${desk.seed}), ${facts} facts. Say so before somebody asks.`,
      ],
      question: 'The follow-up: "Users say that it cannot find things. What do you look at first?"',
      answer: [
        text(
          'Whether the right chunk was in the request, whole. If it was not: its rank, and what matched. No signal is a gap in',
          'words; just below the cutoff wants a reranker; a cut quote wants other chunks; a missing row wants a look at the',
          'filter. If it was there, retrieval is not to blame. `rag-lab run` lists the misses of each system with all of that.',
        ),
      ],
    };
  },
};
