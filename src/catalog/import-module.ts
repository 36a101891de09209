// Imports a module that a user wrote: a config file or a plugin. TypeScript goes through jiti on every Node, so that a
// file means the same everywhere; a module that never settles or throws anything at all is a fault of the file.
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';

export const MODULE_KINDS = ['.mjs', '.js', '.ts', '.mts'];

/**
 * @param path absolute
 * @param read takes from the module what is wanted, at once: what a getter throws is a fault of the file, too
 * @throws LabError that names the file
 */
export async function importModule<T>(path: string, read: (module: unknown) => T): Promise<T> {
  let hangs = (): void => {};
  const stuck = new Promise<never>((_, reject) => {
    hangs = () => reject(new Error('it waits for something that never happens'));
  });
  // Node asks this when nothing is left to do: then the module will never be there.
  process.once('beforeExit', hangs);
  try {
    await refuseWhatIsNoFile(path);
    return read(await Promise.race([load(path), stuck]));
  } catch (error) {
    if (error instanceof LabError) throw error;
    throw new LabError('file.malformed', { where: path, problem: `cannot be loaded: ${describeThrown(error)}` });
  } finally {
    process.off('beforeExit', hangs);
  }
}

/** A pipe or device might never end. */
async function refuseWhatIsNoFile(path: string): Promise<void> {
  let problem = 'it is not a file';
  try {
    if ((await stat(path)).isFile()) return;
  } catch (error) {
    problem = systemFault(error);
  }
  throw new LabError('file.unreadable', { path, problem });
}

async function load(path: string): Promise<unknown> {
  if (extname(path).endsWith('js')) {
    try {
      return await import(pathToFileURL(path).href);
    } catch (error) {
      // Where rag-lab was started by npx or is installed globally, Node does not find it beside the file.
      if (!lacksLibrary(error)) throw error;
    }
  }
  const { createJiti } = await import('jiti');
  return createJiti(path, { fsCache: false, moduleCache: false, virtualModules: await library() }).import(path);
}

/** This very library, so that what a module is given and what it imports are one: an error it throws is a LabError here. */
async function library(): Promise<Record<string, unknown>> {
  const kind = extname(fileURLToPath(import.meta.url));
  const part = (name: string): Promise<unknown> => import(new URL(`../${name}${kind}`, import.meta.url).href);
  return { 'rag-lab': await part('index'), 'rag-lab/contracts': await part('contracts/index') };
}

function lacksLibrary(error: unknown): boolean {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return code === 'ERR_MODULE_NOT_FOUND' && /'rag-lab(\/contracts)?'/.test((error as Error).message);
}

/** A module may throw anything, even what cannot be made into text. */
function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${String(thrown.message).split('\n')[0]}`;
  return thrown !== null && typeof thrown === 'object' ? 'it throws an object that is no Error' : String(thrown);
}
