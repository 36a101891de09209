// Small reports from ranks alone, for the gate: every figure in them follows from a table of ranks.
import {
  type Diagnosis,
  type MeasureValue,
  REPORT_SCHEMA,
  type Report,
  type ScoreRow,
} from '../../src/core/results.ts';
import { listSlices } from '../../src/eval/slices.ts';

export interface AskedQuestion {
  readonly id: string;
  readonly wording?: string;
  readonly split?: string;
  readonly slices?: readonly string[];
  /** By system; null: beyond the depth. */
  readonly ranks: Readonly<Record<string, number | null>>;
}

export interface ReportShape {
  readonly systems?: readonly { readonly label: string; readonly spec: string }[];
  readonly measures?: readonly string[];
  readonly cutoff?: number;
  readonly depth?: number;
  readonly chunks?: number;
  readonly corpus?: string;
  readonly chunker?: string;
  readonly synonyms?: string;
  readonly version?: string;
  readonly tokens?: number;
}

const MEASURES = ['R@1', 'R@3', 'RR'];

export function reportOf(questions: readonly AskedQuestion[], shape: ReportShape = {}): Report {
  const { measures = MEASURES, cutoff = 3, chunks = 100, depth = chunks, tokens = 1000 } = shape;
  const labels = [...new Set(questions.flatMap(({ ranks }) => Object.keys(ranks)))];
  const systems = shape.systems ?? labels.map((label) => ({ label, spec: label }));
  const topics = questions.map(({ id, wording, split, slices = [] }) => ({
    id,
    text: `What of ${id}?`,
    slices,
    labels: { ...(wording === undefined ? {} : { wording }), ...(split === undefined ? {} : { split }) },
  }));
  const scores = systems.flatMap(({ label }) =>
    listSlices(topics).map(({ wording, split, topicIndexes }): ScoreRow => {
      const ranks = topicIndexes.map((i) => questions[i]!.ranks[label]!);
      const own = measures.map((name): [string, MeasureValue] => {
        const sum = ranks.reduce<number>((total, rank) => total + measured(name, rank), 0);
        const value = Number((sum / ranks.length).toPrecision(9));
        return [name, name === 'RR' ? { value } : { value, hits: sum }];
      });
      return { system: label, wording, split, n: ranks.length, measures: Object.fromEntries(own) };
    }),
  );
  return {
    schema: REPORT_SCHEMA,
    tool: { version: shape.version ?? '1.0.0' },
    seed: null,
    corpus: {
      name: 'corpus',
      documents: 1,
      pages: 1,
      words: 1000,
      chunks,
      tokens: 5000,
      textTokens: 5000,
      chunker: shape.chunker ?? 'lines',
      oversized: 0,
      fingerprint: shape.corpus ?? 'corpus-1',
    },
    questions: {
      facts: questions.length,
      total: questions.length,
      wordings: {},
      splits: {},
      splitEvidence: [],
      fingerprint: `asked ${questions.map(({ id }) => id).join()}`,
    },
    synonyms: { groups: 1, fingerprint: shape.synonyms ?? 'synonyms-1' },
    systems,
    measures,
    cutoff,
    depth,
    scores,
    paired: [],
    cost: systems.map(({ label }) => ({ system: label, cutoff, tokens, ratio: tokens > 0 ? 5000 / tokens : null })),
    questionResults: questions.map(({ id, wording = '', split = '', slices = [], ranks }) => ({
      id,
      fact: id,
      wording,
      split,
      slices,
      text: `What of ${id}?`,
      evidence: ['doc#1'],
      ranks,
      signal: Object.fromEntries(Object.entries(ranks).map(([label, rank]) => [label, rank !== null])),
      values: Object.fromEntries(
        Object.entries(ranks).map(([label, rank]) => [
          label,
          Object.fromEntries(measures.map((name) => [name, measured(name, rank)])),
        ]),
      ),
    })),
    misses: questions.flatMap(({ id, ranks }) =>
      Object.entries(ranks).flatMap(([system, rank]) =>
        rank !== null && rank <= cutoff
          ? []
          : [
              {
                question: id,
                system,
                chunk: 'doc#1',
                rank,
                signal: rank !== null,
                score: 1,
                scoreAtCutoff: 2,
                tied: 1,
                matched: [],
                inCandidates: true,
                diagnosis: diagnose(rank, cutoff),
              },
            ],
      ),
    ),
    result: 'RESULT',
  };
}

function diagnose(rank: number | null, cutoff: number): Diagnosis {
  if (rank === null) return 'no-signal';
  return rank <= 2 * cutoff ? 'near-miss' : 'outranked';
}

function measured(measure: string, rank: number | null): number {
  if (rank === null) return 0;
  if (measure === 'RR') return Number((1 / rank).toPrecision(9));
  return rank <= Number(measure.slice(measure.indexOf('@') + 1)) ? 1 : 0;
}

/** n questions of one system, the first `found` of them at rank 1, the others at rank 9. */
export function oneSystem(n: number, found: number, wording?: string): AskedQuestion[] {
  return Array.from({ length: n }, (_, i) => ({
    id: `q${i + 1}`,
    ...(wording === undefined ? {} : { wording }),
    ranks: { bm25: i < found ? 1 : 9 },
  }));
}
