import { describe, expect, it } from 'vitest';
import { formulasLab } from '../../src/labs/walkthrough-formulas.ts';
import { contextOf } from '../retrieval/small-world.ts';

/** A line that holds all of these, in this order. */
const WORKED: readonly (readonly string[])[] = [
  ['leave', 'ln(1.258)', '0.23'],
  ['annual', 'ln(40.67)', '3.71'],
  ['tf 1 ', '= 1.00'],
  ['tf 2 ', '= 1.38'],
  ['tf 5 ', '= 1.77'],
  ['tf 20 ', '= 2.08'],
  ['2 x the average length', '= 0.71'],
  ['average length', '7.667'],
  ['IDF of annual', '0.470004'],
  ['1/(60 + 1) + 1/(60 + 40)', '0.0264'],
  ['1/(60 + 10) + 1/(60 + 10)', '0.0286'],
  ['1/(60 + 1) + 1/(60 + 8)', '0.0311'],
  ['1/(60 + 3) + 1/(60 + 2)', '0.0320'],
  ['1/(60 + 1) + 1/(60 + 3)', '0.03227'],
  ['rank 1', '0.01639'],
  ['DCG =', '1.500'],
  ['ideal DCG', '1.631'],
  ['nDCG = 0.92'],
  ['6.861127'],
  ['13.848264'],
  ['nDCG(gain=exp) = 0.948811'],
  ['overlap 10 %', '1.111'],
  ['overlap 20 %', '1.25'],
  ['75440 / 167', '451.7'],
  ['one of 30', '3.3'],
  ['one of 15', '6.7'],
  ['29/30', '[0.8333, 0.9941]'],
  ['4/30', '[0.0531, 0.2968]'],
  ['10/10', '[0.7225, 1.0000]'],
  ['25 against 0', '5.96e-8'],
  ['8 against 1', '0.0390625'],
  ['6 against 0', '0.03125'],
  ['5 against 0', '0.0625'],
  ['Holm', '0.04 0.09 0.09 0.025 0.2'],
  ['Benjamini-Hochberg', '0.025 0.05 0.05 0.025 0.2'],
  ['about 4 come back'],
  ['10 M * 1024 * 4 bytes', '41 GB'],
  ['M = 16', '128 bytes'],
];

describe('the formulas', () => {
  it('show every worked value behind its arithmetic', async () => {
    const lines = (await formulasLab.run(contextOf())).split('\n');
    for (const parts of WORKED) {
      const found = lines.find((line) => {
        let at = 0;
        return parts.every((part) => {
          at = line.indexOf(part, at);
          return at++ >= 0;
        });
      });
      expect(found, parts.join(' ... ')).toBeDefined();
    }
    expect(lines.find((line) => line.includes('9/15'))).toContain('[0.3575, 0.8018]');
    expect(lines.find((line) => line.includes('6/15'))).toContain('[0.1982, 0.6425]');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
