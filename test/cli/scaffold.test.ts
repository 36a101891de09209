import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/cli/config.ts';
import { CONFIG_OPTIONS } from '../../src/cli/config-options.ts';
import { configText, QUESTIONS, SYNONYMS, SYNONYMS_TEXT, WORKFLOW_TEXT } from '../../src/cli/scaffold.ts';
import { parseSynonyms } from '../../src/datasets/read-synonyms.ts';

const load = (text: string) => parseConfig('/p/rag-lab.config.yaml', text, CONFIG_OPTIONS);
const text = configText({ corpus: 'docs', chunker: 'whole' });

describe('the config', () => {
  it('loads as it is', async () => {
    const { values } = await load(text);
    expect(values).toMatchObject({
      corpus: '/p/docs',
      questions: `/p/${QUESTIONS}`,
      synonyms: `/p/${SYNONYMS}`,
      systems: ['lex=bm25', 'synonym-tfidf'],
      chunker: 'whole',
    });
    expect(values.include).toBeUndefined();
  });

  it('loads with every commented key taken in', async () => {
    const whole = text.replace(/^( *)# (?=- |(?:include|exclude|filter|ledger): )/gm, '$1');
    const { values } = await load(whole);
    expect(values).toMatchObject({ include: ['**/*.md'], exclude: ['drafts/**'], ledger: true });
    expect(values.filter).toMatch(/^team = /);
    expect(values.systems).toHaveLength(6);
    expect(values.rules).toHaveLength(4);
  });

  it('takes any folder name, and says which files are meant', async () => {
    const odd = 'a: "b" # c';
    expect((await load(configText({ corpus: odd, include: ['*.md'], chunker: 'whole' }))).values).toMatchObject({
      corpus: `/p/${odd}`,
      include: ['*.md'],
    });
  });
});

it('begins with a list of synonyms that is none, and that can be taken in', async () => {
  expect(await parseSynonyms(SYNONYMS_TEXT, SYNONYMS)).toEqual({ groups: [] });
  const taken = SYNONYMS_TEXT.replace('groups: []', 'groups:').replace(/^# {2}- /gm, '  - ');
  expect((await parseSynonyms(taken, SYNONYMS)).groups).toHaveLength(2);
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
