// A small, complete result of the gate made by hand, with names that try to break every format.
import { GATE_SCHEMA, type GateCheck, type GateResult, type QuestionChange } from '../../src/core/gate.ts';
import { HOSTILE } from './sample-report.ts';

export function change(question: string, over: Partial<QuestionChange> = {}): QuestionChange {
  return {
    system: 'bm25',
    question,
    wording: 'same',
    split: 'tuning',
    text: `What of ${question}?`,
    change: 'lost',
    oldRank: 2,
    newRank: 5,
    oldSignal: true,
    newSignal: true,
    diagnosis: 'near-miss',
    ...over,
  };
}

export function check(over: Partial<GateCheck> = {}): GateCheck {
  return {
    name: 'bm25/same/R@3 drop <= 0',
    kind: 'drop',
    system: 'bm25',
    wording: 'same',
    split: 'all',
    slice: null,
    measure: 'R@3',
    question: null,
    n: 30,
    old: 29 / 30,
    new: 27 / 30,
    oldHits: 29,
    newHits: 27,
    allowed: 'drop <= 0',
    verdict: 'PASS',
    message: '',
    remedy: null,
    test: null,
    fell: [],
    ...over,
  };
}

export function gateResult(over: Partial<GateResult> = {}): GateResult {
  return {
    schema: GATE_SCHEMA,
    tool: { version: '1.2.3' },
    mode: 'strict',
    inconclusive: 'fail',
    verdict: 'PASS',
    exitCode: 0,
    alpha: null,
    tests: 0,
    baseline: { command: 'rag-lab run', version: '1.2.3' },
    corpus: { name: 'handbook', fingerprint: 'c0ffee' },
    questions: { total: 60, fingerprint: 'facade' },
    cutoff: 3,
    checks: [check()],
    problems: [],
    changes: [],
    flips: [],
    notes: [],
    ...over,
  };
}

const lost = [
  change('annual-leave.same'),
  change(`${HOSTILE.ansi} ${HOSTILE.markup}`, { newRank: 58, newSignal: false }),
];

/** Every verdict there is. */
export const mixedResult: GateResult = gateResult({
  verdict: 'REGRESSION',
  exitCode: 1,
  checks: [
    check({ verdict: 'REGRESSION', message: 'fell by 0.0667, 2 questions of 30; allowed: 0.0000', fell: lost }),
    check({
      name: 'dense/RR >= 0.5',
      kind: 'floor',
      measure: 'RR',
      allowed: '>= 0.5',
      old: 0.6,
      new: 0.55123,
      oldHits: null,
      newHits: null,
    }),
    check({
      name: 'dense/R@3 drop <= 2pt',
      allowed: 'drop <= 2pt',
      verdict: 'INCONCLUSIVE',
      message: 'fell by 0.0333; about 580 questions would settle a drop of this size',
      test: { test: 'mcnemar', p: 0.5, adjustedP: 1, gained: 0, lost: 1, needed: 580 },
    }),
    check({
      name: 'gone/R@3 drop <= 0',
      verdict: 'NOT-COMPARABLE',
      n: null,
      old: null,
      new: null,
      message: 'the report has no system "gone"',
      remedy: '--systems gone',
    }),
    check({ name: 'question q bm25 rank <= 3', kind: 'question', allowed: 'rank <= 3', n: 1, old: 1, new: 2 }),
    check({ name: 'bm25 tokens <= 1500', kind: 'tokens', allowed: 'tokens <= 1500', old: null, new: 1364.3 }),
    check({ name: 'dense ms <= 50x bm25', kind: 'time', allowed: 'ms <= 50x bm25', old: null, new: 41.26 }),
  ],
  flips: [...lost, change('mileage.same', { change: 'gained', oldRank: null, newRank: 3, diagnosis: 'no-signal' })],
  changes: [{ what: 'system bm25', old: 'bm25', new: 'bm25(k1=2)' }],
  notes: ['not in the baseline, so held against nothing: more'],
});
