import { describe, expect, it } from 'vitest';
import { readGrade, readScore } from '../../src/eval/trec-fields.ts';

describe('fields of TREC files', () => {
  it('scores are finite decimal numbers as strtod reads them', () => {
    expect(['1', '-1.5', '+.5', '5.', '1e3', '1E-3', '0012'].map(readScore)).toEqual([
      1, -1.5, 0.5, 5, 1000, 0.001, 12,
    ]);
    for (const text of ['', 'nan', 'inf', '1e999', '0x10', '1,5', '1_0', ' 1']) expect(readScore(text)).toBeNaN();
  });

  it('grades are integers of 32 bits', () => {
    expect(['1', '-2', '+3', '007', '-0', '2147483647'].map(readGrade)).toEqual([1, -2, 3, 7, 0, 2147483647]);
    for (const text of ['', '1.0', '1e0', '2147483648', '1\r', 'x']) expect(readGrade(text)).toBeNaN();
  });
});
