import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab, run } = labIn(temporaryFolder());

describe('rag-lab cache', () => {
  it('shows where the cache is, and that it is empty', async () => {
    const at = folder();
    const env = { RAG_LAB_CACHE: join(at, 'none') };
    expect(await lab(['cache'], { env })).toEqual({
      code: 0,
      out: `${join(at, 'none')}\n0 files, 0 vectors, 0 bytes\n`,
      err: '',
    });
  });

  it('shows and clears what run --index-cache kept, and leaves the vectors alone', async () => {
    const at = folder();
    const vectors = `use-lite-${'0'.repeat(16)}.vectors`;
    writeFileSync(join(at, vectors), '');
    const more = { cwd: at, env: { RAG_LAB_CACHE: at } };
    await run(['--index-cache', '.'], more);
    const shown = await lab(['cache', '--index-cache', '.'], more);
    expect(shown.err).toBe('');
    expect(shown.out.replace(at, '')).toMatch(/^\n[0-9a-f]{16}\.index {2}([\d.]+ kB)\n1 file, \1\n$/);
    const cleared = await lab(['cache', 'clear', '--index-cache', '.'], more);
    expect([cleared.code, cleared.out.replace(at, '')]).toEqual([
      0,
      expect.stringMatching(/^\nremoved 1 file, .+ kB\n$/),
    ]);
    expect(readdirSync(at)).toEqual([vectors]);
  });

  it.each([
    [['--index-cache', 'nowhere'], /nowhere: cannot be read: no such file or folder\n$/],
    [['--index-cache', ''], /^rag-lab: --index-cache "": not valid; accepted: DIR\n$/],
    [['drop', '--index-cache', ''], /"": not valid.*\nrag-lab: unknown cache action "drop" \(known: show, clear\)\n$/],
    [['clear', '--index-cache'], /^rag-lab: --index-cache: a value is missing/],
  ])('refuses %j with exit code 2', async (argv, message) => {
    const { code, out, err } = await lab(['cache', ...argv], { cwd: folder() });
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(message)]);
  });
});
