import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const at = temporaryFolder();
const { lab, folder } = labIn(at);

function beir(): string {
  const place = folder();
  mkdirSync(join(place, 'qrels'));
  writeFileSync(join(place, 'corpus.jsonl'), '{"_id":"d1","text":"copper valve"}\n{"_id":"d2","text":"steel pump"}\n');
  writeFileSync(join(place, 'queries.jsonl'), '{"_id":"q1","text":"valve"}\n{"_id":"q2","text":"pump"}\n');
  writeFileSync(join(place, 'qrels/test.tsv'), 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\tgone\t1\nq9\td1\t1\n');
  writeFileSync(join(place, 'qrels/dev.tsv'), 'query-id\tcorpus-id\tscore\nq2\td2\t1\n');
  return place;
}

describe('rag-lab dataset info', () => {
  it('tells of a BEIR collection, split by split; what has no partner is said on standard error', async () => {
    const place = beir();
    const { code, out, err } = await lab(['dataset', 'info', `beir:${place}`]);
    expect(code).toBe(0);
    expect(out).toMatch(/documents +2\n/);
    expect(out).toMatch(/questions +1\n/);
    expect(err).toMatch(/warning: 1 topic of .*test\.tsv cannot be asked: not in .*queries\.jsonl: q9/);
    expect(err).toMatch(
      /warning: 1 document of .*test\.tsv not in the corpus; 1 topic cannot be answered in full: gone/,
    );
    const dev = await lab(['dataset', 'info', `beir:${place}`, '--split', 'dev', '--json']);
    expect(JSON.parse(dev.out)).toMatchObject({
      schema: 'rag-lab/dataset-info@1',
      judgments: { total: 1, grades: [{ grade: 1, total: 1 }] },
      warnings: [],
    });
    expect(dev.err).toBe('');
  });

  it('tells of a handbook, with the fingerprints that a report has', async () => {
    const info = JSON.parse((await lab(['dataset', 'info', 'handbook(pages=20,facts=4):7', '--json'])).out);
    const report = JSON.parse(
      (await lab(['run', '--dataset', 'handbook(pages=20,facts=4):7', '--systems', 'bm25', '--json'])).out,
    );
    expect(info.documents.fingerprint).toBe(report.corpus.fingerprint);
    expect(info.questions.fingerprint).toBe(report.questions.fingerprint);
    expect(info).toMatchObject({ seed: 7, documents: { pages: 20 }, questions: { labels: { wording: { same: 4 } } } });
    const sized = await lab(['dataset', 'info', '--seed', '7', '--pages', '20', '--facts', '4', '--json']);
    expect(JSON.parse(sized.out)).toEqual(info);
  });

  it('refuses what is no dataset, with nothing on standard output', async () => {
    for (const [argv, said] of [
      [['info', 'bier:x'], 'unknown dataset "bier"; did you mean "beir"?'],
      [['info', 'beir:nowhere'], 'there is no such folder'],
      [['info', 'handbook:7', '--split', 'dev'], '--split: handbook has no splits of this kind'],
      [['inf'], 'did you mean "info"?'],
    ] as const) {
      const { code, out, err } = await lab(['dataset', ...argv]);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toContain(said);
      expect(err).not.toContain('    at ');
    }
  });
});
