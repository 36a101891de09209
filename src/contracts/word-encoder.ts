// An encoder without a model: every word has a fixed vector, a text is the sum of its words' vectors, scaled to length 1.
import type { Encoder } from '../core/contracts.ts';
import { createRng } from '../core/rng.ts';

const DIMS = 16;

export interface WordEncoder extends Encoder {
  /** Texts encoded so far, in order. */
  readonly encoded: string[];
}

/** @param limit words read of a text; longer ones are clipped by `encode` and cut by `pieces` */
export function wordEncoder(limit = 8): WordEncoder {
  const encoded: string[] = [];
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return {
    dims: DIMS,
    fingerprint: `words ${limit}`,
    encoded,
    async encode(texts) {
      encoded.push(...texts);
      const rows = new Float32Array(texts.length * DIMS);
      texts.forEach((text, row) => {
        const sum = new Float64Array(DIMS);
        for (const word of wordsOf(text).slice(0, limit)) {
          const rng = createRng(0).stream(word);
          for (let i = 0; i < DIMS; i++) sum[i] = sum[i]! + rng.float() - 0.5;
        }
        const length = Math.hypot(...sum);
        if (length > 0)
          rows.set(
            sum.map((value) => value / length),
            row * DIMS,
          );
      });
      return rows;
    },
    pieces(text) {
      const words = wordsOf(text);
      if (words.length <= limit) return words.length > 0 ? [text] : [];
      return Array.from({ length: Math.ceil(words.length / limit) }, (_, i) =>
        words.slice(i * limit, (i + 1) * limit).join(' '),
      );
    },
    reach(text) {
      const words = [...text.matchAll(/[a-z0-9]+/gi)];
      const last = words[limit - 1];
      return words.length <= limit || !last ? text.length : last.index + last[0].length;
    },
  };
}
