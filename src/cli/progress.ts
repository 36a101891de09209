// One progress line on stderr (stage, count, time left), only where somebody watches; warnings always, each once.
// Where colour is not wanted there is no control sequence either: a plain line now and then instead.
import type { Progress, ProgressEvent } from '../core/contracts.ts';
import { neutralise } from './neutralise.ts';
import { colourLevel, isCI } from './style.ts';
import type { Terminal } from './terminal.ts';

/** Redrawing more often than this only costs time. */
const REDRAW_MS = 100;
/** Before this much of a stage has passed, a guess at the rest is worth nothing. */
const GUESS_AFTER_MS = 500;
/** Plain lines stay on the screen, so there are few of them. */
const PLAIN_MS = 5000;
const CLEAR_LINE = '\r\u001b[2K';

export interface ProgressLine extends Progress {
  /** Removes the line, so that what follows starts clean; resolves once all warnings are written. */
  end(): Promise<void>;
}

export function createProgress(
  terminal: Terminal,
  options: { readonly quiet: boolean; readonly plain?: boolean },
): ProgressLine {
  const drawn = terminal.errIsTTY && !options.quiet && !isCI(terminal.env.CI) && terminal.env.TERM !== 'dumb';
  const redraws = colourLevel(terminal, terminal.errIsTTY, options.plain === true) > 0;
  const warned = new Set<string>();
  let pending: Promise<unknown> = Promise.resolve();
  let shown = false;
  let lastDraw = Number.NEGATIVE_INFINITY;
  /** By stage: one may run within another. */
  const began = new Map<string, number>();

  const write = (text: string): void => {
    // Progress is a courtesy: where stderr cannot take it, the work goes on.
    pending = pending.then(() => terminal.err.write(text)).catch(() => {});
  };
  const since = (stage: string): number => terminal.now() - (began.get(stage) ?? terminal.now());
  const clear = (): void => {
    if (shown) write(CLEAR_LINE);
    shown = false;
  };
  const draw = (text: string): void => {
    const width = terminal.columns || 80;
    write(`${CLEAR_LINE}${neutralise(text).slice(0, width - 1)}`);
    shown = true;
    lastDraw = terminal.now();
  };

  return {
    report(event: ProgressEvent) {
      if (event.kind === 'warning') {
        if (warned.has(event.message)) return;
        warned.add(event.message);
        clear();
        write(`rag-lab: warning: ${neutralise(event.message)}\n`);
        return;
      }
      if (!drawn) return;
      const now = terminal.now();
      if (!redraws) {
        if (event.kind === 'stage-began') {
          began.set(event.stage, now);
          lastDraw = now;
        } else if (event.kind === 'stage-advanced' && now - lastDraw >= PLAIN_MS) {
          write(`${neutralise(progressText(event.stage, event.done, event.total, since(event.stage)))}\n`);
          lastDraw = now;
        }
        return;
      }
      if (event.kind === 'stage-began') {
        began.set(event.stage, now);
        draw(event.total === undefined ? `${event.stage} ...` : progressText(event.stage, 0, event.total, 0));
      } else if (event.kind === 'stage-advanced') {
        if (now - lastDraw >= REDRAW_MS || event.done === event.total) {
          draw(progressText(event.stage, event.done, event.total, since(event.stage)));
        }
      } else clear();
    },
    async end() {
      clear();
      await pending;
    },
  };
}

export function progressText(stage: string, done: number, total: number, elapsedMs: number): string {
  const count = `${stage} ${done}/${total}`;
  if (done <= 0 || done >= total || elapsedMs < GUESS_AFTER_MS) return count;
  return `${count}, ${duration((elapsedMs * (total - done)) / done)} left`;
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
