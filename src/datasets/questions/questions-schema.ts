// The JSON Schema of question sets, published for editors: of one line of JSONL, of a list, and of a YAML file with `questions`.
import { SPLITS, WORDINGS } from './question-record.ts';

const text = { type: 'string', minLength: 1 } as const;
const offset = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

const passageFields = {
  document: {
    ...text,
    description: 'Id of the document: its path within the corpus. Without it the quote may stand in any.',
  },
  quote: { ...text, description: 'Words of the document to the letter; white space may differ.' },
  start: offset('First UTF-16 unit of the passage in the text of the document.'),
  end: offset('UTF-16 unit behind the passage.'),
  grade: offset('How well it answers: 1 unless given; 0 for what looks like an answer and is none.'),
} as const;

/** A passage that has at least this field. */
const passageWith = (field: 'document' | 'quote') => ({
  type: 'object',
  properties: passageFields,
  required: [field],
  additionalProperties: false,
  dependentRequired: { start: ['document', 'end'], end: ['start'] },
});

const passage = {
  description: 'A passage that meets the need: a quote, characters of a document, or a whole document.',
  anyOf: [passageWith('document'), passageWith('quote')],
};

const question = {
  type: 'object',
  properties: {
    id: { type: ['string', 'integer'], description: 'Unique in the file.' },
    fact: { ...text, description: 'What it asks about; the same question in other words shares it.' },
    text: { type: 'string', description: 'The question. Empty: a slot to be filled, which is not asked.' },
    wording: { enum: WORDINGS, description: 'Whether it uses the words of its answer.' },
    split: { enum: SPLITS, description: 'Whether systems may be tuned on it.' },
    slices: { type: 'array', items: text, description: 'Names of the groups it belongs to, e.g. numeric.' },
    evidence: {
      type: 'array',
      description: 'Needs that must all be met. Empty or absent: the documents hold no answer.',
      items: { anyOf: [{ $ref: '#/$defs/passage' }, { $ref: '#/$defs/alternatives' }] },
    },
    answer: { type: 'string', description: 'For people; not searched for.' },
    draft: { type: 'boolean', description: 'Made by a machine and not yet looked at.' },
    metadata: { type: 'object', description: 'Whatever else shall stay with the question.' },
  },
  required: ['id', 'text'],
  additionalProperties: false,
} as const;

export function questionsJsonSchema(): unknown {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'rag-lab question set',
    anyOf: [
      { $ref: '#/$defs/question' },
      { $ref: '#/$defs/list' },
      {
        type: 'object',
        properties: { questions: { $ref: '#/$defs/list' } },
        required: ['questions'],
        additionalProperties: false,
      },
    ],
    $defs: {
      question,
      list: { type: 'array', items: { $ref: '#/$defs/question' } },
      passage,
      alternatives: {
        type: 'object',
        description: 'Any of these passages meets the need.',
        properties: {
          anyOf: { type: 'array', minItems: 1, items: { $ref: '#/$defs/passage' } },
          grade: passageFields.grade,
        },
        required: ['anyOf'],
        additionalProperties: false,
      },
    },
  };
}
