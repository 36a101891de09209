// What every engine needs of its surroundings: leave to reach outside, a name for messages, one warning about its hits.
import type { Context, Host, Params, RetrieverDef, SearchRequest } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { printParams } from '../core/spec.ts';
import type { HitMatcher } from './match-hits.ts';

const LONGEST_NAME = 120;

/** The canonical string, cut where a whole request stands in it. */
export function shortName<P extends Params>(def: RetrieverDef<P>, params: P): string {
  const name = `${def.name}${printParams(def.params, params)}`;
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
}

/** @throws LabError where nothing outside may be touched */
export function needHost(system: string, { host }: Context): Host {
  if (host) return host;
  throw new LabError('system.failed', { system, problem: 'it lies outside, and nothing outside may be touched here' });
}

export function warnOfHits(system: string, matcher: HitMatcher, { progress }: Context): void {
  const note = matcher.takeNote();
  if (note !== undefined) progress.report({ kind: 'warning', message: `${system}: ${note}` });
}

/** How many entries to ask for: with a filter so many that enough are left even where the engine knows nothing of it. */
export function entriesToAsk({ depth, filter }: SearchRequest, size: number): number {
  const forbidden = filter ? size - filter.count : 0;
  return depth <= 0 ? 0 : Math.min(depth + forbidden, size);
}
