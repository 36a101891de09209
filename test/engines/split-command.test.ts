import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../src/engines/split-command.ts';

describe('splitCommand', () => {
  it.each([
    ['python  my_search.py\t--k 3 ', ['python', 'my_search.py', '--k', '3']],
    [`sh -c 'a "b" \\n' "c 'd' \\"e\\" \\f"`, ['sh', '-c', 'a "b" \\n', `c 'd' "e" \\f`]],
    ['my\\ search a""b ""', ['my search', 'ab', '']],
    ['x $HOME * | y; z && `w`', ['x', '$HOME', '*', '|', 'y;', 'z', '&&', '`w`']],
  ])('%s', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  it('gives back any words that were quoted', () => {
    const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        fc.pre(words[0] !== '');
        const single = words.map((text) => `'${text.replaceAll("'", "'\\''")}'`).join(' ');
        expect(splitCommand(single)).toEqual(words);
        const double = words.map((text) => `"${text.replace(/["\\$`]/g, '\\$&')}"`).join('\n');
        expect(splitCommand(double)).toEqual(words);
      }),
    );
  });

  it.each([
    ["it's", "a closing ' is missing"],
    ['a "b', 'a closing " is missing'],
    ['a\\', 'nothing follows the last backslash'],
    ['  ', 'it names no program'],
    ['"" x', 'it names no program'],
    ['a\0', 'it holds a NUL character'],
  ])('refuses %j', (line, problem) => {
    expect(splitCommand(line)).toEqual({ problem });
  });
});
