import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/cli/config.ts';
import { CONFIG_OPTIONS } from '../../src/cli/config-options.ts';
import { CONFIG_TEXT, WORKFLOW_TEXT } from '../../src/cli/scaffold.ts';

it('is a config that loads, and one that loads with every commented key taken in', async () => {
  const load = (text: string) => parseConfig('/p/rag-lab.config.yaml', text, CONFIG_OPTIONS);
  expect((await load(CONFIG_TEXT)).values).toMatchObject({ seed: 404, systems: ['lex=bm25', 'synonym-tfidf'] });
  const whole = CONFIG_TEXT.replace(/^( *)# (?=- |\w+: (?:\d+|true)$)/gm, '$1');
  expect((await load(whole)).values).toMatchObject({ pages: 100, facts: 30, ledger: true });
  expect((await load(whole)).values.systems).toHaveLength(5);
  expect((await load(whole)).values.rules).toHaveLength(4);
});

it('is a workflow that runs the gate, with rights to read only', () => {
  const { permissions, jobs } = parse(WORKFLOW_TEXT);
  expect(permissions).toEqual({ contents: 'read' });
  const commands = jobs.gate.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect(commands).toEqual([
    'npm ci',
    'npx --no -- rag-lab gate --format terminal --format github=rag-lab-comment.md --format junit=rag-lab-junit.xml',
  ]);
});
