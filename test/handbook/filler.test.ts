import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/rng.ts';
import { readMaterial } from '../../src/datasets/handbook.ts';
import { makePool, topicSentence } from '../../src/handbook/filler.ts';
import type { HandbookMaterial } from '../../src/handbook/material.ts';

let material: HandbookMaterial;
beforeAll(async () => {
  material = await readMaterial();
});

describe('filler', () => {
  it('is made of distinct, complete sentences with every slot filled', () => {
    for (const section of material.sections) {
      const pool = makePool(material, section, 200, createRng(1));
      expect(new Set(pool).size).toBe(200);
      for (const sentence of pool) expect(sentence).toMatch(/^[A-Z][^{}]*\.$/);
      expect(topicSentence(material, section, 'the topic', createRng(2))).toContain('the topic');
    }
  });

  it('never says the same two words twice in a sentence', () => {
    const people = material.sections[0]!;
    const silly = makePool(material, people, 400, createRng(3)).filter(
      (sentence) => sentence.toLowerCase().split('leave calendar').length > 2,
    );
    expect(silly).toEqual([]);
  });

  it('stops when the phrases run out', () => {
    const tiny = { ...material, outline: { ...material.outline, frames: ['{Role} {modal} rest.'] } };
    const pool = makePool(tiny, material.sections[0]!, 1000, createRng(4));
    expect(pool.length).toBeGreaterThan(10);
    expect(pool.length).toBeLessThanOrEqual(8 * material.outline.modals.length);
  });

  it('names a slot that does not exist', () => {
    const broken = { ...material, outline: { ...material.outline, frames: ['{Nobody} rests.'] } };
    expect(() => makePool(broken, material.sections[0]!, 1, createRng(5))).toThrow('{Nobody}');
  });
});
