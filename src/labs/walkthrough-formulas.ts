// Every formula with worked values: the library's own functions, and the arithmetic written out beside them.
import type { Searcher } from '../core/contracts.ts';
import { rrfVote } from '../core/fusion-formulas.ts';
import type { Topic } from '../core/model.ts';
import { judgeIds } from '../eval/judge.ts';
import { ndcg } from '../eval/measures/ndcg.ts';
import { bm25Idf, bm25LengthNorm, bm25TfFactor } from '../retrieval/bm25-formula.ts';
import { openBm25Searcher } from '../retrieval/bm25-searcher.ts';
import { buildIndex } from '../retrieval/inverted-index.ts';
import { openVectorSpace } from '../retrieval/vector-space.ts';
import { benjaminiHochberg, holm } from '../stats/corrections.ts';
import { mcnemarExact } from '../stats/mcnemar.ts';
import { wilsonInterval } from '../stats/wilson.ts';
import { plainAnalyzer } from '../text/plain-analyzer.ts';
import {
  hnswBottomLinkBytes,
  overlapGrowth,
  pointsPerQuestion,
  rowsAfterFilter,
  tokensPerChunk,
  vectorBytes,
} from './closed-forms.ts';
import * as inputs from './formula-inputs.ts';
import type { Lab } from './lab.ts';
import { columns, heading, paragraph } from './page.ts';

export const formulasLab: Lab = {
  name: 'formulas',
  summary: 'BM25, RRF, nDCG, intervals, tests: worked values, line by line',
  run: async () => {
    const sections = [
      describeIdf(),
      describeTf(),
      await describeTinyDocuments(),
      describeRrf(),
      ...inputs.gainExamples.map(describeGain),
      describeChunks(),
      describeResolution(),
      describeIntervals(),
      describeTests(),
      describeCorrections(),
      describeFilter(),
      describeMemory(),
    ];
    return `${sections.join('\n\n')}\n`;
  },
};

function describeIdf(): string {
  const { chunks, terms } = inputs.idfExamples;
  const rows = terms.map(({ term, df }) => [
    term,
    `ln(1 + (${chunks} - ${df} + 0.5) / (${df} + 0.5))`,
    `= ln(${(1 + (chunks - df + 0.5) / (df + 0.5)).toPrecision(4)})`,
    `= ${bm25Idf(chunks, df).toFixed(2)}`,
  ]);
  return [
    heading('BM25: how much a term says'),
    'IDF = ln(1 + (N - df + 0.5) / (df + 0.5))',
    columns(rows),
    paragraph('The "1 +" keeps a term in more than half of the chunks above 0.'),
  ].join('\n');
}

function describeTf(): string {
  const { k1, b, tfs, longer } = inputs.lexical;
  const average = bm25LengthNorm(k1, b, 1, 1);
  const long = bm25LengthNorm(k1, b, longer, 1);
  const rows = tfs.map((tf) => [
    `tf ${tf}`,
    `${tf} * ${k1 + 1} / (${tf} + ${average.toFixed(1)})`,
    `= ${bm25TfFactor(tf, k1, average).toFixed(2)}`,
  ]);
  rows.push([
    `tf 1, ${longer} x the average length`,
    `1 * ${k1 + 1} / (1 + ${k1} * (${1 - b} + ${b} * ${longer}))`,
    `= ${bm25TfFactor(1, k1, long).toFixed(2)}`,
  ]);
  return [
    heading('BM25: repetition saturates, length is normalised'),
    'factor = tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / average))',
    `k1 = ${k1}, b = ${b}; in a chunk of average length:`,
    columns(rows),
    `However large tf is, the factor stays below k1 + 1 = ${k1 + 1}.`,
  ].join('\n');
}

async function describeTinyDocuments(): Promise<string> {
  const { tinyDocuments, tinyQuery, tinyVariants } = inputs;
  const index = buildIndex(tinyDocuments, plainAnalyzer);
  const queryOf = plainAnalyzer.terms;
  const rows = [['document', ...tinyDocuments.map((_, n) => `d${n + 1}`)]];
  for (const params of tinyVariants) {
    const scores = await scoresByDocument(openBm25Searcher(index, params, queryOf), tinyQuery);
    const name = `k1 ${params.k1}, b ${params.b}`;
    rows.push([`BM25, ${name}`, ...scores.map((score) => score.toFixed(6))]);
    rows.push([`the same / (k1 + 1)`, ...scores.map((score) => (score / (params.k1 + 1)).toFixed(6))]);
  }
  const space = openVectorSpace(index, plainAnalyzer, { groups: [], groupOf: new Map(), trigram: 0 });
  rows.push(['TF-IDF, cosine', ...(await scoresByDocument(space, tinyQuery)).map((score) => score.toFixed(6))]);
  const dfs = queryOf(tinyQuery).map((term) => {
    const id = index.termIds.get(term)!;
    const df = index.offsets[id + 1]! - index.offsets[id]!;
    return `  IDF of ${term}, in ${df} of ${index.chunks}: ${bm25Idf(index.chunks, df).toFixed(6)}`;
  });
  const lengths = [...index.lengths];
  return [
    heading(`Three tiny documents, "${tinyQuery}"`),
    ...tinyDocuments.map((text, n) => `  d${n + 1}: ${text}`),
    `average length (${lengths.join(' + ')}) / ${lengths.length} = ${index.averageLength.toFixed(3)}`,
    ...dfs,
    columns(rows),
    paragraph(
      'Lucene leaves the factor (k1 + 1) out; it scales all scores alike and changes no ranking. Words counted as they ' +
        'stand: no stop words, no plural rule.',
    ),
  ].join('\n');
}

async function scoresByDocument(searcher: Searcher, text: string): Promise<number[]> {
  const topic: Topic = { id: 'q', text, labels: {}, slices: [] };
  const [ranking] = await searcher.search([{ topic, depth: Number.POSITIVE_INFINITY }]);
  const scores: number[] = [];
  ranking!.chunks.forEach((ord, place) => {
    scores[ord] = ranking!.scores[place]!;
  });
  return scores;
}

function describeRrf(): string {
  const k = inputs.rrfK;
  const rows = inputs.rrfExamples.map(({ ranks, digits }) => [
    `${ranks.length === 1 ? 'rank' : 'ranks'} ${ranks.join(' and ')}`,
    ranks.map((rank) => `1/(${k} + ${rank})`).join(' + '),
    `= ${ranks.reduce((sum, rank) => sum + rrfVote(k, rank), 0).toFixed(digits)}`,
  ]);
  return [
    heading('Reciprocal rank fusion'),
    `score = sum over lists of 1 / (k + rank), k = ${k}`,
    columns(rows),
    'Lists that agree beat one list that is sure.',
  ].join('\n');
}

function describeGain({ grades, digits }: (typeof inputs.gainExamples)[number]): string {
  const ideal = grades.toSorted((a, b) => b - a).filter((grade) => grade > 0);
  const judged = judgeIds(
    grades.map((_, n) => `d${n}`),
    new Map(grades.map((grade, n) => [`d${n}`, grade])),
  );
  const graded = grades.some((grade) => grade > 1);
  const lines = (graded ? ['linear', 'exp'] : ['linear']).flatMap((gain) => {
    const gainOf = (grade: number): number => (gain === 'exp' ? 2 ** grade - 1 : grade);
    const name = graded ? ` (${gain === 'exp' ? 'exponential' : 'linear'} gain)` : '';
    const sumOf = (list: readonly number[]): string =>
      list
        .map((grade, i) => (grade > 0 ? `${gainOf(grade)}/log2(${i + 2})` : ''))
        .filter(Boolean)
        .join(' + ');
    const dcg = (list: readonly number[]): number =>
      list.reduce((sum, grade, i) => sum + gainOf(grade) / Math.log2(i + 2), 0);
    return [
      paragraph(`DCG${name} = ${sumOf(grades)} = ${dcg(grades).toFixed(digits)}`, '  ', '    '),
      paragraph(`ideal DCG = ${sumOf(ideal)} = ${dcg(ideal).toFixed(digits)}`, '  ', '    '),
      `  ${graded ? `nDCG(gain=${gain})` : 'nDCG'} = ${ndcg.evaluate(judged, { rel: 1, gain }).toFixed(digits === 3 ? 2 : digits)}`,
    ];
  });
  return [
    heading(`nDCG: grades ${grades.join(', ')} at ranks 1 to ${grades.length}`),
    'DCG = sum of gain / log2(rank + 1); nDCG = DCG / DCG of the best order',
    ...lines,
  ].join('\n');
}

function describeChunks(): string {
  const { tokens, chunks } = inputs.handbook;
  return [
    heading('Chunks and tokens'),
    columns([
      ...inputs.overlaps.map((r) => [
        `overlap ${Math.round(r * 100)} % grows the index`,
        `1 / (1 - ${r})`,
        `= ${overlapGrowth(r).toFixed(3)}`,
      ]),
      ['tokens a chunk', `${tokens} / ${chunks}`, `= ${tokensPerChunk(tokens, chunks).toFixed(1)}`],
    ]),
  ].join('\n');
}

function describeResolution(): string {
  return [
    heading('What one question weighs'),
    columns(
      inputs.testSizes.map((n) => [
        `one of ${n} questions`,
        `100 / ${n}`,
        `= ${pointsPerQuestion(n).toFixed(1)} points`,
      ]),
    ),
  ].join('\n');
}

function describeIntervals(): string {
  const rows = inputs.proportions.map(([hits, n]) => {
    const { low, high } = wilsonInterval(hits, n);
    return [`${hits}/${n}`, `${((100 * hits) / n).toFixed(1)} %`, `[${low.toFixed(4)}, ${high.toFixed(4)}]`];
  });
  return [
    heading("Wilson's 95 % interval"),
    '(p + z^2/2n +- z * sqrt(p(1 - p)/n + z^2/4n^2)) / (1 + z^2/n), z = 1.96',
    columns(rows),
  ].join('\n');
}

function describeTests(): string {
  const rows = inputs.discordant.map(([b, c]) => {
    const p = mcnemarExact(b, c);
    const fewest = Math.min(b, c);
    const ways = Array.from({ length: fewest + 1 }, (_, i) => `C(${b + c},${i})`).join(' + ');
    return [
      `${b} against ${c}`,
      `2 * ${fewest > 0 ? `(${ways})` : ways} / 2^${b + c}`,
      `= ${p < 1e-4 ? p.toExponential(2) : Number(p.toPrecision(6))}`,
    ];
  });
  return [
    heading("McNemar's exact test, two-sided"),
    paragraph('Of the pairs in which the two sides differ, how likely is a split this uneven by coin?'),
    columns(rows),
  ].join('\n');
}

function describeCorrections(): string {
  const shown = (ps: readonly number[]): string => ps.map((p) => Number(p.toPrecision(6))).join(' ');
  return [
    heading('Several tests at once'),
    columns([
      ['p values', shown(inputs.severalTests)],
      ['Holm', shown(holm(inputs.severalTests))],
      ['Benjamini-Hochberg', shown(benjaminiHochberg(inputs.severalTests))],
    ]),
  ].join('\n');
}

function describeFilter(): string {
  const { candidates, passing, asked } = inputs.filtered;
  return [
    heading('A filter after an approximate index'),
    `  ef_search ${candidates}, ${Math.round(passing * 100)} % of rows pass, ${asked} asked:`,
    `  min(${asked}, ${candidates} * ${passing}) = about ${rowsAfterFilter(candidates, passing, asked)} come back`,
  ].join('\n');
}

function describeMemory(): string {
  const { vectors, dims, m } = inputs.memory;
  return [
    heading('Memory of a vector index'),
    columns([
      ['vectors', `${vectors / 1e6} M * ${dims} * 4 bytes`, `= ${Math.round(vectorBytes(vectors, dims) / 1e9)} GB`],
      [`HNSW links, bottom layer, M = ${m}`, `2 * ${m} * 4 bytes`, `= ${hnswBottomLinkBytes(m)} bytes a node`],
    ]),
  ].join('\n');
}
