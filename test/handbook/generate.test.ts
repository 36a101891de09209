import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { countWords } from '../../src/core/collection.ts';
import { readMaterial } from '../../src/datasets/handbook.ts';
import { generateHandbook, type Handbook } from '../../src/handbook/generate.ts';
import type { HandbookMaterial } from '../../src/handbook/material.ts';
import { answers } from '../../src/handbook/proof.ts';
import { splitSentences } from '../../src/text/sentences.ts';

let material: HandbookMaterial;
beforeAll(async () => {
  material = await readMaterial();
});

const sentencesOf = ({ document }: Handbook): string[] =>
  splitSentences(document.text).map(({ start, end }) => document.text.slice(start, end));

describe('the generated handbook', () => {
  it('is the same text for the same seed and another for another', () => {
    const options = { seed: 404, pages: 100, facts: 30 };
    expect(generateHandbook(material, options)).toEqual(generateHandbook(material, options));
    expect(generateHandbook(material, { ...options, seed: 405 }).document.text).not.toBe(
      generateHandbook(material, options).document.text,
    );
  });

  it('plants every fact exactly once, and no other sentence answers its question, on any seed and size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (seed, pages, facts) => {
          const handbook = generateHandbook(material, { seed, pages, facts });
          const sentences = sentencesOf(handbook);
          expect(handbook.pages).toHaveLength(pages);
          expect(handbook.facts).toHaveLength(facts);
          for (const { fact, span } of handbook.facts) {
            expect(handbook.document.text.slice(span.start, span.end)).toBe(fact.sentence);
            expect(sentences.filter((sentence) => answers(sentence, fact))).toEqual([fact.sentence]);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('has exact blocks: their spans cover the text in order, with a page each', () => {
    const { document, pages } = generateHandbook(material, { seed: 1, pages: 12, facts: 5 });
    let at = 0;
    for (const block of document.blocks) {
      expect(block.span.start).toBe(at);
      expect(document.text.slice(block.span.start, block.span.end)).not.toMatch(/^\s|\s$|\n/);
      at = block.span.end + 2;
    }
    expect(at - 2).toBe(document.text.length);
    expect([...new Set(document.blocks.map((block) => block.page))]).toEqual(pages.map((page) => page.number));
    expect(document.blocks[0]).toMatchObject({ kind: 'heading', page: 1, path: ['People', 'Annual leave'] });
  });

  it('writes pages whose Markdown holds the same words as the document', () => {
    const { document, pages } = generateHandbook(material, { seed: 7, pages: 20, facts: 30 });
    const written = pages.map((page) => page.markdown.replace(/^#+ /gm, '')).join('\n');
    expect(written.split(/\s+/).filter(Boolean)).toEqual(document.text.split(/\s+/));
  });

  it('keeps filler where it is when facts are added: stages draw from streams of their own', () => {
    const few = generateHandbook(material, { seed: 404, pages: 100, facts: 1 });
    const many = generateHandbook(material, { seed: 404, pages: 100, facts: 30 });
    const planted = new Set(many.facts.map(({ fact }) => fact.sentence));
    const filler = (handbook: Handbook): string[] => sentencesOf(handbook).filter((sentence) => !planted.has(sentence));
    expect(filler(few)).toEqual(filler(many));
    expect(few.facts[0]!.page).toBe(many.facts[0]!.page);
  });

  it('plants a fact on a page that its material names', () => {
    const handbook = generateHandbook(material, { seed: 12, pages: 100, facts: 30 });
    for (const { fact, page } of handbook.facts) expect(fact.near).toContain(handbook.pages[page - 1]!.title);
  });

  it('numbers the pages of a title that comes round again, and grows to any size', () => {
    const { pages, document } = generateHandbook(material, { seed: 3, pages: 250, facts: 30 });
    expect(pages.map((page) => page.title)).toContain('Annual leave, part 2');
    expect(new Set(pages.map((page) => `${page.section} ${page.title}`)).size).toBe(250);
    expect(countWords(document.text) / 250).toBeGreaterThan(450);
  });
});

describe('the material', () => {
  it('holds fifteen tuning and fifteen held-out facts, and no fact answers another one', () => {
    for (const split of ['tuning', 'held-out']) {
      expect(material.facts.filter((fact) => fact.split === split)).toHaveLength(15);
    }
    for (const fact of material.facts) {
      expect(material.facts.filter((other) => answers(other.sentence, fact)).map(({ id }) => id)).toEqual([fact.id]);
    }
  });

  it('names only pages and sections that exist', () => {
    for (const fact of material.facts) {
      const section = material.sections.find(({ id }) => id === fact.section);
      const titles = section?.pages.map(({ title }) => title) ?? [];
      expect(titles, fact.id).toEqual(expect.arrayContaining([...fact.near]));
    }
  });

  it('has no number in its filler, since most answers are numbers', () => {
    const handbook = generateHandbook(material, { seed: 404, pages: 100, facts: 30 });
    const planted = new Set(handbook.facts.map(({ fact }) => fact.sentence));
    expect(sentencesOf(handbook).filter((sentence) => /\d/.test(sentence) && !planted.has(sentence))).toEqual([]);
  });
});
