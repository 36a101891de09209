// What each diagnosis rests on, and what helps against it.
import type { Remedy } from '../core/explanation.ts';

/** In the order in which `diagnose` tries them. */
export const remedies: readonly Remedy[] = [
  {
    diagnosis: 'split',
    rule: 'no chunk holds the whole answer: a chunk boundary cuts it in two',
    remedy: "cut along the document's structure, let chunks overlap, or return the neighbours of a hit too",
  },
  {
    diagnosis: 'filtered',
    rule: 'the filter leaves out every chunk that holds the answer',
    remedy: 'check the condition and the metadata: what a filter leaves out, no ranking brings back',
  },
  {
    diagnosis: 'truncated',
    rule: 'the system stops reading the chunk before the answer in it ends',
    remedy: 'smaller chunks, a vector for each sentence (pool=max), or an encoder with a longer limit',
  },
  {
    diagnosis: 'vocabulary',
    rule: 'no content word of the question occurs anywhere in the corpus',
    remedy: 'dense or hybrid retrieval, or a glossary that expands the query; a larger k finds nothing more',
  },
  {
    diagnosis: 'no-signal',
    rule: "nothing of the question matches the answer's chunk: its rank is a place among zeros",
    remedy: 'dense or hybrid retrieval, a rewritten query, or a glossary; neither a larger k nor a reranker',
  },
  {
    diagnosis: 'tied',
    rule: 'the answer scores what the entry at rank k scores: the order of ties decided',
    remedy: 'a reranker, or chunks that tell neighbours apart: another size, their title in front',
  },
  {
    diagnosis: 'duplicate-crowded',
    rule: 'without the near-copies above it the answer would stand in the top k',
    remedy: 'drop copies before indexing (--dedupe near), keep current versions only, or diversify the top',
  },
  {
    diagnosis: 'near-miss',
    rule: 'the answer matched and stands within twice k',
    remedy: 'raise k, or rerank a deeper list',
  },
  {
    diagnosis: 'outranked',
    rule: 'the answer matched, but stands beyond twice k',
    remedy:
      'hybrid retrieval or a rewritten query; a reranker if it is among its candidates. Where only incidental words scored, it is the vocabulary',
  },
];
