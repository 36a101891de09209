// Every registered chunker keeps the contract, and the contract notices one that does not.
import { describe, expect, it } from 'vitest';
import { chunkerContract } from '../../src/contracts/chunker.ts';
import type { ChunkerDef } from '../../src/core/contracts.ts';
import { chunkers } from '../../src/ingest/chunkers/registry.ts';

/** Every chunker's defaults, and settings that are hard on it. */
const SETTINGS: Readonly<Record<string, readonly Readonly<Record<string, number | string>>[]>> = {
  sentence: [{ words: 3 }, { words: 5, overlap: 2 }],
  fixed: [{ size: 1 }, { size: 4, overlap: 3 }, { size: 1, unit: 'chars' }, { size: 7, overlap: 2, unit: 'chars' }],
};

for (const def of chunkers) {
  for (const params of [{}, ...(SETTINGS[def.name] ?? [])]) {
    describe(`the chunker contract: ${def.name} ${JSON.stringify(params)}`, () => {
      const overlaps = 'overlap' in params;
      const coverage = overlaps || def.name === 'fixed' ? 'some' : 'once';
      for (const { name, run } of chunkerContract(def, { params, coverage })) it(name, run);
    });
  }
}

const halves: ChunkerDef<Record<never, never>> = {
  name: 'halves',
  summary: 'two halves',
  params: {},
  chunk: ({ text }) => {
    const middle = Math.floor(text.length / 2);
    const at = middle > 0 && text.codePointAt(middle - 1)! > 0xffff ? middle - 1 : middle;
    return [
      { start: 0, end: at },
      { start: at, end: text.length },
    ]
      .filter(({ start, end }) => end > start)
      .map((span) => ({ span, path: [] }));
  },
};

async function broken(def: ChunkerDef<Record<never, never>>): Promise<string[]> {
  const found: string[] = [];
  for (const { name, run } of chunkerContract(def, { coverage: 'once' })) {
    await run().catch((error: Error) => found.push(`${name}: ${error.message}`));
  }
  return found;
}

describe('the chunker contract', () => {
  it('is kept by a chunker that does all right', async () => {
    expect(await broken(halves)).toEqual([]);
  });

  let calls = 0;
  const FAULTS: Readonly<Record<string, readonly [ChunkerDef<Record<never, never>>['chunk'], RegExp]>> = {
    'a lost tail': [(...given) => halves.chunk(...given).slice(0, 1), /is in 0 chunks/],
    'a character in two chunks': [
      (document) =>
        [...halves.chunk(document, {})].map((one, n) =>
          n === 0 ? { ...one, span: { start: 0, end: document.text.length } } : one,
        ),
      /is in 2 chunks/,
    ],
    'starts that do not increase': [(...given) => halves.chunk(...given).toReversed(), /starts at or before/],
    'a span beyond the text': [({ text }) => [{ span: { start: 0, end: text.length + 1 }, path: [] }], /not within 0-/],
    'an empty chunk': [
      ({ text }) => [
        { span: { start: 0, end: 0 }, path: [] },
        { span: { start: 1, end: text.length }, path: [] },
      ],
      /holds nothing/,
    ],
    'half a character': [
      ({ text }) => [...text.split('').keys()].map((start) => ({ span: { start, end: start + 1 }, path: [] })),
      /between the halves of a character/,
    ],
    'another result each time': [
      (document) => halves.chunk(document, {}).map((one) => ({ ...one, path: [String(calls++)] })),
      /in another way again/,
    ],
  };
  for (const [what, [chunk, said]] of Object.entries(FAULTS)) {
    it(`notices ${what}`, async () => {
      expect(await broken({ ...halves, chunk })).toContainEqual(expect.stringMatching(said));
    });
  }
});
