// `--format NAME[=FILE]`, `--json` and `--out`: which format goes where, checked before any work.
import { resolve } from 'node:path';
import type { Named, ReportFormat } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { OutputFile } from './output-files.ts';

export interface Target<Format extends Named = ReportFormat> {
  readonly format: Format;
  /** Absolute path; undefined is standard output. */
  readonly file: string | undefined;
}

/**
 * @param written each `NAME` or `NAME=FILE`; `NAME=-` is standard output
 * @param faults receives what is wrong; nothing is thrown
 */
export function resolveTargets<Format extends Named>(
  formats: readonly Format[],
  written: readonly string[],
  json: boolean,
  cwd: string,
  faults: LabError[],
): readonly Target<Format>[] {
  if (written.length === 0 && !json) {
    const accepted = `one or more of ${formats.map((f) => f.name).join(', ')}`;
    faults.push(new LabError('option.invalid', { option: '--format', value: '', accepted }));
  }
  const targets: Target<Format>[] = [];
  const toStdout: string[] = [];
  const files = new Set<string>();
  for (const text of json ? [...written, 'json'] : written) {
    const at = text.indexOf('=');
    const name = at < 0 ? text : text.slice(0, at);
    const place = at < 0 ? '-' : text.slice(at + 1);
    const format = formats.find((known) => known.name === name);
    if (!format) {
      faults.push(new LabError('spec.unknown-name', { kind: 'format', name, known: formats.map((f) => f.name) }));
      continue;
    }
    if (place === '') {
      faults.push(
        new LabError('option.invalid', { option: '--format', value: text, accepted: 'NAME, or NAME=FILE with a file' }),
      );
      continue;
    }
    if (place === '-') {
      // The same format twice, as in `--json --format json`, is one wish.
      if (toStdout.includes(name)) continue;
      toStdout.push(name);
      targets.push({ format, file: undefined });
      continue;
    }
    const file = resolve(cwd, place);
    if (files.has(file)) {
      faults.push(new LabError('option.conflict', { problem: `--format: two outputs go to ${place}` }));
      continue;
    }
    files.add(file);
    targets.push({ format, file });
  }
  if (toStdout.length > 1) {
    faults.push(
      new LabError(
        'option.conflict',
        { problem: `--format: ${toStdout.join(' and ')} would all go to standard output` },
        `give all but one a file: --format ${toStdout[0]}=FILE`,
      ),
    );
  }
  return targets;
}

/** What goes to files, each as its format writes it. */
export async function renderFiles<Format extends Named>(
  targets: readonly Target<Format>[],
  render: (format: Format) => string | Promise<string>,
): Promise<OutputFile[]> {
  const files: OutputFile[] = [];
  for (const { file, format } of targets)
    if (file !== undefined) files.push({ path: file, text: await render(format) });
  return files;
}
