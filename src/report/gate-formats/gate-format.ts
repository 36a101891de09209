// The port of a format that the gate's result can be written in.
import type { Named, RenderStyle } from '../../core/contracts.ts';
import type { GateResult } from '../../core/gate.ts';

export interface GateFormat extends Named {
  readonly extension: string;
  render(result: GateResult, style: RenderStyle): string;
  /** What goes to standard output where it is not what goes to a file. */
  renderLog?(result: GateResult): string;
}
