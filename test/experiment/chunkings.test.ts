// One question set over every chunking: evidence is anchored in documents, so no question is ever labelled anew.
import { beforeAll, describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import type { ParamSpec } from '../../src/core/contracts.ts';
import type { Dataset, Document, Evidence } from '../../src/core/model.ts';
import type { Report } from '../../src/core/results.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { runExperiment } from '../../src/experiment/run.ts';
import { chunkers } from '../../src/ingest/chunkers/registry.ts';
import { quietContext } from './tiny.ts';

const SECTIONS = ['Leave', 'Badges', 'Travel', 'Pay', 'Security'];
const SENTENCES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** A heading, then sentences that each name their section and their number. */
function pageOf(n: number): Document {
  const blocks: Document['blocks'][number][] = [];
  let text = '';
  for (const section of SECTIONS) {
    const title = `${section} of page ${n}`;
    blocks.push({ kind: 'heading', span: { start: text.length, end: text.length + title.length }, path: [] });
    text += `${title}\n\n`;
    const start = text.length;
    text += SENTENCES.map((word) => `The ${word} rule of ${section} on page ${n} is that nobody may do it alone.`).join(
      ' ',
    );
    blocks.push({ kind: 'paragraph', span: { start, end: text.length }, path: [title] });
    text += '\n\n';
  }
  return { id: `page-${n}.md`, title: `Page ${n}`, text, blocks, meta: {}, source: `page-${n}.md` };
}

const documents = [1, 2, 3, 4].map(pageOf);

const QUOTES = documents.flatMap(({ id, text }) =>
  SECTIONS.flatMap((section) => [
    // One sentence; two; and three, which small chunks cannot hold whole.
    ...[
      [0, 1],
      [1, 3],
      [3, 6],
    ].map(([from, to]) => {
      const first = text.indexOf(`The ${SENTENCES[from!]} rule of ${section}`);
      const end =
        text.indexOf('alone.', text.indexOf(`The ${SENTENCES[to! - 1]} rule of ${section}`)) + 'alone.'.length;
      return { docId: id, span: { start: first, end }, text: `${SENTENCES[from!]} rule of ${section}` };
    }),
  ]),
);

const dataset: Dataset = {
  name: 'pages',
  seed: null,
  documents,
  topics: QUOTES.map(({ docId, text }, n) => ({ id: `q${n}`, text: `${text} ${docId}`, labels: {}, slices: [] })),
  evidence: QUOTES.map(({ docId, span }, n): Evidence => ({ topicId: `q${n}`, docId, span, grade: 1, need: 0 })),
  synonyms: { groups: [] },
};

/** Every chunker as it is, and with its first whole-number parameter small, smaller and large. */
const CHUNKINGS = chunkers.flatMap(({ name, params }) => {
  const sizes = Object.entries(params as Readonly<Record<string, ParamSpec>>);
  const [size] = sizes.filter(([, spec]) => typeof spec.default === 'number' && (spec.min ?? 0) >= 1);
  const overlap = sizes.find(([key]) => key === 'overlap');
  return [
    name,
    ...(size ? [12, 30, 60].map((words) => `${name}(${size[0]}=${Math.max(words, Number(size[1].min))})`) : []),
    ...(size && overlap ? [`${name}(${size[0]}=40,overlap=10)`] : []),
  ];
});

const catalog = builtinCatalog();
const reports = new Map<string, Report>();

beforeAll(async () => {
  for (const chunker of CHUNKINGS) {
    const plan = planExperiment(catalog, {
      systems: ['bm25', 'oracle'],
      measures: ['CE@20', 'RR'],
      cutoff: 3,
      chunker,
    });
    const context = quietContext();
    const { report } = await runExperiment({ plan, catalog, dataset, context, version: '1', files: false });
    reports.set(chunker, report);
    expect(context.events.filter(({ kind }) => kind === 'warning')).toEqual([]);
  }
});

const misses = (report: Report, system: string) => report.misses.filter((miss) => miss.system === system);

describe('one question set', () => {
  it('is asked of twelve chunkings and more', () => {
    expect(CHUNKINGS.length).toBeGreaterThanOrEqual(12);
    expect(new Set([...reports.values()].map(({ corpus }) => corpus.chunks)).size).toBeGreaterThan(4);
  });

  it('stays the same question set over the same corpus, whatever the chunks', () => {
    const questions = [...reports.values()].map((report) => [
      report.questions.fingerprint,
      report.corpus.fingerprint,
      report.questions.total,
      report.questions.unanswerable,
    ]);
    for (const one of questions) expect(one).toEqual(questions[0]);
  });

  it.each(CHUNKINGS)('%s: every quote is in a chunk whole, or in pieces and reported as split', (chunker) => {
    const report = reports.get(chunker)!;
    const split = new Set(report.questions.splitEvidence);
    for (const { id, evidence } of report.questionResults) {
      expect(evidence.length, id).toBeGreaterThanOrEqual(split.has(id) ? 2 : 1);
    }
    for (const miss of misses(report, 'bm25')) {
      expect(miss.diagnosis === 'split', miss.question).toBe(split.has(miss.question));
    }
  });

  it.each(CHUNKINGS)('%s: the oracle shows the ceiling, which is to find everything', (chunker) => {
    const report = reports.get(chunker)!;
    const [row] = report.scores.filter(({ system }) => system === 'oracle');
    expect(row!.measures['CE@20']!.value).toBe(1);
    const [bm25] = report.scores.filter(({ system }) => system === 'bm25');
    expect(row!.measures['R@3']!.value).toBeGreaterThanOrEqual(bm25!.measures['R@3']!.value);
    expect(report.result).toMatch(/ oracle:all:R@3=\d\.\d{4}$/);
  });

  it('is cut by small chunks and by none of one chunk a document', () => {
    const splits = (chunker: string): number => reports.get(chunker)!.questions.splitEvidence.length;
    expect(splits('whole')).toBe(0);
    expect(splits('fixed(size=12)')).toBeGreaterThan(splits('fixed(size=60)'));
    expect(splits('fixed(size=60)')).toBeGreaterThan(0);
  });
});
