// action.yml as GitHub runs it: each step's script in bash, with inputs by the environment and GitHub's files.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { runBuilt, runShell } from './built.ts';

interface Step {
  readonly id: string;
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string; readonly description: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const project = fileURLToPath(new URL('../..', import.meta.url));
const action = parse(readFileSync(join(project, 'action.yml'), 'utf8')) as Action;
const root = temporaryFolder();
let made = 0;

/** A repository of a user's: a small handbook's baseline. */
async function repository(): Promise<string> {
  const at = join(root, String(made++));
  mkdirSync(join(at, 'temp'), { recursive: true });
  const argv = ['baseline', 'write', '--systems', 'a=bm25(k1=3)', '--pages', '40'];
  expect((await runBuilt(argv, { cwd: at })).code).toBe(0);
  writeFileSync(join(at, 'rag-lab.config.yaml'), 'systems: "a=bm25(k1=3)"\npages: 40\n');
  return at;
}

/** Runs the install step on a checkout of the action, with an npm that only writes down how it was called. */
async function install(action_: { readonly built: boolean; readonly npmExits?: number }) {
  const at = join(root, `${made++} with a space`);
  for (const folder of ['action/dist/cli', 'bin', 'work']) mkdirSync(join(at, folder), { recursive: true });
  if (action_.built) writeFileSync(join(at, 'action/dist/cli/main.js'), '');
  writeFileSync(
    join(at, 'bin/npm'),
    `#!/bin/sh\nprintf '%s|%s\\n' "$PWD" "$*" >> "$CALLS"\nexit ${action_.npmExits ?? 0}\n`,
  );
  chmodSync(join(at, 'bin/npm'), 0o755);
  const env = {
    PATH: `${join(at, 'bin')}:${process.env.PATH}`,
    CALLS: join(at, 'calls'),
    GITHUB_ACTION_PATH: join(at, 'action'),
  };
  const { run } = action.runs.steps.find(({ id }) => id === 'install')!;
  const { code } = await runShell(run, { cwd: join(at, 'work'), env });
  const calls = existsSync(env.CALLS) ? readFileSync(env.CALLS, 'utf8').trimEnd().split('\n') : [];
  return { code, calls: calls.map((call) => call.replace(at, '')) };
}

/** Runs the gate's step with some inputs, the others at their defaults. */
async function runStep(at: string, inputs: Readonly<Record<string, string>>) {
  const step = action.runs.steps.find(({ id }) => id === 'gate')!;
  const env: Record<string, string> = {
    GITHUB_ACTION_PATH: project,
    GITHUB_OUTPUT: join(at, 'temp/output'),
    GITHUB_STEP_SUMMARY: join(at, 'temp/summary.md'),
    RUNNER_TEMP: join(at, 'temp'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
  };
  for (const [name, written] of Object.entries(step.env!)) {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(written)![1]!;
    env[name] = inputs[input] ?? action.inputs[input]!.default;
  }
  const ended = await runShell(step.run, { cwd: at, env });
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const output = Object.fromEntries(
    read(env.GITHUB_OUTPUT!)
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  ) as Readonly<Record<string, string>>;
  return { ...ended, output, summary: read(env.GITHUB_STEP_SUMMARY!) };
}

describe('action.yml', () => {
  it('is a composite action whose scripts hold no expression, and whose every input and output is described', () => {
    expect(action.runs.using).toBe('composite');
    for (const { shell, run } of action.runs.steps) {
      expect(shell).toBe('bash');
      expect(run).not.toContain('${{');
    }
    for (const { description } of [...Object.values(action.inputs), ...Object.values(action.outputs)]) {
      expect(description).toMatch(/\w/);
    }
    for (const { value } of Object.values(action.outputs))
      expect(value).toMatch(/^\$\{\{ steps\.gate\.outputs\.[\w-]+ \}\}$/);
  });

  it('installs only where nothing is built, in its own folder, and fails where that fails', async () => {
    expect(await install({ built: true })).toEqual({ code: 0, calls: [] });
    expect(await install({ built: false })).toEqual({ code: 0, calls: ['/action|ci --no-audit --no-fund'] });
    expect((await install({ built: false, npmExits: 7 })).code).toBe(7);
    expect(action.runs.steps.find(({ id }) => id === 'install')).toMatchObject({ if: "inputs.command == ''" });
  });

  it('passes, and says so in every place', async () => {
    const at = await repository();
    const { code, out, err, output, summary } = await runStep(at, { junit: 'gate.xml' });
    expect([code, output.verdict, output['exit-code']]).toEqual([0, 'PASS', '0']);
    expect(out.toString()).toMatch(/^PASS: 2 rules hold\n/);
    expect(err).not.toContain('::error');
    expect(summary).toMatch(/^# rag-lab gate\n/);
    expect(readFileSync(output.comment!, 'utf8')).toMatch(/^<!-- rag-lab gate -->\n# rag-lab gate\n/);
    expect(readFileSync(join(at, 'gate.xml'), 'utf8')).toContain('failures="0" errors="0"');
  });

  it('fails with exit code 1 on a regression, annotated, and appends to the summary', async () => {
    const at = await repository();
    writeFileSync(join(at, 'temp/summary.md'), 'an earlier step\n');
    const { code, err, output, summary } = await runStep(at, {
      rules: '\n# a comment\na/same/R@3 >= 1\na/R@1 >= 0.99\n',
    });
    expect([code, output.verdict, output['exit-code']]).toEqual([1, 'REGRESSION', '1']);
    expect(err).toMatch(/^::error title=rag-lab gate%3A REGRESSION::a\/R@1 >= 0\.99: /m);
    expect(summary).toMatch(/^an earlier step\n# rag-lab gate\n/);
  });

  it('fails with 2 on a faulty rule and with 3 without a baseline; no input is read as script', async () => {
    const at = await repository();
    const faulty = await runStep(at, { rules: 'a/same/R@3 > $(touch hacked)`touch hacked`"; touch hacked; "' });
    expect([faulty.code, faulty.output.verdict, faulty.output['exit-code']]).toEqual([2, '', '2']);
    const absent = await runStep(at, { baseline: '$(touch hacked); none.json' });
    expect([absent.code, absent.output.verdict]).toEqual([3, 'NOT-COMPARABLE']);
    expect(existsSync(join(at, 'hacked'))).toBe(false);
  });

  it('takes paths with spaces, quotes, line ends and what looks like script as they are', async () => {
    const at = await repository();
    const odd = `it's a "file" $(touch hacked) \`touch hacked\` & ; * %0A ::x:: é.json`;
    writeFileSync(join(at, odd), readFileSync(join(at, 'rag-lab.baseline.json')));
    const inputs = { baseline: odd, report: odd, junit: `a b/${odd}.xml`, comment: `c d/${odd}.md` };
    const run = await runStep(at, { ...inputs, args: `--quiet\n\n--rule\na/R@3 >= 0.1 \n` });
    expect([run.code, run.output.verdict, run.err.includes('rag-lab: ')]).toEqual([0, 'PASS', false]);
    expect(run.output.comment).toBe(inputs.comment);
    for (const file of [inputs.junit, inputs.comment]) expect(existsSync(join(at, file))).toBe(true);
    const lines = await runStep(at, { baseline: 'none\nverdict=PASS' });
    expect([lines.code, lines.output.verdict, lines.output['exit-code']]).toEqual([3, 'NOT-COMPARABLE', '3']);
    const outputs = await runStep(at, { baseline: 'none', comment: 'c\nverdict=PASS\nexit-code=0' });
    expect([outputs.code, outputs.output.verdict, outputs.output['exit-code']]).not.toContain('PASS');
    expect([outputs.code, outputs.output['exit-code']]).toEqual([2, '2']);
    expect(outputs.err).toContain('comment: a file name without line ends is accepted');
    expect(existsSync(join(at, 'hacked'))).toBe(false);
  });

  it('takes further arguments, one a line, and another command', async () => {
    const at = await repository();
    const run = await runStep(at, {
      args: '--systems\na=bm25(k1=3), b=bm25\n',
      mode: 'statistical',
      inconclusive: 'pass',
    });
    expect([run.code, run.output.verdict]).toEqual([0, 'PASS']);
    expect(run.out.toString()).toContain('not in the baseline, so held against nothing: b');
    const other = await runStep(at, { command: 'echo called' });
    expect(other.out.toString()).toMatch(/^called gate --format terminal /);
  });
});
