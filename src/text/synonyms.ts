// Synonym groups: from plain words to analysed terms, the term -> group lookup, and the expansions they imply.
import { LabError } from '../core/errors.ts';
import type { Synonyms } from '../core/model.ts';
import type { Analyzer } from './analyzer.ts';

/**
 * Groups of analysed terms from groups of plain words. Words of one group that analyse to the same term become one.
 * A member must be one content word, since groups replace single terms.
 */
export function synonymGroups(
  lists: readonly (readonly string[])[],
  analyzer: Analyzer,
): readonly (readonly string[])[] {
  const groups = lists.map((words) => [...new Set(words.map((word) => termOf(word, analyzer)))]);
  groupOfTerm(groups);
  return groups;
}

function termOf(word: string, analyzer: Analyzer): string {
  const terms = analyzer.terms(word);
  if (terms.length === 1) return terms[0]!;
  throw new LabError('data.invalid', {
    what: `synonym "${word}"`,
    problem: `gives ${terms.length} terms; a member of a synonym group is one word, and no stop word`,
  });
}

/** term -> index of its group. A term in two groups has no single meaning to be replaced by, so it is refused. */
export function groupOfTerm(groups: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const lookup = new Map<string, number>();
  groups.forEach((terms, group) => {
    for (const term of terms) {
      const other = lookup.get(term);
      if (other !== undefined && other !== group) {
        throw new LabError('data.invalid', {
          what: `synonym "${term}"`,
          problem: `stands in group ${other + 1} (${groups[other]!.join(', ')}) and in group ${group + 1} (${terms.join(', ')}); a term belongs to one group`,
        });
      }
      lookup.set(term, group);
    }
  });
  return lookup;
}

/** What each term of a group adds to a query: the group's other terms, in the group's order. */
function expansionsOf(groups: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> {
  groupOfTerm(groups);
  const expansions = new Map<string, readonly string[]>();
  for (const terms of groups) {
    for (const term of terms) {
      expansions.set(
        term,
        terms.filter((other) => other !== term),
      );
    }
  }
  return expansions;
}

/** What each term of a query adds to it: the expansions as written, or those that the groups imply. */
export function queryExpansions(synonyms: Synonyms, analyzer: Analyzer): ReadonlyMap<string, readonly string[]> {
  if (!synonyms.expansions) return expansionsOf(synonymGroups(synonyms.groups, analyzer));
  return new Map(
    [...synonyms.expansions].map(([word, added]) => [
      termOf(word, analyzer),
      added.map((other) => termOf(other, analyzer)),
    ]),
  );
}
