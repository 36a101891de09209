// Copies of earlier chunks are counted, and dropped where that is asked for: evidence in a copy is met by the chunk that stays.
import { sha256 } from '../core/hash.ts';
import type { Chunk, ChunkOrd, Collection } from '../core/model.ts';
import type { Dedupe, Report } from '../core/results.ts';
import { type Copies, findCopies } from '../eval/near-copies.ts';
import type { Alternative, Projection, TopicEvidence } from '../eval/project.ts';

/** Unless asked for, near-copies are not looked for among more chunks than this: it takes about a second, and several where most of the text is a template. */
const MOST_UNASKED = 10_000;

/**
 * @param dedupe which copies are to be dropped; near-copies are then counted however many chunks there are
 * @param groups by ordinal: chunks of different groups (what a filter allows, what not) are no copies of each other
 */
export function copiesOf({ chunks }: Collection, dedupe: Dedupe | undefined, groups?: Uint8Array): Copies {
  const texts = chunks.map(({ text }) => text);
  const near = dedupe === 'near' || chunks.length <= MOST_UNASKED;
  const found = findCopies(texts, near, groups);
  // Near-copies are counted all the same.
  return dedupe === 'exact' && near ? { ...findCopies(texts, false, groups), near: found.near } : found;
}

export function describeCopies({ exact, near }: Copies): NonNullable<Report['corpus']['duplicates']> {
  return { exact, near };
}

export interface Searchable {
  readonly collection: Collection;
  readonly projection: Projection;
}

/** Leaves copies out. Chunks keep their ids and their order; ordinals stay dense. */
export function dropCopies({ collection, projection }: Searchable, keptBy: Uint32Array): Searchable {
  const chunks: Chunk[] = [];
  const places = new Uint32Array(keptBy.length);
  for (const chunk of collection.chunks) {
    if (keptBy[chunk.ord] !== chunk.ord) continue;
    places[chunk.ord] = chunks.length;
    chunks.push({ ...chunk, ord: chunks.length });
  }
  if (chunks.length === collection.chunks.length) return { collection, projection };
  const ords = new Map(chunks.map(({ id, ord }) => [id, ord]));
  const isCopy = (ord: ChunkOrd): boolean => keptBy[ord] !== ord;
  const placeOf = (ord: ChunkOrd): ChunkOrd => places[keptBy[ord]!]!;
  const topics = new Map(
    [...projection.topics].map(([id, evidence]) => [id, moveEvidence(evidence, isCopy, placeOf)] as const),
  );
  return {
    collection: {
      name: collection.name,
      documents: collection.documents,
      chunks,
      fingerprint: sha256([collection.fingerprint, ...chunks.map(({ id }) => id)]),
      ordOf: (id) => ords.get(id),
    },
    projection: { ...projection, topics },
  };
}

function moveEvidence(
  { needs, grades, judgedNonRelevant }: TopicEvidence,
  isCopy: (ord: ChunkOrd) => boolean,
  placeOf: (ord: ChunkOrd) => ChunkOrd,
): TopicEvidence {
  const moved = new Map<ChunkOrd, number>();
  for (const [ord, grade] of grades) {
    moved.set(placeOf(ord), Math.max(moved.get(placeOf(ord)) ?? Number.NEGATIVE_INFINITY, grade));
  }
  const moveAlternative = ({ whole, pieces, from, to }: Alternative): Alternative[] => {
    const sorted = (ords: readonly ChunkOrd[]): ChunkOrd[] => [...new Set(ords.map(placeOf))].sort((a, b) => a - b);
    const own = whole.filter((ord) => !isCopy(ord));
    const elsewhere = sorted(whole.filter(isCopy));
    return [
      ...(own.length > 0 || whole.length === 0
        ? [{ whole: sorted(own), pieces: pieces.map((piece) => ({ ...piece, ord: placeOf(piece.ord) })), from, to }]
        : []),
      // The offsets are those of the dropped copy, whose document is another: the chunk that stays holds it somewhere.
      ...(elsewhere.length > 0 ? [{ whole: elsewhere, pieces: [], from: 0, to: 0 }] : []),
    ];
  };
  return {
    needs: needs.map((need) => ({ ...need, alternatives: need.alternatives.flatMap(moveAlternative) })),
    grades: new Map([...moved].sort(([a], [b]) => a - b)),
    judgedNonRelevant,
  };
}
