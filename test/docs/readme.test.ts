// The README stays true: its commands run, its outputs and tables are those of the program. `npm run golden` rewrites them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import type { Report } from '../../src/core/results.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { type Ended, runBuilt, runShell } from '../e2e/built.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const path = join(root, 'README.md');
const at = temporaryFolder();
const surroundings = { cwd: at, env: { RAG_LAB_CACHE: join(at, 'cache') } };
let readme = readFileSync(path, 'utf8');

function rewrite(before: string, after: string): void {
  readme = readme.replace(before, () => after);
  writeFileSync(path, readme);
}

/** Runs `rag-lab ...` as a shell would read it. */
function run(command: string): Promise<Ended> {
  return runShell(command.replace(/^(npx )?rag-lab /gm, '$LAB '), surroundings);
}

/** Keeps the first misses of the first system, and the RESULT line. */
function shortened(output: string): string {
  const lines = output.trimEnd().split('\n');
  const misses = lines.findIndex((line) => line.startsWith('Misses'));
  return [...lines.slice(0, misses + 7), '…', lines.at(-1)].join('\n');
}

describe('the README', () => {
  it('begins with two sentences, then the two commands, then the real output', () => {
    const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].slice(0, 3).map((match) => match[1]);
    expect(blocks).toEqual(['sh', 'sh', 'text']);
    const introduction = readme.slice(readme.indexOf('\n\n') + 2, readme.indexOf('\n\n', 12)).replace(/\s+/g, ' ');
    expect(introduction.match(/[.?](?= [A-Z]|$)/g)).toHaveLength(2);
  });

  it('names the command that CI runs, word for word', () => {
    const second = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)][1]![1]!.trim();
    expect(readFileSync(join(root, '.ci/run'), 'utf8').trimEnd().split('\n').at(-1)).toBe(second);
    expect(second).toBe('npm ci && npm run check');
  });

  it('shows what its first command prints', async () => {
    const [block, command, shown] = /<!-- run: (.+) -->\n```text\n([\s\S]*?)```/.exec(readme)!;
    expect(readme).toContain(`npm ci && npx ${command}\n`);
    const { code, out } = await run(command!);
    expect(code).toBe(0);
    const expected = shortened(out.toString());
    if (process.env.GOLDEN === 'write') rewrite(block, `<!-- run: ${command} -->\n\`\`\`text\n${expected}\n\`\`\``);
    else expect(shown!.trimEnd()).toBe(expected);
  });

  it('quotes figures in its prose that the committed report holds', () => {
    const report = JSON.parse(readFileSync(join(root, 'reports/baselines/handbook-404.json'), 'utf8')) as Report;
    const found = (wording: string): string => {
      const row = report.scores.find(
        (each) => each.system === 'bm25' && each.wording === wording && each.split === 'all',
      );
      return `${row!.measures['R@3']!.hits} of ${row!.n}`;
    };
    expect(readme).toContain(
      `finds ${found('same')} in the handbook's words and ${found('paraphrase')} in other words`,
    );
  });

  it('gives examples that run', async () => {
    expect((await runBuilt(['run', '--systems', 'bm25,tfidf', '--out', '.', '--quiet'], surroundings)).code).toBe(0);
    const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]!.trim());
    const cells = [...readme.matchAll(/^\| `(rag-lab [^`]+)` \|/gm)].map((match) => match[1]!);
    const commands = [...blocks.filter((block) => block.startsWith('rag-lab')), ...cells];
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      const { code, err } = await run(command.replace('DIR', 'made'));
      expect([command, code]).toEqual([command, 0]);
      // What was written may be told on standard error; a fault or a warning may not.
      expect(err).not.toMatch(/^rag-lab: (?!wrote)/m);
    }
  }, 180_000);

  it.each(['systems', 'measures'] as const)('lists the %s that are registered', (what) => {
    const catalog = builtinCatalog();
    const rows = what === 'systems' ? catalog.retrievers : catalog.measures;
    const table = rows.map(({ name, summary }) => `| \`${name}\` | ${summary} |\n`).join('');
    const [block, head] = new RegExp(`(<!-- table: ${what} -->\\n\\|.*\\n\\|---.*\\n)((?:\\|.*\\n)*)`).exec(readme)!;
    if (process.env.GOLDEN === 'write') rewrite(block, `${head}${table}`);
    else expect(block).toBe(`${head}${table}`);
  });

  it('shows a library example that is run as a test of its own', () => {
    const [, shown] = /```ts\n([\s\S]*?)```/.exec(readme)!;
    const tested = readFileSync(join(root, 'test/docs/library-example.test.ts'), 'utf8')
      .replace(/^\/\/.*\n/, '')
      .replace("'../../src/index.ts'", "'rag-lab'")
      .replaceAll('test/fixtures/docs/', '');
    expect(shown).toBe(tested);
  });

  it('links only to files that exist', () => {
    for (const [, target] of readme.replace(/`[^`]*`/g, '').matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect(() => readFileSync(join(root, target!)), target).not.toThrow(/ENOENT/);
    }
  });
});
