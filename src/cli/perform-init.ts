// The work of `rag-lab init`: the scaffold's baseline is made by running its config; then all files are written, or none.
import { lstat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { builtinCatalog } from '../catalog/builtin.ts';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { baselineText } from './baseline-file.ts';
import { CONFIG_NAMES, parseConfig } from './config.ts';
import { CONFIG_OPTIONS } from './config-options.ts';
import { commandOf } from './gate-options.ts';
import { executeRun, prepareRun } from './lab-run.ts';
import { neutralise } from './neutralise.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { createProgress } from './progress.ts';
import { CONFIG_TEXT, WORKFLOW_TEXT } from './scaffold.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import type { Terminal } from './terminal.ts';

const CONFIG = 'rag-lab.config.yaml';
const WORKFLOW = '.github/workflows/rag-lab.yml';

/** @param folder as typed */
export async function performInit(terminal: Terminal, folder: string): Promise<void> {
  const root = resolve(terminal.cwd, folder);
  const { values } = await parseConfig(join(root, CONFIG), CONFIG_TEXT, CONFIG_OPTIONS);
  const baseline = values.baseline!;
  const paths = [join(root, CONFIG), baseline, join(root, WORKFLOW)];
  // A config file of another kind would compete with the new one.
  const taken = [...CONFIG_NAMES.map((name) => join(root, name)), ...paths.slice(1)];
  await refuseExisting(taken, terminal.cwd);
  const outputs = await prepareOutputs([], paths);
  const progress = createProgress(terminal, { quiet: false, plain: false });
  await orAbandon(outputs, progress, async () => {
    const catalog = builtinCatalog();
    const { report } = await executeRun(terminal, catalog, prepareRun(catalog, values, []), progress, false);
    const texts = [CONFIG_TEXT, baselineText(report, commandOf(values)), WORKFLOW_TEXT];
    await stopIfInterrupted(terminal);
    await progress.end();
    await outputs.commit(
      paths.map((path, n) => ({ path, text: texts[n]! })),
      async () => {
        await refuseExisting(taken, terminal.cwd);
        await writeResult(terminal, nextSteps(terminal.cwd, root, paths));
      },
    );
  });
}

/** @throws LabError that names every one of the files that is there, a link that leads nowhere too */
async function refuseExisting(paths: readonly string[], cwd: string): Promise<void> {
  const there: string[] = [];
  for (const path of paths) {
    try {
      await lstat(path);
      there.push(relative(cwd, path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Whatever else stands in the way is found, and said, when the place is tried.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') {
        throw new LabError('file.unreadable', { path, problem: systemFault(error) });
      }
    }
  }
  if (there.length === 0) return;
  const problem = `${there.join(', ')}: ${there.length === 1 ? 'is' : 'are'} there already; init overwrites nothing`;
  throw new LabError('option.conflict', { problem }, 'name another folder: rag-lab init DIR');
}

const PURPOSES = [
  'what is run, and what the gate demands',
  'what the gate compares with, made by this very config',
  'runs the gate on GitHub; rag-lab must be among the packages of the project',
];

function nextSteps(cwd: string, root: string, paths: readonly string[]): string {
  const names = paths.map((path) => relative(cwd, path));
  const width = Math.max(...names.map((name) => name.length));
  const steps = [
    ...(root === cwd ? [] : [[`cd ${relative(cwd, root)}`, 'the project']]),
    ['rag-lab run', 'the tables, and every question that was missed'],
    ['rag-lab gate', 'passes now; change a parameter or the chunker in the config and see what it costs'],
    ['git add . && git commit', 'config, baseline and workflow belong together'],
  ];
  const lines = [
    ...names.map((name, n) => `wrote ${name.padEnd(width)}  ${PURPOSES[n]}`),
    '',
    'Next:',
    ...steps.map(([command, why], n) => `  ${n + 1}. ${command!.padEnd(24)} ${why}`),
  ];
  return lines.map((line) => `${neutralise(line)}\n`).join('');
}
