import { describe, expect, it } from 'vitest';
import type { ExplainedSystem, Explanation } from '../../src/core/explanation.ts';
import { groupMisses } from '../../src/report/explanation-misses.ts';
import { dense, fusion, lexical, sampleExplanation } from './sample-explanation.ts';

const asked = (...systems: readonly ExplainedSystem[][]): Explanation => ({
  ...sampleExplanation,
  systems: ['bm25', 'mix', 'dense'].map((label) => ({ label, spec: label })),
  questions: systems.map((own, n) => ({ ...sampleExplanation.questions[0]!, id: `q${n}`, systems: own })),
});
const { diagnosis: _, ...found } = dense;
const answer = lexical().answer!;

describe('groupMisses', () => {
  it('counts, by system and diagnosis in their orders, what each remedy could win', () => {
    const near = lexical({ diagnosis: 'near-miss', answer: { ...answer, rank: 5 } });
    const lost = lexical({ inCandidates: false, reachedBy: [], hint: { word: 'a', term: 'b', rank: 4 } });
    const groups = groupMisses(asked([lexical(), fusion], [near, found], [lost]));
    expect(groups.map(({ system, total }) => [system, total.misses])).toEqual([
      ['bm25', 3],
      ['mix', 1],
      ['dense', 0],
    ]);
    expect(groups[0]!.groups).toEqual([
      {
        diagnosis: 'near-miss',
        misses: 1,
        largerK: 1,
        reranker: 1,
        otherSystem: 1,
        synonym: 1,
        none: 0,
        questions: ['q1'],
      },
      {
        diagnosis: 'outranked',
        misses: 2,
        largerK: 0,
        reranker: 1,
        otherSystem: 1,
        synonym: 1,
        none: 1,
        questions: ['q0', 'q2'],
      },
    ]);
    expect(groups[1]!.total.synonym).toBeNull();
  });
});
