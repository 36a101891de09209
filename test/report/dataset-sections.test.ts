import { describe, expect, it } from 'vitest';
import { describeDataset } from '../../src/datasets/describe-dataset.ts';
import { datasetView } from '../../src/report/dataset-sections.ts';
import { drawView } from '../../src/report/formats/terminal.ts';

const drawn = (dataset: Parameters<typeof describeDataset>[0]): string =>
  drawView(datasetView(describeDataset(dataset, [])), { width: 100, paint: (_, text) => text });

const small = {
  name: 'small\u001b[31m',
  seed: null,
  documents: [{ id: 'a', title: '', text: 'one two', blocks: [], meta: {}, source: '' }],
  topics: [{ id: 'q', text: 'one?', labels: {}, slices: [] }],
  evidence: [
    { topicId: 'q', docId: 'gone', grade: 1, need: 0 },
    { topicId: 'q', docId: 'a', grade: 0, need: 1 },
  ],
  synonyms: { groups: [] },
};

describe('a dataset for people', () => {
  it('shows sizes, what each grade counts as, and what is missing; nothing of it acts on a terminal', () => {
    const text = drawn(small);
    expect(text).toContain('Dataset small');
    expect(text).not.toContain('\u001b');
    expect(text).toMatch(/documents +1\n/);
    expect(text).toMatch(/missing +1 judged documents are not there \(1 relevant judgments\)/);
    expect(text).toMatch(/0 +1 +judged, not relevant/);
    expect(text).toMatch(/words a document +2 +2 +2 +2\.0 +2 +2 +2/);
  });

  it('says nothing of what is in order', () => {
    const text = drawn({ ...small, evidence: [{ topicId: 'q', docId: 'a', grade: 1, need: 0 }] });
    for (const word of ['missing', 'identical', 'empty', 'nothing to find', 'synonyms', 'seed']) {
      expect(text).not.toContain(word);
    }
  });
});
