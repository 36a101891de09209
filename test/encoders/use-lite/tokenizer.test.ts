// Tokens equal those of the packaged tokenizer: recorded ones, and a naive restatement of its rules for everything else.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateModel, verifyModel } from '../../../src/encoders/use-lite/model-files.ts';
import { createTokenizer, parseVocabulary } from '../../../src/encoders/use-lite/tokenizer.ts';

const vocabulary = parseVocabulary(verifyModel(locateModel()).vocabulary);
const tokenizer = createTokenizer(vocabulary);
const recorded: { text: string; ids: number[] }[] = JSON.parse(
  readFileSync(new URL('../../fixtures/encoders/tokens.json', import.meta.url), 'utf8'),
);

const idOf = new Map(vocabulary.map(([piece], id) => [piece, id] as const).slice(6));
const longest = 16;

/** Every cut of the text into pieces is tried at every end, by looking substrings up. */
function naiveIds(text: string): number[] {
  const normalized = text.normalize('NFKC');
  if (normalized === '') return [];
  const symbols = [...`▁${normalized.replaceAll(' ', '▁')}`];
  const sub = (start: number, end: number) => idOf.get(symbols.slice(start, end).join(''));
  const known = symbols.map((_, start) => {
    for (let end = start + 1; end <= Math.min(symbols.length, start + longest); end++)
      if (sub(start, end) !== undefined) return true;
    return false;
  });
  const best = [0];
  const last: { id: number; start: number }[] = [{ id: 0, start: -1 }];
  for (let end = 1; end <= symbols.length; end++) {
    best[end] = 0;
    last[end] = { id: 0, start: end - 1 };
    for (let start = Math.max(0, end - longest); start < end; start++) {
      const id = sub(start, end) ?? (end === start + 1 && !known[start] ? 0 : undefined);
      if (id === undefined) continue;
      const score = (vocabulary[id]![1] ?? 0) + best[start]!;
      if (best[end] === 0 || score >= best[end]!) {
        best[end] = score;
        last[end] = { id, start };
      }
    }
  }
  const ids: number[] = [];
  for (let end = symbols.length; end > 0; end = last[end]!.start) ids.unshift(last[end]!.id);
  return ids.filter((id, i) => id !== 0 || ids[i - 1] !== 0);
}

const words = fc.constantFrom(...vocabulary.slice(6).map(([piece]) => piece.replace('▁', ' ')));
const texts = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: words },
      { weight: 2, arbitrary: fc.constantFrom(':', ':30', ':00', '://', ' :)', '):', ' ', '▁', '\n', '👋', '”5') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('the tokenizer', () => {
  it('gives the recorded tokens of the packaged one', () => {
    expect(recorded.length).toBeGreaterThan(100);
    for (const { text, ids } of recorded) expect([...tokenizer.tokenize(text).ids], JSON.stringify(text)).toEqual(ids);
  });

  it('has an oracle that gives them too', () => {
    for (const { text, ids } of recorded) expect(naiveIds(text), JSON.stringify(text)).toEqual(ids);
  });

  it('equals the oracle on any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect([...tokenizer.tokenize(text).ids]).toEqual(naiveIds(text));
      }),
      { numRuns: 400 },
    );
  });

  it('gives no token for the empty text only', () => {
    expect(tokenizer.tokenize('').ids).toHaveLength(0);
    expect(tokenizer.tokenize(' ').ids.length).toBeGreaterThan(0);
  });

  it('says where each token ends, the last one at the end of the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { ids, ends } = tokenizer.tokenize(text);
        expect(ends).toHaveLength(ids.length);
        expect(ends.at(-1) ?? 0).toBe(text === '' ? 0 : [...text.normalize('NFKC')].length + 1);
        expect([...ends].every((end, i) => end > (ends[i - 1] ?? 0))).toBe(true);
        // An unknown token may stand for several characters; any other for its own.
        ids.forEach((id, i) => {
          if (id !== 0) expect(ends[i]! - (ends[i - 1] ?? 0)).toBe(vocabulary[id]![0].length);
        });
      }),
    );
  });

  it('takes time in proportion to the text, and texts longer than any before', () => {
    expect(createTokenizer(vocabulary).tokenize('leave '.repeat(20_000)).ids.length).toBeGreaterThan(20_000);
  });
});
