// The port of a format that a comparison can be written in.
import type { Comparison } from '../../core/comparison.ts';
import type { Named, RenderStyle } from '../../core/contracts.ts';

export interface ComparisonFormat extends Named {
  readonly extension: string;
  render(comparison: Comparison, style: RenderStyle): string;
}
