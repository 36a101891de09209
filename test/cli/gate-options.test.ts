import { describe, expect, it } from 'vitest';
import type { ConfigValues } from '../../src/cli/config-options.ts';
import {
  BASELINE_OPTIONS,
  commandOf as commandFrom,
  GATE_OPTIONS,
  goesWithoutRun,
} from '../../src/cli/gate-options.ts';
import { RUN_OPTIONS } from '../../src/cli/run-options.ts';

describe('the tables of gate and baseline', () => {
  it('hold every option of run, once, and those of the gate', () => {
    const names = GATE_OPTIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(RUN_OPTIONS.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['baseline', 'report', 'rule', 'rules', 'mode', 'inconclusive']));
    expect(BASELINE_OPTIONS.map(({ name }) => name)).not.toContain('format');
  });
});

describe('commandOf', () => {
  it('holds what decides the result, in one order, quoted for a shell', () => {
    const commandOf = (values: ConfigValues) => commandFrom(values, { cwd: '/p', config: undefined, typed: values });
    expect(commandOf({})).toBe('rag-lab run');
    const values = { systems: ['bm25(k1=2)', 'dense'], seed: 7, cutoff: 5, out: 'x', quiet: true, format: ['json'] };
    expect(commandOf(values)).toBe("rag-lab run --seed 7 --systems 'bm25(k1=2),dense' --cutoff 5");
    expect(commandOf({ dataset: "it's" })).toBe("rag-lab run --dataset 'it'\\''s'");
    expect(commandOf({ dataset: 'beir:d', split: 'dev' })).toBe('rag-lab run --dataset beir:d --split dev');
  });
});

describe('goesWithoutRun', () => {
  it('names the options that a stored report cannot take', () => {
    expect(goesWithoutRun('r.json', { quiet: true })).toEqual([]);
    expect(goesWithoutRun('r.json', { seed: 1, out: 'x' })[0]!.message).toBe(
      '--report r.json: a stored report has been run already; it goes with none of --seed, --out',
    );
    expect(goesWithoutRun('r.json', { split: 'dev' })[0]!.message).toMatch(/with none of --split$/);
  });
});
