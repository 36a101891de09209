// Every analyzer by name, and the parameter by which lexical systems take one.
import type { ParamSpec } from '../core/contracts.ts';
import type { Analyzer } from './analyzer.ts';
import { articleAnalyzer } from './article-analyzer.ts';
import { englishLuceneAnalyzer } from './english-lucene.ts';
import { plainAnalyzer } from './plain-analyzer.ts';

export const analyzers: readonly Analyzer[] = [articleAnalyzer, plainAnalyzer, englishLuceneAnalyzer];

// A type, not an interface: only types fit the open-ended Params of a registry.
export type AnalyzerParams = {
  readonly analyzer: string;
};

export const analyzerParamSpecs: { readonly analyzer: ParamSpec<string> } = {
  analyzer: {
    default: articleAnalyzer.name,
    choices: analyzers.map(({ name }) => name),
    doc: 'how text becomes terms: words without stop words and plural s; words as they are; as Lucene reads English',
  },
};

/** @param name one of the choices: specs are checked before anything is opened */
export function analyzerNamed(name: string): Analyzer {
  const found = analyzers.find((analyzer) => analyzer.name === name);
  if (!found) throw new RangeError(`no analyzer "${name}"`);
  return found;
}
