import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCollection } from '../../src/core/collection.ts';
import type { ChunkerDef } from '../../src/core/contracts.ts';
import {
  applyFilter,
  evaluateFilter,
  type FilterExpression,
  fieldsOf,
  parseFilter,
  printFilter,
} from '../../src/core/filter.ts';
import type { Meta } from '../../src/core/model.ts';

const holds = (text: string, meta: Meta): boolean => evaluateFilter(parseFilter(text), meta);
const canonical = (text: string): string => printFilter(parseFilter(text));

describe('a filter', () => {
  const page: Meta = {
    team: 'people',
    updated: '2026-03-09',
    version: 3,
    size: '40',
    draft: false,
    tags: ['leave', 'policy', '2024'],
    'reviewed by': 'Ann (HR)',
  };

  it.each([
    'team = people',
    'team == "people"',
    "team != 'finance'",
    'updated >= 2026-01-01',
    'updated < 2026-03-10 and updated > 2026-03-08',
    'updated >= 2026',
    'version = 3',
    'version >= 2.5',
    'version < 10',
    'size < 100',
    'draft = false',
    'draft != true',
    'team in (finance, people)',
    'version in (1, 3)',
    'tags contains leave',
    'tags contains 2024',
    'tags = policy',
    'tags != pay',
    'tags in (pay, leave)',
    'team contains eop',
    'team exists',
    'not owner exists',
    '"reviewed by" contains "(HR)"',
    'team = finance or version = 3',
    'not (team = finance or version = 4)',
    'TEAM = people OR team = people',
    'team = finance and team = people or draft = false',
  ])('%s holds', (text) => {
    expect(holds(text, page)).toBe(true);
  });

  it.each([
    'team = People',
    'team = peopl',
    'team < people',
    'updated >= 2027-01-01',
    'version > 3',
    'draft = true',
    'team in (finance, peopl)',
    'tags contains leav',
    'tags = leave and tags != leave',
    'team = people and (version = 4 or draft = true)',
    'not team exists',
  ])('%s does not hold', (text) => {
    expect(holds(text, page)).toBe(false);
  });

  it('is false of another type and of what is missing, whichever the operator', () => {
    for (const operator of ['=', '!=', '<', '<=', '>', '>=', 'contains']) {
      expect(holds(`owner ${operator} x`, page)).toBe(false);
      expect(holds(`version ${operator} abc`, page)).toBe(false);
      expect(holds(`version ${operator} "3"`, page)).toBe(false);
      expect(holds(`draft ${operator} 0`, page)).toBe(false);
      if (operator !== 'contains') expect(holds(`team ${operator} 3`, page)).toBe(false);
    }
    expect(holds('tags < z', page)).toBe(false);
    expect(holds('owner in (x)', page)).toBe(false);
    expect(holds('owner exists', page)).toBe(false);
  });

  it('looks at a text once, however long its digits are', () => {
    const long = '1'.repeat(200_000);
    const began = performance.now();
    expect(holds('n > 1', { n: `${long}x` })).toBe(false);
    expect(holds(`n = ${long}x`, { n: `${long}x` })).toBe(true);
    // A pattern that tries every place to cut them takes a minute and more.
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('finds no field that every object inherits', () => {
    expect(holds('constructor exists', page)).toBe(false);
    expect(holds('__proto__ exists or toString exists', page)).toBe(false);
  });

  it('prints itself in canonical form', () => {
    expect(canonical('  team="people"   AND updated>=2026-01-01 ')).toBe('team = people and updated >= 2026-01-01');
    expect(canonical('(a = 1 and (b = 2)) and c = 3')).toBe('a = 1 and b = 2 and c = 3');
    expect(canonical('(a = 1 or b = 2) and not (c = 3 and d = 4)')).toBe('(a = 1 or b = 2) and not (c = 3 and d = 4)');
    expect(canonical('not(not a exists)')).toBe('not not a exists');
    expect(canonical("a = 'it is' and b = '3' and c = 'true' and d = \"and\"")).toBe(
      'a = "it is" and b = "3" and c = "true" and d = "and"',
    );
    expect(canonical('a in("x","y z",3)')).toBe('a in (x, "y z", 3)');
    expect(canonical('a = \'say "no"\\\\\'')).toBe('a = "say \\"no\\"\\\\"');
    expect(canonical('a == ""')).toBe('a = ""');
  });

  it.each([
    ['', 'a field at character 1'],
    ['team', '=, !=, <, <=, >, >=, in, contains or exists at character 5'],
    ['team people', '=, !=, <, <=, >, >=, in, contains or exists at character 6'],
    ['team =', 'a value at character 7'],
    ['team = = x', 'a value at character 8'],
    ['team = people and', 'a field at character 18'],
    ['(team = people', '"and", "or" or ")" at character 15'],
    ['team = people)', '"and", "or" or the end at character 14'],
    ['team = people updated exists', '"and", "or" or the end at character 15'],
    ['team in people', '"(" and values at character 9'],
    ['team in ()', 'a value at character 10'],
    ['team in (a b)', '"," or ")" at character 12'],
    ['team = "people', 'to end the quoted text at character 15'],
    ['and = 3', 'a field at character 1'],
    ['team ! people', 'a field, a value, or an operator (=, !=, <, <=, >, >=) at character 6'],
    [`${'('.repeat(5000)}a = 1${')'.repeat(5000)}`, 'at most 100 levels'],
    [`${'not '.repeat(5000)}a = 1`, 'at most 100 levels'],
  ])('%s is refused with the place', (text, problem) => {
    expect(() => parseFilter(text)).toThrow(problem);
  });

  it('is read back from its canonical form', () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('and', 'TRUE', 'true', '3', '-0', '1e9', '1e999', '2026-01-01', ' ', '"', '\\', "o'clock"),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
      fc.integer(),
    );
    const field = fc.oneof(fc.string(), fc.constantFrom('team', 'in', 'Not', 'a b', '3'));
    const { expression } = fc.letrec<{ expression: FilterExpression }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4 },
        fc.record({
          kind: fc.constant('compare' as const),
          field,
          operator: fc.constantFrom('=' as const, '!=' as const, '<' as const, '>=' as const, 'contains' as const),
          value,
        }),
        fc.record({ kind: fc.constant('in' as const), field, values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
        fc.record({ kind: fc.constant('exists' as const), field }),
        fc.record({ kind: fc.constant('not' as const), part: tie('expression') }),
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          parts: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
        }),
      ),
    }));
    fc.assert(
      fc.property(expression, (made) => {
        const text = printFilter(made);
        // Nested parts of one kind are one list once read.
        expect(printFilter(parseFilter(text))).toBe(text);
        expect(fieldsOf(parseFilter(text))).toEqual(fieldsOf(made));
      }),
      { numRuns: 500 },
    );
  });

  it('says what is wrong with any text, or reads it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab =!<>()\'"\\,13 '), maxLength: 40 }), (text) => {
        try {
          parseFilter(text);
        } catch (error) {
          expect((error as Error).message).toMatch(/^cannot read .* at character \d+$/s);
        }
      }),
    );
  });
});

describe('applyFilter', () => {
  const halves: ChunkerDef = {
    name: 'halves',
    summary: 'two chunks a document',
    params: {},
    chunk: ({ text }) => [
      { span: { start: 0, end: 2 }, path: [] },
      { span: { start: 2, end: text.length }, path: [] },
    ],
  };
  const documents = [{ team: 'people' }, { team: 'finance', year: 2026 }, {}].map((meta, n) => ({
    id: `d${n}`,
    title: '',
    text: 'abcd',
    blocks: [],
    meta: meta as Meta,
    source: '',
  }));
  const collection = buildCollection('c', documents, halves, {});

  it('allows the chunks of the documents that meet it', () => {
    const filter = applyFilter(parseFilter('team="people"'), collection);
    expect({ ...filter, allowed: [...filter.allowed] }).toEqual({
      text: 'team = people',
      allowed: [1, 1, 0, 0, 0, 0],
      count: 2,
    });
    expect(applyFilter(parseFilter('not team exists'), collection).count).toBe(2);
  });

  it('takes the title for a field, unless a field has that name', () => {
    const titled = [
      { ...documents[0]!, title: 'Cider press' },
      { ...documents[1]!, title: 'Cider press', meta: { title: 'Own' } },
      documents[2]!,
    ];
    const some = buildCollection('c', titled, halves, {});
    const passing = (text: string) => [...applyFilter(parseFilter(text), some).allowed].filter((_, n) => n % 2 === 0);
    expect(passing('title = "Cider press"')).toEqual([1, 0, 0]);
    expect(passing('title = Own')).toEqual([0, 1, 0]);
    expect(passing('title exists')).toEqual([1, 1, 0]);
  });

  it('names the nearest field for one that no document has', () => {
    expect(() => applyFilter(parseFilter('team = people or yaer = 2026'), collection)).toThrow(
      'unknown metadata field "yaer"; did you mean "year"? (known: team, year)',
    );
    const bare = buildCollection('c', [documents[2]!], halves, {});
    expect(() => applyFilter(parseFilter('team exists'), bare)).toThrow(
      'filter "team exists": the documents have no metadata',
    );
  });
});
