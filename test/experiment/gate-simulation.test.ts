// What statistical mode promises: few false alarms where nothing changed, and a real drop found.
import { describe, expect, it } from 'vitest';
import type { LabError } from '../../src/core/errors.ts';
import type { Report } from '../../src/core/results.ts';
import { createRng, type Rng } from '../../src/core/rng.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { evaluateGate } from '../../src/experiment/gate.ts';
import { type GateRule, parseRule } from '../../src/experiment/gate-rules.ts';
import { questionsNeeded } from '../../src/stats/questions-needed.ts';
import { type AskedQuestion, reportOf } from './gate-reports.ts';

const SYSTEMS = ['a', 'b', 'c', 'd'];

const judge = (old: Report, now: Report, rules: readonly GateRule[] = []) =>
  evaluateGate({
    version: '1.0.0',
    mode: 'statistical',
    inconclusive: 'fail',
    rules,
    report: now,
    baseline: { report: old, command: null },
  });

/** n questions a wording; each is found by each system with a chance of its own. */
function draw(rng: Rng, chances: readonly number[]): Report {
  const questions = chances.map(
    (chance, i): AskedQuestion => ({
      id: `q${i}`,
      wording: i % 2 === 0 ? 'same' : 'paraphrase',
      ranks: Object.fromEntries(SYSTEMS.map((system) => [system, rng.float() < chance ? 1 : 9])),
    }),
  );
  return reportOf(questions, { measures: ['R@3'] });
}

describe('statistical mode', () => {
  it('raises a false alarm in at most 5 % of comparisons of a system with itself, over eight rules', () => {
    const rng = createRng(1).stream('A/A');
    const rounds = 600;
    const counts = { PASS: 0, REGRESSION: 0, INCONCLUSIVE: 0, 'NOT-COMPARABLE': 0 };
    for (let round = 0; round < rounds; round++) {
      const chances = Array.from({ length: 120 }, () => rng.float());
      const result = judge(draw(rng, chances), draw(rng, chances));
      expect(result.checks).toHaveLength(8);
      counts[result.verdict]++;
    }
    expect(counts.REGRESSION / rounds).toBeLessThanOrEqual(0.05);
    // Strict mode would have failed nearly all of them.
    expect(counts.INCONCLUSIVE / rounds).toBeGreaterThan(0.9);
    expect(counts['NOT-COMPARABLE']).toBe(0);
  });

  it('does so for graded measures and allowances too, hits and means corrected together', () => {
    const rng = createRng(3).stream('A/A graded');
    const faults: LabError[] = [];
    const rules = ['*/RR drop <= 0', '*/R@3 drop <= 0', '*/R@1 drop <= 1 question'].map(
      (text) => parseRule(text, measures, faults)!,
    );
    expect(faults).toEqual([]);
    const side = (): Report =>
      reportOf(
        Array.from({ length: 15 }, (_, i) => ({
          id: `q${i}`,
          ranks: Object.fromEntries(SYSTEMS.map((system) => [system, 1 + rng.int(5)])),
        })),
        { measures: ['RR', 'R@3', 'R@1'] },
      );
    const rounds = 300;
    const counts = { PASS: 0, REGRESSION: 0, INCONCLUSIVE: 0, 'NOT-COMPARABLE': 0 };
    const tests = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const { verdict, checks } = judge(side(), side(), rules);
      expect(checks).toHaveLength(12);
      for (const { test } of checks) tests.add(test!.test);
      counts[verdict]++;
    }
    expect([...tests].sort()).toEqual(['mcnemar', 'sign-flip']);
    expect(counts.REGRESSION / rounds).toBeLessThanOrEqual(0.05);
    expect(counts.INCONCLUSIVE / rounds).toBeGreaterThan(0.8);
  });

  it.each([
    { rules: 1, wins: 2 },
    { rules: 4, wins: 1 },
  ])(
    'finds a planted drop of 10 points on 200 questions with the stated power, among $rules rules',
    ({ rules, wins }) => {
      // Of 100 questions 10 + wins are lost and wins gained: 10 points net.
      const differences = Array.from({ length: 100 }, (_, i) => (i < 10 + wins ? -1 : i < 10 + 2 * wins ? 1 : 0));
      const needed = questionsNeeded({ differences, hits: true, alpha: 0.05 / rules })!;
      expect(needed).toBeLessThanOrEqual(200);

      const systems = SYSTEMS.slice(0, rules);
      const rng = createRng(2).stream(`planted ${rules}`);
      const rounds = 400;
      let found = 0;
      for (let round = 0; round < rounds; round++) {
        const pairs = Array.from({ length: 200 }, () => {
          const at = rng.int(100);
          if (at < 10 + wins) return [1, 9] as const;
          return at < 10 + 2 * wins ? ([9, 1] as const) : ([1, 1] as const);
        });
        const side = (which: 0 | 1): Report =>
          reportOf(
            pairs.map((pair, i) => ({
              id: `q${i}`,
              ranks: Object.fromEntries(systems.map((system, s) => [system, s === 0 ? pair[which] : 1])),
            })),
            { measures: ['R@3'] },
          );
        const result = judge(side(0), side(1));
        expect(result.tests).toBe(rules);
        if (result.verdict === 'REGRESSION') found++;
      }
      expect(found / rounds).toBeGreaterThanOrEqual(0.8);
    },
  );
});
