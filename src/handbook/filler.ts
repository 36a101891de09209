// Filler prose: sentence frames filled with a section's phrases, pooled so that pages of a section share everyday words.
import type { Rng } from '../core/rng.ts';
import type { FactMaterial, HandbookMaterial, OutlineMaterial, SectionMaterial } from './material.ts';
import { answersAny } from './proof.ts';

/** Draws that may fail in a row before a pool counts as exhausted. */
const PATIENCE = 200;

/** Distinct sentences of one section, none of which answers a fact's question; fewer than asked if the phrases run out. */
export function makePool(material: HandbookMaterial, section: SectionMaterial, size: number, rng: Rng): string[] {
  const pool = new Set<string>();
  for (let failures = 0; pool.size < size && failures < PATIENCE; ) {
    const sentence = fill(rng.pick(material.outline.frames), material.outline, section, '', rng);
    if (pool.has(sentence) || unfit(sentence, material.facts)) failures++;
    else {
      pool.add(sentence);
      failures = 0;
    }
  }
  return [...pool];
}

/** A sentence about the page's own topic that answers no fact's question. */
export function topicSentence(material: HandbookMaterial, section: SectionMaterial, topic: string, rng: Rng): string {
  for (;;) {
    const sentence = fill(rng.pick(material.outline.topicFrames), material.outline, section, topic, rng);
    if (!unfit(sentence, material.facts)) return sentence;
  }
}

function unfit(sentence: string, facts: readonly FactMaterial[]): boolean {
  return repeatsPhrase(sentence) || answersAny(sentence, facts);
}

/** Random slots can meet their own words ("the leave calendar is kept in the leave calendar"), which no person writes. */
function repeatsPhrase(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  // Sentences are short: comparing each pair with those before costs less than a set of them.
  for (let i = 1; i + 1 < words.length; i++) {
    const [first, second] = [words[i]!, words[i + 1]!];
    if (first.length < 4 || second.length < 4) continue;
    for (let before = 0; before < i; before++) {
      if (words[before] === first && words[before + 1] === second) return true;
    }
  }
  return false;
}

type Lists = Readonly<Record<string, readonly string[]>>;

// A handbook of many pages fills millions of frames: what does not change between two of them is made once.
const listsOf = new WeakMap<SectionMaterial, { readonly outline: OutlineMaterial; readonly lists: Lists }>();
const readFrames = new Map<string, Frame>();

function phraseLists(outline: OutlineMaterial, section: SectionMaterial): Lists {
  const known = listsOf.get(section);
  if (known?.outline === outline) return known.lists;
  const lists: Lists = {
    role: section.roles,
    thing: section.things,
    do: section.does,
    when: section.whens,
    why: section.whys,
    where: section.wheres,
    if: section.ifs,
    state: section.states,
    habit: section.habits,
    note: section.notes,
    modal: outline.modals,
    pluralModal: outline.pluralModals,
  };
  listsOf.set(section, { outline, lists });
  return lists;
}

/** A frame cut at its slots: each follows the text of the same place; one text more ends it. */
interface Frame {
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
}

interface Slot {
  readonly written: string;
  readonly key: string;
  readonly isCapital: boolean;
  /** Differs from its namesake before it. */
  readonly isSecond: boolean;
}

function readFrame(frame: string): Frame {
  const known = readFrames.get(frame);
  if (known) return known;
  const texts: string[] = [];
  const slots: Slot[] = [];
  let from = 0;
  for (const match of frame.matchAll(/\{(\w+?)(2?)\}/g)) {
    const [written, name, second] = match as unknown as [string, string, string];
    const key = name.charAt(0).toLowerCase() + name.slice(1);
    texts.push(frame.slice(from, match.index));
    slots.push({ written, key, isCapital: key !== name, isSecond: second !== '' });
    from = match.index + written.length;
  }
  texts.push(frame.slice(from));
  const read = { texts, slots };
  readFrames.set(frame, read);
  return read;
}

/** Fills the frame's slots; a capitalised slot begins a sentence, a slot ending in 2 differs from its namesake. */
function fill(frame: string, outline: OutlineMaterial, section: SectionMaterial, topic: string, rng: Rng): string {
  const lists = phraseLists(outline, section);
  const { texts, slots } = readFrame(frame);
  const phrases: string[] = [];
  let filled = texts[0]!;
  for (let i = 0; i < slots.length; i++) {
    const { written, key, isCapital, isSecond } = slots[i]!;
    const list = key === 'topic' ? [topic] : lists[key];
    if (!list) throw new Error(`the frame "${frame}" has an unknown slot ${written}`);
    let used: string | undefined;
    for (let before = 0; isSecond && before < i; before++) if (slots[before]!.key === key) used = phrases[before];
    const phrase = rng.pick(isSecond ? list.filter((item) => item !== used) : list);
    phrases.push(phrase);
    filled += isCapital ? phrase.charAt(0).toUpperCase() + phrase.slice(1) : phrase;
    filled += texts[i + 1]!;
  }
  return filled;
}
