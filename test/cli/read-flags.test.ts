import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addOptions, readFlags } from '../../src/cli/read-flags.ts';
import { RUN_OPTIONS } from '../../src/cli/run-options.ts';
import type { LabError } from '../../src/core/errors.ts';

function flags(argv: readonly string[]) {
  const command = new Command('run');
  addOptions(command, RUN_OPTIONS);
  command.parse(argv, { from: 'user' });
  const faults: LabError[] = [];
  return { values: readFlags(command.opts(), RUN_OPTIONS, faults), faults: faults.map(({ message }) => message) };
}

describe('readFlags', () => {
  it('gives each option its type, and leaves out what was not typed', () => {
    expect(flags(['--seed', '7', '--systems', 'a,b', '--systems=c', '--json', '--out', 'x'])).toEqual({
      values: { seed: 7, systems: ['a,b', 'c'], json: true, out: 'x' },
      faults: [],
    });
    expect(flags([])).toEqual({ values: {}, faults: [] });
  });

  it('takes the last of an option that is given twice', () => {
    expect(flags(['--seed', '7', '--seed', '8']).values).toEqual({ seed: 8 });
  });

  it('says of an empty value what belongs there', () => {
    expect(flags(['--filter', '', '--out', '']).faults.sort()).toEqual([
      '--filter "": not valid; accepted: EXPR',
      '--out "": not valid; accepted: DIR',
    ]);
  });

  it('collects what is wrong', () => {
    const { values, faults } = flags(['--seed', 'x', '--depth', '0', '--out', '']);
    expect(values).toEqual({});
    expect(faults).toHaveLength(3);
  });
});

it('has help for every option that a table can hold', () => {
  for (const { name, doc, kind, value } of RUN_OPTIONS) {
    expect(doc, name).toMatch(/^\S/);
    expect(value === undefined, name).toBe(kind === 'switch');
  }
});
