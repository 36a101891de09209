// Collections for tests, built from chunk spans given by hand.
import type { Chunk, Collection, Document, Evidence, Ranking, Span, Topic } from '../../src/core/model.ts';

export function documentOf(id: string, text: string): Document {
  return { id, title: id, text, blocks: [], meta: {}, source: 'test' };
}

export function collectionOf(
  ...parts: readonly (readonly [Document, readonly (readonly [number, number])[]])[]
): Collection {
  const chunks: Chunk[] = [];
  for (const [document, spans] of parts) {
    spans.forEach(([start, end], n) => {
      const text = document.text.slice(start, end);
      const id = `${document.id}#${n}`;
      chunks.push({
        id,
        docId: document.id,
        ord: chunks.length,
        span: { start, end },
        path: [],
        text,
        offset: 0,
        words: 0,
        tokens: 0,
      });
    });
  }
  return {
    name: 'test',
    documents: parts.map(([document]) => document),
    chunks,
    fingerprint: '',
    ordOf: (id) => chunks.find((chunk) => chunk.id === id)?.ord,
  };
}

export function topicOf(id: string, labels: Readonly<Record<string, string>> = {}): Topic {
  return { id, text: id, labels, slices: [] };
}

export function evidenceOf(docId: string, span?: Span, need = 0, grade = 1, topicId = 't'): Evidence {
  return { topicId, docId, need, grade, ...(span ? { span } : {}) };
}

/** A ranking with falling scores. */
export function rankingOf(chunks: readonly number[], signal = chunks.length): Ranking {
  const scores = Float64Array.from(chunks, (_, i) => (i < signal ? chunks.length - i : 0));
  return { topicId: 't', chunks: Uint32Array.from(chunks), scores, signal };
}
