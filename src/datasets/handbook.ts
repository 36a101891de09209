// The generated handbook as a dataset: raw material from corpora/, questions from questions/, evidence from planted spans.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DatasetFormat } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { Dataset, Evidence, Synonyms, Topic } from '../core/model.ts';
import { generateHandbook, type Handbook, type HandbookOptions } from '../handbook/generate.ts';
import type { FactMaterial, HandbookMaterial, OutlineMaterial, SectionMaterial } from '../handbook/material.ts';
import type { QuestionRecord } from './questions/question-record.ts';

const MAX_FACTS = 30;
const MAX_SEED = Number.MAX_SAFE_INTEGER;

/** A question of the handbook has every field. */
export type HandbookQuestion = Required<
  Pick<QuestionRecord, 'id' | 'fact' | 'text' | 'wording' | 'split' | 'slices' | 'answer'>
> & {
  readonly evidence: readonly { readonly document: string; readonly quote: string }[];
};

export interface LoadedHandbook {
  readonly dataset: Dataset;
  readonly handbook: Handbook;
  readonly questions: readonly HandbookQuestion[];
}

export const handbookDataset: DatasetFormat<{ pages: number; facts: number }> = {
  name: 'handbook',
  place: 'text',
  summary: 'the generated handbook of a seed: handbook:404',
  params: {
    pages: { default: 100, min: 1, max: 1_000_000, integer: true, doc: 'pages of the handbook' },
    facts: { default: MAX_FACTS, min: 1, max: MAX_FACTS, integer: true, doc: 'planted facts, each asked twice' },
  },
  async load(location, params) {
    const seed = /^[0-9]{1,16}$/.test(location) ? Number(location) : Number.NaN;
    if (!(seed <= MAX_SEED)) {
      throw new LabError('option.invalid', {
        option: '--dataset handbook:',
        value: location,
        accepted: `a seed, an integer from 0 to ${MAX_SEED}`,
      });
    }
    return (await loadHandbook({ seed, ...params })).dataset;
  },
};

/** Generates the handbook of a seed and reads the questions about the facts planted in it. */
export async function loadHandbook(
  options: Partial<HandbookOptions> & { readonly seed: number },
): Promise<LoadedHandbook> {
  const { seed, pages = 100, facts = MAX_FACTS } = options;
  const [material, synonyms, bank] = await Promise.all([readMaterial(), readSynonyms(), readQuestions()]);
  const handbook = generateHandbook(material, { seed, pages, facts });
  const spans = new Map(handbook.facts.map(({ fact, span }) => [fact.id, span]));
  const questions = bank.filter((question) => spans.has(question.fact));
  const topics: Topic[] = questions.map(({ id, text, fact, wording, split, slices, answer }) => ({
    id,
    text,
    labels: { fact, wording, split },
    slices,
    answer,
  }));
  const evidence: Evidence[] = questions.map(({ id, fact }) => ({
    topicId: id,
    docId: handbook.document.id,
    span: spans.get(fact)!,
    grade: 1,
    need: 0,
  }));
  const dataset: Dataset = {
    name: 'handbook',
    seed,
    documents: [handbook.document],
    topics,
    evidence,
    synonyms,
  };
  return { dataset, handbook, questions };
}

export async function readMaterial(): Promise<HandbookMaterial> {
  const outline = await readJson<OutlineMaterial & { sections: readonly string[] }>('corpora/handbook/outline.json');
  const [facts, ...sections] = await Promise.all([
    readJson<readonly FactMaterial[]>('corpora/handbook/facts.json'),
    ...outline.sections.map((id) => readJson<SectionMaterial>(`corpora/handbook/sections/${id}.json`)),
  ]);
  return { outline, sections, facts };
}

/** The list written for this handbook while looking at the tuning paraphrases alone. */
async function readSynonyms(): Promise<Synonyms> {
  return readJson<{ groups: readonly (readonly string[])[] }>('corpora/handbook/synonyms.json');
}

/** Both banks, in the order of the facts: each fact's wordings stand together. */
async function readQuestions(): Promise<readonly HandbookQuestion[]> {
  const banks = await Promise.all(
    ['questions/handbook.tuning.jsonl', 'questions/handbook.held-out.jsonl'].map(async (file) =>
      (await readText(file))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as HandbookQuestion),
    ),
  );
  return banks.flat();
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readText(file)) as T;
}

/** Reads a file of the package: two folders up from here, in the sources as in the build. */
async function readText(file: string): Promise<string> {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new LabError(
      'file.unreadable',
      { path: file, problem: (error as NodeJS.ErrnoException).code ?? String(error) },
      'install rag-lab again: a file of the package is missing',
    );
  }
}
