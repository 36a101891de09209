import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { lab } = labIn(temporaryFolder());

describe('rag-lab walkthrough', () => {
  it('lists the lessons without a name', async () => {
    expect((await lab(['walkthrough'])).out).toMatch(/^example +\S/m);
  });
});
