import { describe, expect, it } from 'vitest';
import { evaluationView } from '../../src/report/evaluation-sections.ts';
import { drawView } from '../../src/report/formats/terminal.ts';
import { sampleEvaluation } from './sample-evaluation.ts';

const style = { width: Infinity, paint: (_role: string, text: string): string => text };
const draw = (change: Partial<typeof sampleEvaluation> = {}): string =>
  drawView(evaluationView({ ...sampleEvaluation, ...change }), style);

describe('evaluationView', () => {
  it('shows means, whom they are over, ties, bounds and topics', () => {
    expect(draw()).toBe(
      `Over all 4 judged topics
  run   topics      RR  NumRet
  ────  ──────  ──────  ──────
  bm25       4  0.3333   1,311

  bm25 (tag bm25(k1=0.9)): 2 missing, 1 unknown
  missing = judged topics that the run lacks, they count with 0: p3, p4
  unknown = topics of the run that nobody judged, they are left out: p9
  nothing is relevant to 1 topic, they count with 0: p4
  equal scores on both sides of cutoff 3 in 1 topic: there the order of ids decides
  something to know

Ties
  run   measure   value  expected   worst    best
  ────  ───────  ──────  ────────  ──────  ──────
  bm25  RR       0.3333    0.3000  0.2500  0.5000
  bm25  NumRet    1,311     1,311   1,311   1,311

  expected = the mean over all orders of documents with equal scores; worst and best = of such an order

Unjudged documents
  run   measure   value  not relevant  relevant
  ────  ───────  ──────  ────────────  ────────
  bm25  RR       0.3333        0.3000    1.0000
  bm25  NumRet    1,311         1,311     1,311

  the value if no unjudged document that the measure sees were relevant, and if all of them were

Topics of bm25
  topic      RR  NumRet
  ─────  ──────  ──────
  p1     1.0000       1
  =p2\ufffd   0.3333   1,310
`,
    );
  });

  it('says which set of topics is averaged over', () => {
    const heading = (topics: 'qrels' | 'run' | 'both'): string =>
      draw({ settings: { ...sampleEvaluation.settings, topics } }).split('\n')[0]!;
    expect((['qrels', 'run', 'both'] as const).map(heading)).toEqual([
      'Over all 4 judged topics',
      'Over the 4 topics of the run',
      'Over the 4 topics both judged and in the run',
    ]);
    expect(draw({ judgedTopics: 1 })).toMatch(/^Over the one judged topic\n/);
  });

  it('names the run in every note where there are several, and has a row each', () => {
    const [run] = sampleEvaluation.runs;
    const { ties: _, bounds: __, topicScores: ___, ...plain } = run!;
    const text = draw({ runs: [plain, { ...plain, label: 'dense' }] });
    expect(text).toContain('\n  dense       4  0.3333   1,311\n');
    expect(text).toContain('\n  dense: missing = judged topics');
    expect(text).not.toContain('Ties');
  });

  it('cuts ids and tags that nobody can read', () => {
    const [run] = sampleEvaluation.runs;
    const long = 'x'.repeat(100_000);
    const text = draw({ runs: [{ ...run!, tag: long, missing: [long], unknown: [long], topicScores: [] }] });
    expect(text.length).toBeLessThan(3000);
    expect(text).toContain(`(tag ${'x'.repeat(99)}…)`);
  });

  it('turns the table where there are many measures', () => {
    const measures = Array.from({ length: 13 }, (_, n) => `P@${n + 1}`);
    const values = Object.fromEntries(measures.map((name) => [name, 0.5]));
    const [{ ties: _, bounds: __, topicScores: ___, ...run }] = sampleEvaluation.runs as [
      (typeof sampleEvaluation.runs)[0],
    ];
    const text = draw({ measures, runs: [{ ...run, values }] });
    expect(text).toContain('\n  measure    bm25\n');
    expect(text).toContain('\n  P@13     0.5000\n');
  });
});
