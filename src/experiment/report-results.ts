// Stored reports as results that can be compared: the same questions, joined by the label of the system.
import { LabError } from '../core/errors.ts';
import type { Report } from '../core/results.ts';
import type { CompareRequest, SystemResults } from './compare.ts';

export interface LabelledReport {
  readonly label: string;
  /** The file as the user named it, for messages. */
  readonly where: string;
  readonly report: Report;
}

export interface ReportResults extends Required<Pick<CompareRequest, 'topics' | 'systems' | 'pairs' | 'notes'>> {
  /** Those of the notes that say which systems are not compared. */
  readonly leftOut: readonly string[];
}

/**
 * Of one report all systems are compared with each other; of several, systems of the same label across reports, or the
 * single systems of each.
 * @param measures canonical names
 * @throws LabError: other questions, other corpus, no system in common, a measure that a report does not hold
 */
export function resultsOfReports(reports: readonly LabelledReport[], measures: readonly string[]): ReportResults {
  const [base, ...others] = reports as readonly [LabelledReport, ...LabelledReport[]];
  const notes = others.flatMap((other) => checkSameData(base, other));
  for (const { where, report } of reports) {
    const lacking = measures.filter((measure) => !report.measures.includes(measure));
    if (lacking.length === 0) continue;
    const problem = `does not hold ${lacking.join(', ')}; it holds ${report.measures.join(', ')}`;
    throw new LabError('data.invalid', { what: where, problem }, `rag-lab run --measures ${lacking.join(',')}`);
  }
  const leftOut: string[] = [];
  const chosen = chooseSystems(reports, leftOut);
  return {
    topics: base.report.questionResults.map(({ id, text }) => ({ id, text })),
    systems: chosen.map((system) => resultsOf(system, measures)),
    pairs: chosen.flatMap(({ group }, second) =>
      chosen.slice(0, second).flatMap((other, first) => (other.group === group ? [[first, second] as const] : [])),
    ),
    notes: [...notes, ...leftOut],
    leftOut,
  };
}

function checkSameData(base: LabelledReport, other: LabelledReport): string[] {
  const what = `${base.where} and ${other.where}`;
  const refuse = (problem: string): never => {
    throw new LabError('data.invalid', { what, problem }, 'run both over the same questions and corpus');
  };
  const [a, b] = [base.report, other.report];
  const sameIds =
    a.questionResults.length === b.questionResults.length &&
    a.questionResults.every(({ id }, i) => id === b.questionResults[i]!.id);
  if (a.questions.fingerprint !== b.questions.fingerprint || !sameIds) {
    refuse(
      `different questions (${a.questions.total}, fingerprint ${short(a.questions.fingerprint)}, against ${b.questions.total}, ${short(b.questions.fingerprint)}): there is no pairing`,
    );
  }
  const notes =
    a.filter?.text === b.filter?.text
      ? []
      : [`filters differ: ${base.label} ${a.filter?.text ?? 'none'}, ${other.label} ${b.filter?.text ?? 'none'}`];
  if (a.corpus.fingerprint === b.corpus.fingerprint) return notes;
  // The fingerprint covers the chunks too; evidence is anchored in the documents, so other chunks alone do no harm.
  const sameSize = (['name', 'documents', 'pages', 'words'] as const).every((key) => a.corpus[key] === b.corpus[key]);
  if (a.corpus.chunker === b.corpus.chunker || !sameSize) {
    refuse(
      `different corpora (${a.corpus.name}, fingerprint ${short(a.corpus.fingerprint)}, against ${b.corpus.name}, ${short(b.corpus.fingerprint)})`,
    );
  }
  return [...notes, `chunkers differ: ${base.label} ${a.corpus.chunker}, ${other.label} ${b.corpus.chunker}`];
}

function short(fingerprint: string): string {
  return fingerprint.slice(0, 12);
}

interface Chosen {
  readonly source: LabelledReport;
  /** The label within its report. */
  readonly system: string;
  /** The label in the comparison. */
  readonly label: string;
  /** Systems of one group are compared. */
  readonly group: number;
}

/** @param leftOut receives a line on systems that are not compared */
function chooseSystems(reports: readonly LabelledReport[], leftOut: string[]): Chosen[] {
  const hasFailed = ({ report }: LabelledReport, label: string): boolean =>
    report.failed?.some(({ system }) => system === label) === true;
  const labelsOf = (source: LabelledReport): string[] =>
    source.report.systems.map(({ label }) => label).filter((label) => !hasFailed(source, label));
  const [base, ...others] = reports as readonly [LabelledReport, ...LabelledReport[]];
  const failed = new Set(reports.flatMap(({ report }) => (report.failed ?? []).map(({ system }) => system)));
  if (failed.size > 0) leftOut.push(`left out, since they failed: ${[...failed].join(', ')}`);
  if (others.length === 0) {
    if (labelsOf(base).length < 2) {
      const problem = 'a report with one system has nothing to compare it with';
      throw new LabError('data.invalid', { what: base.where, problem }, 'name a second report');
    }
    return labelsOf(base).map((system) => ({ source: base, system, label: system, group: 0 }));
  }
  const shared = labelsOf(base).filter((label) => others.every((other) => labelsOf(other).includes(label)));
  if (shared.length === 0) {
    if (reports.every((source) => labelsOf(source).length === 1)) {
      return reports.map((source) => ({ source, system: labelsOf(source)[0]!, label: source.label, group: 0 }));
    }
    const have = reports.map((source) => `${source.where} has ${labelsOf(source).join(', ')}`).join('; ');
    throw new LabError(
      'data.invalid',
      { what: named(reports), problem: `no system stands in all of them: ${have}` },
      'give the systems one label: rag-lab run --systems label=spec',
    );
  }
  const dropped = new Set(reports.flatMap(labelsOf).filter((label) => !shared.includes(label) && !failed.has(label)));
  if (dropped.size > 0) {
    const where = (label: string): string =>
      reports.flatMap((source) => (labelsOf(source).includes(label) ? source.label : [])).join(' and ');
    const each = [...dropped].map((label) => `${label} (only in ${where(label)})`);
    leftOut.push(`left out, since no system of that label stands in every report: ${each.join(', ')}`);
  }
  return shared.flatMap((system, group) =>
    reports.map((source) => ({
      source,
      system,
      label: shared.length === 1 ? source.label : `${source.label}:${system}`,
      group,
    })),
  );
}

function named(reports: readonly LabelledReport[]): string {
  return reports.map(({ where }) => where).join(' and ');
}

function resultsOf({ source, system, label }: Chosen, measures: readonly string[]): SystemResults {
  const { questionResults, systems } = source.report;
  return {
    label,
    spec: systems.find((own) => own.label === system)!.spec,
    missing: 0,
    unknown: 0,
    values: measures.map((measure) =>
      Float64Array.from(questionResults, ({ id, values }) => {
        const value = values[system]?.[measure];
        if (value !== undefined) return value;
        throw new LabError('file.malformed', {
          where: source.where,
          problem: `question ${JSON.stringify(id)} has no ${measure} of ${system}`,
        });
      }),
    ),
    ranks: questionResults.map(({ ranks }) => ranks[system] ?? null),
    signal: questionResults.map(({ ranks, signal }) => ranks[system] != null && signal[system] === true),
  };
}
