// Drafts of questions from sentences that state something, without a model: for a person to edit, each with an open slot for
// the same question in other words.
import type { Document, Span } from '../../core/model.ts';
import type { Rng } from '../../core/rng.ts';
import { articleAnalyzer } from '../../text/article-analyzer.ts';
import { FoldedText, foldSpace } from '../../text/folded-text.ts';
import { splitSentences } from '../../text/sentences.ts';
import type { QuestionRecord } from './question-record.ts';

export interface DraftOptions {
  /** Sentences to ask about. */
  readonly count: number;
  readonly rng: Rng;
}

/** Fewer words say too little, more say several things. */
const FEWEST_WORDS = 8;
const MOST_WORDS = 30;

/** What marks a rule: sentences that people ask about. */
const RULE =
  /\b(must|shall|should|may|can|cannot|never|always|only|at least|at most|no more than|within|until|unless|before|after|required?|requires|allowed|permitted|forbidden|deadline|limit(?:ed)?|maximum|minimum|every|each)\b/i;
const NUMBER = /(?<![\w.-])\d[\d,]*(?:\.\d+)?(?![\w-])/;
/** A sentence that begins so means something in the one before. */
const LOOKS_BACK =
  /^(it|its|this|that|these|those|they|their|he|she|his|her|such|there|here|then|so|but|and|or|also|however|therefore|thus|instead|otherwise|in this|in that|for example|e\.g|see|note)\b/i;
const MODAL = /^(.{3,60}?) (must|shall|should|may|can|will|is|are|was|were|has to|have to) (.+)$/;

/** Bullets, quote marks and numbers at the start of a line. */
const LIST_MARK = /^(?:[-*+>#]+\s+|\d+[.)]\s+)+/;

interface Candidate {
  readonly document: Document;
  readonly span: Span;
  /** As it stands, white space folded. */
  readonly quote: string;
  readonly score: number;
}

interface Draft {
  readonly text: string;
  readonly answer?: string;
}

/**
 * Two records a sentence: the question in the sentence's own words, and a slot for a paraphrase. In the order of the documents;
 * the splits alternate. Fewer where the documents have fewer sentences that qualify.
 */
export function draftQuestions(
  documents: readonly Document[],
  { count, rng }: DraftOptions,
): readonly QuestionRecord[] {
  const chosen = choose(documents, count, rng.stream('drafts'));
  const facts = new Set<string>();
  return chosen.flatMap(({ document, quote }, n): QuestionRecord[] => {
    const draft = draftOf(quote, document);
    const fact = factOf(quote, facts);
    const shared = {
      fact,
      split: n % 2 === 0 ? ('tuning' as const) : ('held-out' as const),
      ...(NUMBER.test(quote) ? { slices: ['numeric'] } : {}),
      evidence: [{ document: document.id, quote }],
      ...(draft.answer === undefined ? {} : { answer: draft.answer }),
      draft: true,
    };
    return [
      { id: `${fact}.same`, text: draft.text, wording: 'same', ...shared },
      { id: `${fact}.paraphrase`, text: '', wording: 'paraphrase', ...shared },
    ];
  });
}

/** One sentence of each document before a second of any; documents in random order, so that the first ones are not favoured. */
function choose(documents: readonly Document[], count: number, rng: Rng): Candidate[] {
  const place = new Map(documents.map((document, n) => [document, n]));
  const order = rng.shuffle(documents);
  const queues: Candidate[][] = [];
  const chosen: Candidate[] = [];
  const taken = new Set<string>();
  const takeFrom = (queue: Candidate[]): void => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      // The same sentence in two documents would be gold twice.
      const key = next.quote.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      chosen.push(next);
      return;
    }
  };
  for (const document of order) {
    if (chosen.length >= count) break;
    // Only as many documents are read as are needed.
    const queue = candidatesOf(document, count, rng);
    takeFrom(queue);
    if (queue.length > 0) queues.push(queue);
  }
  for (let isLeft = true; isLeft && chosen.length < count; ) {
    isLeft = false;
    for (const queue of queues) {
      if (chosen.length >= count) break;
      const before = chosen.length;
      takeFrom(queue);
      isLeft ||= chosen.length > before;
    }
  }
  return chosen.sort((a, b) => place.get(a.document)! - place.get(b.document)! || a.span.start - b.span.start);
}

/** The better half of a document's sentences, in random order. */
function candidatesOf(document: Document, count: number, rng: Rng): Candidate[] {
  const found = sentencesOf(document).flatMap((span): Candidate[] => {
    const quote = foldSpace(document.text.slice(span.start, span.end));
    const score = worth(quote);
    return score > 0 ? [{ document, span, quote, score }] : [];
  });
  if (found.length === 0) return [];
  const folded = new FoldedText(document.text).text;
  const isOnce = ({ quote }: Candidate) => folded.indexOf(quote) === folded.lastIndexOf(quote);
  found.sort((a, b) => b.score - a.score || a.span.start - b.span.start);
  const best = found.slice(0, Math.max(3 * count, Math.ceil(found.length / 2)));
  return rng.shuffle(best).filter(isOnce);
}

/** Sentences of running text and list items; headings, tables and code are no statements. */
function sentencesOf({ text, blocks }: Document): Span[] {
  const spans =
    blocks.length === 0
      ? [{ start: 0, end: text.length }]
      : blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'list-item').map(({ span }) => span);
  return spans.flatMap(({ start, end }) =>
    splitSentences(text.slice(start, end)).map((own) => {
      const from = start + own.start;
      const to = start + own.end;
      const mark = LIST_MARK.exec(text.slice(from, to))?.[0].length ?? 0;
      return { start: from + mark, end: to };
    }),
  );
}

/** 0 for a sentence that nobody should be asked about. */
function worth(quote: string): number {
  const said = withoutMarks(quote);
  const words = said.split(' ').length;
  if (words < FEWEST_WORDS || words > MOST_WORDS) return 0;
  if (!/^[\p{Lu}\p{N}]/u.test(said) || !/[.!]$/.test(said)) return 0;
  if (LOOKS_BACK.test(said) || /https?:|[|{}<>=\\[\]]|\.\.\.|…/.test(said)) return 0;
  // Names of commands read well, code does not.
  if (/`[^`]*[^\w\s./-][^`]*`/.test(quote)) return 0;
  const hasNumber = NUMBER.test(said);
  const hasRule = RULE.test(said);
  if (!hasNumber && !hasRule) return 0;
  const turns = said.match(/[;:()](?!\d)|,| [–—-] /g)?.length ?? 0;
  return Math.max(1, 8 + (hasNumber ? 3 : 0) + (hasRule ? 2 : 0) + (words <= 20 ? 1 : 0) - 3 * turns);
}

/** What a reader of the rendered page sees. */
function withoutMarks(quote: string): string {
  return quote
    .replace(LIST_MARK, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\*\*|__|[*`]/g, '')
    .trim();
}

/** By the first rule that fits. None of them understands the sentence: that is why a person edits. */
function draftOf(quote: string, { title, text }: Document): Draft {
  const said = withoutMarks(quote).replace(/[.!]+$/, '');
  return askNumber(said) ?? askRule(said, text) ?? askAbout(said, title);
}

const ASKED: readonly { readonly pattern: RegExp; readonly word: string }[] = [
  { pattern: /\d[\d,]*(?:\.\d+)?\s?(?:%|per ?cent\b)/, word: 'what percentage' },
  { pattern: /[$€£¥]\s?\d[\d,]*(?:\.\d+)?/, word: 'how much' },
  { pattern: /\b\d{1,2}:\d\d(?:\s?[ap]\.?m\.?)?/i, word: 'what time' },
  { pattern: /(?<=\b(?:in|since|until|of|by) )(?:19|20)\d\d\b(?! [a-z])/, word: 'which year' },
];

/** The number is what is asked for: `... at least 3 weeks in advance` becomes `... at least how many weeks in advance?` */
function askNumber(said: string): Draft | undefined {
  for (const { pattern, word } of ASKED) {
    const found = pattern.exec(said);
    if (found) return { text: question(replaceAt(said, found, word)), answer: found[0] };
  }
  // Only before a plural noun: `rule 3`, `3rd` and `1 day` make no `how many`.
  const found = /(?<![\w.$€£-])\d[\d,]*(?:\.\d+)?(?= (?:[a-z]+ )?([a-z]+s)\b)/.exec(said);
  if (!found || Number(found[0].replace(/,/g, '')) <= 1) return undefined;
  const unit = said
    .slice(found.index + found[0].length + 1)
    .split(' ')[0]!
    .replace(/[^\p{L}\p{N}]+$/u, '');
  return { text: question(replaceAt(said, found, 'how many')), answer: `${found[0]} ${unit}` };
}

function replaceAt(said: string, { 0: text, index }: RegExpExecArray, word: string): string {
  const at = index === 0 ? word[0]!.toUpperCase() + word.slice(1) : word;
  return said.slice(0, index) + at + said.slice(index + text.length);
}

const CONDITION = /^((?:If|When|Where|After|Before|Unless|Until|Once|While|During) [^,;:()]+), ([^,;:()]+)$/;

/** `Visitors must sign in at the desk` becomes `Must visitors sign in at the desk?`; a condition in front goes to the end. */
function askRule(said: string, text: string): Draft | undefined {
  const condition = CONDITION.exec(said);
  if (condition) {
    const [, when, then] = condition as unknown as [string, string, string];
    const asked = inverted(then[0]!.toUpperCase() + then.slice(1), text);
    return asked === undefined ? undefined : { text: question(`${asked} ${when[0]!.toLowerCase()}${when.slice(1)}`) };
  }
  const asked = inverted(said, text);
  return asked === undefined ? undefined : { text: question(asked) };
}

function inverted(said: string, text: string): string | undefined {
  const found = MODAL.exec(said);
  if (!found) return undefined;
  const [, subject, verb, rest] = found as unknown as [string, string, string, string];
  if (/[,;:()]/.test(subject) || /[;:()]/.test(rest) || verb.endsWith(' to')) return undefined;
  if (/^(none|neither|if|when|where|while|after|before|unless|once|until)\b/i.test(subject)) return undefined;
  // The verb of a clause inside the subject would be taken for the main one.
  if (/ (?:that|which|who|whose|where|when|if|or|but) /.test(`${subject} `) && MODAL.test(`${subject} ${rest}`)) {
    return undefined;
  }
  if (/^(nobody|no one)$/i.test(subject)) return `Who ${verb} ${rest}`;
  const asked = subject.replace(/^No (?=\p{L})/u, 'Any ');
  return `${verb[0]!.toUpperCase()}${verb.slice(1)} ${lowered(asked, text)} ${rest}`;
}

/** A first word that the document also writes small is no name. */
function lowered(subject: string, text: string): string {
  const word = /^\p{L}+/u.exec(subject)?.[0] ?? '';
  const small = word[0] === undefined ? word : word[0].toLowerCase() + word.slice(1);
  const isCommon =
    /^(the|a|an|all|any|every|each|our|your|everybody|anyone|anybody|employees|colleagues|members|guests|interns|contractors|customers|teams|staff|visitors|managers|users|people|everyone)$/i;
  const stands = isCommon.test(word) || new RegExp(`(?<![\\p{L}])${small}(?![\\p{L}])`, 'u').test(text);
  return word !== '' && stands ? small + subject.slice(word.length) : subject;
}

/** The longest words say most. */
function askAbout(said: string, title: string): Draft {
  const words = contentWords(said).filter((word) => word.length > 3);
  const longest = new Set([...words].sort((a, b) => b.length - a.length).slice(0, MOST_NAMED));
  const named = words.filter((word) => longest.has(word));
  const list = named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : (named[0] ?? said);
  const where = title.trim() === '' || title.length > 60 ? 'is said' : `does “${title.trim()}” say`;
  return { text: `What ${where} about ${list}?` };
}

const MOST_NAMED = 4;

/** Distinct, in order, as they are written. */
function contentWords(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  return [...new Set(words)].filter((word) => !/^[A-Za-z0-9]+$/.test(word) || articleAnalyzer.terms(word).length > 0);
}

function question(text: string): string {
  return `${text.trim()}?`;
}

/** A readable name, made of the sentence's first content words. */
function factOf(quote: string, taken: Set<string>): string {
  const words = contentWords(withoutMarks(quote))
    .map((word) => word.toLowerCase().replace(/[^a-z0-9]+/g, ''))
    .filter((word) => /[a-z]/.test(word));
  const base = words.slice(0, 3).join('-').slice(0, 40) || 'fact';
  let fact = base;
  for (let n = 2; taken.has(fact); n++) fact = `${base}-${n}`;
  taken.add(fact);
  return fact;
}
