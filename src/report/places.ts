// Where an answer stands, for people: file, page and heading path.
import type { Place, Report } from '../core/results.ts';

/** What is known of a chunk that a report names; of one without a place of its own, the document that its id begins with. */
export function placeOf({ places }: Report, chunk: string): Place | undefined {
  if (places && Object.hasOwn(places, chunk)) return places[chunk];
  const end = chunk.lastIndexOf('#');
  return end > 0 ? { document: chunk.slice(0, end), path: [] } : undefined;
}

/** `leave.md p.12 › Carry over`; where there is but one document, it is not named. Empty where nothing is known. */
export function printPlace(
  place: Place | undefined,
  { corpus }: { readonly corpus: { readonly documents: number } },
): string {
  if (!place) return '';
  const { document, page, path } = place;
  const where = [...(corpus.documents > 1 ? [document] : []), ...(page === undefined ? [] : [`p.${page}`])].join(' ');
  return [...(where === '' ? [] : [where]), ...path].join(' › ');
}
