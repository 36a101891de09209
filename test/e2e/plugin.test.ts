// Plugins under Node itself, which resolves packages as it does for a user: the test runner has its own ways.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { runBuilt } from './built.ts';

const root = temporaryFolder();
const QUICK = ['run', '--pages', '12', '--facts', '3'];

/** Nothing named rag-lab lies beside it or above. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(root, String(Object.keys(files)));
  mkdirSync(folder);
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  return folder;
}

const code = `import { LabError, rankScores } from 'rag-lab';
export const plugin = { retrievers: [{
  name: 'longest', summary: 'longest chunk first', params: { fail: { default: false, doc: 'refuses to open' } },
  async open(collection, { fail }) {
    if (fail) throw new LabError('spec.invalid', { what: 'longest', problem: 'it was told to' });
    const scores = collection.chunks.map(({ text }) => text.length);
    return { search: async (asked) => asked.map((one) => rankScores(one.topic.id, scores, one.depth, 0, one.filter?.allowed)) };
  },
}] };`;

describe('a plugin', () => {
  for (const name of ['mine.mjs', 'mine.ts']) {
    it(`finds rag-lab though it is not installed beside it: ${name}`, async () => {
      const cwd = folderOf({ [name]: code });
      const { code: exit, out, err } = await runBuilt([...QUICK, '--plugin', name, '--systems', 'longest'], { cwd });
      expect([exit, err]).toEqual([0, '']);
      expect(out.toString()).toMatch(/ longest:same:R@3=\d\/3 longest:paraphrase:R@3=\d\/3\n$/);
      const listed = await runBuilt(['list', 'systems', 'longest', '--plugin', name], { cwd });
      expect(listed.out.toString()).toContain('fail=false');
      // Its LabError is one of ours: a line, no stack.
      const failed = await runBuilt([...QUICK, '--plugin', name, '--systems', 'longest(fail=true)'], { cwd });
      expect([failed.code, failed.err]).toEqual([2, 'rag-lab: longest: it was told to\n']);
    });
  }

  it('that never loads is said to, and does not end the process in silence', async () => {
    const cwd = folderOf({ 'stuck.mjs': 'await new Promise(() => {}); export const plugin = {};' });
    const { code: exit, err } = await runBuilt([...QUICK, '--plugin', 'stuck.mjs'], { cwd });
    expect([exit, err]).toEqual([2, expect.stringMatching(/stuck\.mjs: cannot be loaded: .+ never happens\n$/)]);
  });
});

describe('a plugin that misbehaves', () => {
  const odd = (search: string): string =>
    `export const plugin = { retrievers: [{ name: 'odd', summary: 's', params: {}, open: async () => ({ search: ${search} }) }] };`;
  const empty =
    'requests.map(({ topic }) => ({ topicId: topic.id, chunks: new Uint32Array(0), scores: new Float64Array(0), signal: 0 }))';
  let made = 0;
  const runOdd = (search: string) => {
    const name = `odd-${++made}.mjs`;
    const cwd = folderOf({ [name]: odd(search) });
    return runBuilt([...QUICK, '--plugin', name, '--systems', 'odd', '--json'], { cwd });
  };

  it('prints nothing into a report', async () => {
    const { code, out, err } = await runOdd(`async (requests) => { console.log('NOISE'); return ${empty}; }`);
    expect(code).toBe(0);
    expect(JSON.parse(out.toString('utf8')).schema).toBe('rag-lab/report@1');
    expect(err).toContain('NOISE');
  });

  it.each([
    ['that ends the process', 'async () => process.exit(0)'],
    ['that never answers', '() => new Promise(() => {})'],
  ])('is no success and no silence: one %s', async (_what, search) => {
    const { code, out, err } = await runOdd(search);
    expect([code, out.length]).toEqual([2, 0]);
    expect(err).toMatch(/^rag-lab: the process ended before the work was done: /m);
  });

  it('is named where it answers with nothing', async () => {
    const { code, err } = await runOdd('async () => undefined');
    expect([code, err]).toEqual([2, 'rag-lab: system odd failed: no list of rankings came back, but nothing\n']);
  });
});
