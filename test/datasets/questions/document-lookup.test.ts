import { describe, expect, it } from 'vitest';
import { createDocumentLookup } from '../../../src/datasets/questions/document-lookup.ts';

const lookup = createDocumentLookup(
  ['guides/annual%20leave.md', 'guides/badge.md', 'it/badge.md', 'handbook'].map((id) => ({
    id,
    title: id,
    text: '',
    blocks: [],
    meta: {},
    source: id,
  })),
);

describe('a document as people name it', () => {
  it('is found by its id, and by its path as it is typed', () => {
    expect(lookup.find('handbook')?.id).toBe('handbook');
    for (const written of [
      'guides/annual%20leave.md',
      'guides/annual leave.md',
      './guides/annual leave.md',
      'guides\\annual leave.md',
    ]) {
      expect(lookup.find(written)?.id).toBe('guides/annual%20leave.md');
    }
    expect(lookup.find('Handbook')).toBeUndefined();
  });

  it('is found again by its file name, where only one has it', () => {
    expect(lookup.renamed('old/annual leave.txt')?.id).toBe('guides/annual%20leave.md');
    expect(lookup.renamed('old/badge.md')).toBeUndefined();
  });

  it('is suggested by its name where a folder is missing, else by the nearest id', () => {
    expect(lookup.nearest('annual leave.md')).toBe('guides/annual%20leave.md');
    expect(lookup.nearest('Annual Leave')).toBe('guides/annual%20leave.md');
    expect(lookup.nearest('guides/bagde.md')).toBe('guides/badge.md');
    expect(lookup.nearest('hanbdook')).toBe('handbook');
    expect(lookup.nearest('something else entirely')).toBeUndefined();
  });
});
