import { describe, expect, it } from 'vitest';
import { handbookDataset, loadHandbook } from '../../src/datasets/handbook.ts';

const context = {} as never;

describe('the handbook as a dataset', () => {
  it('asks every planted fact in both wordings, with the sentence as evidence', async () => {
    const { dataset, handbook, questions } = await loadHandbook({ seed: 1, pages: 20, facts: 4 });
    expect(dataset.topics.map(({ id }) => id)).toEqual([
      'annual-leave.same',
      'annual-leave.paraphrase',
      'database-backups.same',
      'database-backups.paraphrase',
      'onboarding-buddy.same',
      'onboarding-buddy.paraphrase',
      'remote-work.same',
      'remote-work.paraphrase',
    ]);
    for (const { topicId, span } of dataset.evidence) {
      const quote = questions.find(({ id }) => id === topicId)!.evidence[0]!.quote;
      expect(handbook.document.text.slice(span!.start, span!.end)).toBe(quote);
    }
  });

  it('loads by the name of a seed', async () => {
    const params = { pages: 3, facts: 2 };
    const byName = await handbookDataset.load('7', params, context);
    expect(byName).toEqual((await loadHandbook({ seed: 7, ...params })).dataset);
    expect(byName.seed).toBe(7);
  });

  it.each(['', '-1', '1.5', '1e3', 'abc', '9007199254740992', '0x10'])('refuses the seed %j', async (seed) => {
    await expect(handbookDataset.load(seed, { pages: 1, facts: 1 }, context)).rejects.toThrow('a seed, an integer');
  });
});
