// A stored report.json, read and checked.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LabError } from '../core/errors.ts';
import type { Report } from '../core/results.ts';
import { systemFault } from '../core/system-fault.ts';

/** @param path as typed */
export async function readReport(cwd: string, path: string): Promise<Report> {
  const { parseReport } = await import('../report/schema.ts');
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: unknown) => {
    throw new LabError('file.unreadable', { path, problem: systemFault(error) });
  });
  return parseReport(text, path);
}
