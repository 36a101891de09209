import { describe, expect, it } from 'vitest';
import { evaluationFormats } from '../../../src/report/evaluation-formats/registry.ts';
import { sampleEvaluation } from '../sample-evaluation.ts';

async function rendered(name: string): Promise<string> {
  const style = { width: Infinity, paint: (_role: string, text: string): string => text };
  const format = evaluationFormats.find((known) => known.name === name)!;
  return format.render({ evaluation: sampleEvaluation, trecEval: () => 'lines\n', style });
}

describe('formats of an evaluation', () => {
  it('json keeps every digit', async () => {
    expect(JSON.parse(await rendered('json'))).toEqual(sampleEvaluation);
    expect(await rendered('json')).toContain('0.3333333333333333');
    expect(await rendered('json')).not.toContain('\u001b');
  });

  it('csv has one value a line, topics first, and no formula', async () => {
    expect((await rendered('csv')).trimEnd().split('\n')).toEqual([
      'run,topic,n,measure,value,expected,best,worst,nonRelevant,relevant',
      'bm25,p1,1,RR,1,,,,,',
      'bm25,p1,1,NumRet,1,,,,,',
      "bm25,'=p2\ufffd,1,RR,0.333333333,,,,,",
      "bm25,'=p2\ufffd,1,NumRet,1310,,,,,",
      'bm25,,4,RR,0.333333333,0.3,0.5,0.25,0.3,1',
      'bm25,,4,NumRet,1311,1311,1311,1311,1311,1311',
    ]);
  });

  it('markdown and terminal show the same sections; trec_eval is what the evaluator printed', async () => {
    expect(await rendered('markdown')).toMatch(
      /^# rag-lab evaluation\n\nMade by rag-lab 1\.2\.3\.\n\n## Over all 4 judged topics\n/,
    );
    expect(await rendered('terminal')).toMatch(/^Over all 4 judged topics\n/);
    expect(await rendered('trec_eval')).toBe('lines\n');
  });
});
