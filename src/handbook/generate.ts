// The seeded handbook: sections of pages of filler, with each fact planted once. Equal seeds give equal bytes.
// Every stage draws from a stream of its own, so that a change in one moves nothing in another.
import { countWords } from '../core/collection.ts';
import type { Block, Document, Span } from '../core/model.ts';
import { createRng, type Rng } from '../core/rng.ts';
import { makePool, topicSentence } from './filler.ts';
import type { FactMaterial, HandbookMaterial, SectionMaterial } from './material.ts';

export interface HandbookOptions {
  readonly seed: number;
  readonly pages: number;
  /** How many facts of the bank, from its beginning. */
  readonly facts: number;
}

export interface HandbookPage {
  /** 1-based. */
  readonly number: number;
  readonly section: string;
  readonly title: string;
  readonly markdown: string;
}

export interface PlantedFact {
  readonly fact: FactMaterial;
  readonly page: number;
  /** Of the sentence in the document's text. */
  readonly span: Span;
}

export interface Handbook {
  readonly document: Document;
  readonly pages: readonly HandbookPage[];
  readonly facts: readonly PlantedFact[];
}

interface Part {
  readonly heading: boolean;
  readonly sentences: string[];
}

interface Page {
  readonly section: SectionMaterial;
  /** The outline's title, which facts refer to. */
  readonly outlineTitle: string;
  readonly title: string;
  readonly parts: Part[];
}

/** Writes the handbook of a seed: one document, `handbook`, with its pages as blocks. */
export function generateHandbook(material: HandbookMaterial, options: HandbookOptions): Handbook {
  const rng = createRng(options.seed).stream('handbook');
  const pages = writePages(material, options.pages, rng);
  const facts = material.facts.slice(0, options.facts);
  plant(pages, facts, rng.stream('placement'));
  return assemble(material.outline.title, pages, facts);
}

function writePages(material: HandbookMaterial, count: number, rng: Rng): Page[] {
  const { sections } = material;
  return sections.flatMap((section, s) => {
    const size = Math.floor(count / sections.length) + (s < count % sections.length ? 1 : 0);
    const pool = makePool(
      material,
      section,
      size * material.outline.poolPerPage,
      rng.stream('filler').stream(section.id),
    );
    const deal = dealer(pool, rng.stream('deck').stream(section.id));
    return Array.from({ length: size }, (_, i) =>
      writePage(material, section, i, deal, rng.stream('pages').stream(section.id).stream(String(i))),
    );
  });
}

/** Deals a shuffled pool to the end before it is shuffled again, so that repeats stand far apart. */
function dealer(pool: readonly string[], rng: Rng): () => string {
  let deck: string[] = [];
  return () => {
    if (deck.length === 0) deck = rng.shuffle(pool);
    return deck.pop()!;
  };
}

function writePage(
  material: HandbookMaterial,
  section: SectionMaterial,
  index: number,
  deal: () => string,
  rng: Rng,
): Page {
  const { outline } = material;
  const { title: outlineTitle, topic } = section.pages[index % section.pages.length]!;
  const round = Math.floor(index / section.pages.length);
  const title = round === 0 ? outlineTitle : `${outlineTitle}, part ${round + 1}`;
  const target = outline.wordsPerPage - outline.wordsJitter + rng.int(2 * outline.wordsJitter + 1);
  const [fewest, most] = outline.sentencesPerParagraph;
  const subheads = rng.shuffle(section.subheads);
  const parts: Part[] = [{ heading: true, sentences: [title] }];
  let words = countWords(title);
  for (let paragraph = 0; words < target; paragraph++) {
    if (paragraph % outline.paragraphsPerHeading === 0) {
      const subhead = subheads[(paragraph / outline.paragraphsPerHeading) % subheads.length]!;
      parts.push({ heading: true, sentences: [subhead] });
      words += countWords(subhead);
    }
    const sentences: string[] = [];
    const length = fewest + rng.int(most - fewest + 1);
    // Every other paragraph begins with the page's own topic.
    if (paragraph % 2 === 0) sentences.push(topicSentence(material, section, topic, rng));
    while (sentences.length < length) sentences.push(deal());
    parts.push({ heading: false, sentences });
    for (const sentence of sentences) words += countWords(sentence);
  }
  return { section, outlineTitle, title, parts };
}

/** Puts each fact between two filler sentences of a fitting page: one it names, else its section, else anywhere. */
function plant(pages: readonly Page[], facts: readonly FactMaterial[], rng: Rng): void {
  for (const fact of facts) {
    const draw = rng.stream(fact.id);
    const ofSection = pages.filter((page) => page.section.id === fact.section);
    const named = ofSection.filter((page) => fact.near.includes(page.outlineTitle));
    const page = draw.pick(named.length > 0 ? named : ofSection.length > 0 ? ofSection : pages);
    const paragraph = draw.pick(page.parts.filter((part) => !part.heading));
    paragraph.sentences.splice(draw.int(paragraph.sentences.length + 1), 0, fact.sentence);
  }
}

function assemble(title: string, pages: readonly Page[], facts: readonly FactMaterial[]): Handbook {
  const factOf = new Map(facts.map((fact) => [fact.sentence, fact]));
  const texts: string[] = [];
  const blocks: Block[] = [];
  const planted = new Map<string, PlantedFact>();
  let at = 0;
  pages.forEach((page, index) => {
    const number = index + 1;
    let path: string[] = [];
    page.parts.forEach((part, p) => {
      const text = part.sentences.join(' ');
      if (part.heading) path = p === 0 ? [page.section.title, text] : [...path.slice(0, 2), text];
      const kind = part.heading ? 'heading' : 'paragraph';
      blocks.push({ kind, span: { start: at, end: at + text.length }, path, page: number });
      let start = at;
      for (const sentence of part.sentences) {
        const fact = factOf.get(sentence);
        if (fact) planted.set(fact.id, { fact, page: number, span: { start, end: start + sentence.length } });
        start += sentence.length + 1;
      }
      texts.push(text);
      at += text.length + 2;
    });
  });
  return {
    document: { id: 'handbook', title, text: texts.join('\n\n'), blocks, meta: {}, source: 'handbook' },
    pages: pages.map((page, index) => ({
      number: index + 1,
      section: page.section.title,
      title: page.title,
      markdown: markdownOf(page),
    })),
    facts: facts.map((fact) => planted.get(fact.id)!),
  };
}

function markdownOf(page: Page): string {
  const parts = page.parts.map(
    (part, p) => `${part.heading ? (p === 0 ? '# ' : '## ') : ''}${part.sentences.join(' ')}`,
  );
  return `${parts.join('\n\n')}\n`;
}
