// Parses text or bytes as a format does, and gathers what it warns of.
import type { ColumnNames, DocumentFormat, ParsedDocument } from '../../../src/core/contracts.ts';
import { LabError, LabErrors } from '../../../src/core/errors.ts';

export async function parseAs(
  format: DocumentFormat,
  file: string | Uint8Array,
  columns?: ColumnNames,
  source = 'docs/file.x',
): Promise<{ documents: readonly ParsedDocument[]; warnings: string[] }> {
  const warnings: string[] = [];
  const context = { warn: (problem: string) => warnings.push(problem), ...(columns ? { columns } : {}) };
  const documents = await format.parse(typeof file === 'string' ? Buffer.from(file) : file, source, context);
  return { documents, warnings };
}

/** The messages of the error that parsing ends with. */
export async function faultsOf(
  format: DocumentFormat,
  file: string | Uint8Array,
  columns?: ColumnNames,
  source?: string,
): Promise<readonly string[]> {
  try {
    await parseAs(format, file, columns, source);
  } catch (error) {
    if (error instanceof LabErrors) return error.errors.map(({ message }) => message);
    if (error instanceof LabError) return [error.message];
    throw error;
  }
  return [];
}
