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
    expect(reportView(report).sections[4]!.heading).toBe('Reading cost against all chunks together');
    expect(notes(4, report)[0]).toBe(
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
    expect(texts(tables(4)[0]!)[0]).toEqual(['bm25', '3', '1,357', '55.6x']);
    expect(texts(tables(4)[0]!)[3]!.at(-1)).toBe('–');
  });

  it('groups misses by system and marks a place among zeros', () => {
    expect(tables(5).map(({ caption }) => caption)).toEqual([
      'bm25: 9 of 60',
      'synonym-tfidf: none of 60',
      'dense: 1 of 60',
      'hybrid: 1 of 60',
    ]);
    const rows = texts(tables(5)[0]!);
    expect(rows[0]!.slice(2)).toEqual(['58*', '0', '6.099', '140', 'no', 'no-signal', '–']);
    expect(rows[1]!.slice(2)).toEqual(['4', '4.123', '6.099', 'no', 'yes', 'near-miss', 'leave 3.012, day 1.111']);
    expect(rows[6]![2]).toBe('>167');
    expect(notes(5)[0]).toBe('* nothing matched: a place among zeros, not a rank');
    expect(notes(5).filter((line) => line.startsWith('truncated'))).toEqual([]);
  });

  it('does not say whether an answer is in the top 50 where the ranking ends before both', () => {
    const top50 = (depth: number): string[] => texts(tables(5, { ...sampleReport, depth })[0]!).map((row) => row[6]!);
    expect(top50(50)).toEqual(['no', 'yes', 'yes', 'yes', 'yes', 'yes', 'no', 'yes', 'yes']);
    expect(top50(20)).toEqual(['no', 'yes', 'yes', 'yes', 'yes', 'yes', '–', 'yes', 'yes']);
    expect(notes(5, { ...sampleReport, depth: 20 })).toContain(
      'top 50 = whether a reranker could still reach the answer; – = the depth ends before',
    );
  });

  it('explains how what matched is written, where it occurs', () => {
    const matching = (...terms: string[]): string[] => {
      const matched = terms.map((term) => ({ term, weight: 1 }));
      return notes(5, { ...sampleReport, misses: [{ ...sampleReport.misses[1]!, matched }] }).filter((line) =>
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
    paired: [],
    misses: [],
  };

  it('has one row a system, called all, with values, and – where a system has none', () => {
    expect(texts(tables(1, own)[0]!).slice(0, 2)).toEqual([
      ['bm25', 'all', '0.6789', '0.640-0.720', '0.9253'],
      ['synonym-tfidf', 'all', '–', '–', '–'],
    ]);
    expect(notes(1, own)[0]).toBe('nDCG@10 95% = bootstrap interval');
  });

  it('says that there are no splits, pairs or misses', () => {
    expect(notes(2, own)).toEqual(['These questions are not split into tuning and held-out.']);
    expect(notes(3, own)).toEqual(['These questions are not paired by wording.']);
    expect(tables(5, own).every(({ rows }) => rows.length === 0)).toBe(true);
    expect(reportView(own).sections[4]!.heading).toBe('Reading cost against the whole corpus');
  });
});
