// Datasets of LlamaIndex: questions and contexts made for embedding finetuning, or a labelled RAG dataset.
import { sourceName } from '../../byte-source.ts';
import { readText } from '../read-questions.ts';
import {
  fieldOf,
  isObject,
  malformed,
  QuestionCollector,
  type QuestionImporter,
  textOf,
  textsOf,
} from './question-importer.ts';

export const llamaIndex: QuestionImporter = {
  name: 'llama-index',
  summary: 'an EmbeddingQAFinetuneDataset (queries, corpus, relevant_docs) or LabelledRagDataset (examples), JSON',
  maps: [
    'queries -> text, under their ids',
    'relevant_docs with corpus -> evidence: the text of each passage as a quote, all of them needed',
    'examples: query -> text, reference_contexts -> evidence, reference_answer -> answer',
    'not taken: predictions, and which model wrote what',
  ],
  async import({ file }) {
    const name = sourceName(file);
    const text = await readText(file);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw malformed(name, 'not valid JSON');
    }
    if (!isObject(value)) throw malformed(name, 'not an object');
    if (Array.isArray(value.examples)) return fromExamples(value.examples as unknown[]);
    const { queries, corpus, relevant_docs: relevant } = value;
    if (!isObject(queries) || !isObject(corpus) || !isObject(relevant)) {
      throw malformed(name, 'accepted: an object with queries, corpus and relevant_docs, or with examples');
    }
    const collector = new QuestionCollector();
    for (const [id, query] of Object.entries(queries)) {
      const text = textOf(query);
      if (text === undefined) {
        collector.note('queries without a text, left out');
        continue;
      }
      const evidence = textsOf(Object.hasOwn(relevant, id) ? relevant[id] : undefined).flatMap((passage) => {
        const quote = textOf(Object.hasOwn(corpus, passage) ? corpus[passage] : undefined);
        if (quote === undefined) collector.note('relevant passages that the corpus does not hold, left out');
        return quote === undefined ? [] : [{ quote }];
      });
      collector.add(id, { text, evidence });
    }
    return collector.end();
  },
};

function fromExamples(examples: readonly unknown[]) {
  const collector = new QuestionCollector();
  for (const [n, example] of examples.entries()) {
    const text = isObject(example) ? textOf(example.query) : undefined;
    if (!isObject(example) || text === undefined) {
      collector.note('examples without a query, left out');
      continue;
    }
    const answer = textOf(fieldOf(example, ['reference_answer']));
    collector.add(`llama-index-${n + 1}`, {
      text,
      evidence: textsOf(example.reference_contexts).map((quote) => ({ quote })),
      ...(answer === undefined ? {} : { answer }),
    });
  }
  return collector.end();
}
