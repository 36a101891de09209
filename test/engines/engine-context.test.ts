import { describe, expect, it } from 'vitest';
import { command } from '../../src/engines/command.ts';
import { entriesToAsk, needHost, shortName, warnOfHits } from '../../src/engines/engine-context.ts';
import { createHitMatcher } from '../../src/engines/match-hits.ts';
import { collection, engineWorld, paramsOf, requests } from './engine-world.ts';

describe('shortName', () => {
  it('is the canonical string, cut where it is long', () => {
    expect(shortName(command, paramsOf(command, { run: 'python my.py', batch: '1' }))).toBe(
      'command(batch=1,run="python\\smy.py")',
    );
    expect(shortName(command, paramsOf(command, { run: 'x'.repeat(500) }))).toMatch(/^command\(run=x{108}\.\.\.$/);
  });
});

describe('entriesToAsk', () => {
  const filter = { text: '', allowed: Uint8Array.of(1, 0, 0, 1), count: 2 };
  const [request] = requests(['x'], 1);
  it.each([
    [{ ...request! }, 1],
    [{ ...request!, depth: 0 }, 0],
    [{ ...request!, depth: Number.POSITIVE_INFINITY }, 4],
    [{ ...request!, filter }, 3],
    [{ ...request!, depth: 3, filter }, 4],
    [{ ...request!, depth: 0, filter }, 0],
  ])('is enough, and never more than there is (%#)', (asked, entries) => {
    expect(entriesToAsk(asked, 4)).toBe(entries);
  });
});

describe('needHost', () => {
  it('gives leave where there is any', () => {
    const { context } = engineWorld();
    expect(needHost('x', context)).toBe(context.host);
    const { host: _, ...closed } = context;
    expect(() => needHost('x', closed)).toThrow('system x failed: it lies outside');
  });
});

describe('warnOfHits', () => {
  it('warns of what could not be used, once', () => {
    const { context, warnings } = engineWorld();
    const matcher = createHitMatcher(collection);
    warnOfHits('x', matcher, context);
    matcher.rank(requests(['q'])[0]!, [{ id: 'nope' }]);
    warnOfHits('x', matcher, context);
    warnOfHits('x', matcher, context);
    expect(warnings).toEqual(['x: 1 of 1 hits matched no chunk: first "nope", question q0']);
  });
});
