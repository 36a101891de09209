import { describe, expect, it } from 'vitest';
import { annotations, COMMENT_MARKER, commentBody, stepSummary } from '../../../src/report/gate-formats/github.ts';
import { change, check, gateResult, mixedResult } from '../sample-gate.ts';

const lines = (text: string): string[] => text.trimEnd().split('\n');

describe('annotations', () => {
  it('puts regressions first, then what could not be judged, then a summary in plain words', () => {
    const shown = lines(annotations(mixedResult));
    expect(shown.map((line) => /^::(\w+) title=([^:]*)::/.exec(line)?.slice(1))).toEqual([
      ['error', 'rag-lab gate%3A REGRESSION'],
      ['error', 'rag-lab gate%3A INCONCLUSIVE'],
      ['error', 'rag-lab gate%3A NOT-COMPARABLE'],
      undefined,
      undefined,
    ]);
    expect(shown[0]).toContain('bm25/same/R@3 drop <= 0: fell by 0.0667');
    expect(shown[0]).toContain('%0Aquestion annual-leave.same: rank 2 -> 5 (near-miss)%0A');
    expect(shown.at(-2)).toBe('rag-lab gate: REGRESSION: 1 of 7 rules broken');
    expect(shown.at(-1)).toMatch(/^GATE verdict=REGRESSION /);
  });

  it('is a warning where inconclusive passes', () => {
    expect(annotations({ ...mixedResult, inconclusive: 'pass' })).toMatch(
      /^::warning title=rag-lab gate%3A INCONCLUSIVE::/m,
    );
  });

  it('holds at most ten annotations, and says how many there are', () => {
    const checks = Array.from({ length: 14 }, (_, i) =>
      check({ name: `rule ${i}`, verdict: 'REGRESSION', message: 'fell' }),
    );
    const shown = lines(annotations(gateResult({ checks, verdict: 'REGRESSION' })));
    expect(shown.filter((line) => line.startsWith('::'))).toHaveLength(10);
    expect(shown.at(-2)).toBe('rag-lab gate: REGRESSION: 14 of 14 rules broken; 10 of 14 findings are annotated');
  });

  it('lets nothing that is told become a command or a second line', () => {
    const name = '100%\n::set-output name=x::y\r,:';
    const text = annotations(
      gateResult({ checks: [check({ name, verdict: 'REGRESSION', message: name, fell: [change(name)] })] }),
    );
    const [first, ...rest] = lines(text);
    expect(first).toContain('100%25 ::set-output name=x::y ,:');
    expect(rest.filter((line) => line.startsWith('::'))).toEqual([]);
    const problem = { message: '::error::x', remedy: null };
    const absent = gateResult({ verdict: 'NOT-COMPARABLE', problems: [problem], checks: [] });
    expect(lines(annotations(absent)).at(-2)).toBe('rag-lab gate: NOT-COMPARABLE: ::error::x');
  });
});

const huge = gateResult({
  checks: Array.from({ length: 20_000 }, (_, i) => check({ name: `"${'é'.repeat(40)}"/R@3 drop <= ${i}` })),
});

describe('stepSummary', () => {
  it('is the tables as Markdown', () => {
    expect(stepSummary(mixedResult)).toMatch(/^# rag-lab gate\n[\s\S]*\| REGRESSION \| bm25\/same\/R@3 \|/);
  });

  it('stays under 1 MiB of bytes, or under what is left, in whole lines', () => {
    for (const bytes of [2 ** 20, 5000]) {
      const text = stepSummary(huge, bytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
      expect(Buffer.byteLength(text)).toBeGreaterThan(bytes - 500);
      expect(text).toMatch(/\|\n\n…cut here; the json format holds everything\.\n$/);
    }
    expect(stepSummary(huge, 10)).toBe('');
    expect(stepSummary(huge, -5)).toBe('');
  });
});

describe('commentBody', () => {
  it('calls nobody and links to no issue, whatever ids hold, and leaves addresses alone', () => {
    const body = commentBody(gateResult({ flips: [change('@octocat #12 (@a) a@b.example')] }));
    expect(body).toContain('@&#8203;octocat #&#8203;12 (@&#8203;a) a@b.example');
    expect(body).not.toMatch(/\W@\w|(?<!&)#\d/);
  });

  it('begins with a hidden marker and stays under 65,536 characters', () => {
    expect(commentBody(mixedResult).startsWith(`${COMMENT_MARKER}\n# rag-lab gate\n`)).toBe(true);
    expect(commentBody(huge).length).toBeLessThan(65_536);
    expect(commentBody(huge).startsWith(COMMENT_MARKER)).toBe(true);
  });
});
