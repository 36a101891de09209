// A question set in YAML or in one JSON value: its questions one by one, with the line on which each begins.
import { isAlias, isCollection, isMap, isScalar, isSeq, LineCounter, type Node, Parser, parseDocument } from 'yaml';
import { LabError } from '../../core/errors.ts';
import { tooDeepAt } from '../../ingest/yaml-nesting.ts';
import type { LineFaults } from '../read-table.ts';

/** YAML, of which JSON is a part. Every scalar is read as it is written: `007`, `1e3` and `no` stay what they are. */
export function readQuestionTree(
  text: string,
  name: string,
  faults: LineFaults,
  add: (value: unknown, line: number) => void,
): void {
  const lines = new LineCounter();
  const lineOf = (offset: number): number => lines.linePos(offset).line;
  const refuse = (line: number, problem: string): never => {
    throw new LabError('file.malformed', { where: `${name}:${line}`, problem });
  };
  const deep = tooDeepAt(text, new Parser());
  if (deep !== undefined) refuse(lineAt(text, deep), 'not valid YAML: nested too deeply');
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      schema: 'failsafe',
      uniqueKeys: true,
      logLevel: 'silent',
    });
    for (const error of document.errors) {
      faults.add(lineOf(error.pos[0]), () => `not valid YAML: ${error.message.split(/ at line |\n/)[0]}`);
    }
    if (document.errors.length > 0) return;
    const root: unknown = document.contents;
    const accepted = 'accepted: a list of questions, or a map with the one key "questions" that holds such a list';
    let list: unknown = root;
    if (isMap(root)) {
      for (const { key } of root.items) {
        const written = isScalar(key) ? String(key.value) : '?';
        const line = lineOf((key as Node | null)?.range?.[0] ?? 0);
        if (written !== 'questions') refuse(line, `unknown key ${JSON.stringify(written)}; ${accepted}`);
      }
      list = root.get('questions', true);
    }
    if (isAlias(list)) list = list.resolve(document);
    if (isScalar(list) && list.value === '') return;
    if (list === null || list === undefined) return;
    if (!isSeq(list)) {
      throw new LabError(
        'file.malformed',
        { where: `${name}:1`, problem: `not a list; ${accepted}` },
        /\.[ct]sv$/i.test(name) ? `rag-lab questions import csv ${name} --out questions.jsonl` : undefined,
      );
    }
    for (const item of list.items as (Node | null)[]) {
      if (faults.isFull) return;
      const value: unknown =
        isCollection(item) || isAlias(item) ? item.toJS(document, { maxAliasCount: 100 }) : undefined;
      add(value, lineOf(item?.range?.[0] ?? 0));
    }
  } catch (error) {
    if (error instanceof LabError) throw error;
    // Nested without end, or aliases that multiply.
    const problem = error instanceof RangeError ? 'nested too deeply' : (error as Error).message.split('\n')[0]!;
    refuse(1, `not valid YAML: ${problem}`);
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
