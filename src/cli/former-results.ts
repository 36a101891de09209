// What an earlier result left in a folder: files of rag-lab's own naming that the new result does not write. Nothing
// with another name is ever touched, nor anything in a folder that holds no former result.
import { opendir, readFile, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compareText } from '../core/order.ts';
import { systemFault } from '../core/system-fault.ts';
import { neutralise } from './neutralise.ts';
import type { Terminal } from './terminal.ts';

const RUN_FILE = /^\d+-.+\.run$/;
const PAGE = /^\d+-.+\.md$/;
const TEMPORARY = /^\.(.+)\.([1-9]\d{0,9})-\d+\.tmp$/s;
const OUR_SCHEMA = /^rag-lab\/report@/;

/**
 * Run files of an earlier `rag-lab run --out`.
 * @param written what the new result writes; read before it is, since its report.json replaces the one that is looked at
 */
export async function staleRuns(folder: string, written: readonly string[]): Promise<string[]> {
  return (await holdsReport(folder)) ? filesNamed(folder, RUN_FILE, written) : [];
}

/** Pages of an earlier `rag-lab generate --out`. */
export async function stalePages(folder: string, written: readonly string[]): Promise<string[]> {
  const names = await fileNames(folder);
  if (!names.includes('corpus.jsonl') || !names.includes('handbook.qrels')) return [];
  return filesNamed(join(folder, 'pages'), PAGE, written);
}

/** Once the new files are in place. What cannot be removed is warned of: the result itself is complete. */
export async function removeStale(terminal: Terminal, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return;
      const text = `rag-lab: warning: ${path}: of an earlier result, cannot be removed: ${systemFault(error)}`;
      return terminal.err.write(`${neutralise(text)}\n`).catch(() => {});
    });
  }
}

/**
 * What a process that was killed amid writing these very files left beside them, `.NAME.PID-N.tmp`. One of another machine or
 * container looks gone as well: it then says that it cannot write, and loses nothing that was complete.
 */
export async function removeAbandoned(targets: readonly string[]): Promise<void> {
  for (const folder of new Set(targets.map((path) => dirname(path)))) {
    const names = new Set(targets.filter((path) => dirname(path) === folder).map((path) => basename(path)));
    for (const name of await fileNames(folder)) {
      const [, written, pid] = TEMPORARY.exec(name) ?? [];
      if (written === undefined || !names.has(written) || !isGone(Number(pid))) continue;
      await unlink(join(folder, name)).catch(() => {});
    }
  }
}

/** Signal 0 only asks. One that may not be asked lives. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function holdsReport(folder: string): Promise<boolean> {
  try {
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as { schema?: unknown } | null;
    return typeof report?.schema === 'string' && OUR_SCHEMA.test(report.schema);
  } catch {
    return false;
  }
}

async function filesNamed(folder: string, pattern: RegExp, written: readonly string[]): Promise<string[]> {
  // In one case: on some file systems 1-A.run and 1-a.run are one file.
  const kept = new Set(written.map((path) => path.toLowerCase()));
  const paths = (await fileNames(folder)).filter((name) => pattern.test(name)).map((name) => join(folder, name));
  return paths.filter((path) => !kept.has(path.toLowerCase()));
}

/** Plain files alone: a link or a folder is not of our making. */
async function fileNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) if (entry.isFile()) names.push(entry.name);
  } catch {
    // Not there, or not to be read: then nothing in it is known to be ours.
    return [];
  }
  return names.sort(compareText);
}
