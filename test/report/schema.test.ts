// The schema of report.json: what is written is read back, what is not a report is refused in one line.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { stableJson } from '../../src/report/formats/json.ts';
import { parseReport, reportJsonSchema } from '../../src/report/schema.ts';
import { sampleReport } from './sample-report.ts';

function fault(text: string): string {
  try {
    parseReport(text, 'old/report.json');
  } catch (error) {
    expect(error).toBeInstanceOf(LabError);
    return (error as LabError).message;
  }
  throw new Error('accepted');
}

describe('reading', () => {
  it('gives back what was written, byte for byte when written again', () => {
    const text = stableJson(sampleReport);
    expect(stableJson(parseReport(text, 'report.json'))).toBe(text);
    expect(stableJson(parseReport(`\ufeff${text}`, 'report.json'))).toBe(text);
  });

  it('refuses what is no JSON, no report, or of another version', () => {
    expect(fault('{')).toMatch(/^old\/report\.json: not JSON: [^\n]+$/);
    expect(fault('null')).toMatch(/it names no schema; accepted: "rag-lab\/report@1"$/);
    expect(fault(stableJson({ ...sampleReport, schema: 'rag-lab/report@9' }))).toContain('"rag-lab/report@9"');
  });

  it('finds nothing where a name is missing that every object inherits', () => {
    const { questionResults, scores } = parseReport(stableJson(sampleReport), 'report.json');
    for (const label of ['constructor', 'toString', '__proto__']) {
      expect(questionResults[0]!.ranks[label]).toBeUndefined();
      expect(scores[0]!.measures[label]).toBeUndefined();
    }
  });

  it('refuses what is nested without end', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(fault(stableJson(sampleReport).replace(/\}\s*$/, `,"extra":${deep}}`))).toMatch(
      /nested too deep; accepted: up to/,
    );
  });

  it('lets fields pass that a later version may add', () => {
    expect(parseReport(stableJson({ ...sampleReport, extra: 1 }), 'new.json')).toMatchObject({ extra: 1 });
  });

  it('reads what a filter, a failed system, copies and unanswerable questions add, and reports without them', () => {
    const full = {
      ...sampleReport,
      corpus: { ...sampleReport.corpus, duplicates: { exact: 1, near: null }, dedupe: 'exact' },
      filter: { text: 'team = people', chunks: 3 },
      failed: [{ system: 'dense', problem: 'gone' }],
      shortfalls: [{ system: 'bm25', cutoff: 3, questions: 1, returned: 1.5 }],
      unanswerable: [
        { system: 'bm25', n: 1, answeredWithSignal: 0, medianTopScore: null, medianTopScoreAnswerable: 3.5 },
      ],
    };
    const text = stableJson(full);
    expect(stableJson(parseReport(text, 'report.json'))).toBe(text);
    const { places: _, slices: __, ...old } = sampleReport;
    const { duplicates: ___, ...corpus } = sampleReport.corpus;
    expect(() => parseReport(stableJson({ ...old, corpus }), 'old.json')).not.toThrow();
    // Which slices a question belongs to, earlier versions did not tell; nor may it be anything.
    const [question] = sampleReport.questionResults;
    const sliced = (slices: unknown): string => stableJson({ ...full, questionResults: [{ ...question, slices }] });
    expect(parseReport(sliced(undefined), 'old.json').questionResults[0]).not.toHaveProperty('slices');
    expect(parseReport(sliced(['numeric']), 'new.json').questionResults[0]!.slices).toEqual(['numeric']);
    expect(fault(sliced('numeric'))).toContain(
      'report.questionResults[0].slices: "numeric" is not valid; accepted: a list',
    );
    expect(fault(stableJson({ ...full, failed: ['dense'] }))).toContain('report.failed[0]: "dense" is not valid');
    expect(fault(stableJson({ ...full, corpus: { ...full.corpus, dedupe: 'all' } }))).toContain('"exact", "near"');
    expect(fault(stableJson({ ...full, filter: { text: 'x' } }))).toContain('report.filter.chunks: missing');
    expect(fault(stableJson({ ...full, places: { x: { document: 'd', path: 'p' } } }))).toContain(
      'report.places.x.path: "p" is not valid; accepted: a list',
    );
  });

  it('names the place of a wrong or missing field', () => {
    const { corpus: _, ...bodiless } = sampleReport;
    expect(fault(stableJson(bodiless))).toBe('old/report.json: report.corpus: missing');
    const scores = [{ ...sampleReport.scores[0]!, n: 'thirty\u009b' }];
    expect(fault(stableJson({ ...sampleReport, scores }))).toBe(
      'old/report.json: report.scores[0].n: "thirty\ufffd" is not valid; accepted: a number',
    );
  });

  it('says in words what would be accepted, never in those of the validator', () => {
    const { chunks: _, pages: __, ...sizes } = sampleReport.corpus;
    const broken = {
      ...sampleReport,
      corpus: { ...sizes, words: -1, tokens: 1.5, name: [], chunker: null },
      paired: {},
      misses: [{ ...sampleReport.misses[0]!, diagnosis: 'bad luck', signal: 'x'.repeat(99) }],
    };
    const one = (change: object): string => fault(stableJson({ ...sampleReport, ...change })).slice(17);
    expect(fault(stableJson(broken))).toMatch(/; and 6 more$/);
    expect(one({ paired: {} })).toBe('report.paired: an object is not valid; accepted: a list');
    expect(one({ seed: -1 })).toBe('report.seed: -1 is not valid; accepted: 0 or more');
    expect(one({ depth: 1.5 })).toBe('report.depth: 1.5 is not valid; accepted: a whole number');
    expect(one({ result: null })).toBe('report.result: null is not valid; accepted: text');
    expect(one({ corpus: { ...sampleReport.corpus, name: [] } })).toContain('report.corpus.name: a list is not valid');
    expect(one({ misses: broken.misses })).toMatch(
      /signal: "x+… is not valid; accepted: true or false; report\.misses\[0\]\.diagnosis: "bad luck" is not valid; accepted: "split", /,
    );
    expect(fault(stableJson(broken))).not.toMatch(/Invalid|expected|received/);
  });
});

it('the published schema is the one that checks', () => {
  const published = readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8');
  expect(published, 'npm run build, then node scripts/write-schemas.mjs').toBe(stableJson(reportJsonSchema()));
});
