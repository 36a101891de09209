// The order of an explanation: largest weight first, equal weights by term.
import type { TermWeight } from '../core/contracts.ts';
import { compareText } from '../core/order.ts';

export function largestFirst<T extends TermWeight>(weights: readonly T[]): readonly T[] {
  return weights.toSorted((a, b) => b.weight - a.weight || compareText(a.term, b.term));
}
