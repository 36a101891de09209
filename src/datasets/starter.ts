// The little corpus that `rag-lab init` puts into an empty folder: pages, questions and synonyms, as files of the package.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';

/** In the order of their ids. */
const PAGES = ['money', 'rentals', 'safety', 'staff', 'systems', 'workshop'];

export interface Starter {
  /** Absolute folder of the pages. */
  readonly docs: string;
  readonly pages: readonly { readonly name: string; readonly text: string }[];
  readonly questions: string;
  readonly synonyms: string;
}

export async function readStarter(): Promise<Starter> {
  const pages = PAGES.map((page) => `${page}.md`);
  const [questions, synonyms, ...texts] = await Promise.all(
    ['questions.jsonl', 'synonyms.yaml', ...pages.map((name) => `docs/${name}`)].map(readPart),
  );
  return {
    docs: pathOf('docs'),
    pages: pages.map((name, n) => ({ name, text: texts[n]! })),
    questions: questions!,
    synonyms: synonyms!,
  };
}

/** Two folders up from here, in the sources as in the build. */
function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../corpora/starter/${name}`, import.meta.url));
}

async function readPart(name: string): Promise<string> {
  try {
    return await readFile(pathOf(name), 'utf8');
  } catch (error) {
    const path = `corpora/starter/${name}`;
    const remedy = 'install rag-lab again: a file of the package is missing';
    throw new LabError('file.unreadable', { path, problem: systemFault(error) }, remedy);
  }
}
