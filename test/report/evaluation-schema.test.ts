import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { evaluationJsonSchema, isEvaluation } from '../../src/report/evaluation-schema.ts';
import { stableJson } from '../../src/report/formats/json.ts';
import { sampleEvaluation } from './sample-evaluation.ts';

it('accepts what is written and nothing else', () => {
  expect(isEvaluation(sampleEvaluation)).toBe(true);
  expect(isEvaluation({ ...sampleEvaluation, schema: 'rag-lab/report@1' })).toBe(false);
  expect(isEvaluation({ ...sampleEvaluation, judgedTopics: -1 })).toBe(false);
});

it('the published schema is the one that checks', () => {
  const published = readFileSync(new URL('../../schemas/evaluation.schema.json', import.meta.url), 'utf8');
  expect(published, 'npm run build, then node scripts/write-schemas.mjs').toBe(stableJson(evaluationJsonSchema()));
});
