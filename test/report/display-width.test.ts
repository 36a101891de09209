// Widths of wide, combined and joined characters, and that cuts and wraps keep within them without losing text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, shortenEnd, shortenMiddle, wrapLabel, wrapText } from '../../src/report/display-width.ts';

const anyText = fc.array(
  fc.constantFrom('a', 'bc', ' ', '漢', '😀', 'e\u0301', '한', 'ｶ', '👩‍💻', '🇩🇪', '-', 'longword'),
  {
    maxLength: 30,
  },
);

describe('width', () => {
  it('does not take the marks of tables for anything but one column, nor miss what follows them', () => {
    expect(['p.4 › People', '– …', '─█', 'café', '›漢', '–e\u0301', '©\ufe0f'].map(displayWidth)).toEqual([
      12, 3, 2, 4, 3, 2, 2,
    ]);
  });

  it('counts combined characters once wherever they stand', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [left, right] = [a.join(''), b.join('')];
        // A blank between them keeps them from joining.
        expect(displayWidth(`${left} ${right}`)).toBe(displayWidth(left) + 1 + displayWidth(right));
      }),
    );
  });

  it('is two columns for wide characters and emoji, one for others', () => {
    expect(['abc', '漢字', '한국', 'ｶﾅ', 'Ａ', '😀', '…'].map(displayWidth)).toEqual([3, 4, 4, 2, 2, 2, 1]);
    expect(['e\u0301', '👩‍💻', '🇩🇪', '1\ufe0f\u20e3', '👍🏽', '☎\ufe0f', '©'].map(displayWidth)).toEqual([
      1, 2, 2, 2, 2, 2, 1,
    ]);
  });
});

describe('shortening', () => {
  it('keeps the beginning of a text', () => {
    expect(shortenEnd('one two three', 9)).toBe('one two…');
    expect(shortenEnd('short', 5)).toBe('short');
  });

  it('never exceeds its width', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 20 }), (parts, width) => {
        expect(displayWidth(shortenEnd(parts.join(''), width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('shortening in the middle', () => {
  it('keeps beginning and end', () => {
    expect(shortenMiddle('annual-leave-requests.paraphrase', 21)).toBe('annual-lea…paraphrase');
    expect(shortenMiddle('short.same', 10)).toBe('short.same');
    expect(shortenMiddle('休暇の申請-休暇の申請.paraphrase', 21)).toBe('休暇の申請…paraphrase');
  });

  it('never exceeds its width, and what it keeps is the text itself', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 20 }), (parts, width) => {
        const text = parts.join('');
        const shortened = shortenMiddle(text, width);
        expect(displayWidth(shortened)).toBeLessThanOrEqual(width);
        if (shortened === text) return;
        const [start, end] = shortened.split('…');
        expect(text.startsWith(start!) && text.endsWith(end!)).toBe(true);
      }),
    );
  });
});

describe('wrapping labels', () => {
  it('breaks between their parts, never inside a number', () => {
    expect(wrapLabel('annual-leave.paraphrase', 16)).toEqual(['annual-leave.', 'paraphrase']);
    expect(wrapLabel('synonym-tfidf(trigram=0.1)', 18)).toEqual(['synonym-tfidf', '(trigram=0.1)']);
    expect(wrapLabel('rrf[bm25,dense](k=10,weights=0.7:0.3)', 24)).toEqual([
      'rrf[bm25,dense](k=10,',
      'weights=0.7:0.3)',
    ]);
    expect(wrapLabel('bm25\nsame', 16)).toEqual(['bm25', 'same']);
    expect(wrapLabel('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrapLabel('', 4)).toEqual(['']);
  });

  it('never exceeds its width and loses no character but spaces', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 20 }), (parts, width) => {
        const text = parts.join('');
        const lines = wrapLabel(text, width);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});

describe('wrapping', () => {
  it('breaks at spaces, at line feeds, and inside words only where they are too long', () => {
    expect(wrapText('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapText('a\nb', 8)).toEqual(['a', 'b']);
    expect(wrapText('go abcdefghij', 4)).toEqual(['go', 'abcd', 'efgh', 'ij']);
  });

  it('never exceeds its width and loses no character but spaces', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 20 }), (parts, width) => {
        const text = parts.join('');
        const lines = wrapText(text, width);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
