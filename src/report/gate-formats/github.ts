// The gate's result for GitHub Actions: annotations for the log, a step summary, and the body of a comment.
import type { GateCheck, GateProblem, GateResult } from '../../core/gate.ts';
import { writeMarkdown } from '../formats/markdown.ts';
import { gateResultLine, gateView, verdictSentence } from '../gate-sections.ts';
import { plainText } from '../plain-text.ts';
import type { GateFormat } from './gate-format.ts';
import { describeQuestion } from './junit.ts';

/** GitHub shows so many annotations of a kind and step; more would be dropped without a word. */
const MOST_ANNOTATIONS = 10;
/** GitHub refuses a step summary beyond 1 MiB, counted in bytes, and one step's pieces together. */
export const SUMMARY_BYTES = 1024 * 1024;
/** GitHub refuses a comment beyond 65,536 characters. */
const COMMENT_CHARACTERS = 65_535;
/** Annotations are cut by GitHub at 64 KiB; nobody reads that much. */
const ANNOTATION_CHARACTERS = 2000;
const QUESTIONS_NAMED = 5;
/** By which a workflow finds its own earlier comment, to change it in place of adding one more. */
export const COMMENT_MARKER = '<!-- rag-lab gate -->';

export const github: GateFormat = {
  name: 'github',
  summary: 'for GitHub Actions: annotations in the log, the step summary, and =FILE for the body of a comment',
  extension: 'md',
  render: (result) => commentBody(result),
  renderLog: (result) => annotations(result),
};

/** Workflow commands, at most ten, and a line that says what there is in all. */
export function annotations(result: GateResult): string {
  const { problems, checks } = result;
  const open = checks.filter(({ verdict }) => verdict !== 'PASS');
  const all = [
    ...open.filter(({ verdict }) => verdict === 'REGRESSION').map((check) => annotateCheck(check, result)),
    ...problems.map(annotateProblem),
    ...open.filter(({ verdict }) => verdict !== 'REGRESSION').map((check) => annotateCheck(check, result)),
  ];
  const shown = all.slice(0, MOST_ANNOTATIONS);
  const hidden = all.length - shown.length;
  const rest = hidden > 0 ? `; ${shown.length} of ${all.length} findings are annotated` : '';
  const summary = `rag-lab gate: ${result.verdict}: ${verdictSentence(result)}${rest}`;
  return `${[...shown, plainText(summary), plainText(gateResultLine(result))].join('\n')}\n`;
}

function annotateCheck(check: GateCheck, { inconclusive }: GateResult): string {
  const { verdict, name, message, remedy, fell } = check;
  const level = verdict === 'INCONCLUSIVE' && inconclusive === 'pass' ? 'warning' : 'error';
  const named = fell.slice(0, QUESTIONS_NAMED).map(describeQuestion);
  const hidden = fell.length - named.length;
  const more = hidden > 0 ? [`and ${hidden} more ${hidden === 1 ? 'question' : 'questions'}`] : [];
  const lines = [`${name}: ${message}`, ...(remedy === null ? [] : [`try: ${remedy}`]), ...named, ...more];
  return command(level, `rag-lab gate: ${verdict}`, lines);
}

function annotateProblem({ message, remedy }: GateProblem): string {
  return command('error', 'rag-lab gate: NOT-COMPARABLE', [message, ...(remedy === null ? [] : [`try: ${remedy}`])]);
}

function command(level: 'error' | 'warning', title: string, lines: readonly string[]): string {
  const text = lines.map(plainText).join('\n').slice(0, ANNOTATION_CHARACTERS);
  return `::${level} title=${escapeProperty(plainText(title))}::${escapeData(text)}`;
}

/** What GitHub's runner undoes: https://docs.github.com/actions, "Workflow commands". */
function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

/** @param bytes what there is left of the limit */
export function stepSummary(result: GateResult, bytes: number = SUMMARY_BYTES): string {
  const text = writeMarkdown('rag-lab gate', gateView(result), result.tool.version);
  return fitted(text, bytes, utf8Length);
}

export function commentBody(result: GateResult): string {
  const text = writeMarkdown('rag-lab gate', gateView(result), result.tool.version);
  return fitted(`${COMMENT_MARKER}\n${callNobody(text)}`, COMMENT_CHARACTERS, (part) => part.length);
}

/** A comment that holds `@name` or `#12` tells that person, or links back from there. An invisible mark between undoes it. */
function callNobody(markdown: string): string {
  return markdown.replace(/#(?=\d)/g, '#&#8203;').replace(/(^|\W)@(?=\w)/gm, '$1@&#8203;');
}

const CUT = '\n\n…cut here; the json format holds everything.\n';

/** Whole lines that fit, and a word that some are missing; nothing where not even that fits. */
function fitted(text: string, limit: number, sizeOf: (part: string) => number): string {
  if (sizeOf(text) <= limit) return text;
  const room = limit - sizeOf(CUT);
  const kept: string[] = [];
  let used = 0;
  let inCode = false;
  for (const line of text.split('\n')) {
    used += sizeOf(line) + 1;
    if (used > room) break;
    if (line.startsWith('```')) inCode = !inCode;
    kept.push(line);
  }
  if (kept.length === 0) return '';
  if (inCode) kept.splice(kept.findLastIndex((line) => line.startsWith('```')));
  return `${kept.join('\n').trimEnd()}${CUT}`;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const mark of text) {
    const code = mark.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
