// An evaluation as trec_eval prints it: its names, its order, its digits.
import type { TrecEvalName } from '../core/contracts.ts';
import type { EvaluationResult, MeasureResult } from './evaluate.ts';
import { type ResolvedMeasure, takesMinGrade } from './measure-name.ts';
import { TREC_EVAL_ORDER, type TrecEvalVersion } from './measure-sets.ts';
import { printFixed } from './printf.ts';

export interface TrecEvalLineOptions {
  /** Lines of every topic before those of all: trec_eval -q. */
  readonly perTopic?: boolean;
  /** No lines of all: trec_eval -n. */
  readonly noSummary?: boolean;
  /** The run's tag; given, it is printed first among the lines of all. */
  readonly runid?: string | undefined;
  /** The minimum grade that was set for all measures: those that have it are printed under their plain names. */
  readonly minGrade?: number;
  /** Version 9 prints no lines for a topic that the run lacks, though it counts it. */
  readonly version?: TrecEvalVersion;
}

interface Column {
  readonly name: string;
  readonly result: MeasureResult | 'relstring';
  readonly order: number;
  readonly cutoff: number;
}

/**
 * `name <tab> topic or "all" <tab> value`, the name padded to 22 characters; four decimals, or none for counts. A measure
 * that trec_eval does not have (or not with these parameters) comes last, under its canonical name.
 */
export function trecEvalLines(result: EvaluationResult, options: TrecEvalLineOptions = {}): string {
  const { perTopic = false, noSummary = false, runid, minGrade = 1, version = 'trec_eval-10' } = options;
  const columns = result.measures.map((measured) => columnOf(measured, minGrade, version));
  if (result.relstring) columns.push(relstringColumn(result.relstring.length));
  columns.sort((a, b) => a.order - b.order || a.cutoff - b.cutoff);
  const lines: string[] = [];
  const unprinted = new Set(version === 'trec_eval-9' ? result.missing : []);
  if (perTopic) {
    result.topicIds.forEach((topicId, i) => {
      if (unprinted.has(topicId)) return;
      for (const { name, result: measured } of columns) {
        if (measured === 'relstring') lines.push(line(name, topicId, `'${result.relstring!.byTopic[i]}'`));
        else if (!measured.measure.def.summaryOnly) {
          lines.push(line(name, topicId, printed(measured, measured.byTopic[i]!)));
        }
      }
    });
  }
  if (!noSummary) {
    if (runid !== undefined) lines.push(line('runid', 'all', runid));
    for (const { name, result: measured } of columns) {
      if (measured === 'relstring') continue;
      // Over all judged topics, version 9 sums the judgments of grade 1 or more whatever -l says (graded-l2.v9.out).
      const quirk = name === 'num_rel' && version === 'trec_eval-9' && result.topics === 'qrels';
      lines.push(line(name, 'all', printed(measured, quirk ? result.relevant : measured.all)));
    }
  }
  return lines.join('');
}

function line(name: string, topicId: string, value: string): string {
  return `${name.padEnd(22)}\t${topicId}\t${value}\n`;
}

function printed({ measure }: MeasureResult, value: number): string {
  return measure.def.integer ? `${Math.trunc(value)}` : printFixed(value, 4);
}

function columnOf(result: MeasureResult, minGrade: number, version: TrecEvalVersion): Column {
  const found = trecEvalName(result.measure, minGrade, version);
  return {
    name: found?.name ?? result.measure.name,
    result,
    order: found?.order ?? TREC_EVAL_ORDER.length,
    cutoff: result.measure.params.cutoff ?? 0,
  };
}

function relstringColumn(length: number): Column {
  const name = length === 10 ? 'relstring' : `relstring_${length}`;
  return { name, result: 'relstring', order: TREC_EVAL_ORDER.indexOf('relstring'), cutoff: 0 };
}

/** What trec_eval calls a measure with these parameters, and where it prints it; undefined where it has none such. */
export function trecEvalName(
  { def, params }: ResolvedMeasure,
  minGrade = 1,
  version: TrecEvalVersion = 'trec_eval-10',
): { readonly name: string; readonly order: number } | undefined {
  for (const known of def.trecEval ?? []) {
    const { cutoff } = params;
    if ((cutoff === undefined) !== (known.cutoffs === undefined)) continue;
    let suffix = cutoff === undefined ? '' : `_${def.fractional ? printFixed(cutoff, 2) : cutoff}`;
    const differs = Object.entries(def.params).some(([key, spec]) => {
      const value = params[key];
      if (key === 'rel' && takesMinGrade(def)) return value !== minGrade;
      const former = version === 'trec_eval-9' ? def.trecEval9?.[key] : undefined;
      const usual = former ?? known.params?.[key] ?? spec.default;
      if (value === usual) return false;
      if (key !== known.suffix) return true;
      suffix = `_${printedSuffix(known, `${value}`)}`;
      return false;
    });
    if (!differs) return { name: `${known.name}${suffix}`, order: TREC_EVAL_ORDER.indexOf(known.name) };
  }
  return undefined;
}

/** As typed there: `ndcg_1=1,2=3` for our 1:1;2:3. */
function printedSuffix({ suffix }: TrecEvalName, value: string): string {
  return suffix === 'gains' ? value.replaceAll(':', '=').replaceAll(';', ',') : value;
}
