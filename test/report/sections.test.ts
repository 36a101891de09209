// The seven parts: their order, what their cells say, and what is said where something is absent.
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/results.ts';
import { reportView } from '../../src/report/sections.ts';
import type { Table } from '../../src/report/view.ts';
import { sampleReport } from './sample-report.ts';

const view = reportView(sampleReport);
const tables = (n: number, report: Report = sampleReport): Table[] =>
  reportView(report).sections[n]!.parts.filter((part) => part.kind === 'table');
const texts = (table: Table): string[][] => table.rows.map((row) => row.map(({ text }) => text));
const notes = (n: number, report: Report = sampleReport): string[] =>
  reportView(report).sections[n]!.parts.flatMap((part) => (part.kind === 'notes' ? part.lines : []));

describe('the report', () => {
  it('has its parts in the fixed order, the RESULT line last', () => {
    expect(view.sections.map(({ heading }) => heading)).toEqual([
      'Corpus and questions',
      'Recall and ranking',
      'Tuning against held-out, paraphrased questions',
      'Each fact asked twice: answer in the top 3',
      'Slices: recall@3',
      'Reading cost against the whole document',
      'Misses: answer not in the top 3',
    ]);
    expect(view.result).toBe(sampleReport.result);
  });

  it('does not take overlapping chunks for the document', () => {
    const corpus = { ...sampleReport.corpus, tokens: 1_108_110, textTokens: 75_442 };
    const report = { ...sampleReport, corpus };
    const said = texts(tables(0, report)[0]!).flat().join('\n');
    expect(said).toContain('about 1,108,110 in all chunks, overlap and prefixes counted; 75,442 in the text');
    expect(said).not.toContain('tokens a word');
    expect(reportView(report).sections[5]!.heading).toBe('Reading cost against all chunks together');
    expect(notes(5, report)[0]).toBe(
      'all chunks together are about 1,108,110 tokens; the whole document is about 75,442',
    );
  });

  it('names corpus, chunks, tokens, questions, wordings and splits', () => {
    const said = texts(tables(0)[0]!).flat().join('\n');
    for (const figure of ['100 pages', '50,870 words', '167', '75,440', '1.48', '30 facts', '30 same']) {
      expect(said).toContain(figure);
    }
    expect(said).toContain('167 by sentence(words=300,overlap=0), 452 tokens on average');
    expect(said).toContain('15 tuning facts, 15 held-out facts');
  });

  it('counts one of a kind in the singular', () => {
    const one = { ...sampleReport.questions, facts: 1, total: 2, splits: { tuning: 1 } };
    const said = texts(tables(0, { ...sampleReport, questions: one })[0]!).flat();
    expect(said).toContain('1 tuning fact');
    expect(said.join()).toContain('2 about 1 fact:');
  });

  it('counts beside every rate, same before paraphrase, though a stored report sorts them otherwise', () => {
    const [table] = tables(1);
    expect(table!.columns.map(({ head }) => head)).toEqual([
      'system',
      'wording',
      'recall@1',
      'recall@3',
      'recall@3 95%',
      'recall@5',
      'recall@10',
      'MRR',
      'nDCG@10',
    ]);
    expect(texts(table!).slice(0, 2)).toEqual([
      ['bm25', 'same', '27/30 90.0%', '29/30 96.7%', '80.6-99.4%', '30/30 100.0%', '30/30 100.0%', '0.9312', '0.9512'],
      ['bm25', 'paraphrase', '1/30 3.3%', '4/30 13.3%', '11.1-16.1%', '5/30 16.7%', '9/30 30.0%', '0.0645', '0.0846'],
    ]);
    const backwards = { ...sampleReport, scores: [...sampleReport.scores].reverse() };
    expect(texts(tables(1, backwards)[0]!)).toEqual(texts(table!));
  });

  it('says once what a label stands for, and what one question weighs', () => {
    expect(notes(1)).toEqual([
      'one question of 30 is 3.3 points',
      'recall@3 95% = Wilson interval',
      'hybrid = rrf[bm25,dense]',
    ]);
  });

  it('gives the gap between splits in points, without judging its sign, and says what it is between', () => {
    const row = tables(2)[0]!.rows[1]!;
    expect(row.map(({ text }) => text)).toEqual(['synonym-tfidf', '9/15 60.0%', '6/15 40.0%', '-20.0']);
    expect(row[3]!.tone).toBeUndefined();
    expect(notes(2)).toEqual([
      'one question of 15 is 6.7 points',
      'gap = held-out less tuning; the two splits are different questions, one may be the harder',
    ]);
  });

  it('gives pairs with their exact p, and reading cost with its ratio', () => {
    expect(texts(tables(3)[0]!)[0]).toEqual(['bm25', '4', '25', '0', '1', '5.96e-8']);
    expect(texts(tables(5)[0]!)[0]).toEqual(['bm25', '3', '1,357', '55.6x']);
    expect(texts(tables(5)[0]!)[3]!.at(-1)).toBe('–');
  });

  it('groups misses by system and marks a place among zeros', () => {
    expect(tables(6).map(({ caption }) => caption)).toEqual([
      'bm25: 9 of 60',
      'synonym-tfidf: none of 60',
      'dense: 1 of 60',
      'hybrid: 1 of 60',
    ]);
    const rows = texts(tables(6)[0]!);
    const where = 'p.7 › Annual leave › =Carry | <b>over</b>';
    expect(rows[0]!.slice(2)).toEqual([where, '58*', '0', '6.099', '140', 'no', 'no-signal', '–']);
    expect(rows[1]!.slice(2)).toEqual([
      where,
      '4',
      '4.123',
      '6.099',
      'no',
      'yes',
      'near-miss',
      'leave 3.012, day 1.111',
    ]);
    expect(rows[6]![3]).toBe('>167');
    expect(notes(6)[0]).toBe('* nothing matched: a place among zeros, not a rank');
    expect(notes(6).filter((line) => line.startsWith('truncated'))).toEqual([]);
  });

  it('does not say whether an answer is in the top 50 where the ranking ends before both', () => {
    const top50 = (depth: number): string[] => texts(tables(6, { ...sampleReport, depth })[0]!).map((row) => row[7]!);
    expect(top50(50)).toEqual(['no', 'yes', 'yes', 'yes', 'yes', 'yes', 'no', 'yes', 'yes']);
    expect(top50(20)).toEqual(['no', 'yes', 'yes', 'yes', 'yes', 'yes', '–', 'yes', 'yes']);
    expect(notes(6, { ...sampleReport, depth: 20 })).toContain(
      'top 50 = whether a reranker could still reach the answer; – = the depth ends before',
    );
  });

  it('explains how what matched is written, where it occurs', () => {
    const matching = (...terms: string[]): string[] => {
      const matched = terms.map((term) => ({ term, weight: 1 }));
      return notes(6, { ...sampleReport, misses: [{ ...sampleReport.misses[1]!, matched }] }).filter((line) =>
        /^(matched|a=b|~abc|list|system|\+n)/.test(line),
      );
    };
    const parts = "matched = what makes up the answer's score, the largest part first";
    expect(matching()).toEqual([]);
    expect(matching('leave')).toEqual([parts]);
    expect(matching('badge=card=id')).toEqual([parts, 'a=b = words of one synonym group, which count as one']);
    expect(matching('~_id')[1]).toMatch(/^~abc = a trigram/);
    expect(matching('dense rank 3', 'rrf[bm25,dense](k=5) rank 1')).toEqual([
      parts,
      'system rank 3 = the vote of a fused system, by the rank that it gives',
    ]);
    expect(matching('list 2 rank 3')[1]).toMatch(/^list 2 rank 3 = /);
    expect(matching('a', 'b', 'c', 'd', 'e')).toEqual([parts, '+n more = smaller parts']);
    expect(matching('It is two = three ~ four on rank 5.')).toEqual([parts]);
  });
});

describe('a corpus of ones own', () => {
  const own: Report = {
    ...sampleReport,
    seed: null,
    corpus: { ...sampleReport.corpus, documents: 5183, oversized: 0 },
    questions: { ...sampleReport.questions, wordings: {}, splits: {}, splitEvidence: [] },
    measures: ['nDCG@10', 'R@100'],
    cutoff: 10,
    scores: [
      {
        system: 'bm25',
        wording: 'all',
        split: 'all',
        n: 300,
        measures: { 'nDCG@10': { value: 0.67891, low: 0.64, high: 0.72 }, 'R@100': { value: 0.9253 } },
      },
    ],
    slices: [],
    paired: [],
    misses: [],
  };

  it('has one row a system, without a wording, and – where a system has none', () => {
    expect(tables(1, own)[0]!.columns.map(({ head }) => head)).toEqual([
      'system',
      'nDCG@10',
      'nDCG@10 95%',
      'recall@100',
    ]);
    expect(texts(tables(1, own)[0]!).slice(0, 2)).toEqual([
      ['bm25', '0.6789', '0.640-0.720', '0.9253'],
      ['synonym-tfidf', '–', '–', '–'],
    ]);
    expect(notes(1, own)[0]).toBe('nDCG@10 95% = bootstrap interval');
  });

  it('has no part for splits, pairs and slices that it has not', () => {
    const { sections } = reportView(own);
    expect(sections.map(({ heading }) => heading)).toEqual([
      'Corpus and questions',
      'Recall and ranking',
      'Reading cost against the whole corpus',
      'Misses: answer not in the top 10',
    ]);
    expect(tables(3, own).every(({ rows }) => rows.length === 0)).toBe(true);
  });

  it('names the file of an answer where there are several, and page and headings where they are known', () => {
    const misses = ['leave.md#3', 'notes.txt#0', 'a#b.csv#12', ''].map((chunk) => ({
      ...sampleReport.misses[1]!,
      chunk,
    }));
    const places = { 'leave.md#3': { document: 'leave.md', page: 12, path: ['Leave', 'Carry over'] } };
    expect(texts(tables(3, { ...own, misses, places })[0]!).map((row) => row[2])).toEqual([
      'leave.md p.12 › Leave › Carry over',
      'notes.txt',
      'a#b.csv',
      '–',
    ]);
    const single = { ...own, corpus: { ...own.corpus, documents: 1 }, misses: [misses[1]!] };
    expect(tables(3, single)[0]!.columns.map(({ head }) => head)).not.toContain('answer in');
  });

  it('says what repeats earlier chunks, and whether it was dropped', () => {
    const said = (corpus: Partial<Report['corpus']>): string | undefined =>
      texts(tables(0, { ...own, corpus: { ...own.corpus, ...corpus } })[0]!).find(([name]) => name === 'copies')?.[1];
    expect(said({ duplicates: { exact: 0, near: 0 } })).toBeUndefined();
    expect(said({ duplicates: { exact: 0, near: null } })).toBeUndefined();
    expect(said({ duplicates: { exact: 1, near: 1200 } })).toBe(
      '1 chunk the same as an earlier one, 1,200 nearly the same',
    );
    expect(said({ duplicates: { exact: 3, near: null }, dedupe: 'exact' })).toBe(
      '3 chunks the same as an earlier one, nearly the same not counted; those the same were dropped',
    );
    expect(said({ duplicates: { exact: 3, near: 1 }, dedupe: 'near' })).toMatch(/; all of them were dropped$/);
  });

  it('says what a filter leaves, and where fewer came back than asked for', () => {
    const report: Report = {
      ...own,
      filter: { text: 'team = people', chunks: 12 },
      shortfalls: [{ system: 'bm25', cutoff: 10, questions: 4, returned: 3 }],
      misses: [{ ...sampleReport.misses[0]!, rank: null, score: null, diagnosis: 'filtered' }],
    };
    expect(texts(tables(0, report)[0]!)).toContainEqual(['filter', 'team = people: 12 of 167 chunks']);
    expect(reportView(report).sections[3]!.heading).toBe('Fewer than 10 returned because of the filter');
    expect(texts(tables(3, report)[0]!)).toEqual([['bm25', '4 of 60', '3 of 10']]);
    const [miss] = texts(tables(4, report)[0]!);
    expect(miss).toContain('filtered');
    expect(miss).not.toContain('>167');
    expect(notes(4, report).join()).not.toContain('deeper than was asked for');
  });

  it('keeps questions without an answer apart', () => {
    const report: Report = {
      ...own,
      questions: { ...own.questions, unanswerable: 5 },
      unanswerable: [
        { system: 'bm25', n: 5, answeredWithSignal: 4, medianTopScore: 3.12345, medianTopScoreAnswerable: 9.5 },
        { system: 'dense', n: 5, answeredWithSignal: 0, medianTopScore: null, medianTopScoreAnswerable: 0.71 },
      ],
    };
    expect(texts(tables(0, report)[0]!).flat().join()).toContain('; 5 more without an answer stand apart');
    expect(reportView(report).sections[3]!.heading).toBe('Questions without an answer');
    expect(texts(tables(3, report)[0]!)).toEqual([
      ['bm25', '5', '4', '3.123', '9.5'],
      ['dense', '5', '0', '–', '0.71'],
    ]);
  });
});

describe('a system that failed', () => {
  const without = <T extends { readonly system: string }>(rows: readonly T[]): T[] =>
    rows.filter(({ system }) => system !== 'dense');
  const report: Report = {
    ...sampleReport,
    failed: [{ system: 'dense', problem: `no model\u001b[31m ${'here '.repeat(100)}` }],
    scores: without(sampleReport.scores),
    slices: without(sampleReport.slices!),
    paired: without(sampleReport.paired),
    cost: without(sampleReport.cost),
    misses: without(sampleReport.misses),
    shortfalls: [{ system: 'bm25', cutoff: 3, questions: 1, returned: 2 }],
    unanswerable: [
      { system: 'bm25', n: 1, answeredWithSignal: 0, medianTopScore: null, medianTopScoreAnswerable: null },
    ],
  };
  const { sections } = reportView(report);

  it('has a row in every table, in its place, with failed for every figure', () => {
    const names = ['same', 'paraphrase', 'numeric', 'dense'];
    let tablesSeen = 0;
    for (const { heading, parts } of sections.slice(1, -1)) {
      for (const part of parts) {
        if (part.kind !== 'table') continue;
        tablesSeen++;
        const rows = texts(part).filter((row) => row.includes('dense'));
        expect(rows.length, heading).toBeGreaterThan(0);
        for (const row of rows) {
          expect(row).toHaveLength(part.columns.length);
          expect(new Set(row.filter((text) => !names.includes(text))), heading).toEqual(new Set(['failed']));
        }
      }
    }
    expect(tablesSeen).toBe(7);
    expect(sections.at(-1)!.parts.map((part) => part.kind === 'table' && part.caption)).toContain('dense: failed');
  });

  it('is told once, with what is wrong, cut to a line and safe to print', () => {
    const said = notes(1, report).filter((line) => line.startsWith('dense failed: no model'));
    expect(said).toHaveLength(1);
    expect(said[0]!.length).toBeLessThan(220);
    expect(said[0]).not.toContain('\u001b');
  });
});
