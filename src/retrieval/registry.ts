// Every built-in retriever, in the order lists show them.
import type { RetrieverDef } from '../core/contracts.ts';
import { bm25 } from './bm25.ts';
import { bm25Synonyms } from './bm25-synonyms.ts';
import { dense } from './dense.ts';
import { oracle } from './oracle.ts';
import { random } from './random.ts';
import { rrf } from './rrf.ts';
import { synonymTfidf } from './synonym-tfidf.ts';
import { tfidf } from './tfidf.ts';
import { weighted } from './weighted.ts';

export const retrievers: readonly RetrieverDef[] = [
  bm25,
  bm25Synonyms,
  tfidf,
  synonymTfidf,
  dense,
  rrf,
  weighted,
  random,
  oracle,
];
