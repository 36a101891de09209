import { describe, expect, it } from 'vitest';
import { RUN_OPTIONS, readInteger } from '../../src/cli/run-options.ts';

const option = (name: string) => RUN_OPTIONS.find((def) => def.name === name)!;

describe('readInteger', () => {
  it('reads seeds from 0 to 2^53 - 1', () => {
    expect(readInteger(option('seed'), '0')).toBe(0);
    expect(Object.is(readInteger(option('seed'), '-0'), 0)).toBe(true);
    expect(readInteger(option('seed'), '9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each(['-1', '1.5', '9007199254740992', 'abc', '', ' ', '0x10', '1e3', 'Infinity', '٤'])(
    'refuses the seed %j in one line that says what is accepted',
    (text) => {
      expect(() => readInteger(option('seed'), text)).toThrow(
        `--seed ${text.trim() === text && text !== '' ? text : JSON.stringify(text)}: not valid; accepted: an integer from 0 to 2^53 - 1`,
      );
    },
  );

  it.each([
    ['pages', ['0', '1000001']],
    ['facts', ['0', '31']],
    ['cutoff', ['0', '-3']],
    ['depth', ['0', 'all']],
  ])('holds --%s to its bounds', (name, bad) => {
    for (const text of bad) expect(() => readInteger(option(name), text)).toThrow(`--${name} ${text}: not valid`);
  });
});
