// Quotes become character spans: every need of every question is looked up in the documents, exactly and, failing that, as a
// reader of the rendered page would have copied it.
import { LabError, LabErrors } from '../../core/errors.ts';
import type { Document, Evidence, Span, Topic } from '../../core/model.ts';
import { FoldedText, foldSpace } from '../../text/folded-text.ts';
import { closestPassages, type Passage } from './closest-passages.ts';
import { createDocumentLookup } from './document-lookup.ts';
import { findTexts } from './find-texts.ts';
import { type LoosenedText, loosen, loosenQuote } from './loosened-text.ts';
import { isOpen, type PassageRecord, type PlacedQuestion, passagesOf } from './question-record.ts';

/** A quote in more places than this says nothing about where the answer stands. */
const MOST_PLACES = 1000;
/** Reports of faults end here; counting goes on. */
const MOST_FAULTS = 20;

export type FindingKind =
  /** Faults: the evidence is not there. */
  | 'not-found'
  | 'unknown-document'
  | 'outside'
  | 'too-common'
  /** Worth knowing. */
  | 'ambiguous'
  | 'loosely-matched'
  | 'unanswerable'
  | 'open-slot';

export interface Place {
  readonly document: string;
  readonly span: Span;
  /** What stands there, in the document's own characters. */
  readonly text: string;
  /** Of a candidate: how alike it is, 0 to 1; 1 for a place that was found. */
  readonly similarity: number;
}

/** One thing about one question. */
export interface Finding {
  readonly kind: FindingKind;
  readonly isFault: boolean;
  readonly question: string;
  /** `file:line`. */
  readonly where: string;
  /** Position of the need in the question's evidence, and of the passage in the need; -1 where the whole question is meant. */
  readonly need: number;
  readonly passage: number;
  readonly quote: string | undefined;
  /** Where the quote stands, or what comes closest, best first. */
  readonly places: readonly Place[];
  readonly problem: string;
  readonly message: string;
}

export interface LocatedQuestions {
  /** Open slots are left out. */
  readonly topics: readonly Topic[];
  /** Of the passages that were found. */
  readonly evidence: readonly Evidence[];
  /** Faults and warnings, in the order of the questions. */
  readonly findings: readonly Finding[];
}

export interface AnchoredQuestions extends LocatedQuestions {
  /** No faults, one line a kind: for people who run the questions. */
  readonly warnings: readonly string[];
}

export interface AnchorOptions {
  /** How the file is called in messages, where that is not the name it was read by. */
  readonly source?: string;
}

/**
 * Topics and evidence of a question set, over these documents.
 * @throws LabErrors where a document or a quote is not there, each with its line (at most 20)
 */
export function anchorQuestions(
  questions: readonly PlacedQuestion[],
  documents: readonly Document[],
  options: AnchorOptions = {},
): AnchoredQuestions {
  const located = locateQuestions(questions, documents, options);
  const faults = located.findings.filter(({ isFault }) => isFault);
  if (faults.length > 0) {
    const shown = faults.slice(0, MOST_FAULTS).map(({ where, problem }, n, all) => {
      const more = faults.length - all.length;
      const isLast = n === all.length - 1;
      const rest = isLast && more > 0 ? ` (and ${more} more like it)` : '';
      const remedy = isLast
        ? 'rag-lab questions anchor, which finds evidence again after the documents changed'
        : undefined;
      return new LabError('file.malformed', { where, problem: problem + rest }, remedy);
    });
    throw shown.length === 1 ? shown[0]! : new LabErrors(shown);
  }
  return { ...located, warnings: summariseFindings(located.findings) };
}

/** One line a kind of finding: how many, and which questions. */
export function summariseFindings(findings: readonly Finding[]): readonly string[] {
  const kinds: readonly (readonly [FindingKind, (n: number) => string])[] = [
    ['ambiguous', (n) => `${count(n, 'quote')} found in several places, each of which counts as the answer`],
    [
      'loosely-matched',
      (n) => `${count(n, 'quote')} found only by ignoring marks, typographic quotes, dashes and case`,
    ],
    ['unanswerable', (n) => `${count(n, 'question')} without evidence`],
    ['open-slot', (n) => `${count(n, 'question')} without a text yet, left out`],
  ];
  return kinds.flatMap(([kind, say]) => {
    const found = findings.filter((finding) => finding.kind === kind);
    if (found.length === 0) return [];
    const ids = [...new Set(found.map(({ question }) => question))];
    const more = ids.length - 5;
    return [`${say(found.length)}: ${ids.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
  });
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** A passage that is to be found. */
interface Wanted {
  readonly question: PlacedQuestion;
  readonly need: number;
  readonly passage: number;
  readonly record: PassageRecord;
  readonly document: Document | undefined;
}

interface Found {
  readonly document: Document;
  readonly span: Span;
}

/** As `anchorQuestions`, with the faults among the findings. */
export function locateQuestions(
  questions: readonly PlacedQuestion[],
  documents: readonly Document[],
  { source }: AnchorOptions = {},
): LocatedQuestions {
  const asked = questions.filter((question) => !isOpen(question));
  const lookup = createDocumentLookup(documents);
  const wanted = asked.flatMap((question) =>
    (question.evidence ?? []).flatMap((need, n) =>
      passagesOf(need).map(
        (record, passage): Wanted => ({
          question,
          need: n,
          passage,
          record,
          document: record.document === undefined ? undefined : lookup.find(record.document),
        }),
      ),
    ),
  );
  const quoted = wanted.filter(
    ({ record, document }) => record.quote !== undefined && (document || record.document === undefined),
  );
  const exact = findExactly(quoted, documents);
  const missing = quoted.filter((one) => !exact.has(one));
  const loose = missing.length > 0 ? findLoosely(missing, documents) : new Map<Wanted, readonly Found[]>();
  const homeless = wanted.filter(
    ({ record, document }) => record.quote !== undefined && record.document !== undefined && !document,
  );
  const lost = [...missing.filter((one) => !loose.has(one)), ...homeless];
  const closest = closestOf(lost, documents);

  const evidence: Evidence[] = [];
  const findings: Finding[] = [];
  const byQuestion = grouped(wanted, ({ question }) => question);
  for (const question of questions) {
    const where = `${source ?? question.source}:${question.line}`;
    const say = (kind: FindingKind, one: Wanted | undefined, problem: string, places: readonly Place[] = []): void => {
      findings.push({
        kind,
        isFault: FAULTS.has(kind),
        question: question.id,
        where,
        need: one?.need ?? -1,
        passage: one?.passage ?? -1,
        quote: one?.record.quote,
        places,
        problem: `question ${JSON.stringify(question.id)}: ${problem}`,
        message: `${where}: question ${JSON.stringify(question.id)}: ${problem}`,
      });
    };
    if (isOpen(question)) say('open-slot', undefined, 'has no text yet');
    // Nobody writes an empty list by mistake: it says that there is no answer.
    else if (question.evidence === undefined) say('unanswerable', undefined, 'has no evidence');
    for (const one of byQuestion.get(question) ?? []) {
      const found = exact.get(one) ?? loose.get(one);
      const places = resolve(one, found, closest.get(one) ?? [], lookup.nearest, say);
      if (found && places.length > 0 && !exact.has(one)) {
        say(
          'loosely-matched',
          one,
          `${quoteOf(one)} is not there to the letter, but looks the same`,
          places.map(placeOf),
        );
      }
      for (const { document, span } of places) {
        evidence.push({
          topicId: question.id,
          docId: document.id,
          ...(span.end < 0 ? {} : { span }),
          grade: one.record.grade ?? 1,
          need: one.need,
        });
      }
    }
  }
  return { topics: asked.map(topicOf), evidence, findings };
}

function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const FAULTS: ReadonlySet<FindingKind> = new Set(['not-found', 'unknown-document', 'outside', 'too-common']);

/** Stands for a whole document. */
const WHOLE: Span = { start: 0, end: -1 };

function topicOf({ id, text, fact, wording, split, slices, answer }: PlacedQuestion): Topic {
  return {
    id,
    text,
    labels: {
      ...(fact === undefined ? {} : { fact }),
      ...(wording === undefined ? {} : { wording }),
      ...(split === undefined ? {} : { split }),
    },
    slices: slices ?? [],
    ...(answer === undefined ? {} : { answer }),
  };
}

/** The places that count for one passage; what is wrong or unclear about it is said. */
function resolve(
  one: Wanted,
  found: readonly Found[] | undefined,
  closest: readonly Passage[],
  nearest: (written: string) => string | undefined,
  say: (kind: FindingKind, one: Wanted, problem: string, places?: readonly Place[]) => void,
): readonly Found[] {
  const { record, document } = one;
  const elsewhere = found ? found.map(placeOf) : candidates(closest);
  if (record.document !== undefined && !document) {
    const near = nearest(record.document);
    const hint = near === undefined ? closestOne(closest) : `; did you mean ${JSON.stringify(near)}?`;
    const problem = `no document ${JSON.stringify(record.document)} in the corpus${hint}`;
    say('unknown-document', one, problem, candidates(closest));
    return [];
  }
  if (document && record.start !== undefined && record.end !== undefined) {
    const { text } = document;
    const span = { start: record.start, end: record.end };
    if (span.end > text.length) {
      const problem = `characters ${span.start} to ${span.end} are not in document ${JSON.stringify(document.id)}, which has ${text.length}`;
      say('outside', one, problem, elsewhere);
      return [];
    }
    const own = text.slice(span.start, span.end);
    if (own.trim() === '') {
      say(
        'outside',
        one,
        `characters ${span.start} to ${span.end} of document ${JSON.stringify(document.id)} are all white space`,
        elsewhere,
      );
      return [];
    }
    if (record.quote === undefined || foldSpace(own) === foldSpace(record.quote)) return [{ document, span }];
    const problem = `characters ${span.start} to ${span.end} of document ${JSON.stringify(document.id)} are not the quote, but ${shorten(own)}`;
    say('not-found', one, problem, elsewhere);
    return [];
  }
  if (record.quote === undefined) return document ? [{ document, span: WHOLE }] : [];
  if (!found) {
    const scope = document ? `document ${JSON.stringify(document.id)}` : 'any document';
    const near = closestOne(closest) || '; nothing comes close';
    say('not-found', one, `${quoteOf(one)} is not in ${scope}${near}`, candidates(closest));
    return [];
  }
  if (found.length > MOST_PLACES) {
    say('too-common', one, `${quoteOf(one)} stands in more than ${MOST_PLACES} places; give a longer one`);
    return [];
  }
  if (found.length > 1) {
    const shown = found.slice(0, 3).map(({ document, span }) => `${JSON.stringify(document.id)} at ${span.start}`);
    const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
    say(
      'ambiguous',
      one,
      `${quoteOf(one)} stands in ${found.length} places: ${shown.join(', ')}${more}`,
      found.map(placeOf),
    );
  }
  return found;
}

function candidates(closest: readonly Passage[]): Place[] {
  return closest.map(({ document, span, similarity }) => ({ ...placeOf({ document, span }), similarity }));
}

function closestOne([best]: readonly Passage[]): string {
  if (!best) return '';
  const { document, span, similarity } = best;
  const text = shorten(document.text.slice(span.start, span.end));
  return `; closest, ${Math.floor(similarity * 100)}% alike, in ${JSON.stringify(document.id)} at ${span.start}: ${text}`;
}

function quoteOf({ record }: Wanted): string {
  return `the quote ${shorten(record.quote ?? '')}`;
}

function placeOf({ document, span }: Found): Place {
  return {
    document: document.id,
    span,
    text: span.end < 0 ? '' : document.text.slice(span.start, span.end),
    similarity: 1,
  };
}

/** As long as a person needs to know which one it is. */
function shorten(text: string): string {
  const line = foldSpace(text);
  return JSON.stringify(line.length > 120 ? `${line.slice(0, 119)}…` : line);
}

function findExactly(wanted: readonly Wanted[], documents: readonly Document[]): Map<Wanted, readonly Found[]> {
  return findAll(wanted, documents, foldSpace, (text): LoosenedText => {
    const folded = new FoldedText(text);
    return { text: folded.text, tighten: (span) => folded.unfold(span) };
  });
}

/** The second attempt, for quotes that hold more than marks. */
function findLoosely(wanted: readonly Wanted[], documents: readonly Document[]): Map<Wanted, readonly Found[]> {
  return findAll(wanted, documents, (quote) => (/[\p{L}\p{N}]/u.test(quote) ? loosenQuote(quote) : ''), loosen);
}

/** Each document is prepared once, with every quote that may stand in it, and let go before the next. */
function findAll(
  wanted: readonly Wanted[],
  documents: readonly Document[],
  prepareQuote: (quote: string) => string,
  prepareText: (text: string) => LoosenedText,
): Map<Wanted, readonly Found[]> {
  const prepared = new Map<Wanted, string>();
  for (const one of wanted) {
    const quote = prepareQuote(one.record.quote!);
    if (quote !== '') prepared.set(one, quote);
  }
  const inOne = grouped(prepared.keys(), ({ document }) => document);
  const anywhere = inOne.get(undefined) ?? [];
  const found = new Map<Wanted, Found[]>();
  for (const document of documents) {
    const here = [...(inOne.get(document) ?? []), ...anywhere];
    if (here.length === 0) continue;
    const text = prepareText(document.text);
    const places = findTexts(text.text, [...new Set(here.map((one) => prepared.get(one)!))], MOST_PLACES + 1);
    for (const one of here) {
      const quote = prepared.get(one)!;
      const spans = (places.get(quote) ?? []).map((start) => text.tighten({ start, end: start + quote.length }));
      if (spans.length === 0) continue;
      const known = found.get(one) ?? [];
      found.set(one, known);
      if (known.length <= MOST_PLACES) known.push(...spans.map((span) => ({ document, span })));
    }
  }
  return found;
}

/** What comes closest to each quote. */
function closestOf(lost: readonly Wanted[], documents: readonly Document[]): ReadonlyMap<Wanted, readonly Passage[]> {
  const sought = lost.map((one) => ({ one, quote: foldSpace(one.record.quote!), document: one.document }));
  const closest = sought.length > 0 ? closestPassages(sought, documents) : [];
  return new Map([...closest].map(([{ one }, passages]) => [one, passages]));
}
