// The work of `rag-lab render`: a stored report, checked, in another format.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LabError, LabErrors } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { reportFormats } from '../report/formats/registry.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import type { RunValues } from './run-options.ts';
import { sayWritten } from './say-written.ts';
import { writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { resolveTargets } from './targets.ts';
import type { Terminal } from './terminal.ts';

export async function performRender(terminal: Terminal, path: string, values: RunValues): Promise<void> {
  const faults: LabError[] = [];
  const formats = values.format ?? (values.json ? [] : ['terminal']);
  const targets = resolveTargets(reportFormats, formats, values.json === true, terminal.cwd, faults);
  if (faults.length > 0) throw new LabErrors(faults);
  const outputs = await prepareOutputs(
    [],
    targets.flatMap((target) => target.file ?? []),
  );
  await orAbandon(outputs, undefined, async () => {
    const { parseReport } = await import('../report/schema.ts');
    const report = parseReport(await readText(resolve(terminal.cwd, path), path), path);
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const files = targets.flatMap(({ file, format }) =>
      file === undefined ? [] : [{ path: file, text: format.render({ report, style: FILE_STYLE }) }],
    );
    const shown = targets.find((target) => target.file === undefined);
    const text = shown?.format.render({ report, style }) ?? '';
    await outputs.commit(files, () => writeResult(terminal, text));
    if (values.json !== true) await sayWritten(terminal, { targets });
  });
}

async function readText(path: string, named: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new LabError('file.unreadable', { path: named, problem: systemFault(error) });
  });
}
