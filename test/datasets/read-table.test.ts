import { describe, expect, it } from 'vitest';
import { LineFaults, readTable } from '../../src/datasets/read-table.ts';
import { bytesOf } from './bytes.ts';
import { faultsOf } from './faults-of.ts';

describe('LineFaults', () => {
  it('keeps the first twenty by line, in whatever order they come', async () => {
    const faults = new LineFaults('f');
    for (let line = 50; line > 0; line--) faults.add(line, () => 'bad');
    faults.add(51, () => {
      throw new Error('made for nothing');
    });
    const found = await faultsOf(() => faults.throwAny());
    expect([found.length, found[0], found[19], faults.isFull]).toEqual([20, 'f:1: bad', 'f:20: bad', true]);
  });
});

describe('readTable', () => {
  it('tells JSON from lines by what stands first', async () => {
    const kinds = async (text: string, size?: number): Promise<string> => {
      let kind = 'nothing';
      await readTable(
        bytesOf(text, size),
        {},
        {
          faults: new LineFaults('f'),
          line: () => {
            kind = 'line';
          },
          pair: () => {
            kind = 'pair';
          },
        },
      );
      return kind;
    };
    for (const size of [1, 2, 100]) {
      expect(await kinds('\ufeff\n {\n"a":{"b":1}}', size)).toBe('pair');
      expect(await kinds('{a} 0 b 1', size)).toBe('line');
      expect(await kinds('{} 0 b 1', size)).toBe('line');
      expect(await kinds('\n\n a 0 b 1', size)).toBe('line');
      expect(await kinds(' \n ', size)).toBe('nothing');
    }
  });
});
