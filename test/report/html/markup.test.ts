// Templates: text comes out as text, whatever it holds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, html, joined, NOTHING, trusted } from '../../../src/report/html/markup.ts';
import { readPage, textOf } from './read-page.ts';

const inParagraph = (markup: string) => readPage(`<!doctype html><p title="${markup}">${markup}</p>`);

describe('escapeHtml', () => {
  it('gives any printable text back, in an element and in an attribute, and no element of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab<>&"\'`=/!-é休 \n'.split('')) }), (text) => {
        const { elements } = inParagraph(escapeHtml(text));
        const paragraph = elements.at(-1)!;
        expect(paragraph.tagName).toBe('p');
        expect(textOf(paragraph)).toBe(text);
        expect(paragraph.attrs).toEqual([{ name: 'title', value: text }]);
      }),
    );
  });

  it('shows what would act or turn the direction of what follows', () => {
    expect(escapeHtml('a\u202eb\u001b[31m\0\u2066c\ud800')).toBe('a\ufffdb\ufffd[31m\ufffd\ufffdc\ufffd');
    expect(escapeHtml('a\r\nb\u2028c\td')).toBe('a\nb\nc d');
  });
});

describe('html', () => {
  it('escapes parts, joins lists, keeps markup, leaves out nothing', () => {
    expect(html`<p>${'<b>'}${['&', html`<i>${1}</i>`]}${false}${undefined}${NOTHING}</p>`.markup).toBe(
      '<p>&lt;b&gt;&amp;<i>1</i></p>',
    );
    expect(joined(['<', html`<br>`, 'c'], ', ').markup).toBe('&lt;, <br>, c');
    expect(html`${trusted('<hr>')}`.markup).toBe('<hr>');
  });
});
