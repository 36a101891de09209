import { expect, it } from 'vitest';
import { trigramsOf } from '../../src/text/trigrams.ts';

it('pads a term by one mark on each side', () => {
  expect(trigramsOf('leave')).toEqual(['_le', 'lea', 'eav', 'ave', 've_']);
  expect(trigramsOf('id')).toEqual(['_id', 'id_']);
  expect(trigramsOf('7')).toEqual(['_7_']);
});

it('repeats a repeated trigram', () => {
  expect(trigramsOf('aaaa').filter((gram) => gram === 'aaa')).toHaveLength(2);
});
