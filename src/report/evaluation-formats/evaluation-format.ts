// The port of a format that an evaluation can be written in.
import type { Named, RenderStyle } from '../../core/contracts.ts';
import type { Evaluation } from '../../core/evaluation.ts';

export interface EvaluationInput {
  readonly evaluation: Evaluation;
  /** What trec_eval would print for each run: its names are the evaluator's business. */
  trecEval(): string;
  readonly style: RenderStyle;
}

export interface EvaluationFormat extends Named {
  readonly extension: string;
  /** A promise where what writes it is loaded first. */
  render(input: EvaluationInput): string | Promise<string>;
}
