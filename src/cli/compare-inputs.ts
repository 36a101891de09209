// The files of `rag-lab compare`: what each is called, and whether it is a run or a report.
import { open, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { LabError } from '../core/errors.ts';
import { REPORT_SCHEMA, type Report } from '../core/results.ts';
import { systemFault } from '../core/system-fault.ts';
import type { ByteSource } from '../datasets/byte-source.ts';

interface NamedFile {
  readonly label: string;
  /** As typed, for messages; `-` is standard input. */
  readonly file: string;
}

export type CompareInput =
  | (NamedFile & { readonly kind: 'run'; readonly source: ByteSource })
  | (NamedFile & { readonly kind: 'report'; readonly report: Report });

/**
 * Labels as typed (`label=FILE`), else the file's name without its extension; where two are equal, with their folder,
 * and then with a number.
 * @param faults receives labels that are typed twice, and names that are empty
 */
export function nameFiles(written: readonly string[], faults: LabError[]): NamedFile[] {
  const parts = written.map((text) => {
    const named = /^([^=/\\]+)=(.+)$/s.exec(text);
    return { label: named?.[1]?.trim(), file: named?.[2] ?? text };
  });
  if (written.includes('')) {
    faults.push(
      new LabError('option.conflict', { problem: 'the name of a run file is empty; accepted: FILE or label=FILE' }),
    );
  }
  const typed = parts.flatMap(({ label }) => label ?? []);
  const double = typed.find((label, i) => typed.indexOf(label) < i);
  if (double !== undefined) faults.push(new LabError('spec.duplicate-label', { label: double }));
  const stems = parts.map(({ label, file }) => label ?? stemOf(file));
  const taken = new Set(typed);
  return parts.map(({ label, file }, i) => {
    if (label !== undefined) return { label, file };
    const stem = stems[i]!;
    const isAlone = stems.filter((other) => other === stem).length === 1;
    const folder = basename(dirname(file));
    const long = isAlone || ['', '.', '..'].includes(folder) ? stem : `${folder}/${stem}`;
    let unique = long;
    for (let n = 2; taken.has(unique); n++) unique = `${long}-${n}`;
    taken.add(unique);
    return { label: unique, file };
  });
}

function stemOf(file: string): string {
  if (file === '-') return 'stdin';
  const name = basename(file).replace(/(?<=.)\.gz$/i, '');
  return name.replace(/(?<=.)\.[^.]*$/, '') || file;
}

/** Told from the content: JSON that names the report's schema is a report, anything else a run. */
export async function openInput(cwd: string, { label, file }: NamedFile): Promise<CompareInput> {
  if (file === '-') return { kind: 'run', label, file, source: file };
  const path = resolve(cwd, file);
  try {
    if (!(await beginsAsJson(path))) return { kind: 'run', label, file, source: fileSource(cwd, file) };
    const bytes = await readFile(path);
    if (!bytes.includes(SCHEMA_MARK)) return { kind: 'run', label, file, source: { name: file, bytes: [bytes] } };
    const { parseReport } = await import('../report/schema.ts');
    return { kind: 'report', label, file, report: parseReport(bytes.toString('utf8'), file) };
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error;
    throw new LabError('file.unreadable', { path: file, problem: systemFault(error) });
  }
}

/** A file under the name that was typed; `-` is standard input. */
export function fileSource(cwd: string, file: string): ByteSource {
  return file === '-' ? file : { name: file, path: resolve(cwd, file) };
}

/** Where the files are that a command reads: none of them may be one that it writes. */
export function inputPaths(cwd: string, files: readonly (string | undefined)[]): string[] {
  return files.flatMap((file) => (file === undefined || file === '-' ? [] : [resolve(cwd, file)]));
}

/** Of whatever version: another one is refused by its reader, in words. */
const SCHEMA_MARK = `"${REPORT_SCHEMA.slice(0, REPORT_SCHEMA.indexOf('@') + 1)}`;

async function beginsAsJson(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return /^\ufeff?\s*\{/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
