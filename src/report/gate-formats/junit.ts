// The gate's result as JUnit XML: one test case a rule. Failures are regressions, errors what could not be judged.
import type { GateCheck, GateResult, QuestionChange } from '../../core/gate.ts';
import { rankText, verdictSentence } from '../gate-sections.ts';
import { HIDDEN, plainText } from '../plain-text.ts';
import type { GateFormat } from './gate-format.ts';

/** Test reports are found again by these names: they hold no value and no verdict. */
const SUITE = 'rag-lab.gate';
const DATA_CASE = 'baseline and report can be compared';
/** Required by the schema, but results hold no times: the same input gives the same bytes. */
const TIMESTAMP = '1970-01-01T00:00:00';
/** Questions named in one failure. */
const MOST_QUESTIONS = 50;

export const junit: GateFormat = {
  name: 'junit',
  summary: 'JUnit XML for CI servers: a test case a rule',
  extension: 'xml',
  render: writeJUnit,
};

interface Outcome {
  readonly element: 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly lines: readonly string[];
}

interface TestCase {
  readonly name: string;
  readonly group: string;
  readonly outcome: Outcome | undefined;
}

function writeJUnit(result: GateResult): string {
  const cases: TestCase[] = [
    { name: DATA_CASE, group: 'data', outcome: dataOutcome(result) },
    ...result.checks.map((check) => ({
      name: caseName(check.name),
      group: check.kind,
      outcome: outcomeOf(check, result),
    })),
  ];
  const count = (element: Outcome['element']): number =>
    cases.filter(({ outcome }) => outcome?.element === element).length;
  const suite: readonly (readonly [string, string | number])[] = [
    ['name', SUITE],
    ['package', 'rag-lab'],
    ['id', 0],
    ['timestamp', TIMESTAMP],
    ['hostname', 'localhost'],
    ['tests', cases.length],
    ['failures', count('failure')],
    ['errors', count('error')],
    ['skipped', count('skipped')],
    ['time', 0],
  ];
  const properties = [
    ['verdict', result.verdict],
    ['mode', result.mode],
    ['rag-lab', result.tool.version],
    ['corpus', result.corpus.fingerprint],
    ['questions', result.questions.fingerprint],
  ] as const;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${attributes(suite)}>`,
    '    <properties>',
    ...properties.map(
      ([name, value]) =>
        `      <property${attributes([
          ['name', name],
          ['value', value],
        ])}/>`,
    ),
    '    </properties>',
    ...cases.flatMap(writeCase),
    `    <system-out>${escapeXml(`${result.verdict}: ${verdictSentence(result)}`)}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function writeCase({ name, group, outcome }: TestCase): string[] {
  const head = `    <testcase${attributes([
    ['name', name],
    ['classname', `${SUITE}.${group}`],
    ['time', 0],
  ])}`;
  if (!outcome) return [`${head}/>`];
  const { element, type, message, lines } = outcome;
  const text = [message, ...lines].map(escapeXml).join('\n');
  return [
    `${head}>`,
    `      <${element}${attributes([
      ['message', message],
      // The common schema knows none for <skipped>.
      ...(element === 'skipped' ? [] : ([['type', type]] as const)),
    ])}>${text}</${element}>`,
    '    </testcase>',
  ];
}

/** No letter of a name that is shown as it is: what hides, white space that readers of XML fold, the start of a CI command. */
const UNSEEN = new RegExp(
  String.raw`\\(?=u\{)|^ | $|(?<= ) |(?! )\s|[\ufffe\uffff]|#(?=#(?:[vV][sS][oO])?\[)|${HIDDEN.source}`,
  'gu',
);

/** By which a rule is found again: rules that differ in what nobody sees have names that differ in what everybody does. */
function caseName(rule: string): string {
  return rule.replace(UNSEEN, (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`);
}

function dataOutcome({ problems }: GateResult): Outcome | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const lines = problems.flatMap(({ message, remedy }) => [message, ...(remedy === null ? [] : [`try: ${remedy}`])]);
  return { element: 'error', type: 'NOT-COMPARABLE', message: first.message, lines: lines.slice(1) };
}

function outcomeOf(
  { verdict, message, remedy, fell, allowed }: GateCheck,
  { inconclusive }: GateResult,
): Outcome | undefined {
  if (verdict === 'PASS') return undefined;
  const element =
    verdict === 'REGRESSION' ? 'failure' : verdict === 'INCONCLUSIVE' && inconclusive === 'pass' ? 'skipped' : 'error';
  const lines = [
    `allowed: ${allowed}`,
    ...(remedy === null ? [] : [`try: ${remedy}`]),
    ...fell.slice(0, MOST_QUESTIONS).map(describeQuestion),
    ...(fell.length > MOST_QUESTIONS ? [`and ${fell.length - MOST_QUESTIONS} more`] : []),
  ];
  return { element, type: verdict, message, lines };
}

/**
 * `question annual-leave.same: rank 2 -> 5 (near-miss)`. It begins with a word of ours: a line of a log that began with an id
 * could be read as a command by the CI server.
 */
export function describeQuestion(change: QuestionChange): string {
  const { question, oldRank, oldSignal, newRank, newSignal, diagnosis } = change;
  const why = diagnosis === null ? '' : ` (${diagnosis})`;
  return plainText(
    `question ${question}: rank ${rankText(oldRank, oldSignal)} -> ${rankText(newRank, newSignal)}${why}`,
  );
}

function attributes(pairs: readonly (readonly [string, string | number])[]): string {
  return pairs.map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as text: what XML 1.0 cannot hold, and what would act on a terminal, is shown as U+FFFD. */
export function escapeXml(text: string): string {
  return plainText(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (mark) => ESCAPES[mark]!);
}
