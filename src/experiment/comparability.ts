// Whether two reports can be held against each other: the same texts, questions, measures, headline cutoff, depth and filter. What
// is under test (systems, chunking, encoders, synonyms) may differ; it is listed.
import type { GateChange, GateProblem } from '../core/gate.ts';
import type { QuestionResult, Report } from '../core/results.ts';

/** The baseline's side of a comparison, and how it was made. */
export interface Baseline {
  readonly report: Report;
  /** The command that made it, where it says so. */
  readonly command: string | null;
}

const IDS_NAMED = 3;

/** Why nothing in the report can be compared with the baseline; empty where it can. Each says what to run. */
export function findIncomparable({ report: old, command }: Baseline, report: Report): GateProblem[] {
  const again = command === null ? 'with the options of the baseline' : `as the baseline: ${command}`;
  const update = 'rag-lab baseline update --force, once the new data is what you mean to hold';
  const problems: GateProblem[] = [];
  if (old.corpus.fingerprint !== report.corpus.fingerprint) {
    problems.push({
      message: `the corpus text differs: ${describeCorpus(old)} in the baseline, ${describeCorpus(report)} now`,
      remedy: `run ${again}; or ${update}`,
    });
  }
  if (old.questions.fingerprint !== report.questions.fingerprint) {
    const which = findChanged(old.questionResults, report.questionResults);
    const prints = `${describeQuestions(old)} in the baseline, ${describeQuestions(report)} now`;
    // An edit moves all evidence below it: that the text differs is said above.
    const isMoved = which.length === 0 && problems.length > 0;
    problems.push(
      isMoved
        ? { message: `the places of the evidence differ: ${prints}; the questions are the same`, remedy: null }
        : {
            message: `the questions differ: ${prints}; ${which.join('; ') || 'by their evidence, slices or order alone'}`,
            remedy: `run ${again}; or ${update}`,
          },
    );
  }
  const lacking = old.measures.filter((measure) => !report.measures.includes(measure));
  if (lacking.length > 0) {
    problems.push({
      message: `the measures differ: the report lacks ${lacking.join(', ')} of the baseline`,
      remedy: `--measures ${[...new Set([...old.measures, ...report.measures])].join(',')}`,
    });
  }
  if (old.cutoff !== report.cutoff) {
    problems.push({
      message: `the headline cutoff differs: ${old.cutoff} in the baseline, ${report.cutoff} now`,
      remedy: `--cutoff ${old.cutoff}`,
    });
  }
  if (depthOf(old) !== depthOf(report)) {
    problems.push({
      message: `the depth differs: ${depthOf(old)} in the baseline, ${depthOf(report)} now`,
      remedy: old.depth >= old.corpus.chunks ? 'leave out --depth' : `--depth ${old.depth}`,
    });
  }
  if (old.filter?.text !== report.filter?.text) {
    problems.push({
      message: `the filter differs: ${old.filter?.text ?? 'none'} in the baseline, ${report.filter?.text ?? 'none'} now`,
      remedy: `run ${again}`,
    });
  }
  return problems;
}

/** What differs, without how: `the corpus text differs`. */
export function headOf(message: string): string {
  return message.slice(0, message.indexOf(':'));
}

/** Ranking all chunks is one depth, however many chunks there are: another chunking has another number of them. */
function depthOf({ depth, corpus }: Report): string {
  return depth >= corpus.chunks ? 'all chunks' : String(depth);
}

function describeCorpus({ corpus }: Report): string {
  const { name, documents, words, fingerprint } = corpus;
  return `${name}, ${documents} ${documents === 1 ? 'document' : 'documents'}, ${words} words, fingerprint ${short(fingerprint)}`;
}

function describeQuestions({ questions: { total, fingerprint } }: Report): string {
  return `${total}, fingerprint ${short(fingerprint)}`;
}

/** In words: which questions are gone, new, or asked in another way. */
function findChanged(old: readonly QuestionResult[], now: readonly QuestionResult[]): string[] {
  const before = new Map(old.map((question) => [question.id, identityOf(question)]));
  const after = new Map(now.map((question) => [question.id, identityOf(question)]));
  const kinds = {
    gone: [...before.keys()].filter((id) => !after.has(id)),
    new: [...after.keys()].filter((id) => !before.has(id)),
    changed: [...after].flatMap(([id, identity]) => (before.has(id) && before.get(id) !== identity ? [id] : [])),
  };
  return Object.entries(kinds).flatMap(([kind, ids]) => (ids.length > 0 ? [`${kind}: ${nameSome(ids)}`] : []));
}

function identityOf({ fact, wording, split, text }: QuestionResult): string {
  return JSON.stringify([fact, wording, split, text]);
}

function nameSome(ids: readonly string[]): string {
  const more = ids.length - IDS_NAMED;
  return ids.slice(0, IDS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Enough to tell two apart by eye. */
function short(fingerprint: string): string {
  return fingerprint.slice(0, 12);
}

/** What may differ, and does. */
export function findChanges({ report: old }: Baseline, report: Report): GateChange[] {
  const changes: GateChange[] = [];
  const see = (what: string, before: string | undefined, now: string | undefined): void => {
    if (before !== now) changes.push({ what, old: before ?? NONE, new: now ?? NONE });
  };
  const labels = new Set([...old.systems, ...report.systems].map(({ label }) => label));
  for (const label of labels) see(`system ${label}`, specOf(old, label), specOf(report, label));
  see('chunker', old.corpus.chunker, report.corpus.chunker);
  see('copies dropped', old.corpus.dedupe, report.corpus.dedupe);
  see('chunks', String(old.corpus.chunks), String(report.corpus.chunks));
  see('synonyms', describeSynonyms(old), describeSynonyms(report));
  const added = report.measures.filter((measure) => !old.measures.includes(measure));
  if (added.length > 0) see('further measures', undefined, added.join(', '));
  see('rag-lab', old.tool.version, report.tool.version);
  return changes;
}

const NONE = '–';

function specOf({ systems }: Report, wanted: string): string | undefined {
  return systems.find(({ label }) => label === wanted)?.spec;
}

function describeSynonyms({ synonyms: { groups, fingerprint } }: Report): string {
  return `${groups} groups, fingerprint ${short(fingerprint)}`;
}
