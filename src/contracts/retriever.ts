// What every retriever must do, built-in or plugin.
import type {
  Encoder,
  Filter,
  Host,
  OpenContext,
  Params,
  RetrieverDef,
  Searcher,
  SearchRequest,
  TermWeight,
} from '../core/contracts.ts';
import type { Collection, Ranking } from '../core/model.ts';
import { compareText, rankScores } from '../core/order.ts';
import { type ContractCase, demand } from './contract-case.ts';
import { definitionCase, paramsOf } from './definition-case.ts';
import { collectionOf, contextOf, topicOf } from './small-world.ts';
import { wordEncoder } from './word-encoder.ts';

export interface RetrieverContractOptions {
  /** Parameters that differ from the defaults. */
  readonly params?: Params;
  /** What `explain` gives sums to the score. */
  readonly additive?: boolean;
  /** What signal needs: words that occur in the collection, any word at all, or nothing. */
  readonly signal?: 'known-words' | 'any-words' | 'nothing';
  /** For a fusion, whose scores come of places: what a filter leaves out of its inputs moves the rest up. */
  readonly filterMovesScores?: boolean;
  /** Scores of two openings of the same collection may differ by so much; 0 unless told otherwise. */
  readonly tolerance?: number;
  /** For a retriever that asks for one; else each word has a fixed vector. */
  readonly encoder?: Encoder;
  /** For a retriever that reaches outside. */
  readonly host?: Host;
}

/** Duplicates, an empty text, the names of what every object inherits. */
const TEXTS = [
  'Annual leave requests must be submitted at least 3 weeks in advance.',
  'Badges are blue.',
  'Annual leave requests must be submitted at least 3 weeks in advance.',
  'Parental leave is granted by the people team. Vacation is leave.',
  '',
  'The constructor of __proto__ has a toString. Annual reviews are held in May.',
  'Badges are blue.',
];
const UNKNOWN = 'zyxxyq';
const QUESTIONS = [
  'annual leave',
  'How are badges?',
  'vacation vacation days',
  'constructor toString',
  '',
  '?!',
  UNKNOWN,
];
const DEEPEST = Number.POSITIVE_INFINITY;
/** Of scores that are sums, added in another order. */
const ROUNDING = 1e-12;

/** Cases for a test runner: `for (const { name, run } of retrieverContract(mine)) it(name, run);` */
export function retrieverContract<P>(
  given: RetrieverDef<P>,
  options: RetrieverContractOptions = {},
): readonly ContractCase[] {
  const def = given as unknown as RetrieverDef;
  const { additive = false, signal = 'nothing', filterMovesScores = false, tolerance = 0 } = options;
  const inner = def.inputs?.min ?? 0;
  const params = (): Params => paramsOf(def, options.params ?? {});

  const context = (): OpenContext =>
    contextOf({
      groups: [['leave', 'vacation']],
      encoder: options.encoder ?? wordEncoder(),
      judged: new Map([['0', new Map([[3, 1]])]]),
      ...(options.host ? { host: options.host } : {}),
    });
  /** Opens, uses and closes. */
  const using = async (texts: readonly string[], use: (searcher: Searcher) => Promise<void>): Promise<void> => {
    const collection = collectionOf(texts);
    const searcher = await def.open(
      collection,
      params(),
      context(),
      Array.from({ length: inner }, (_, n) => openWordCounter(collection, n)),
    );
    try {
      await use(searcher);
    } finally {
      await searcher.close?.();
    }
  };
  const one = (name: string, use: (searcher: Searcher) => Promise<void>): ContractCase => ({
    name,
    run: () => using(TEXTS, use),
  });

  return [
    definitionCase(def, options.params ?? {}, (own) => def.check?.(own, inner)),

    one('answers twice alike, asked again or opened again', async (searcher) => {
      const first = await ask(searcher, TEXTS.length);
      expectSame(await ask(searcher, TEXTS.length), first, 'asked again', tolerance);
      await using(TEXTS, async (again) => {
        expectSame(await ask(again, TEXTS.length), first, 'opened again', tolerance);
      });
    }),

    one('answers a question alike alone and among others', async (searcher) => {
      const batch = await ask(searcher, TEXTS.length);
      for (const [n, text] of QUESTIONS.entries()) {
        const alone = await searcher.search([{ topic: topicOf(text, String(n)), depth: TEXTS.length }]);
        expectSame(alone, [batch[n]!], 'asked alone', tolerance);
      }
      const none = await searcher.search([]);
      demand(none.length === 0, () => `asked nothing, it answers with ${none.length} rankings`);
    }),

    one('gives one ranking a question, in the order asked', async (searcher) => {
      const rankings = await ask(searcher, TEXTS.length);
      const ids = rankings.map(({ topicId }) => topicId).join(', ');
      const asked = QUESTIONS.map((_, n) => String(n)).join(', ');
      demand(ids === asked, () => `the questions ${asked} were asked; the rankings are for ${ids}`);
    }),

    one('orders by score, then by the order of the chunks, without duplicates, all scores finite', async (searcher) => {
      for (const ranking of await ask(searcher, TEXTS.length)) expectOrdered(ranking, TEXTS.length);
    }),

    one('gives at every depth the start of the full ranking', async (searcher) => {
      const full = await ask(searcher, DEEPEST);
      for (const depth of [0, 1, 3, TEXTS.length]) {
        const wanted = full.map((ranking) => startOf(ranking, depth));
        expectSame(await ask(searcher, depth), wanted, `asked ${depth} deep`, tolerance);
      }
    }),

    one('never lets through what a filter forbids', async (searcher) => {
      for (const filter of FILTERS) {
        for (const depth of [1, 2, DEEPEST]) {
          for (const { topicId, chunks } of await ask(searcher, depth, filter)) {
            const leaked = chunks.find((ord) => filter.allowed[ord] === 0);
            const where = `question "${questionOf(topicId)}", a filter that allows ${filter.text}`;
            demand(leaked === undefined, () => `${where}: chunk ${leaked} is returned, which the filter forbids`);
          }
        }
      }
    }),

    one(
      filterMovesScores
        ? 'ranks what a filter allows at every depth alike'
        : 'ranks what a filter allows as it would without one',
      async (searcher) => {
        const full = await ask(searcher, DEEPEST);
        for (const filter of FILTERS) {
          const all = filterMovesScores
            ? await ask(searcher, DEEPEST, filter)
            : full.map((ranking) => allowedOf(ranking, filter));
          for (const ranking of all) expectOrdered(ranking, TEXTS.length);
          for (const depth of [1, 2, DEEPEST]) {
            const wanted = all.map((ranking) => startOf(ranking, depth));
            const when = `with a filter that allows ${filter.text}, ${depth} deep`;
            expectSame(await ask(searcher, depth, filter), wanted, when, tolerance);
          }
        }
        expectSame(await ask(searcher, DEEPEST), full, 'asked without a filter after one with', tolerance);
      },
    ),

    {
      name: 'takes an empty collection and one of one chunk',
      async run() {
        await using([], async (searcher) => {
          for (const { topicId, chunks, signal: found } of await ask(searcher, 5)) {
            const right = chunks.length === 0 && found === 0;
            demand(right, () => `question "${questionOf(topicId)}" over no chunks: ${chunks.length} entries`);
          }
        });
        for (const text of ['Annual leave.', '']) {
          await using([text], async (searcher) => {
            for (const ranking of await ask(searcher, 5)) expectOrdered(ranking, 1);
          });
        }
      },
    },

    ...(signal === 'nothing'
      ? []
      : [
          one('finds nothing for a question without words', async (searcher) => {
            for (const [n, ranking] of (await ask(searcher, TEXTS.length)).entries()) {
              const text = QUESTIONS[n]!;
              const readable = /[a-z0-9]/i.test(text) && !(text === UNKNOWN && signal === 'known-words');
              if (readable) continue;
              demand(ranking.signal === 0, () => `question "${text}": ${ranking.signal} entries are said to match`);
            }
          }),
        ]),

    one('explains largest first, and nothing where nothing matched', async (searcher) => {
      if (!searcher.explain) return;
      for (const [n, { chunks, scores, signal: found }] of (await ask(searcher, TEXTS.length)).entries()) {
        for (const [place, ord] of chunks.entries()) {
          const parts = await searcher.explain(topicOf(QUESTIONS[n]!, String(n)), ord);
          const where = `question "${QUESTIONS[n]}", chunk ${ord}`;
          const sorted = parts.toSorted((a, b) => b.weight - a.weight || compareText(a.term, b.term));
          demand(
            parts.every((part, i) => part === sorted[i]),
            () => `${where}: the parts of its score do not stand largest first, equal ones by term`,
          );
          if (place >= found) demand(parts.length === 0, () => `${where} matches nothing, and yet it is explained`);
          else demand(parts.length > 0, () => `${where} matches, and is not explained`);
          if (!additive || place >= found) continue;
          const sum = parts.reduce((total, { weight }) => total + weight, 0);
          const apart = Math.abs(sum - scores[place]!);
          demand(apart <= ROUNDING, () => `${where}: the parts sum to ${sum}, the score is ${scores[place]}`);
        }
      }
    }),

    one('tells in full what a score is made of where it tells it in short, and by the same sum', async (searcher) => {
      if (!searcher.anatomy) return;
      for (const [n, { chunks, scores, signal: found }] of (await ask(searcher, TEXTS.length)).entries()) {
        for (const [place, ord] of chunks.entries()) {
          const anatomy = await searcher.anatomy(topicOf(QUESTIONS[n]!, String(n)), ord);
          const where = `question "${QUESTIONS[n]}", chunk ${ord}`;
          if (place >= found) demand(anatomy === undefined, () => `${where} matches nothing, and yet it is told why`);
          else demand(anatomy !== undefined, () => `${where} matches, and it is not told why`);
          if (!additive || !anatomy) continue;
          const weights =
            anatomy.kind === 'lists' ? anatomy.votes.map(({ vote }) => vote) : anatomy.parts.map(weightOf);
          const sum = weights.reduce((total, weight) => total + weight, 0);
          const apart = Math.abs(sum - scores[place]!);
          demand(apart <= ROUNDING, () => `${where}: told in full, the parts sum to ${sum}, not to ${scores[place]}`);
        }
      }
    }),

    one('reads, word by word, no other terms than it searches for', async (searcher) => {
      if (!searcher.reading || !searcher.terms) return;
      for (const text of QUESTIONS) {
        const known = new Set(searcher.terms(topicOf(text)).map(({ term }) => term));
        const strange = searcher
          .reading(topicOf(text))
          .flatMap(({ terms }) => terms.filter((term) => !known.has(term)));
        demand(
          strange.length === 0,
          () => `question "${text}": ${strange.join(', ')} are read, but not among its terms`,
        );
      }
    }),

    one('says of each chunk how far it reads it, within the chunk', async (searcher) => {
      if (!searcher.reach) return;
      for (const [ord, text] of TEXTS.entries()) {
        const reach = searcher.reach(ord);
        const right = Number.isInteger(reach) && reach >= 0 && reach <= text.length;
        demand(right, () => `chunk ${ord} has ${text.length} UTF-16 units, and ${reach} of them are said to be read`);
      }
    }),
  ];
}

const weightOf = ({ weight }: TermWeight): number => weight;

function ask(searcher: Searcher, depth: number, filter?: Filter): Promise<readonly Ranking[]> {
  const extra = filter ? { filter } : {};
  const requests: SearchRequest[] = QUESTIONS.map((text, n) => ({ topic: topicOf(text, String(n)), depth, ...extra }));
  return searcher.search(requests);
}

function filterOf(text: string, allows: (ord: number) => boolean): Filter {
  const allowed = Uint8Array.from(TEXTS, (_, ord) => Number(allows(ord)));
  return { text, allowed, count: allowed.reduce((sum, one) => sum + one, 0) };
}

const FILTERS = [
  filterOf('no chunk', () => false),
  filterOf('every chunk', () => true),
  filterOf('every other chunk', (ord) => ord % 2 === 1),
  filterOf('the last chunk', (ord) => ord === TEXTS.length - 1),
  filterOf('all but the first chunk', (ord) => ord > 0),
];

function questionOf(topicId: string): string {
  return QUESTIONS[Number(topicId)] ?? topicId;
}

function startOf({ topicId, chunks, scores, signal }: Ranking, depth: number): Ranking {
  return { topicId, chunks: chunks.slice(0, depth), scores: scores.slice(0, depth), signal: Math.min(signal, depth) };
}

function allowedOf({ topicId, chunks, scores, signal }: Ranking, { allowed }: Filter): Ranking {
  const kept = [...chunks.keys()].filter((place) => allowed[chunks[place]!] === 1);
  return {
    topicId,
    chunks: Uint32Array.from(kept, (place) => chunks[place]!),
    scores: Float64Array.from(kept, (place) => scores[place]!),
    signal: kept.filter((place) => place < signal).length,
  };
}

function expectSame(got: readonly Ranking[], wanted: readonly Ranking[], when: string, tolerance: number): void {
  demand(got.length === wanted.length, () => `${when}: ${got.length} rankings instead of ${wanted.length}`);
  got.forEach((ranking, n) => {
    const { topicId, chunks, scores, signal } = wanted[n]!;
    const where = `question "${questionOf(topicId)}", ${when}`;
    const shown = (list: ArrayLike<number>): string => `[${Array.from(list).join(', ')}]`;
    demand(
      shown(ranking.chunks) === shown(chunks),
      () => `${where}: the chunks ${shown(ranking.chunks)} instead of ${shown(chunks)}`,
    );
    demand(
      ranking.scores.length === scores.length &&
        scores.every((score, place) => Math.abs(score - ranking.scores[place]!) <= tolerance),
      () => `${where}: the scores ${shown(ranking.scores)} instead of ${shown(scores)}`,
    );
    demand(ranking.signal === signal, () => `${where}: signal ${ranking.signal} instead of ${signal}`);
  });
}

function expectOrdered({ topicId, chunks, scores, signal }: Ranking, size: number): void {
  const where = `question "${questionOf(topicId)}"`;
  demand(chunks.length === scores.length, () => `${where}: ${chunks.length} chunks but ${scores.length} scores`);
  demand(new Set(chunks).size === chunks.length, () => `${where}: a chunk is listed twice in [${chunks.join(', ')}]`);
  demand(
    Number.isInteger(signal) && signal >= 0 && signal <= chunks.length,
    () => `${where}: signal ${signal} is not the number of its leading entries that match`,
  );
  for (let i = 0; i < chunks.length; i++) {
    demand(chunks[i]! < size, () => `${where}: chunk ${chunks[i]} of ${size}`);
    demand(Number.isFinite(scores[i]), () => `${where}: the score at rank ${i + 1} is ${scores[i]}`);
    if (i === 0) continue;
    demand(scores[i]! <= scores[i - 1]!, () => `${where}: the score at rank ${i + 1} is higher than the one before`);
    demand(
      scores[i] !== scores[i - 1] || chunks[i]! > chunks[i - 1]!,
      () => `${where}: equal scores at ranks ${i} and ${i + 1} do not stand in the order of the chunks`,
    );
  }
}

/** Stands in for an inner system: counts the question's words in a chunk; each differs a little from the one before it. */
function openWordCounter(collection: Collection, n: number): Searcher {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const chunks = collection.chunks.map(({ text }) => wordsOf(text));
  const scoreOf = (question: ReadonlySet<string>, words: readonly string[]): number => {
    const found = words.filter((word) => question.has(word)).length;
    return n % 2 === 0 ? found : found / (words.length + 1);
  };
  return {
    name: `words-${n}`,
    search: async (requests) =>
      requests.map(({ topic, depth, filter }) => {
        const question = new Set(wordsOf(topic.text));
        const scores = chunks.map((words) => scoreOf(question, words));
        return rankScores(topic.id, scores, depth, 0, filter?.allowed);
      }),
    async explain(topic, ord) {
      const question = new Set(wordsOf(topic.text));
      const weight = scoreOf(question, chunks[ord]!);
      return weight > 0 ? [{ term: 'words', weight }] : [];
    },
  };
}
