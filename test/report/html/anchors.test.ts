// Fragments for ids that may hold anything.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Anchors } from '../../../src/report/html/anchors.ts';
import { HOSTILE } from '../sample-report.ts';

describe('Anchors', () => {
  it('keeps plain ids readable', () => {
    expect(new Anchors('question', ['annual-leave.same']).of('annual-leave.same')).toBe('question-annual-leave.same');
  });

  it('are distinct and made of harmless characters for any ids', () => {
    const ids = fc.uniqueArray(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\ud801', '\ufffd', 'a b', 'a%20b')),
    );
    fc.assert(
      fc.property(ids, (texts) => {
        const anchors = new Anchors('q', texts);
        const all = texts.map((id) => anchors.of(id)!);
        expect(new Set(all).size).toBe(texts.length);
        for (const anchor of all) expect(anchor).toMatch(/^q-[\w.~%-]*$/);
      }),
    );
  });

  it('cut ids that would fill every link, and know no other', () => {
    const anchors = new Anchors('q', [
      `${HOSTILE.word}${'b'.repeat(100_000)}1`,
      `${HOSTILE.word}${'b'.repeat(100_000)}2`,
    ]);
    expect(anchors.of(`${HOSTILE.word}${'b'.repeat(100_000)}2`)!.length).toBeLessThan(300);
    expect(anchors.of('else')).toBeUndefined();
  });
});
