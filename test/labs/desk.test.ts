import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { loadHandbook } from '../../src/datasets/handbook.ts';
import { hitsOf, openDesk, questionOf, scoresOf } from '../../src/labs/desk.ts';
import { committed, deskOf } from './lessons/check-lesson.ts';

describe('the desk', () => {
  it('measures as the committed report does', async () => {
    const report = await deskOf(404).measure(['bm25']);
    expect(report.scores).toEqual(committed.scores.filter(({ system }) => system === 'bm25'));
    expect(hitsOf(report, 'bm25', 'same')).toBe(scoresOf(committed, 'bm25', 'same').measures['R@3']!.hits);
    expect(questionOf(report, 'annual-leave.same').ranks.bm25).toBe(1);
  });

  it('opens the same chunks under the same systems, and knows where the answer stands', async () => {
    const opened = await deskOf(404).open(['bm25']);
    const topic = opened.topic('annual-leave.paraphrase');
    const { sentence, chunk } = opened.answer(topic.id);
    expect(sentence).toBe('Annual leave requests must be submitted at least 3 weeks in advance.');
    expect(chunk.text).toContain(sentence);
    const ranking = await opened.rank('bm25', topic);
    const result = questionOf(committed, topic.id);
    expect(result.evidence).toEqual([chunk.id]);
    expect(ranking.chunks.indexOf(chunk.ord) + 1).toBe(result.ranks.bm25);
  });

  it('makes each thing once, and the handbook only when it is asked for', async () => {
    let loads = 0;
    const desk = openDesk(
      {
        catalog: builtinCatalog(),
        version: 'test',
        async loadHandbook(seed) {
          loads++;
          return (await loadHandbook({ seed, pages: 20, facts: 4 })).dataset;
        },
      },
      { progress: { report: () => {} }, signal: new AbortController().signal },
      { handbook: 3 },
    );
    await desk.example();
    expect(loads).toBe(0);
    const [first, second] = await Promise.all([desk.measure(['bm25']), desk.measure(['bm25'])]);
    expect(first).toBe(second);
    expect(first.seed).toBe(3);
    await desk.open(['bm25']);
    expect(loads).toBe(1);
    await desk.close();
  });
});
