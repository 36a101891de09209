// What people see of question sets that are not like the handbook's: without wordings, with one split, with slices.
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import type { Dataset } from '../../src/core/model.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { type ExperimentRequest, runExperiment } from '../../src/experiment/run.ts';
import { markdown } from '../../src/report/formats/markdown.ts';
import { terminal } from '../../src/report/formats/terminal.ts';
import { reportView } from '../../src/report/sections.ts';
import { quietContext } from './tiny.ts';

const TEXTS = {
  'leave.md': 'Annual leave is 25 days. Parental leave is 12 weeks.',
  'badge.md': 'Badges are blue. A lost badge costs 20 euros.',
  'rent.md': 'The rent is paid in May.',
};

type Asked = Partial<Dataset['topics'][number]> & { readonly text: string; readonly gold?: readonly string[] };

function datasetOf(asked: readonly Asked[]): Dataset {
  return {
    name: 'own',
    seed: null,
    documents: Object.entries(TEXTS).map(([id, text]) => ({
      id,
      title: id,
      text,
      blocks: [],
      meta: { team: id === 'badge.md' ? 'security' : 'people' },
      source: id,
    })),
    topics: asked.map(({ text, labels = {}, slices = [] }, n) => ({ id: `q${n}`, text, labels, slices })),
    evidence: asked.flatMap(({ gold = [] }, n) =>
      gold.map((docId, need) => ({ topicId: `q${n}`, docId, grade: 1, need })),
    ),
    synonyms: { groups: [] },
  };
}

async function shown(asked: readonly Asked[], more: Partial<ExperimentRequest> = {}) {
  const catalog = builtinCatalog();
  const plan = planExperiment(catalog, {
    systems: ['bm25', 'tfidf'],
    measures: ['R@1', 'nDCG@10'],
    cutoff: 1,
    chunker: 'whole',
  });
  const dataset = datasetOf(asked);
  const context = quietContext();
  const { report } = await runExperiment({ plan, catalog, dataset, context, version: '1', files: false, ...more });
  const style = { width: 80, paint: (_: string, text: string) => text };
  return { report, text: terminal.render({ report, style }), markdown: markdown.render({ report, style }) };
}

const QUESTIONS: readonly Asked[] = [
  { text: 'annual leave days', gold: ['leave.md'] },
  { text: 'what of the badge and the rent', gold: ['badge.md', 'rent.md'] },
  { text: 'zyxxyq', gold: ['rent.md'] },
];

const headings = (text: string): string[] => text.split('\n').filter((line) => /^[A-Z]/.test(line));

describe('a question set of judged documents', () => {
  it('has tables without wordings, splits, pairs and facts', async () => {
    const { text, report } = await shown(QUESTIONS);
    expect(headings(text).slice(0, -1)).toEqual([
      'Corpus and questions',
      'Recall and ranking',
      'Reading cost against all chunks together',
      'Misses: answer not in the top 1',
    ]);
    expect(text).toMatch(/^ {2}corpus +own: 3 documents, 25 words$/m);
    expect(text).toMatch(/^ {2}questions +3$/m);
    expect(text).toMatch(/^ {2}system +recall@1 +recall@1 95% +nDCG@10$/m);
    expect(text).not.toMatch(/wording|all questions|fact|split/);
    expect(report.result).toBe('RESULT seed=none chunks=3 questions=3 bm25:all:R@1=0.5000 tfidf:all:R@1=0.5000');
    expect(text.trimEnd().split('\n').at(-1)).toBe(report.result);
  });

  it('names the document of each missed answer', async () => {
    const { text } = await shown(QUESTIONS);
    expect(text).toContain('answer in: rent.md');
  });

  it.each([
    ['tuning', 'tuning'],
    ['test', 'test'],
  ])('has no split table where every question is of the split %s', async (split) => {
    const { text } = await shown(QUESTIONS.map((each) => ({ ...each, labels: { split } })));
    expect(text).not.toMatch(/held-out|gap/);
    expect(text).toContain(`3 ${split} questions`);
  });

  it('has a slice table where questions name slices, with the number of questions', async () => {
    const { text, markdown: page } = await shown(
      QUESTIONS.map((each, n) => ({ ...each, slices: n === 0 ? ['numeric'] : ['long', 'numeric'] })),
    );
    const rows = text.split('\n').filter((line) => /^ {2}(long|numeric) /.test(line));
    expect(rows.map((line) => line.trim().split(/ {2,}/).slice(0, 4))).toEqual([
      ['long', 'bm25', '2', '0.2500'],
      ['long', 'tfidf', '2', '0.2500'],
      ['numeric', 'bm25', '3', '0.5000'],
      ['numeric', 'tfidf', '3', '0.5000'],
    ]);
    expect(page).toContain('## Slices: recall@1');
  });

  it('tells a filter, what falls short under it and what has no answer', async () => {
    const asked = [...QUESTIONS, { text: 'holidays on the moon' }];
    const catalog = builtinCatalog();
    const plan = planExperiment(catalog, { systems: ['bm25'], measures: [], cutoff: 2, chunker: 'whole' });
    const { text } = await shown(asked, { plan, filter: 'team = security' });
    expect(text).toMatch(/^ {2}filter +team = security: 1 of 3 chunks$/m);
    expect(text).toContain('; 1 more without an answer stand apart');
    expect(text).toMatch(/^Fewer than 2 returned because of the filter$/m);
    expect(text).toMatch(/^ {2}bm25 +3 of 3 +0\.3 of 2$/m);
    expect(text).toMatch(/^Questions without an answer$/m);
    expect(text).toContain('filtered = a filter leaves the answer out');
  });

  it('leaves no heading without anything below it, whatever there is to tell', async () => {
    for (const asked of [QUESTIONS, QUESTIONS.map((each) => ({ ...each, labels: { wording: 'same' } }))]) {
      const { report } = await shown(asked);
      for (const { heading, parts } of reportView(report).sections) {
        expect(
          parts.some((part) => part.kind === 'notes' || part.rows.length > 0),
          heading,
        ).toBe(true);
      }
    }
  });
});
