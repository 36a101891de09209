import { describe, expect, it } from 'vitest';
import { resolveTargets } from '../../src/cli/targets.ts';
import type { LabError } from '../../src/core/errors.ts';
import { reportFormats } from '../../src/report/formats/registry.ts';

function targets(written: readonly string[], json = false): { shown: unknown[]; faults: LabError[] } {
  const faults: LabError[] = [];
  const found = resolveTargets(reportFormats, written, json, '/here', faults);
  return { shown: found.map(({ format, file }) => [format.name, file]), faults };
}

describe('resolveTargets', () => {
  it('sends one format to standard output and others to files, from the current folder', () => {
    const { shown, faults } = targets(['terminal', 'json=a/b.json', 'csv=/tmp/t.csv']);
    expect(shown).toEqual([
      ['terminal', undefined],
      ['json', '/here/a/b.json'],
      ['csv', '/tmp/t.csv'],
    ]);
    expect(faults).toEqual([]);
  });

  it('reads "-" as standard output and --json as the format json', () => {
    expect(targets(['json=-']).shown).toEqual([['json', undefined]]);
    expect(targets(['csv=x.csv'], true).shown).toEqual([
      ['csv', '/here/x.csv'],
      ['json', undefined],
    ]);
    expect(targets(['json'], true)).toMatchObject({ shown: [['json', undefined]], faults: [] });
  });

  it('refuses several formats on standard output, and says how to keep them', () => {
    const { faults } = targets(['terminal', 'csv'], true);
    expect(faults[0]!.message).toBe('--format: terminal and csv and json would all go to standard output');
    expect(faults[0]!.remedy).toContain('--format terminal=FILE');
  });

  it('refuses two outputs in one file, an empty file name and an unknown format', () => {
    expect(targets(['csv=x', 'json=./x']).faults[0]!.message).toContain('two outputs go to ./x');
    expect(targets([]).faults[0]!.message).toMatch(/^--format "": not valid; accepted: one or more of /);
    expect(targets([], true).faults).toEqual([]);
    expect(targets(['csv=']).faults[0]!.message).toContain('accepted: NAME, or NAME=FILE');
    expect(targets(['jsno']).faults[0]!.message).toContain('unknown format "jsno"; did you mean "json"?');
  });
});
