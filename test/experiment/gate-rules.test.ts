import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabError } from '../../src/core/errors.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { type GateRule, parseRule, printRule } from '../../src/experiment/gate-rules.ts';

function read(text: string): GateRule | undefined {
  const faults: LabError[] = [];
  const rule = parseRule(text, measures, faults);
  expect(faults.map(({ message }) => message)).toEqual([]);
  return rule;
}

function faultsOf(text: string): string[] {
  const faults: LabError[] = [];
  expect(parseRule(text, measures, faults)).toBeUndefined();
  return faults.map(({ message }) => message);
}

const target = { system: 'bm25', wording: 'same', split: 'all', measure: 'R@3', better: 'higher' };

describe('parseRule', () => {
  it('reads floors over a wording, a split, or all questions', () => {
    expect(read('bm25/same/R@3 >= 0.95')).toEqual({ kind: 'floor', limit: 0.95, ...target });
    expect(read(' bm25/same/held-out/R@3>=.5 ')).toEqual({ kind: 'floor', limit: 0.5, ...target, split: 'held-out' });
    expect(read('bm25/R@3 >= 1')).toEqual({ kind: 'floor', limit: 1, ...target, wording: 'all' });
    expect(read('bm25(k1=0.9)/same/P(rel=2)@5 >= 0')).toMatchObject({ system: 'bm25(k1=0.9)', measure: 'P(rel=2)@5' });
    expect(read('bm25>>rerank(depth=50)/same/R@3>=0.1')).toMatchObject({ system: 'bm25>>rerank(depth=50)' });
  });

  it('reads a named slice, right before the measure, and no slice where a name is quoted', () => {
    const numeric = { kind: 'floor', limit: 0.5, ...target, slice: 'numeric' };
    expect(read('bm25/same/slice=numeric/R@3 >= 0.5')).toEqual(numeric);
    expect(read('bm25/slice=numeric/R@3>=.5')).toEqual({ ...numeric, wording: 'all' });
    expect(read('bm25/same/held-out/slice=numeric/R@3 >= 0.5')).toEqual({ ...numeric, split: 'held-out' });
    expect(read('*/slice=*/R@3 drop <= 0pt')).toMatchObject({ kind: 'drop', system: '*', slice: '*' });
    expect(read('bm25/same/slice="two words/x"/R@3 >= 0.5')).toEqual({ ...numeric, slice: 'two words/x' });
    expect(read('bm25/slice=slice=x/R@3 >= 0.5')).toMatchObject({ slice: 'slice=x' });
    const quoted = read('"slice=bm25"/"slice=same"/R@3 >= 0.5');
    expect(quoted).toMatchObject({ system: 'slice=bm25', wording: 'slice=same' });
    expect(quoted).not.toHaveProperty('slice');
    expect(read('bm25/numeric/R@3 >= 0.5')).not.toHaveProperty('slice');
  });

  it('prints a slice in one form', () => {
    const printed = (text: string): string => printRule(read(text)!);
    expect(printed(' lex/paraphrase/slice="numeric"/recall@3>=.50')).toBe('lex/paraphrase/slice=numeric/R@3 >= 0.5');
    expect(printed('lex/all/all/slice=*/R@3 drop<=0pt')).toBe('lex/slice=*/R@3 drop <= 0pt');
    expect(printed('lex/all/tuning/slice="a b"/R@3 >= 1')).toBe('lex/all/tuning/slice="a b"/R@3 >= 1');
    expect(printed('lex/"slice=a"/slice="slice=b"/R@3 >= 1')).toBe('lex/"slice=a"/slice="slice=b"/R@3 >= 1');
  });

  it.each([
    ['slice=numeric/R@3 >= 0.5', 'expected a system before "slice=" at character 1'],
    ['bm25/slice=/R@3 >= 0.5', 'expected the name of a slice after "slice=" at character 12'],
    ['bm25/slice= numeric/R@3 >= 0.5', 'expected the name of a slice after "slice=" at character 12'],
    ['bm25/slice=numeric >= 0.5', 'expected "/" and a measure after the slice at character 19'],
    ['bm25/slice=numeric/ >= 0.5', 'expected the measure after "/" at character 20'],
    ['bm25/slice=a/slice=b/R@3 >= 0.5', 'expected the measure after "/" at character 14'],
    [
      'bm25/slice=numeric/same/R@3 >= 0.5',
      'expected the end of the path: a slice stands right before the measure, SYSTEM/WORDING/SPLIT/slice=NAME/MEASURE, at character 24',
    ],
  ])('says where %j ceases to name a slice', (text, problem) => {
    expect(faultsOf(text)).toEqual([`cannot read "${text}": ${problem}`]);
  });

  it('takes a measure by any of its names', () => {
    expect(read('*/*/recall@3 >= 0.5')).toMatchObject({ measure: 'R@3', system: '*', wording: '*' });
    expect(read('bm25/same/MRR drop <= 0')).toMatchObject({ measure: 'RR' });
  });

  it('reads allowed drops as a value, in points and in questions', () => {
    const drop = (limit: number, unit: string) => ({ kind: 'drop', limit, unit, ...target });
    expect(read('bm25/same/R@3 drop <= 2pt')).toEqual(drop(2, 'points'));
    expect(read('bm25/same/R@3 drop <= 2.5 pt')).toEqual(drop(2.5, 'points'));
    expect(read('bm25/same/R@3 drop<=0.02')).toEqual(drop(0.02, 'value'));
    expect(read('bm25/same/R@3 drop <= 1 question')).toEqual(drop(1, 'questions'));
    expect(read('bm25/same/R@3 drop <= 2questions')).toEqual(drop(2, 'questions'));
  });

  it('reads questions and budgets', () => {
    const question = { kind: 'question', question: 'annual-leave.same', system: 'bm25', limit: 3 };
    expect(read('question annual-leave.same bm25 rank <= 3')).toEqual(question);
    expect(read('question "two words" "a/b" rank<=1')).toEqual({
      ...question,
      question: 'two words',
      system: 'a/b',
      limit: 1,
    });
    expect(read('bm25 tokens <= 1500')).toEqual({ kind: 'tokens', system: 'bm25', limit: 1500 });
    expect(read('dense ms <= 50x bm25')).toEqual({ kind: 'time', system: 'dense', limit: 50, reference: 'bm25' });
    expect(read('question tokens <= 5')).toEqual({ kind: 'tokens', system: 'question', limit: 5 });
  });

  it.each([
    ['', 'cannot read "": expected a rule, e.g. bm25/same/R@3 >= 0.95 at character 1'],
    ['bm25', 'cannot read "bm25": expected ">=", "<=", "drop", "tokens" or "ms" at character 5'],
    [
      'bm25/same/R@3 > 0.5',
      'cannot read "bm25/same/R@3 > 0.5": expected ">=", "<=", "drop", "tokens" or "ms" at character 15',
    ],
    ['bm25/same/R@3 drop 2pt', 'cannot read "bm25/same/R@3 drop 2pt": expected "<=" at character 20'],
    ['bm25//R@3 >= 0.5', 'cannot read "bm25//R@3 >= 0.5": expected a name after "/" at character 6'],
    ['"bm25/R@3 >= 0.5', 'cannot read ""bm25/R@3 >= 0.5": expected a second double quote at character 1'],
    ['question q bm25 rank >= 3', 'cannot read "question q bm25 rank >= 3": expected "<=" at character 22'],
    ['dense ms <= 50x bm25 x', 'cannot read "dense ms <= 50x bm25 x": expected the end at character 22'],
  ])('says where %j ceases to be a rule', (text, message) => {
    expect(faultsOf(text)).toEqual([message]);
  });

  it.each([
    ['bm25/R@3 >= 1.2', '"1.2" at character 13 is not valid; accepted: a number from 0 to 1'],
    ['bm25/R@3 >= -0.1', '"-0.1" at character 13'],
    ['bm25/R@3 >= NaN', '"NaN" at character 13'],
    ['bm25/R@3 >= Infinity', '"Infinity"'],
    ['bm25/R@3 >= 1e999', '"1e999"'],
    ['bm25/R@3 >= 0x1', '"0x1"'],
    ['bm25/R@3 >= 0,95', '"0,95"'],
    ['bm25/R@3 >= 0.5 0.6', '"0.5 0.6"'],
    ['bm25/R@3 >=', 'nothing at character 12'],
    ['bm25/R@3 drop <= 2%', '"2%" at character 18 is not valid; accepted: a number from 0 to 1, points as in 2pt'],
    ['bm25/R@3 drop <= 101pt', '"101pt"'],
    ['bm25/R@3 drop <= 2', '"2"'],
    ['bm25/R@3 drop <= -1pt', '"-1pt"'],
    ['bm25/R@3 drop <= 0.5 question', '"0.5 question"'],
    ['bm25/R@3 drop <= pt', '"pt"'],
    ['question q bm25 rank <= 0', '"0" at character 25 is not valid; accepted: an integer of 1 or more'],
    ['question q bm25 rank <= 1.5', '"1.5"'],
    ['bm25 tokens <= many', '"many" at character 16 is not valid; accepted: a number of 0 or more'],
    ['dense ms <= 50 bm25', '"50" at character 13 is not valid; accepted: a ratio above 0, e.g. 50x'],
    ['dense ms <= 0x bm25', '"0x"'],
  ])('refuses the threshold of %j', (text, part) => {
    const [message, ...more] = faultsOf(text);
    expect(message).toContain(`cannot read "${text}": ${part}`);
    expect(more).toEqual([]);
  });

  it('names the nearest measure, and refuses what is no mean', () => {
    expect(faultsOf('bm25/same/nDGC@10 >= 0.5')[0]).toContain('unknown measure "nDGC"; did you mean "nDCG"?');
    expect(faultsOf('bm25/same/R >= 0.5')[0]).toContain('needs a cutoff');
    expect(faultsOf('bm25/GMAP >= 0.5')[0]).toContain('is not a mean over questions');
    expect(faultsOf('bm25/same/tuning/x/R@3 >= 0.5')[0]).toContain('is not SYSTEM/MEASURE');
  });

  it('prints a rule so that it is read as the same one', () => {
    const name = fc.oneof(
      fc.constantFrom('bm25', '*', 'bm25(k1=0.9)', 'a/b', 'two words', 'q"', 'slice=x', 'slice="'),
      fc.string({ minLength: 1 }),
    );
    const slice = {
      system: name,
      wording: name,
      split: name,
      measure: fc.constant('R@3'),
      better: fc.constant('higher' as const),
    };
    const sliced = fc.oneof(fc.record(slice), fc.record({ ...slice, slice: name }));
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const rule: fc.Arbitrary<GateRule> = fc.oneof(
      fc.tuple(sliced, share).map(([about, limit]): GateRule => ({ kind: 'floor', limit, ...about })),
      fc
        .tuple(sliced, share, fc.constantFrom('value' as const, 'points' as const))
        .map(([about, limit, unit]): GateRule => ({ kind: 'drop', limit, unit, ...about })),
      fc
        .tuple(sliced, fc.nat())
        .map(([about, limit]): GateRule => ({ kind: 'drop', limit, unit: 'questions', ...about })),
      fc.record({
        kind: fc.constant('question' as const),
        question: name,
        system: name,
        limit: fc.integer({ min: 1 }),
      }),
      fc.record({ kind: fc.constant('time' as const), system: name, limit: fc.integer({ min: 1 }), reference: name }),
    );
    fc.assert(
      fc.property(rule, (one) => {
        expect(read(printRule(one))).toEqual(one);
      }),
    );
  });
});
