import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentId, idOfPath, recordId } from '../../src/core/document-id.ts';

describe('documentId', () => {
  it('is the path where the path can stand in a field', () => {
    expect(documentId('people/leave.md')).toBe('people/leave.md');
    expect(documentId('straße/日本語#2.md')).toBe('straße/日本語#2.md');
  });

  it('encodes white space, control characters and its own sign', () => {
    expect(documentId('a b\tc%20.md')).toBe('a%20b%09c%2520.md');
    expect(documentId('no\u00a0break\u2028line\ufeff.md')).toBe('no%C2%A0break%E2%80%A8line%EF%BB%BF.md');
    expect(documentId('\x1b[31m\x7f\x85')).toBe('%1B[31m%7F%C2%85');
  });

  it('is the same for composed and decomposed letters', () => {
    expect(documentId('cafe\u0301.md')).toBe(documentId('caf\u00e9.md'));
  });

  it('never holds what separates fields or acts, and decodes to the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (path) => {
        const id = documentId(path);
        expect(id).not.toMatch(/[\s\p{Cc}]/u);
        expect(decodeURIComponent(id)).toBe(path.normalize('NFC'));
      }),
    );
  });

  it('takes half of a surrogate pair', () => {
    expect(documentId('\ud83d.md')).toBe('%EF%BF%BD.md');
  });
});

describe('idOfPath', () => {
  it('is that of the file, however its path is typed', () => {
    for (const path of ['it/a b.md', './it/a b.md', '././it/a b.md', 'it\\a b.md', '.\\it\\a b.md']) {
      expect(idOfPath(path)).toBe('it/a%20b.md');
    }
    expect(idOfPath('../a.md')).toBe('../a.md');
  });
});

describe('recordId', () => {
  it('is the file and the number of the record', () => {
    expect(recordId('my tables/faq.csv', 12)).toBe('my%20tables/faq.csv:12');
  });
});
