// The work of `rag-lab render`: a stored report, checked, in another format.
import { type LabError, LabErrors } from '../core/errors.ts';
import { reportFormats } from '../report/formats/registry.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { readReport } from './read-report.ts';
import type { RunValues } from './run-options.ts';
import { sayWritten } from './say-written.ts';
import { writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { renderFiles, resolveTargets } from './targets.ts';
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
    const report = await readReport(terminal.cwd, path);
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const files = await renderFiles(targets, (format) => format.render({ report, style: FILE_STYLE }));
    const shown = targets.find((target) => target.file === undefined);
    const text = (await shown?.format.render({ report, style })) ?? '';
    await outputs.commit(files, () => writeResult(terminal, text));
    if (values.json !== true) await sayWritten(terminal, { targets });
  });
}
