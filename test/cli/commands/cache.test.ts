import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab } = labIn(temporaryFolder());

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
});
