import { describe, expect, it } from 'vitest';
import { resolveDataset } from '../../src/cli/dataset-spec.ts';
import type { RunValues } from '../../src/cli/run-options.ts';
import type { DatasetFormat } from '../../src/core/contracts.ts';
import type { LabError } from '../../src/core/errors.ts';

const integer = { min: 1, max: 1000, integer: true, doc: '' };
const formats: DatasetFormat[] = [
  {
    name: 'handbook',
    place: 'text',
    summary: '',
    params: { pages: { default: 100, ...integer }, facts: { default: 30, ...integer } },
    load: () => Promise.reject(new Error('not here')),
  },
  { name: 'other', place: 'path', summary: '', params: {}, load: () => Promise.reject(new Error('not here')) },
  {
    name: 'judged',
    place: 'path',
    summary: '',
    params: { split: { default: 'test', doc: '' } },
    load: () => Promise.reject(new Error('not here')),
  },
];

function dataset(values: RunValues) {
  const faults: LabError[] = [];
  const spec = resolveDataset(formats, values, faults);
  return spec
    ? { name: spec.format.name, place: spec.place, params: spec.params }
    : { faults: faults.map(({ message }) => message) };
}

describe('resolveDataset', () => {
  it('is the handbook of seed 404 unless something is said', () => {
    expect(dataset({})).toEqual({ name: 'handbook', place: '404', params: { pages: 100, facts: 30 } });
  });

  it('takes seed and size from options', () => {
    expect(dataset({ seed: 7, pages: 20, facts: 5 })).toEqual({
      name: 'handbook',
      place: '7',
      params: { pages: 20, facts: 5 },
    });
  });

  it('reads NAME:PLACE and NAME(params):PLACE', () => {
    expect(dataset({ dataset: 'handbook:7' })).toMatchObject({ place: '7' });
    expect(dataset({ dataset: 'handbook(pages=20):7' })).toMatchObject({ place: '7', params: { pages: 20 } });
    expect(dataset({ dataset: 'other:C:/data/x y' })).toMatchObject({ name: 'other', place: 'C:/data/x y' });
    expect(dataset({ dataset: 'handbook', seed: 5 })).toMatchObject({ place: '5' });
  });

  it('refuses a name that is not registered, a missing place and bad parameters', () => {
    expect(dataset({ dataset: 'handbok:7' }).faults![0]).toContain(
      'unknown dataset "handbok"; did you mean "handbook"?',
    );
    expect(dataset({ dataset: 'other' }).faults![0]).toContain('accepted: NAME:PLACE');
    expect(dataset({ dataset: ':7' }).faults![0]).toContain('accepted: NAME:PLACE');
    expect(dataset({ dataset: 'handbook(pages=0):7' }).faults![0]).toContain('accepted: an integer from 1 to 1000');
  });

  it('refuses parameters behind the place, and says where they stand', () => {
    expect(dataset({ dataset: 'handbook:7(pages=10)' }).faults).toEqual([
      '--dataset handbook:7(pages=10): parameters stand before the colon, as in handbook(pages=10):7',
    ]);
    expect(dataset({ dataset: 'other:C:/data (1)' })).toMatchObject({ place: 'C:/data (1)' });
  });

  it('refuses two handbooks at once, and sizes of what has none', () => {
    expect(dataset({ dataset: 'handbook:7', seed: 8 }).faults![0]).toContain('name two different handbooks');
    expect(dataset({ dataset: 'handbook:7', seed: 7 })).toMatchObject({ place: '7' });
    expect(dataset({ dataset: 'other:x', pages: 3 }).faults![0]).toContain('--pages: applies to the handbook only');
  });

  it('takes a split by option or parameter, and only where there are any', () => {
    expect(dataset({ dataset: 'judged:x' })).toMatchObject({ params: { split: 'test' } });
    expect(dataset({ dataset: 'judged:x', split: 'dev' })).toMatchObject({ params: { split: 'dev' } });
    expect(dataset({ dataset: 'judged(split=dev):x', split: 'dev' })).toMatchObject({ params: { split: 'dev' } });
    expect(dataset({ dataset: 'judged(split=dev):x', split: 'train' }).faults).toEqual([
      '--split train and split=dev name two different splits; give one of them',
    ]);
    expect(dataset({ dataset: 'other:x', split: 'dev' }).faults).toEqual([
      '--split: other has no splits of this kind (taken by: judged)',
    ]);
    expect(dataset({ split: 'dev' }).faults![0]).toContain('--split: handbook has no splits');
  });

  it('reads quoted parameters whatever they hold, and tells a broken one as a fault', () => {
    expect(dataset({ dataset: 'judged(split="a (1)"):C:/x' })).toMatchObject({
      place: 'C:/x',
      params: { split: 'a (1)' },
    });
    expect(dataset({ dataset: 'judged(split):x', cutoff: 1 }).faults![0]).toContain('expected "=" and a value');
  });
});
