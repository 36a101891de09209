// Tests of a promptfoo configuration, YAML or JSON: the question among the variables, the gold among context and assertions.
import { Parser, parse } from 'yaml';
import { tooDeepAt } from '../../../ingest/yaml-nesting.ts';
import { sourceName } from '../../byte-source.ts';
import type { NeedRecord } from '../question-record.ts';
import { readText } from '../read-questions.ts';
import {
  fieldOf,
  isObject,
  malformed,
  QuestionCollector,
  type QuestionImporter,
  textOf,
  textsOf,
} from './question-importer.ts';

const QUESTION = ['question', 'query', 'user_input', 'input', 'prompt', 'text', 'message'];
const CONTEXT = ['context', 'contexts', 'reference_contexts', 'expected_context'];
/** What an output shall hold: words of the gold, or the whole answer. */
const HOLDS = new Set(['contains', 'icontains']);
const HOLDS_ALL = new Set(['contains-all', 'icontains-all']);
const HOLDS_ANY = new Set(['contains-any', 'icontains-any']);
const IS_ANSWER = new Set(['equals', 'similar', 'factuality', 'context-recall', 'answer-relevance', 'starts-with']);

export const promptfoo: QuestionImporter = {
  name: 'promptfoo',
  summary: 'tests of a promptfoo configuration, YAML or JSON',
  maps: [
    `vars: the first of ${QUESTION.slice(0, 4).join(', ')}, ... -> text`,
    'vars.context -> evidence, a quote each',
    'assert contains and icontains (-all, -any) -> evidence, where the test has no context',
    'assert equals, similar, factuality, context-recall -> answer',
    'description -> metadata',
    'not taken: negated and other assertions, tests in files of their own, variables that are not text',
  ],
  async import({ file }) {
    const name = sourceName(file);
    let value: unknown;
    try {
      const text = await readText(file);
      const deep = tooDeepAt(text, new Parser());
      if (deep !== undefined) {
        throw malformed(`${name}:${text.slice(0, deep).split('\n').length}`, 'not valid YAML: nested too deeply');
      }
      value = parse(text, { maxAliasCount: 100, logLevel: 'error' });
    } catch (error) {
      if (error instanceof Error && error.name === 'LabError') throw error;
      const { linePos, message } = error as Error & { linePos?: readonly { line: number }[] };
      throw malformed(`${name}:${linePos?.[0]?.line ?? 1}`, `not valid YAML: ${message.split(/ at line |\n/)[0]}`);
    }
    const tests = Array.isArray(value) ? value : isObject(value) ? value.tests : undefined;
    if (!Array.isArray(tests))
      throw malformed(name, 'no list of tests; accepted: a configuration with tests, or such a list');
    const collector = new QuestionCollector();
    for (const [n, test] of (tests as unknown[]).entries()) addTest(test, n, collector);
    return collector.end();
  },
};

function addTest(test: unknown, n: number, collector: QuestionCollector): void {
  if (!isObject(test)) {
    collector.note('tests in files of their own, left out');
    return;
  }
  const vars = isObject(test.vars) ? test.vars : {};
  const texts = Object.entries(vars).filter(([key]) => !CONTEXT.includes(key));
  const text = textOf(fieldOf(vars, QUESTION)) ?? (texts.length === 1 ? textOf(texts[0]![1]) : undefined);
  if (text === undefined) {
    collector.note('tests without a question among their variables, left out');
    return;
  }
  const asserts = (Array.isArray(test.assert) ? (test.assert as unknown[]) : []).filter(isObject);
  const contexts = textsOf(fieldOf(vars, CONTEXT)).filter((context) => {
    const isFile = context.startsWith('file://');
    if (isFile) collector.note('contexts in files of their own, left out');
    return !isFile;
  });
  const held = contexts.length > 0 ? contexts.map((quote): NeedRecord => ({ quote })) : quotesOf(asserts, collector);
  const answer = asserts.flatMap(({ type, value }) =>
    [IS_ANSWER, HOLDS].some((types) => types.has(String(type))) ? textsOf(value) : [],
  )[0];
  for (const { type } of asserts) {
    const known = [HOLDS, HOLDS_ALL, HOLDS_ANY, IS_ANSWER].some((types) => types.has(String(type)));
    if (!known) collector.note(`assertions "${String(type)}", left out`);
  }
  const description = textOf(test.description);
  collector.add(`promptfoo-${n + 1}`, {
    text,
    evidence: held,
    ...(answer === undefined ? {} : { answer }),
    ...(description === undefined ? {} : { metadata: { description } }),
  });
}

function quotesOf(asserts: readonly Record<string, unknown>[], collector: QuestionCollector): NeedRecord[] {
  const needs = asserts.flatMap(({ type, value }): NeedRecord[] => {
    const kind = String(type);
    const quotes = textsOf(value).map((quote) => ({ quote }));
    if (HOLDS.has(kind) || HOLDS_ALL.has(kind)) return quotes;
    if (!HOLDS_ANY.has(kind) || quotes.length === 0) return [];
    return [quotes.length === 1 ? quotes[0]! : { anyOf: quotes }];
  });
  if (needs.length > 0)
    collector.note('questions whose quotes come from assertions: short ones may stand in several places');
  return needs;
}
