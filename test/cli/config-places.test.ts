import { describe, expect, it } from 'vitest';
import { placeFaults } from '../../src/cli/config-places.ts';
import type { RunValues } from '../../src/cli/run-options.ts';
import { LabError } from '../../src/core/errors.ts';

const fault = (problem: string, remedy?: string): LabError => new LabError('option.conflict', { problem }, remedy);
const config = {
  path: '/c.yaml',
  values: { systems: ['good', 'bad'], cutoff: 9 } satisfies RunValues,
  lineOf: (key?: string, item?: number) => (key === 'cutoff' ? 1 : 3 + (item ?? 0)),
};
/** Each value is wrong by its own name. */
const faultsOf = ({ systems = [], cutoff }: RunValues): LabError[] => [
  ...systems.filter((name) => name !== 'good').map((name) => fault(name)),
  ...(cutoff === 9 ? [fault('nine')] : []),
];

describe('faults of what a file says', () => {
  it('get file and line, in the order of the file, behind those of what was typed', () => {
    const { errors } = placeFaults(
      [fault('bad', 'better'), fault('typed'), fault('nine')],
      config,
      config.values,
      faultsOf,
    );
    expect(errors.map(({ message }) => message)).toEqual(['typed', '/c.yaml:1: nine', '/c.yaml:4: bad']);
    expect(errors[2]!.remedy).toBe('better');
  });

  it('are those of values that nobody typed over', () => {
    const { errors } = placeFaults([fault('bad')], config, { ...config.values, systems: ['bad'] }, faultsOf);
    expect(errors[0]!.message).toBe('bad');
  });

  it('name the file alone where the line is not known', () => {
    const { errors } = placeFaults([fault('bad')], { ...config, lineOf: () => undefined }, config.values, faultsOf);
    expect(errors[0]!.message).toBe('/c.yaml: bad');
  });
});
