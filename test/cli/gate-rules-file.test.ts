import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRulesFile, readTypedRules } from '../../src/cli/gate-rules-file.ts';
import type { LabError } from '../../src/core/errors.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { printRule } from '../../src/experiment/gate-rules.ts';
import { temporaryFolder } from './temporary-folder.ts';

const at = temporaryFolder();

async function read(name: string, text: string) {
  writeFileSync(join(at, name), text);
  const faults: LabError[] = [];
  const rules = await readRulesFile(at, name, measures, faults);
  return { rules: rules.map(printRule), faults: faults.map(({ message }) => message) };
}

describe('readRulesFile', () => {
  it('takes one rule a line, with comments, empty lines and any line ending', async () => {
    const text = '\ufeff# rules\r\n\r\nbm25/same/R@3 >= 0.95  # a floor\n* tokens <= 1500\r';
    expect(await read('a.txt', text)).toEqual({ rules: ['bm25/same/R@3 >= 0.95', '* tokens <= 1500'], faults: [] });
  });

  it('takes a list under rules in YAML and JSON', async () => {
    const rules = ['*/paraphrase/R@3 drop <= 2pt'];
    expect(await read('a.yaml', 'rules:\n  - "*/paraphrase/R@3 drop <= 2pt"\n')).toEqual({ rules, faults: [] });
    expect(await read('a.json', JSON.stringify({ rules }))).toEqual({ rules, faults: [] });
  });

  it('tells every bad line with file and line, twenty at most', async () => {
    expect((await read('b.txt', 'bm25/R@3 >= 0.5\n\nbm25/R@3 >= 2\nnonsense\n')).faults).toEqual([
      'b.txt:3: cannot read "bm25/R@3 >= 2": "2" at character 13 is not valid; accepted: a number from 0 to 1',
      'b.txt:4: cannot read "nonsense": expected ">=", "<=", "drop", "tokens" or "ms" at character 9',
    ]);
    expect((await read('b.yaml', 'rules:\n  - bm25/R@3 >= 0.5\n  - nonsense\n')).faults[0]).toMatch(/^b\.yaml:3: /);
    expect((await read('c.txt', 'nonsense\n'.repeat(30))).faults).toHaveLength(20);
  });

  it('refuses a file without a rule: it would look like a gate', async () => {
    expect((await read('d.txt', '# nothing\n')).faults).toEqual(['d.txt: holds no rule']);
    expect((await read('d.yaml', 'rules: []\n')).faults).toEqual(['d.yaml: holds no rule']);
    expect((await read('e.yaml', '')).faults).toEqual(['e.yaml: holds no rule']);
    await expect(read('f.json', '[]')).rejects.toThrow('f.json');
    await expect(readRulesFile(at, 'none.txt', measures, [])).rejects.toThrow('none.txt: cannot be read');
  });
});

describe('readTypedRules', () => {
  it('names the option in a fault', () => {
    const faults: LabError[] = [];
    expect(readTypedRules(['bm25/R@3 >= 0.5', 'x'], measures, faults)).toHaveLength(1);
    expect(faults[0]!.message).toMatch(/^--rule: cannot read "x": expected /);
  });
});
