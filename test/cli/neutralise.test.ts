import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralise, neutraliseLines } from '../../src/cli/neutralise.ts';

describe('neutralise', () => {
  it('shows what would steer a terminal as an escape, on one line', () => {
    expect(neutralise('a\u001b[31mb\u0007\r\n\tc\u009bd\u202ee\u2028f')).toBe(
      'a\\x1b[31mb\\x07\\r\\n\\tc\\x9bd\\u202ee\\u2028f',
    );
  });

  it('leaves other text alone', () => {
    expect(neutralise('résumé 書類 😀 ‘x’')).toBe('résumé 書類 😀 ‘x’');
  });

  it('leaves no control character, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(neutralise(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
  });

  it('keeps the lines of a stack apart', () => {
    expect(neutraliseLines('a\u001b\nb')).toBe('a\\x1b\nb');
  });
});
