import { describe, expect, it } from 'vitest';
import { loadHandbook } from '../../src/datasets/handbook.ts';
import { runExplanation } from '../../src/experiment/explain-run.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { sentence } from '../../src/ingest/chunkers/sentence.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { bm25Synonyms } from '../../src/retrieval/bm25-synonyms.ts';
import { quietContext, tinyCatalog } from './tiny.ts';

const catalog = { ...tinyCatalog([bm25, bm25Synonyms]), chunkers: [sentence] };
const planOf = (system: string) =>
  planExperiment(catalog, { systems: [system], measures: ['RR'], cutoff: 3, chunker: 'sentence' });
const { dataset } = await loadHandbook({ seed: 404 });
const context = quietContext();

describe('the hint of one synonym', () => {
  it('gives the rank that BM25 with that pair as its whole synonym list gives, better than without', async () => {
    const { questions } = await runExplanation({
      plan: planOf('bm25'),
      catalog,
      dataset,
      context,
      explain: { hints: true, onlyMisses: true },
    });
    const hinted = questions.filter(({ systems }) => systems[0]!.hint).slice(0, 6);
    expect(hinted).toHaveLength(6);
    for (const { id, systems } of hinted) {
      const { hint, answer } = systems[0]!;
      const { questions: again } = await runExplanation({
        plan: planOf('bm25-synonyms'),
        catalog,
        dataset: { ...dataset, synonyms: { groups: [[hint!.word, hint!.term]] } },
        context,
        explain: { questions: [id] },
      });
      expect(again[0]!.systems[0]!.answer!.rank, `${id} ${hint!.word} = ${hint!.term}`).toBe(hint!.rank);
      if (answer!.signal) expect(hint!.rank).toBeLessThan(answer!.rank!);
    }
  });

  it('is not given unless it is asked for, nor for what was found', async () => {
    const explain = async (hints: boolean) =>
      (await runExplanation({ plan: planOf('bm25'), catalog, dataset, context, explain: { hints } })).questions.flatMap(
        ({ systems }) => systems,
      );
    expect((await explain(false)).some(({ hint }) => hint)).toBe(false);
    expect((await explain(true)).filter(({ hint, found }) => hint && found)).toEqual([]);
  });
});
