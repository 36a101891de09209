// report.json as a schema: checks what is read back, and is published as JSON Schema. Fields it does not know are let pass,
// so that a report of a later version, which may hold more, can still be read.
import { z } from 'zod';
import { LabError } from '../core/errors.ts';
import { REPORT_SCHEMA, type Report } from '../core/results.ts';
import { shortenEnd } from './display-width.ts';
import { plainText } from './plain-text.ts';

const count = z.int().min(0);
const cutoff = z.int().min(1);
const number = z.number();
const text = z.string();

const measureValue = z.looseObject({
  value: number,
  hits: z.exactOptional(count),
  low: z.exactOptional(number),
  high: z.exactOptional(number),
});

const reportSchema = z.looseObject({
  schema: z.literal(REPORT_SCHEMA),
  tool: z.looseObject({ version: text }),
  seed: count.nullable(),
  corpus: z.looseObject({
    name: text,
    documents: count,
    pages: count,
    words: count,
    chunks: count,
    tokens: count,
    textTokens: count,
    chunker: text,
    oversized: count,
    duplicates: z.exactOptional(z.looseObject({ exact: count, near: count.nullable() })),
    dedupe: z.exactOptional(z.enum(['exact', 'near'])),
    fingerprint: text,
  }),
  questions: z.looseObject({
    facts: count,
    total: count,
    unanswerable: z.exactOptional(count),
    wordings: z.record(text, count),
    splits: z.record(text, count),
    splitEvidence: z.array(text),
    fingerprint: text,
  }),
  synonyms: z.looseObject({ groups: count, fingerprint: text }),
  systems: z.array(z.looseObject({ label: text, spec: text })),
  measures: z.array(text),
  cutoff,
  depth: count,
  filter: z.exactOptional(z.looseObject({ text, chunks: count })),
  failed: z.exactOptional(z.array(z.looseObject({ system: text, problem: text }))),
  scores: z.array(
    z.looseObject({ system: text, wording: text, split: text, n: count, measures: z.record(text, measureValue) }),
  ),
  slices: z.exactOptional(
    z.array(
      z.looseObject({ system: text, slice: text, wording: text, n: count, measures: z.record(text, measureValue) }),
    ),
  ),
  paired: z.array(
    z.looseObject({
      system: text,
      cutoff,
      both: count,
      sameOnly: count,
      paraphraseOnly: count,
      neither: count,
      p: number.min(0).max(1),
    }),
  ),
  cost: z.array(z.looseObject({ system: text, cutoff, tokens: number.min(0), ratio: number.min(0).nullable() })),
  shortfalls: z.exactOptional(
    z.array(z.looseObject({ system: text, cutoff, questions: count, returned: number.min(0) })),
  ),
  unanswerable: z.exactOptional(
    z.array(
      z.looseObject({
        system: text,
        n: count,
        answeredWithSignal: count,
        medianTopScore: number.nullable(),
        medianTopScoreAnswerable: number.nullable(),
      }),
    ),
  ),
  questionResults: z.array(
    z.looseObject({
      id: text,
      fact: text,
      wording: text,
      split: text,
      slices: z.exactOptional(z.array(text)),
      text,
      evidence: z.array(text),
      ranks: z.record(text, z.int().min(1).nullable()),
      signal: z.record(text, z.boolean()),
      values: z.record(text, z.record(text, number)),
    }),
  ),
  misses: z.array(
    z.looseObject({
      question: text,
      system: text,
      chunk: text,
      rank: z.int().min(1).nullable(),
      signal: z.boolean(),
      score: number.nullable(),
      scoreAtCutoff: number.nullable(),
      tied: count,
      matched: z.array(z.looseObject({ term: text, weight: number })),
      inCandidates: z.boolean(),
      diagnosis: z.enum([
        'split',
        'filtered',
        'truncated',
        'vocabulary',
        'no-signal',
        'tied',
        'duplicate-crowded',
        'near-miss',
        'outranked',
      ]),
    }),
  ),
  places: z.exactOptional(
    z.record(text, z.looseObject({ document: text, page: z.exactOptional(z.int()), path: z.array(text) })),
  ),
  result: text,
});

const REMEDY = 'rag-lab run --format json=FILE writes a report that can be read back';

/** Reads report.json; a fault is one line with the place in the file. `where` is the file as the user named it. */
export function parseReport(json: string, where: string): Report {
  let data: unknown;
  try {
    data = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (error) {
    const problem = `not JSON: ${plainText(error instanceof Error ? error.message : String(error))}`;
    throw new LabError('file.malformed', { where, problem }, REMEDY);
  }
  const found = (data as { schema?: unknown } | null)?.schema;
  if (found !== REPORT_SCHEMA) {
    const what = typeof found === 'string' ? `its schema is "${plainText(found)}"` : 'it names no schema';
    const problem = `not a report that this version reads: ${what}; accepted: "${REPORT_SCHEMA}"`;
    throw new LabError('file.malformed', { where, problem }, REMEDY);
  }
  const checked = reportSchema.safeParse(data);
  if (checked.success) return withoutInheritance(checked.data, where);
  const faults = checked.error.issues.flatMap((issue) => describeIssue(issue, data));
  const shown = faults.slice(0, 3).map(plainText);
  const more = faults.length > shown.length ? `; and ${faults.length - shown.length} more` : '';
  throw new LabError('file.malformed', { where, problem: `${shown.join('; ')}${more}` }, REMEDY);
}

/** A report is a few levels deep; what is much deeper would end the call stack of whoever writes it again. */
const MOST_LEVELS = 100;

/** Labels and names are the user's: one such as `constructor` that is missing must be missing, not inherited. */
function withoutInheritance(report: Report, where: string): Report {
  const levels: unknown[][] = [[report]];
  for (const level of levels) {
    const objects = level.filter((value) => value !== null && typeof value === 'object');
    for (const value of objects) if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
    if (objects.length > 0) levels.push(objects.flatMap((value) => Object.values(value as object)));
    if (levels.length > MOST_LEVELS) {
      const problem = `report: nested too deep; accepted: up to ${MOST_LEVELS} levels`;
      throw new LabError('file.malformed', { where, problem }, REMEDY);
    }
  }
  return report;
}

/** What the validator found, in words: `report.corpus: missing`. */
function describeIssue(issue: z.core.$ZodIssue, data: unknown): string[] {
  const at = place(issue.path);
  const found = valueAt(data, issue.path);
  if (found === undefined) return [`${at}: missing`];
  return [`${at}: ${describeValue(found)} is not valid; accepted: ${acceptedBy(issue)}`];
}

/** `report.scores[2].n` */
function place(path: readonly PropertyKey[]): string {
  return `report${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')}`;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let at = data;
  for (const step of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}

const LONGEST_VALUE = 40;

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'an object';
  return shortenEnd(JSON.stringify(value), LONGEST_VALUE);
}

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function acceptedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(', ');
    case 'too_small':
      return `${issue.minimum} or more`;
    case 'too_big':
      return `${issue.maximum} or less`;
    default:
      return issue.message;
  }
}

/** The published form: schemas/report.schema.json. */
export function reportJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' });
  return {
    $schema,
    $id: 'rag-lab/schemas/report.schema.json',
    title: 'rag-lab report',
    description: 'What rag-lab run --json writes: report.json.',
    ...rest,
  };
}
