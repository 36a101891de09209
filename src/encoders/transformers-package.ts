// The optional package that runs models of one's own: where it is, and what of it is used.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LabError } from '../core/errors.ts';

export const TRANSFORMERS = '@huggingface/transformers';
export const INSTALL_TRANSFORMERS = `npm install ${TRANSFORMERS}`;

/** What is used of it. Versions 3 and 4 have it. */
export interface Transformers {
  readonly env: {
    version?: string;
    allowRemoteModels: boolean;
    allowLocalModels: boolean;
    localModelPath: string;
    cacheDir: string | null;
  };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { readonly dtype: string; readonly revision: string },
  ): Promise<Extractor>;
}

export interface Extractor {
  (
    texts: readonly string[],
    options: { readonly pooling: string; readonly normalize: boolean },
  ): Promise<{
    readonly dims: readonly number[];
    readonly data: ArrayLike<number>;
  }>;
  readonly tokenizer: {
    readonly model_max_length?: number;
    (text: string): { readonly input_ids: { readonly size: number } };
  };
  readonly model: { readonly config?: { readonly max_position_embeddings?: number } };
  dispose?(): Promise<unknown>;
}

/** The file that importing the package from a folder, or else from here, would load; undefined where it is not installed. */
export function findTransformers(folder: string | undefined): string | undefined {
  for (const from of [import.meta.url, ...(folder === undefined ? [] : [join(folder, 'package.json')])]) {
    try {
      return createRequire(from).resolve(TRANSFORMERS);
    } catch {
      // Looked for in the next place.
    }
  }
  return undefined;
}

/** The version of what was found, as its package.json says it. */
export function transformersVersion(file: string): string | undefined {
  for (let at = dirname(file); at !== dirname(at); at = dirname(at)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as Record<string, unknown>;
      if (name === TRANSFORMERS) return String(version);
    } catch {
      // Another folder above may hold it.
    }
  }
  return undefined;
}

/** @throws LabError that names the package to install */
export async function importTransformers(folder: string | undefined): Promise<Transformers> {
  const found = findTransformers(folder);
  if (found === undefined) {
    const problem = `it needs the package ${TRANSFORMERS}, which is not installed`;
    throw new LabError('spec.invalid', { what: 'dense(model=hf:...)', problem }, INSTALL_TRANSFORMERS);
  }
  try {
    const loaded = (await import(pathToFileURL(found).href)) as Transformers & { readonly default?: Transformers };
    return loaded.default?.pipeline ? loaded.default : loaded;
  } catch (error) {
    const problem = `cannot be loaded: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    throw new LabError('file.malformed', { where: TRANSFORMERS, problem }, `${INSTALL_TRANSFORMERS} (again)`);
  }
}
