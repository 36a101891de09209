import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_XML_DEPTH, scanXml, XmlFault } from '../../src/ingest/xml-scanner.ts';

function events(text: string): readonly string[] {
  const seen: string[] = [];
  scanXml(text, new Map([['urn:a', 'a']]), {
    open: (name, attributes) =>
      void seen.push(`<${name}${[...attributes].map(([key, value]) => ` ${key}=${value}`).join('')}>`),
    close: (name) => void seen.push(`</${name}>`),
    text: (value) => void seen.push(value),
  });
  return seen;
}

const fault = (text: string): string => {
  try {
    events(text);
  } catch (error) {
    if (error instanceof XmlFault) return error.message;
    throw error;
  }
  return 'none';
};

it('reads tags, attributes, text, CDATA, comments and instructions', () => {
  expect(
    events(
      `\ufeff<?xml version="1.0"?>\n<x a = "1" b='"'><!-- <no> --><y/>t&lt;&#65;&#x42;&amp;lt;<![CDATA[<z>&amp;]]></x >\n`,
    ),
  ).toEqual(['<x a=1 b=">', '<y>', '</y>', 't<AB&lt;', '<z>&amp;', '</x>']);
});

it('names namespaces as the reader does, within the element that declares them', () => {
  expect(
    events('<q:x xmlns:q="urn:a" q:k="1" k="2"><y xmlns="urn:a"><z/></y><y xmlns:q="urn:b"><q:z/></y><q:z/></q:x>'),
  ).toEqual(
    '<a:x a:k=1 k=2> <a:y> <a:z> </a:z> </a:y> <y> <q:z> </q:z> </y> <a:z> </a:z> </a:x>'
      .replace('> k', '>k')
      .match(/<[^>]+>/g),
  );
});

it.each([
  ['', 'no element at character 1'],
  ['<x>', 'the text ends within <x> at character 4'],
  ['<x></y>', 'end tag </y>, expected </x> at character 4'],
  ['</x>', 'end tag </x> at character 1'],
  ['<x', 'tag <x> that is not well formed at character 1'],
  ['<x a=1/>', 'tag <x> that is not well formed at character 1'],
  ['<x a="<"/>', 'tag <x> that is not well formed at character 1'],
  ['<x/><y/>', 'a second outermost element at character 5'],
  ['<x/>y', 'text outside of the outermost element at character 5'],
  ['<x>a < b</x>', '"<" that begins no tag at character 6'],
  ['<x><!-- </x>', 'comment without an end at character 8'],
  ['<!DOCTYPE x><x/>', 'a document type, which is not accepted, at character 1'],
  ['<x>&nbsp;</x>', '"&nbsp;", which stands for nothing, at character 4'],
  ['<x>a & b</x>', '"&", which stands for nothing, at character 4'],
])('refuses %s', (text, message) => {
  expect(fault(text)).toBe(message);
});

describe('hostile texts', () => {
  it('nest to a limit', () => {
    expect(fault('<x>'.repeat(MAX_XML_DEPTH) + '</x>'.repeat(MAX_XML_DEPTH))).toBe('none');
    expect(fault('<x>'.repeat(MAX_XML_DEPTH + 1))).toContain('nested deeper');
  });

  it('take time in proportion to their length', () => {
    const n = 200_000;
    expect(fault('<'.repeat(n))).toContain('begins no tag');
    expect(fault(`<x ${'a="1" '.repeat(n)}/>`)).toBe('none');
    expect(fault(`<x>${'&amp;'.repeat(n)}</x>`)).toBe('none');
    expect(fault(`<x${' '.repeat(n)}/>`)).toBe('none');
    expect(fault(`<x>${'&a'.repeat(n)}</x>`)).toContain('stands for nothing');
  });

  it('are read or refused, whatever they hold', () => {
    const part = fc.constantFrom(
      '<x>',
      '</x>',
      '<y a="b">',
      '</y>',
      '<z/>',
      'text',
      '&lt;',
      '&',
      '<',
      '>',
      '"',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 30 }), (parts) => {
        fault(parts.join(''));
      }),
    );
  });

  it('open and close in pairs, and give every text back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const clean = texts.map((text) => text.replaceAll('\0', ''));
        const escaped = clean.map((text) => `<y>${text.replace(/[&<]/g, (char) => `&#${char.charCodeAt(0)};`)}</y>`);
        const seen = events(`<x>${escaped.join('')}</x>`);
        expect(seen).toEqual([
          '<x>',
          ...clean.flatMap((text) => ['<y>', ...(text === '' ? [] : [text]), '</y>']),
          '</x>',
        ]);
      }),
    );
  });
});
