// The JSON of an evaluation as a published JSON Schema.
import { z } from 'zod';
import { EVALUATION_SCHEMA } from '../core/evaluation.ts';

const count = z.int().min(0);
const number = z.number();
const text = z.string();
const values = z.record(text, number);
const ties = z.exactOptional(z.record(text, z.object({ expected: number, best: number, worst: number })));
const bounds = z.exactOptional(z.record(text, z.object({ nonRelevant: number, relevant: number })));
const peer = z.exactOptional(
  z.array(
    z.object({
      measure: text,
      name: text.nullable(),
      ours: number,
      theirs: number.nullable(),
      why: z.array(z.object({ flag: text, sentence: text })),
    }),
  ),
);

const evaluationSchema = z.object({
  schema: z.literal(EVALUATION_SCHEMA),
  tool: z.object({ version: text }),
  settings: z.object({
    topics: z.enum(['qrels', 'run', 'both']),
    minGrade: z.int(),
    depth: z.int().min(1).nullable(),
    judgedOnly: z.boolean(),
    as: text.nullable(),
  }),
  peer: z.exactOptional(z.object({ name: text, version: text })),
  judgedTopics: count,
  measures: z.array(text),
  runs: z.array(
    z.object({
      label: text,
      tag: text.nullable(),
      topics: count,
      missing: z.array(text),
      unknown: z.array(text),
      withoutRelevant: z.array(text),
      tied: z.object({ topics: count, atCutoff: z.record(text, count) }),
      values,
      ties,
      bounds,
      topicScores: z.exactOptional(z.array(z.object({ topic: text, values, ties, bounds }))),
      peer,
    }),
  ),
  notes: z.array(text),
});

/** The published form: schemas/evaluation.schema.json. */
export function evaluationJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(evaluationSchema, { target: 'draft-2020-12' });
  return {
    $schema,
    $id: 'rag-lab/schemas/evaluation.schema.json',
    title: 'rag-lab evaluation',
    description: 'What rag-lab evaluate --format json writes.',
    ...rest,
  };
}

/** Whether data have that form: for tests of what is written. */
export function isEvaluation(data: unknown): boolean {
  return evaluationSchema.safeParse(data).success;
}
