// A dataset of a few sentences and systems whose rankings are given, so that every figure can be counted by hand.
import type { Catalog, ChunkerDef, Context, ProgressEvent, RetrieverDef } from '../../src/core/contracts.ts';
import type { Dataset, Document, Ranking } from '../../src/core/model.ts';
import { rankScores } from '../../src/core/order.ts';
import { createRng } from '../../src/core/rng.ts';
import { measures } from '../../src/eval/measures/registry.ts';

/** One chunk a line, without its line feed. */
export const lines: ChunkerDef = {
  name: 'lines',
  summary: 'one chunk a line',
  params: { skip: { default: 0, min: 0, max: 3, integer: true, doc: 'lines left out at the start' } },
  chunk: ({ text }, { skip }) => {
    const drafts = [];
    let start = 0;
    for (const line of text.split('\n')) {
      if (line !== '') drafts.push({ span: { start, end: start + line.length }, path: [] });
      start += line.length + 1;
    }
    return drafts.slice(skip as number);
  },
};

const TEXT = ['alpha one', 'beta two', 'gamma three', 'delta four', 'epsilon five'].join('\n');

const document: Document = { id: 'doc', title: 'Doc', text: TEXT, blocks: [], meta: {}, source: 'memory' };

/** Two facts, each asked in two wordings; the first fact is for tuning. */
export const tinyDataset: Dataset = {
  name: 'tiny',
  seed: 7,
  documents: [document],
  topics: [
    topic('a.same', 'a', 'same', 'tuning', 'alpha'),
    topic('a.para', 'a', 'paraphrase', 'tuning', 'first letter'),
    topic('d.same', 'd', 'same', 'held-out', 'delta'),
    topic('d.para', 'd', 'paraphrase', 'held-out', 'fourth letter'),
  ],
  evidence: ['a.same', 'a.para', 'd.same', 'd.para'].map((topicId) => ({
    topicId,
    docId: 'doc',
    span: spanOf(topicId.startsWith('a') ? 'alpha one' : 'delta four'),
    grade: 1,
    need: 0,
  })),
  synonyms: { groups: [] },
};

function topic(id: string, fact: string, wording: string, split: string, text: string): Dataset['topics'][number] {
  return { id, text, labels: { fact, wording, split }, slices: [] };
}

function spanOf(quote: string): { start: number; end: number } {
  const start = TEXT.indexOf(quote);
  return { start, end: start + quote.length };
}

/** Counts how often it was opened and closed, and matches whole words; `bonus` is added to every match. */
export function wordSystem(log: string[] = []): RetrieverDef {
  return {
    name: 'words',
    summary: 'shared words',
    params: { bonus: { default: 0, min: 0, max: 9, doc: 'added to each match' } },
    async open(collection, { bonus }) {
      log.push('open words');
      return {
        search: async (requests) =>
          requests.map(({ topic: { id, text }, depth, filter }) => {
            const asked = text.split(' ');
            const scores = collection.chunks.map((chunk) => {
              const shared = asked.filter((word) => chunk.text.split(' ').includes(word)).length;
              return shared > 0 ? shared + (bonus as number) : 0;
            });
            return rankScores(id, scores, depth, 0, filter?.allowed);
          }),
        explain: async ({ text }, ord) =>
          text
            .split(' ')
            .filter((word) => collection.chunks[ord]!.text.split(' ').includes(word))
            .map((term) => ({ term, weight: 1 })),
        close: async () => {
          log.push('close words');
        },
      };
    },
  };
}

/** Puts the second half of what its inputs say first; only there to have inputs. */
export function pairSystem(log: string[] = []): RetrieverDef {
  return {
    name: 'pair',
    summary: 'two inputs',
    params: { k: { default: 60, min: 1, integer: true, doc: 'constant' } },
    inputs: { min: 2, max: 2 },
    check: ({ k }) => (k === 13 ? 'k=13 is unlucky' : undefined),
    async open(_collection, _params, _context, inputs) {
      log.push(`open pair of ${inputs.length}`);
      return { search: (requests) => inputs[0]!.search(requests) };
    },
  };
}

/** Answers with whatever it is told, right or wrong. */
export function fixedSystem(answer: (topicId: string) => Ranking): RetrieverDef {
  return {
    name: 'fixed',
    summary: 'given answers',
    params: {},
    open: async () => ({ search: async (requests) => requests.map((request) => answer(request.topic.id)) }),
  };
}

export function tinyCatalog(retrievers: readonly RetrieverDef[] = [wordSystem(), pairSystem()]): Catalog {
  return {
    retrievers,
    encoders: [],
    measures,
    fusions: [],
    chunkers: [lines],
    datasetFormats: [],
    documentFormats: [],
    reportFormats: [],
    aliases: new Map([['both', 'pair[words,words(bonus=1)]']]),
  };
}

export function quietContext(
  signal: AbortSignal = new AbortController().signal,
): Context & { events: ProgressEvent[] } {
  const events: ProgressEvent[] = [];
  return { rng: createRng(7), progress: { report: (event) => events.push(event) }, signal, events };
}
