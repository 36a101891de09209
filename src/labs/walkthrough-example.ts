// The 60-chunk example of the reference implementation, rebuilt draw by draw and ranked by rag-lab's own BM25, query
// expansion and fusion.
import { buildCollection } from '../core/collection.ts';
import type { Context, OpenContext, Searcher } from '../core/contracts.ts';
import type { ChunkOrd, Collection, Topic } from '../core/model.ts';
import { whole } from '../ingest/chunkers/whole.ts';
import { bm25 } from '../retrieval/bm25.ts';
import { bm25Idf } from '../retrieval/bm25-formula.ts';
import { bm25Synonyms } from '../retrieval/bm25-synonyms.ts';
import { chunksWith, indexOf } from '../retrieval/inverted-index.ts';
import { rrf } from '../retrieval/rrf.ts';
import { articleAnalyzer } from '../text/article-analyzer.ts';
import { cpythonRandom } from './cpython-random.ts';
import { expansions, facts, fillerTemplate, nouns, questions, sizes, teams } from './example-material.ts';
import type { Lab } from './lab.ts';
import { columns, heading, paragraph } from './page.ts';

const REFERENCE_SEED = 7;
const BM25 = { k1: 1.2, b: 0.75, analyzer: articleAnalyzer.name };
const RRF_K = 60;
const CUTOFFS = [1, 3, 5];
/** The question that stands for all where one is shown. */
const SAMPLE = questions[0]!;
const SHOWN_TERMS = ['leave', 'annual', 'stipend'];

type Wording = 'same' | 'paraphrase';
const WORDINGS: readonly Wording[] = ['same', 'paraphrase'];

export const exampleLab: Lab = {
  name: 'example',
  summary: 'rewording breaks keyword search: 60 chunks, 6 facts, 3 systems',
  run: async (context, seed) => describeExample(await computeExample(context, seed)),
};

export interface ExampleRow {
  readonly label: string;
  readonly wording: Wording;
  /** Rank of each question's answer chunk. */
  readonly ranks: readonly number[];
  /** Whether that chunk matched anything of the question. */
  readonly signal: readonly boolean[];
}

export interface Example {
  readonly seed: number;
  readonly chunks: number;
  readonly averageLength: number;
  readonly distinctTerms: number;
  readonly terms: readonly { readonly term: string; readonly chunks: number; readonly idf: number }[];
  /** The chunk that holds the first fact. */
  readonly sample: { readonly chunk: number; readonly text: string };
  /** The reference implementation's table: every list votes by place. */
  readonly rows: readonly ExampleRow[];
  /** The same fusion as rag-lab does it unless told otherwise: a list without signal for a chunk has no vote. */
  readonly skipRows: readonly ExampleRow[];
}

/** @param seed what Python's random.Random was given; 7 in the reference implementation */
export async function computeExample(context: Context, seed = REFERENCE_SEED): Promise<Example> {
  const { collection, answers } = buildExample(seed);
  const index = indexOf(collection, articleAnalyzer);
  const open: OpenContext = {
    ...context,
    synonyms: { groups: [], expansions },
    encoder: () => Promise.reject(new Error('the example needs no encoder')),
    judged: () => new Map(),
  };
  const plain = await bm25.open(collection, BM25, open, []);
  const expanded = await bm25Synonyms.open(collection, BM25, open, []);
  const fuse = (unmatched: 'rank' | 'skip'): Promise<Searcher> =>
    rrf.open(collection, { k: RRF_K, depth: index.chunks, unmatched, weights: '' }, open, [plain, expanded]);
  const rowsOf = async (label: string, searcher: Searcher): Promise<ExampleRow[]> =>
    Promise.all(WORDINGS.map((wording) => rankAnswers(label, wording, searcher, answers)));
  return {
    seed,
    chunks: index.chunks,
    averageLength: index.averageLength,
    distinctTerms: index.terms.length,
    terms: SHOWN_TERMS.map((term) => {
      const chunks = chunksWith(index, term);
      return { term, chunks, idf: bm25Idf(index.chunks, chunks) };
    }),
    sample: { chunk: answers[SAMPLE.fact]! + 1, text: collection.chunks[answers[SAMPLE.fact]!]!.text },
    rows: [
      ...(await rowsOf('bm25', plain)),
      ...(await rowsOf('bm25+synonyms', expanded)),
      ...(await rowsOf('rrf(both)', await fuse('rank'))),
    ],
    skipRows: await rowsOf('rrf(both)', await fuse('skip')),
  };
}

/** The draws stand in the reference implementation's order: filler around each fact, filler chunks, then the shuffle. */
function buildExample(seed: number): { collection: Collection; answers: readonly ChunkOrd[] } {
  const random = cpythonRandom(seed);
  const filler = (sentences: number): string =>
    Array.from({ length: sentences }, () => {
      const [a, b] = random.sample(nouns, 2);
      return fillerTemplate.replace('{a}', a!).replace('{b}', b!).replace('{team}', random.choice(teams));
    }).join(' ');
  const texts = facts.map((fact) => [filler(sizes.around), fact, filler(sizes.around)].join(' '));
  for (let i = 0; i < sizes.fillerChunks; i++) texts.push(filler(sizes.fillerSentences));
  const order = random.shuffle([...texts.keys()]);
  const documents = order.map((from, n) => ({
    id: `chunk-${n}`,
    title: '',
    text: texts[from]!,
    blocks: [],
    meta: {},
    source: 'example',
  }));
  return {
    collection: buildCollection('example', documents, whole, {}),
    answers: facts.map((_, n) => order.indexOf(n)),
  };
}

async function rankAnswers(
  label: string,
  wording: Wording,
  searcher: Searcher,
  answers: readonly ChunkOrd[],
): Promise<ExampleRow> {
  const rankings = await searcher.search(questions.map((_, n) => ({ topic: topicOf(n, wording), depth: Infinity })));
  const places = rankings.map((ranking, n) => ranking.chunks.indexOf(answers[questions[n]!.fact]!));
  return {
    label,
    wording,
    ranks: places.map((place) => place + 1),
    signal: places.map((place, n) => place < rankings[n]!.signal),
  };
}

function topicOf(question: number, wording: Wording): Topic {
  return { id: `${question}.${wording}`, text: questions[question]![wording], labels: { wording }, slices: [] };
}

function hits(row: ExampleRow, cutoff: number): string {
  return `${row.ranks.filter((rank) => rank <= cutoff).length}/${row.ranks.length}`;
}

/** `58*` marks a place among zeros, as everywhere. */
function place({ ranks, signal }: ExampleRow, question: number): string {
  return `${ranks[question]!}${signal[question] ? '' : '*'}`;
}

function places(row: ExampleRow): string {
  return row.ranks.map((_, n) => place(row, n)).join(' ');
}

function tableRows(rows: readonly ExampleRow[]): string[][] {
  return rows.map((row) => [row.label, row.wording, ...CUTOFFS.map((k) => hits(row, k)), places(row)]);
}

export function describeExample(example: Example): string {
  const { seed, chunks, averageLength, distinctTerms, terms, sample, rows, skipRows } = example;
  const row = (label: string, wording: Wording, among = rows): ExampleRow =>
    among.find((one) => one.label === label && one.wording === wording)!;
  const plain = row('bm25', 'paraphrase');
  const expanded = row('bm25+synonyms', 'paraphrase');
  const byPlace = row('rrf(both)', 'paraphrase');
  const bySignal = row('rrf(both)', 'paraphrase', skipRows);
  const silent = plain.signal.filter((signal) => !signal).length;
  const head = ['retriever', 'wording', ...CUTOFFS.map((k) => `r@${k}`), 'rank of the answer chunk'];

  const sections = [
    heading(`The ${chunks}-chunk example, computed live`),
    paragraph(
      `${facts.length} chunks hold one fact each between filler sentences, ${sizes.fillerChunks} hold filler alone. Every fact is ` +
        'asked twice: in the words of its chunk (same) and in other words (paraphrase). Corpus drawn as by ' +
        `Python's random.Random(${seed}).`,
    ),

    heading('1. The collection'),
    [
      `${chunks} chunks, average length ${averageLength.toFixed(1)} terms, ${distinctTerms} distinct terms`,
      ...terms.map(
        ({ term, chunks: df, idf }) =>
          `  '${term}': in ${df} ${df === 1 ? 'chunk' : 'chunks'}, idf ${idf.toFixed(2)} = ` +
          `ln(1 + (${chunks} - ${df} + 0.5) / (${df} + 0.5))`,
      ),
    ].join('\n'),
    paragraph('A term in most chunks says little about any of them; a term in one chunk points at it.'),

    heading('2. The questions'),
    [
      `Chunk ${sample.chunk} of ${chunks}, one of the ${facts.length} with a fact:`,
      paragraph(sample.text, '  '),
      paragraph(`Its question in the same words: ${SAMPLE.same}`, '', '  '),
      paragraph(`Its question in other words: ${SAMPLE.paraphrase}`, '', '  '),
    ].join('\n'),
    'All questions in other words, and the terms that are left of them:',
    questions
      .map(({ paraphrase }, n) => {
        const own = articleAnalyzer.terms(paraphrase);
        const added = [...new Set(own.flatMap((term) => expansions.get(term) ?? []))];
        return [
          paragraph(`${n + 1}. ${paraphrase}`, '  ', '     '),
          paragraph(`terms: ${own.join(' ')}${added.length > 0 ? `; added: ${added.join(' ')}` : ''}`, '     '),
        ].join('\n');
      })
      .join('\n'),
    paragraph(
      '"added" is what bm25+synonyms (bm25-synonyms here) puts into the query from a list of ' +
        `${expansions.size} words.`,
    ),

    heading('3. The table'),
    columns([head, ...tableRows(rows)], ''),
    paragraph(
      `bm25 is bm25(k1=${BM25.k1},b=${BM25.b}); bm25+synonyms is bm25-synonyms here; rrf(both) fuses the two by ` +
        `rrf[bm25,bm25-synonyms](k=${RRF_K},unmatched=rank), all ${chunks} places deep. r@k counts the places up to k, ` +
        'marked ones (*, see 4) too.' +
        (seed === REFERENCE_SEED ? ' These are the ranks of the reference implementation, one by one.' : ''),
    ),

    heading('4. A rank can mean "no signal"'),
    columns(
      [plain, expanded].map((one) => [one.label, one.wording, places(one)]),
      '',
    ),
    paragraph(
      `*: the answer chunk shares no term with the question. Its score is 0 and its rank is only its place ` +
        `by number behind the chunks that match. For bm25 that holds for ${silent} of ${questions.length} paraphrases: ` +
        'read it as "no signal", not as "almost found".',
    ),

    heading('5. Expansion helps where it reaches rare terms'),
    questions
      .map((_, n) => {
        const from = place(plain, n);
        const to = place(expanded, n);
        return paragraph(
          `question ${n + 1}: ${from === to ? `stays at ${from}` : `${from} -> ${to}`}${to === '1' ? ', found' : ''}`,
          '  ',
        );
      })
      .join('\n'),
    paragraph(
      'Expanding to a word that the filler uses, too, only lifts a chunk among many; expanding to a word that one chunk ' +
        'holds finds it. Adding words until the misses are gone would be tuning on the test questions.',
    ),

    heading('6. Fusion, and who may vote'),
    columns(
      [
        ['unmatched', 'wording', ...CUTOFFS.map((k) => `r@${k}`), 'rank of the answer chunk'],
        ...[byPlace, bySignal].map((one, n) => [n === 0 ? 'rank' : 'skip', ...tableRows([one])[0]!.slice(1)]),
      ],
      '',
    ),
    paragraph(
      'With unmatched=rank (as in the reference implementation) a list that has no signal for a chunk still votes for it by its place, ' +
        'which is only its number: those arbitrary votes dilute the list that does know. With unmatched=skip ' +
        "(rag-lab's default) a list votes only for what it matched, so fusing a list without signal does no harm here: " +
        (bySignal.ranks.join() === expanded.ranks.join()
          ? 'the ranks are those of bm25+synonyms.'
          : `bm25+synonyms alone gives ${places(expanded)}.`),
    ),
    paragraph(
      'That is so here. In the handbook of `rag-lab run` BM25 does match chunks for a paraphrase, only the wrong ones, and ' +
        'matches vote, so skip does not help: its hybrid stands below dense alone.',
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}
