// Writes the published JSON Schemas from the built code: npm run build, then node scripts/write-schemas.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { questionsJsonSchema } from '../dist/datasets/questions/questions-schema.js';
import { evaluationJsonSchema } from '../dist/report/evaluation-schema.js';
import { stableJson } from '../dist/report/formats/json.js';
import { reportJsonSchema } from '../dist/report/schema.js';

const folder = new URL('../schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('report.schema.json', folder), stableJson(reportJsonSchema()));
writeFileSync(new URL('evaluation.schema.json', folder), stableJson(evaluationJsonSchema()));
writeFileSync(new URL('questions.schema.json', folder), stableJson(questionsJsonSchema()));
