// The default run: the ranges that the handbook was designed for, and the committed report, byte for byte.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/results.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { runBuilt } from './built.ts';

const baseline = fileURLToPath(new URL('../../reports/baselines/handbook-404.json', import.meta.url));
const root = temporaryFolder();
let bytes: string;
let report: Report;

beforeAll(async () => {
  const { code, out, err } = await runBuilt(['run', '--seed', '404', '--json'], {
    env: { RAG_LAB_CACHE: join(root, 'cache') },
  });
  expect([code, err]).toEqual([0, '']);
  bytes = out.toString();
  report = JSON.parse(bytes) as Report;
  if (process.env.GOLDEN === 'write') writeFileSync(baseline, withCommand(bytes));
});

/** A baseline is a report with one more key, which sorts first. */
const withCommand = (json: string): string => json.replace('{\n', '{\n  "command": "rag-lab run --seed 404",\n');

const hits = (system: string, wording: string, split: string, measure: string): number => {
  const row = report.scores.find((each) => each.system === system && each.wording === wording && each.split === split);
  return row!.measures[measure]!.hits!;
};
const rank = (question: string, system: string): number =>
  report.questionResults.find(({ id }) => id === question)!.ranks[system]!;
const within = (value: number, low: number, high: number): void => {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
};

describe('rag-lab run --seed 404', () => {
  it('is the committed baseline, byte for byte, but for the command that it holds', () => {
    expect(withCommand(bytes)).toBe(readFileSync(baseline, 'utf8'));
  });

  it('has the sizes of the worked example', () => {
    const { pages, words, chunks, tokens } = report.corpus;
    expect(pages).toBe(100);
    within(words, 50_870 * 0.98, 50_870 * 1.02);
    within(chunks, 164, 170);
    within(tokens, 75_440 * 0.98, 75_440 * 1.02);
    within(tokens / words, 1.45, 1.52);
    expect(report.questions).toMatchObject({ facts: 30, total: 60, splits: { tuning: 15, 'held-out': 15 } });
    within(report.cost.find(({ system }) => system === 'bm25')!.tokens, 1300, 1420);
  });

  it('finds nearly everything in the same words and little of it paraphrased, by BM25', () => {
    within(hits('bm25', 'same', 'all', 'R@3'), 28, 29);
    within(hits('bm25', 'same', 'all', 'R@5'), 29, 30);
    within(hits('bm25', 'paraphrase', 'tuning', 'R@3'), 0, 4);
    const paired = report.paired.find(({ system }) => system === 'bm25')!;
    within(paired.sameOnly, 20, 28);
    within(paired.paraphraseOnly, 0, 1);
  });

  it('closes a part of the gap with the list, on the questions it was written against', () => {
    within(hits('synonym-tfidf', 'paraphrase', 'tuning', 'R@3'), 8, 15);
  });

  it('shows the ranks that the lessons are about', () => {
    within(rank('parental-leave.same', 'bm25'), 4, 5);
    expect(rank('annual-leave.paraphrase', 'bm25')).toBeGreaterThanOrEqual(30);
    within(rank('annual-leave.paraphrase', 'synonym-tfidf'), 1, 3);
    expect(rank('performance-reviews.paraphrase', 'synonym-tfidf')).toBeGreaterThanOrEqual(20);
  });
});
