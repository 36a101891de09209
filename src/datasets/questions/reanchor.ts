// Evidence found again after the documents changed: what stayed, what moved, what was edited, split or is gone.
import type { Document, Span } from '../../core/model.ts';
import { FoldedText, foldSpace } from '../../text/folded-text.ts';
import { splitSentences } from '../../text/sentences.ts';
import { type Finding, locateQuestions, type Place } from './anchor-quotes.ts';
import { LEAST_SIMILAR } from './closest-passages.ts';
import { createDocumentLookup } from './document-lookup.ts';
import { findTexts } from './find-texts.ts';
import {
  isAlternatives,
  isOpen,
  type NeedRecord,
  type PassageRecord,
  type PlacedQuestion,
  passagesOf,
  type QuestionRecord,
} from './question-record.ts';

/** Parts of a quote shorter than this stand anywhere. */
const SHORTEST_PART = 3;
/** A question with more needs than this is none that a person would ask. */
const MOST_PARTS = 50;

export type Drift =
  /** As it was. */
  | 'kept'
  /** The same words in another document, or at other offsets. */
  | 'moved'
  /** Nearly the same words. */
  | 'edited'
  /** Its sentences stand apart now: each became a need of its own. */
  | 'split'
  /** Nothing is close enough. */
  | 'gone';

export interface Reanchored {
  readonly question: string;
  /** `file:line`. */
  readonly where: string;
  readonly need: number;
  readonly passage: number;
  readonly drift: Drift;
  readonly quote: string;
  readonly from: string | undefined;
  /** Where it stands now: one place, or one for each part. Of what is gone: what came closest. */
  readonly places: readonly Place[];
}

export interface Reanchoring {
  /** Every question, in the order of the file; evidence that is gone is as it was. */
  readonly questions: readonly QuestionRecord[];
  /** Of every passage with a quote, or offsets. */
  readonly passages: readonly Reanchored[];
  /** Questions with a need of which nothing is left. */
  readonly lost: readonly string[];
  /** Questions with evidence. */
  readonly answerable: number;
}

/**
 * @param before the documents as they were; gives offsets without a quote the words that they stood for
 */
export function reanchor(
  records: readonly PlacedQuestion[],
  documents: readonly Document[],
  before?: readonly Document[],
): Reanchoring {
  const questions = before ? withQuotes(records, before) : records;
  const { findings } = locateQuestions(questions, documents);
  const faults = new Map<string, Finding>();
  for (const finding of findings) if (finding.isFault) faults.set(keyOf(finding), finding);
  const lookup = createDocumentLookup(documents);
  const search = createSearch(
    [...faults.values()].flatMap(({ quote }) => (quote === undefined ? [] : [quote])),
    documents,
  );

  const passages: Reanchored[] = [];
  const lost: string[] = [];
  const result = questions.map((question): QuestionRecord => {
    let isLost = false;
    const evidence = question.evidence?.flatMap((need, n): NeedRecord[] => {
      const found = passagesOf(need).map((passage, p): readonly PassageRecord[] | undefined => {
        const fault = faults.get(keyOf({ question: question.id, need: n, passage: p }));
        const known = passage.document === undefined ? undefined : lookup.find(passage.document);
        const say = (drift: Drift, places: readonly Place[]): void => {
          if (passage.quote === undefined && drift === 'kept') return;
          const where = `${question.source}:${question.line}`;
          const quote = passage.quote ?? '';
          passages.push({
            question: question.id,
            where,
            need: n,
            passage: p,
            drift,
            quote,
            from: passage.document,
            places,
          });
        };
        if (!fault) {
          say('kept', []);
          return [passage];
        }
        if (isWhole(passage)) {
          const renamed = lookup.renamed(passage.document!);
          say(renamed ? 'moved' : 'gone', renamed ? [placeOf(renamed, WHOLE, 1)] : []);
          return renamed ? [{ ...passage, document: renamed.id }] : undefined;
        }
        const again = passage.quote === undefined ? undefined : search(passage.quote, known, fault.places);
        if (!again || again.drift === 'gone') {
          say('gone', again?.places ?? []);
          return undefined;
        }
        say(again.drift, again.places);
        return again.places.map((place) => passageAt(place, passage));
      });
      const kept = found.filter((some) => some !== undefined);
      if (kept.length === 0) {
        isLost = true;
        return [need];
      }
      return renewed(need, found);
    });
    if (isLost && !isOpen(question)) lost.push(question.id);
    return evidence === undefined ? question : { ...question, evidence };
  });
  const answerable = records.filter((record) => !isOpen(record) && (record.evidence ?? []).length > 0).length;
  return { questions: result, passages, lost, answerable };
}

function isWhole({ quote, start }: PassageRecord): boolean {
  return quote === undefined && start === undefined;
}

/** Of a whole document: no text is shown. */
const WHOLE: Span = { start: 0, end: 0 };

function keyOf({ question, need, passage }: Pick<Finding, 'question' | 'need' | 'passage'>): string {
  return JSON.stringify([question, need, passage]);
}

/** Alternatives stay alternatives; a single passage that was split becomes several needs, all to be met. */
function renewed(need: NeedRecord, found: readonly (readonly PassageRecord[] | undefined)[]): NeedRecord[] {
  if (!isAlternatives(need)) return [...found[0]!];
  // A part alone would not answer: an alternative that was split goes, unless nothing else is left.
  const whole = found.flatMap((some) => (some?.length === 1 ? some : []));
  if (whole.length > 0) return [{ anyOf: whole }];
  return [...found.find((some) => some !== undefined)!];
}

function passageAt({ document, text }: Place, { grade }: PassageRecord): PassageRecord {
  return { document, quote: foldSpace(text), ...(grade === undefined ? {} : { grade }) };
}

/** Offsets say nothing once the text has changed: they become the words that stood there. */
function withQuotes(records: readonly PlacedQuestion[], before: readonly Document[]): readonly PlacedQuestion[] {
  const lookup = createDocumentLookup(before);
  const quoted = (passage: PassageRecord): PassageRecord => {
    const { start, end, document, quote, ...rest } = passage;
    const found = document === undefined ? undefined : lookup.find(document);
    if (start === undefined || end === undefined || !found) return passage;
    const own = foldSpace(found.text.slice(start, end));
    if (own === '') return passage;
    return { ...rest, document: document!, quote: quote ?? own };
  };
  return records.map((record) =>
    record.evidence === undefined
      ? record
      : {
          ...record,
          evidence: record.evidence.map((need) =>
            isAlternatives(need) ? { anyOf: need.anyOf.map(quoted) } : quoted(need),
          ),
        },
  );
}

interface Again {
  readonly drift: Drift;
  readonly places: readonly Place[];
}

/**
 * Looks for quotes that are not where they were: whole elsewhere, then in parts; else it is the closest passage, which is the
 * one that whoever checks the set is shown.
 */
function createSearch(
  quotes: readonly string[],
  documents: readonly Document[],
): (quote: string, known: Document | undefined, closest: readonly Place[]) => Again {
  const parts = new Map(quotes.map((quote) => [quote, partsOf(quote)]));
  const wanted = new Set([...quotes.map(foldSpace), ...[...parts.values()].flat()]);
  const exact = placesOf(wanted, documents);
  // Of several documents the one that was named, then the first.
  const choose = (places: readonly Place[], known: Document | undefined): Place =>
    places.find(({ document }) => document === known?.id) ?? places[0]!;
  return (quote, known, closest) => {
    const whole = exact.get(foldSpace(quote)) ?? [];
    if (whole.length > 0) return { drift: 'moved', places: [choose(whole, known)] };
    const [best] = closest;
    const own = parts.get(quote)!;
    if (own.length > 1 && own.every((part) => (exact.get(part) ?? []).length > 0)) {
      return { drift: 'split', places: own.map((part) => choose(exact.get(part)!, known)) };
    }
    return { drift: best && best.similarity >= LEAST_SIMILAR ? 'edited' : 'gone', places: best ? [best] : [] };
  };
}

function placeOf(document: Document, span: Span, similarity: number): Place {
  return { document: document.id, span, text: document.text.slice(span.start, span.end), similarity };
}

/** The sentences of a quote. */
function partsOf(quote: string): string[] {
  const folded = foldSpace(quote);
  const parts = splitSentences(folded).map(({ start, end }) => folded.slice(start, end));
  const areTelling = parts.length <= MOST_PARTS && parts.every((part) => part.split(' ').length >= SHORTEST_PART);
  return areTelling ? parts : [folded];
}

function placesOf(quotes: ReadonlySet<string>, documents: readonly Document[]): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>();
  if (quotes.size === 0) return found;
  for (const document of documents) {
    const folded = new FoldedText(document.text);
    for (const [quote, [start]] of findTexts(folded.text, [...quotes], 1)) {
      const place = placeOf(document, folded.unfold({ start: start!, end: start! + quote.length }), 1);
      const known = found.get(quote);
      if (known) known.push(place);
      else found.set(quote, [place]);
    }
  }
  return found;
}
