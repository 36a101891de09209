// Comparisons of two and of three systems, with labels and texts that try to break every format.
import type { Comparison } from '../../src/core/comparison.ts';
import { type CompareRequest, compareSystems, type SystemResults } from '../../src/experiment/compare.ts';
import { HOSTILE } from './sample-report.ts';

const TOPICS = 30;

function system(label: string, spec: string | null, rankOf: (topic: number) => number | null): SystemResults {
  const ranks = Array.from({ length: TOPICS }, (_, i) => rankOf(i));
  return {
    label,
    spec,
    missing: ranks.filter((rank) => rank === null).length,
    unknown: 0,
    values: [
      Float64Array.from(ranks, (rank) => (rank !== null && rank <= 3 ? 1 : 0)),
      Float64Array.from(ranks, (rank) => (rank === null ? 0 : 1 / rank)),
    ],
    ranks,
    signal: ranks.map((rank) => rank !== null && rank < 20),
  };
}

const LEXICAL = system('bm25', 'bm25', (i) => 1 + (i % 3));
const HOSTILE_SYSTEM = system(HOSTILE.formula, HOSTILE.ansi, (i) => (i % 7 === 0 ? 1 : 2 + (i % 23)));
const POOR = system('a_b%&#$^~\\{x}<y>|"`[1]*--', null, (i) => (i % 5 === 0 ? null : 4 + (i % 8)));

const REQUEST: Omit<CompareRequest, 'systems'> = {
  version: '1.0.0',
  topics: Array.from({ length: TOPICS }, (_, i) => ({
    id: i === 0 ? HOSTILE.ansi : i === 1 ? HOSTILE.formula : `topic-${i}`,
    text: Object.values(HOSTILE)[i % 7]!,
  })),
  measures: [
    { name: 'R@3', better: 'higher' },
    { name: 'RR', better: 'higher' },
  ],
  cutoff: 3,
  test: 'sign-flip',
  seed: 404,
};

export const twoCompared: Comparison = compareSystems({ ...REQUEST, systems: [LEXICAL, HOSTILE_SYSTEM] });
export const threeCompared: Comparison = compareSystems({ ...REQUEST, systems: [LEXICAL, HOSTILE_SYSTEM, POOR] });
/** Two groups of two: pairs, and no letters. */
export const groupsCompared: Comparison = compareSystems({
  ...REQUEST,
  systems: [LEXICAL, HOSTILE_SYSTEM, POOR, { ...LEXICAL, label: 'again' }],
  pairs: [
    [0, 1],
    [2, 3],
  ],
});
