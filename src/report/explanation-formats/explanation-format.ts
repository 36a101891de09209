// The port of a format that explanations can be written in.
import type { Named, RenderStyle } from '../../core/contracts.ts';
import type { Explanation } from '../../core/explanation.ts';

export interface ExplanationInput {
  readonly explanation: Explanation;
  /** Set where all misses are told together: of how many questions. */
  readonly misses?: { readonly asked: number };
  /** Of rag-lab. */
  readonly version: string;
  readonly style: RenderStyle;
}

export interface ExplanationFormat extends Named {
  readonly extension: string;
  render(input: ExplanationInput): string;
}
