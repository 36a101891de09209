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
  const seen = new Set<string>();
  for (let i = 0; i + 1 < words.length; i++) {
    const [first, second] = [words[i]!, words[i + 1]!];
    if (first.length < 4 || second.length < 4) continue;
    const pair = `${first} ${second}`;
    if (seen.has(pair)) return true;
    seen.add(pair);
  }
  return false;
}

/** Fills the frame's slots; a capitalised slot begins a sentence, a slot ending in 2 differs from its namesake. */
function fill(frame: string, outline: OutlineMaterial, section: SectionMaterial, topic: string, rng: Rng): string {
  const lists: Readonly<Record<string, readonly string[]>> = {
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
    topic: [topic],
  };
  const used = new Map<string, string>();
  return frame.replace(/\{(\w+?)(2?)\}/g, (slot, name: string, second: string) => {
    const key = name.charAt(0).toLowerCase() + name.slice(1);
    const list = lists[key];
    if (!list) throw new Error(`the frame "${frame}" has an unknown slot ${slot}`);
    const phrase = rng.pick(second ? list.filter((item) => item !== used.get(key)) : list);
    used.set(key, phrase);
    return key === name ? phrase : phrase.charAt(0).toUpperCase() + phrase.slice(1);
  });
}
