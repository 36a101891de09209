import { describe, expect, it } from 'vitest';
import { drawView } from '../../src/report/formats/terminal.ts';
import { fusionTuningView } from '../../src/report/fusion-tuning-sections.ts';

describe('fusionTuningView', () => {
  it('shows tuning beside held-out values, and what was searched', () => {
    const view = fusionTuningView({
      fusion: 'weighted(norm=zscore)',
      measure: 'nDCG@10',
      runs: ['bm25', 'dense'],
      split: 'tuning.txt',
      tuningTopics: 25,
      heldOutTopics: 1225,
      weightings: 21,
      steps: 20,
      rows: [
        { kind: 'chosen', weights: '0.7:0.3', tuning: 0.51234, heldOut: 0.4 },
        { kind: 'equal', weights: '1:1', tuning: 0.5, heldOut: 0.45 },
        { kind: 'alone', run: 'bm25', weights: '1:0', tuning: 0.25, heldOut: 0.125 },
      ],
    });
    const text = drawView(view, { width: Number.POSITIVE_INFINITY, paint: (_, plain) => plain });
    expect(text).toContain('Weights of weighted(norm=zscore), fitted to nDCG@10');
    expect(text).toMatch(/chosen +0\.7:0\.3 +0\.5123 +0\.4000/);
    expect(text).toMatch(/bm25 alone +1:0 +0\.2500 +0\.1250/);
    expect(text).toContain('21 weightings, equal ones and all multiples of 0.05');
    expect(text).toContain('25 judged topics (tuning.txt), which alone chose; held-out: the other 1,225');
  });
});
