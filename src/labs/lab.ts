// A lab: a prepared lesson that computes its figures live and returns them as plain text of at most 80 columns.
import type { Context, Named } from '../core/contracts.ts';

export interface Lab extends Named {
  /** @param seed of what it draws, where it draws anything; absent means the reference's */
  run(context: Context, seed?: number): Promise<string>;
}
