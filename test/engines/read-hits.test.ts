import { describe, expect, it } from 'vitest';
import { kindOf, readHits, readId, readNumber } from '../../src/engines/read-hits.ts';

describe('readHits', () => {
  it('takes ids and objects, with numbers as text, and ignores what it does not know', () => {
    expect(
      readHits([
        'a',
        7,
        { id: 8, score: '0.5', rank: 1 },
        { document: 'd', start: 1, end: 5, text: 't', score: null },
        {},
      ]),
    ).toEqual([{ id: 'a' }, { id: '7' }, { id: '8', score: 0.5 }, { document: 'd', start: 1, end: 5, text: 't' }, {}]);
  });

  it('keeps the place of a score that is no number', () => {
    expect(
      readHits([
        { id: 'a', score: 'high' },
        { id: 'b', score: {} },
      ]),
    ).toEqual([
      { id: 'a', score: Number.NaN },
      { id: 'b', score: Number.NaN },
    ]);
  });

  it.each([
    [undefined, '"hits" is missing, not a list'],
    [null, '"hits" is null, not a list'],
    [{}, '"hits" is an object, not a list'],
    ['a', '"hits" is a string, not a list'],
    [['a', null], 'hit 2 is null; accepted: an id or an object'],
    [[['a', 1]], 'hit 1 is a list; accepted: an id or an object'],
    [[1.5], 'hit 1 is a number; accepted: an id or an object'],
  ])('says what is wrong with %j', (value, problem) => {
    expect(readHits(value)).toEqual({ problem });
  });
});

describe('single values', () => {
  it('are no ids where digits were lost', () => {
    expect([readId(12), readId('0012'), readId(2 ** 53), readId(1.5), readId(true)]).toEqual([
      '12',
      '0012',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are numbers, none, or not a number', () => {
    expect([readNumber(1), readNumber(' 2e3 '), readNumber(null), readNumber(undefined)]).toEqual([
      1,
      2000,
      undefined,
      undefined,
    ]);
    expect([readNumber('0x10'), readNumber(''), readNumber('Infinity'), readNumber([]), readNumber(true)]).toEqual(
      Array(5).fill(Number.NaN),
    );
  });

  it('have a kind', () => {
    expect([kindOf([]), kindOf({}), kindOf(1), kindOf(null), kindOf(undefined)]).toEqual([
      'a list',
      'an object',
      'a number',
      'null',
      'missing',
    ]);
  });
});
