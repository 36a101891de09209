// Packs tokenised texts into the batches that one forward pass takes.
import { MAX_ROWS } from './weights.ts';

export interface Batch {
  /** Token ids of all texts, one after the other. */
  readonly ids: Int32Array;
  /** Tokens of each text. */
  readonly lengths: Int32Array;
  /** Which texts they are. */
  readonly texts: readonly number[];
}

/** In the order of the texts; those without tokens are left out. */
export function packBatches(tokens: readonly Int32Array[]): Batch[] {
  const batches: Batch[] = [];
  let texts: number[] = [];
  let rows = 0;
  const close = (): void => {
    if (texts.length === 0) return;
    const ids = new Int32Array(rows);
    let at = 0;
    for (const text of texts) {
      ids.set(tokens[text]!, at);
      at += tokens[text]!.length;
    }
    batches.push({ ids, lengths: Int32Array.from(texts, (text) => tokens[text]!.length), texts });
    texts = [];
    rows = 0;
  };
  tokens.forEach(({ length }, text) => {
    if (length === 0) return;
    if (rows + length > MAX_ROWS) close();
    texts.push(text);
    rows += length;
  });
  close();
  return batches;
}
