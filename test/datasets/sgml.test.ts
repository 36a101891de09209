import { describe, expect, it } from 'vitest';
import { decodeEntities, tagsOf, withoutComments } from '../../src/datasets/sgml.ts';

describe('what TREC calls SGML', () => {
  it('has tags in any case, with attributes, and signs that are none', () => {
    const text = '<DOC id="1"> a < b <3 </Doc > </p><br/><x';
    expect([...tagsOf(text)].map(({ name, closes, start, end }) => [name, closes, text.slice(start, end)])).toEqual([
      ['doc', false, '<DOC id="1">'],
      ['doc', true, '</Doc >'],
      ['p', true, '</p>'],
    ]);
  });

  it('has entities by name and number; what is none stays as it is written', () => {
    expect(decodeEntities('AT&amp;T &lt;b&gt; &#233;&#xE9; &hyph;')).toBe('AT&T <b> éé -');
    expect(decodeEntities('R&D &unknown; &#0; &#xD800; &#99999999; &amp;lt;')).toBe(
      'R&D &unknown; &#0; &#xD800; &#99999999; &lt;',
    );
  });

  it('has comments that part words, and one without an end is text', () => {
    expect(withoutComments('a<!-- x -->b<!---->c')).toBe('a b c');
    expect(withoutComments('a<!-- b')).toBe('a<!-- b');
  });
});
