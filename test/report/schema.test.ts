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

  it('names the place of a wrong, missing or unknown field', () => {
    const { seed: _, ...seedless } = sampleReport;
    expect(fault(stableJson(seedless))).toContain('seed: ');
    expect(fault(stableJson({ ...sampleReport, extra: 1 }))).toMatch(/extra/);
    const scores = [{ ...sampleReport.scores[0]!, n: 'thirty\u001b' }];
    expect(fault(stableJson({ ...sampleReport, scores }))).toMatch(/scores\[0\]\.n: [^\n\u001b]+$/);
  });
});

it('the published schema is the one that checks', () => {
  const published = readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8');
  expect(published, 'npm run build, then node scripts/write-schemas.mjs').toBe(stableJson(reportJsonSchema()));
});
