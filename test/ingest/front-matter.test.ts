// Front matter: what becomes metadata, what is text after all, what is an error and where.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { readFrontMatter } from '../../src/ingest/front-matter.ts';

function read(text: string) {
  const warnings: string[] = [];
  const { length, ...front } = readFrontMatter(text, 'a.md', (problem) => warnings.push(problem));
  return { ...front, rest: text.slice(length), warnings };
}

function fault(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof LabError) return error.message;
    throw error;
  }
  return 'read';
}

describe('metadata', () => {
  it('strings, numbers, booleans and lists of strings; dates stay as written; what is nested gets dotted keys', () => {
    const yaml = [
      'title: "The  guide"',
      'team: people',
      'updated: 2026-01-31',
      'at: 2026-01-31T10:00:00Z',
      'draft: false',
      'level: 3',
      'ratio: 0.25',
      'tags: [a, "b", 3]',
      'owner:',
      '  name: Lena',
      '  rooms: [1, 2]',
      'nothing:',
      'answer: no',
      '__proto__: own',
    ].join('\n');
    const { title, meta, rest, warnings } = read(`---\n${yaml}\n---\nText`);
    expect({ title, rest, warnings }).toEqual({ title: 'The guide', rest: 'Text', warnings: [] });
    expect(Object.entries(meta)).toEqual([
      ['team', 'people'],
      ['updated', '2026-01-31'],
      ['at', '2026-01-31T10:00:00Z'],
      ['draft', false],
      ['level', 3],
      ['ratio', 0.25],
      ['tags', ['a', 'b', '3']],
      ['owner.name', 'Lena'],
      ['owner.rooms', ['1', '2']],
      ['answer', 'no'],
      ['__proto__', 'own'],
    ]);
  });

  it('a number that would not be written so again stays as it is', () => {
    const { meta } = read('---\na: 007\nb: 1e3\nc: 0x1F\nd: .inf\ne: 9007199254740993\nf: +5\ng: -5\n7: x\n---\n');
    expect(meta).toEqual({ 7: 'x', a: '007', b: '1e3', c: '0x1F', d: '.inf', e: '9007199254740993', f: '+5', g: -5 });
  });

  it('says what it skips', () => {
    const { meta, warnings } = read('---\na: [[1]]\nb: &x [1]\nc: *x\nd: 1\n"e.f": 1\ne: {f: 2}\n---\n');
    expect(meta).toEqual({ b: ['1'], d: 1, 'e.f': 1 });
    expect(warnings).toEqual([
      'front matter: "c" is skipped: an alias',
      'front matter: metadata "a" is skipped: a list of other than strings, numbers and booleans',
      'front matter: metadata "e.f" is there twice; the first value is kept',
    ]);
  });
});

describe('what is text', () => {
  it.each([
    ['no rule at the start', 'Text\n---\na: 1\n---\n'],
    ['a rule that is not alone', '--- a\nb: 1\n---\n'],
    ['four hyphens', '----\nb: 1\n----\n'],
    ['no second rule', '---\na: 1\n'],
    ['two rules around prose', '---\nJust words, as one writes.\n---\nMore\n'],
    ['two rules around a list', '---\n- a\n---\n'],
    ['a rule, a blank line, and no YAML', '---\n\n# Title\n\nNote: a: b\n\n---\n'],
    ['more than metadata could be', `---\na: ${'x'.repeat(70_000)}\n---\n`],
    ['a line of hyphens where the excerpt ends', `---\na: ${'x'.repeat(65_528)}\n---x\n---\n`],
  ])('%s', (_name, text) => {
    expect(read(text)).toEqual({ title: undefined, meta: {}, rest: text, warnings: [] });
  });

  it('an empty one, and one that dots close, are front matter', () => {
    expect(read('---\n---\nText').rest).toBe('Text');
    expect(read('---  \n# only a comment\n---\t\nText').rest).toBe('Text');
    expect(read('---\na: 1\n...\nText')).toMatchObject({ meta: { a: 1 }, rest: 'Text' });
    expect(read('---\na: 1\n---')).toMatchObject({ meta: { a: 1 }, rest: '' });
  });
});

describe('errors name the line in the file', () => {
  it.each([
    ['---\na: 1\nb: "x\n---\n', /^a\.md:[34]: front matter is not valid YAML: /],
    ['---\na: 1\n  b: 2\n---\n', /^a\.md:[23]: /],
    ['---\na: 1\nb: 2\na: 3\n---\n', /^a\.md:4: .*the key "a" is there twice$/],
    ['---\nx:\n  a: 1\n  a: 2\n---\n', /^a\.md:4: .*twice$/],
    ['---\n? [a, b]\n: 1\n---\n', /^a\.md:2: .*no plain text$/],
    [`---\na: ${'['.repeat(20_000)}\n---\n`, /^a\.md:2: .*nested too deeply$/],
  ])('%#', (text, message) => {
    expect(fault(text)).toMatch(message);
    expect(fault(text)).not.toContain('\n');
  });
});

it('aliases that would unfold to any size stay folded', () => {
  const rows = Array.from({ length: 30 }, (_, n) => `k${n + 1}: &k${n + 1} {a: *k${n}, b: *k${n}}`);
  expect(read(`---\nk0: &k0 {a: 1}\n${rows.join('\n')}\n---\n`).meta).toEqual({ 'k0.a': 1 });
});

it('anything between two rules is front matter, text or an error, and the text below it is whole', () => {
  const yamlish = fc
    .array(
      fc.oneof(
        fc.constantFrom(...'a:|b: 1|- |  |\n|"|[|{|&x|*x|!!int|? |#|>-|\t|---|}|,|é'.split('|')),
        fc.string({ maxLength: 4 }),
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(yamlish, (yaml) => {
      const text = `---\n${yaml}\n---\nText\n`;
      try {
        const { rest } = read(text);
        expect(text.endsWith(rest) && rest.endsWith('Text\n')).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(LabError);
      }
    }),
    { numRuns: 1000 },
  );
});
