// Keeps promises that a library leaves behind, rejected and waited for by nobody, from ending the program.
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';

type Listener = NodeJS.UnhandledRejectionListener;

/** Rules of the work under way: what any of them knows as stray is passed over. */
const open = new Set<(reason: unknown) => boolean>();
let others: readonly Listener[] = [];

const listen: Listener = (reason, promise) => {
  for (const isStray of open) if (isStray(reason)) return;
  // As if this listener were not there: without another one, Node ends the program.
  if (others.length === 0) throw reason;
  for (const other of others) other(reason, promise);
};

/**
 * Runs the work; rejections that nobody handles and that `isStray` knows as the library's own are passed over meanwhile. The
 * work's own failure is thrown as ever. Other rejections go where they would go without this.
 */
export async function passingOverStrays<T>(isStray: (reason: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  // A rule of its own for every piece of work, however often one function is given.
  const rule = (reason: unknown): boolean => isStray(reason);
  if (open.size === 0) {
    others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', listen);
  }
  open.add(rule);
  try {
    return await work();
  } finally {
    // Node reports rejections when a turn of its loop is over.
    await setImmediate();
    open.delete(rule);
    if (open.size === 0) {
      process.off('unhandledRejection', listen);
      for (const other of others) process.on('unhandledRejection', other);
      others = [];
    }
  }
}
