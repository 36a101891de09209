import { describe, expect, it } from 'vitest';
import { articleAnalyzer } from '../../src/text/article-analyzer.ts';
import { groupOfTerm, queryExpansions, synonymGroups } from '../../src/text/synonyms.ts';

describe('synonym groups', () => {
  it('analyse their members, and words of one term become one', () => {
    expect(synonymGroups([['Vacations', 'vacation', 'leave']], articleAnalyzer)).toEqual([['vacation', 'leave']]);
  });

  it('refuse a phrase and a stop word, since a group replaces single terms', () => {
    expect(() => synonymGroups([['time off', 'leave']], articleAnalyzer)).toThrow(/"time off".*2 terms/);
    expect(() => synonymGroups([['the', 'leave']], articleAnalyzer)).toThrow(/"the".*0 terms/);
  });

  it('refuse a term in two groups, and name both', () => {
    expect(() =>
      groupOfTerm([
        ['leave', 'vacation'],
        ['quit', 'leave'],
      ]),
    ).toThrow(/"leave".*group 1 \(leave, vacation\).*group 2 \(quit, leave\)/);
  });

  it('look terms up, property names included', () => {
    const lookup = groupOfTerm([
      ['leave', 'vacation'],
      ['constructor', 'builder'],
    ]);
    expect(lookup.get('builder')).toBe(1);
    expect(lookup.get('toString')).toBeUndefined();
  });

  it('expand each member to the others, in order', () => {
    const expansions = queryExpansions({ groups: [['leave', 'vacation', 'holidays']] }, articleAnalyzer);
    expect(expansions.get('vacation')).toEqual(['leave', 'holiday']);
    expect(expansions.get('ticket')).toBeUndefined();
  });

  it('give way to expansions as written, which need not be mutual', () => {
    const written = new Map([['Copies', ['backups']]]);
    const expansions = queryExpansions({ groups: [['leave', 'vacation']], expansions: written }, articleAnalyzer);
    expect([...expansions]).toEqual([['copy', ['backup']]]);
  });
});
