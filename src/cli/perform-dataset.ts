// The work of `rag-lab dataset info`: the dataset is read as a run would read it, then counted.
import { resolve } from 'node:path';
import { type LabError, LabErrors } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import { describeDataset } from '../datasets/describe-dataset.ts';
import { datasetView } from '../report/dataset-sections.ts';
import { stableJson } from '../report/formats/json.ts';
import { drawView } from '../report/formats/terminal.ts';
import { resolveDataset } from './dataset-spec.ts';
import { catalogOf } from './lab-run.ts';
import { hostOf } from './origins.ts';
import { createProgress } from './progress.ts';
import type { RunValues } from './run-options.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { terminalStyle } from './style.ts';
import type { Terminal } from './terminal.ts';

/** @param faults found in the flags so far; all are reported together */
export async function describeNamed(terminal: Terminal, values: RunValues, faults: LabError[]): Promise<void> {
  const catalog = await catalogOf(terminal, values);
  const spec = resolveDataset(catalog.datasetFormats, values, faults);
  if (faults.length > 0 || !spec) throw new LabErrors(faults);

  const { format, place, params } = spec;
  const progress = createProgress(terminal, { quiet: values.quiet === true, plain: values.plain === true });
  const warnings: string[] = [];
  try {
    const dataset = await format.load(format.place === 'path' ? resolve(terminal.cwd, place) : place, params, {
      rng: createRng(0),
      signal: terminal.interrupt,
      host: hostOf(terminal, { cwd: terminal.cwd, config: undefined, typed: values }, values),
      progress: {
        report(event) {
          if (event.kind === 'warning' && !warnings.includes(event.message)) warnings.push(event.message);
          progress.report(event);
        },
      },
    });
    await stopIfInterrupted(terminal);
    const info = describeDataset(dataset, warnings);
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    await progress.end();
    await writeResult(terminal, values.json === true ? stableJson(info) : drawView(datasetView(info), style));
  } finally {
    await progress.end();
  }
}
