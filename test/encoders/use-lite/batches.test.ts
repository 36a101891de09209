// Batches hold every text that has tokens once, in order, within the row limit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packBatches } from '../../../src/encoders/use-lite/batches.ts';
import { MAX_ROWS, MAX_TOKENS } from '../../../src/encoders/use-lite/weights.ts';

describe('packBatches', () => {
  it('loses nothing, keeps the order and the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: MAX_TOKENS }), { maxLength: 60 }), (lengths) => {
        const tokens = lengths.map((length, text) => new Int32Array(length).fill(text));
        const batches = packBatches(tokens);
        expect(batches.flatMap(({ texts }) => texts)).toEqual(
          lengths.flatMap((length, text) => (length > 0 ? [text] : [])),
        );
        for (const { ids, lengths: own, texts } of batches) {
          expect(ids.length).toBeLessThanOrEqual(MAX_ROWS);
          expect([...own]).toEqual(texts.map((text) => lengths[text]));
          expect([...ids]).toEqual(texts.flatMap((text) => [...tokens[text]!]));
        }
      }),
    );
  });
});
