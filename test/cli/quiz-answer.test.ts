import { expect, it } from 'vitest';
import { isRightAnswer } from '../../src/cli/quiz-answer.ts';

it.each([
  ['155', '155'],
  ['155 of 166', '155'],
  ['about 70,143 tokens', '70143'],
  ['1.50', '1.5'],
  ['.71', '0.71'],
  ['I say: Neither!', 'neither'],
  ['-5.81', '-5.81'],
  ['1.51', '1.5'],
  ['0.003', '0.0030'],
])('%s holds %s', (said, key) => expect(isRightAnswer(said, key)).toBe(true));

it.each([
  ['', '155'],
  ['1555', '155'],
  ['1.55', '155'],
  ['155.2', '155'],
  ['1.56', '1.5'],
  ['1', '1.5'],
  ['no idea', '0'],
  ['dense', 'rrf'],
  ['1,2', '12'],
])('%s does not hold %s', (said, key) => expect(isRightAnswer(said, key)).toBe(false));
