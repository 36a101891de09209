import { describe, expect, it } from 'vitest';
import { mergeValues } from '../../src/cli/perform-run.ts';

describe('mergeValues', () => {
  it('lets what was typed win, option by option', () => {
    expect(mergeValues({ cutoff: 5, systems: ['a', 'b'], wide: true }, { cutoff: 7, systems: ['c'] })).toEqual({
      cutoff: 7,
      systems: ['c'],
      wide: true,
    });
  });

  it('takes --seed and --dataset for two ways to say one thing', () => {
    expect(mergeValues({ dataset: 'handbook:1' }, { seed: 2 })).toEqual({ seed: 2 });
    expect(mergeValues({ seed: 1, pages: 5 }, { dataset: 'handbook:2' })).toEqual({ dataset: 'handbook:2', pages: 5 });
    expect(mergeValues({ seed: 1 }, {})).toEqual({ seed: 1 });
  });

  it('lets a typed --json replace what a file sends to standard output, and a typed --format its json', () => {
    expect(mergeValues({ format: ['terminal', 'csv=x.csv', 'markdown=-'] }, { json: true })).toEqual({
      format: ['csv=x.csv'],
      json: true,
    });
    expect(mergeValues({ json: true }, { format: ['csv'] })).toEqual({ format: ['csv'] });
  });
});
