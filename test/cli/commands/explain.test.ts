import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../src/core/explanation.ts';
import { displayWidth } from '../../../src/report/display-width.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = temporaryFolder();
const { lab, folder } = labIn(root);
const QUICK = ['--systems', 'bm25', '--pages', '20', '--facts', '4'];
const explain = (...argv: string[]) => lab(['explain', ...argv, ...QUICK]);
const read = (text: string): Explanation => JSON.parse(text);

describe('rag-lab explain', () => {
  it('says why each system ranked the answer where it did, in 80 columns', async () => {
    const { code, out, err } = await lab(
      ['explain', 'annual-leave.paraphrase', '--systems', 'bm25,synonym-tfidf,rrf[bm25,synonym-tfidf]'],
      { outIsTTY: true, columns: 80, env: { NO_COLOR: '1' } },
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^annual-leave\.paraphrase: How early do I have to ask for vacation days\?\n/);
    expect(out).toMatch(/\nbm25: missed, at rank \d+ of 166 \(outranked\)\n/);
    expect(out).toMatch(/words +shares no content word with the answer\n/);
    expect(out).toMatch(/scored by +day 0\.1823 \(none of them in the answer itself\)\n/);
    expect(out).toMatch(/one synonym +with vacation = annual: rank 1\n/);
    expect(out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
  });

  it('asks what is no id as it stands, and shows what ranks first', async () => {
    const { code, out } = await explain('when', 'is', 'annual', 'leave?', '--chunks', '2', '--json');
    expect(code).toBe(0);
    const { questions } = read(out);
    expect(questions[0]).toMatchObject({ id: '', text: 'when is annual leave?', evidence: [] });
    expect(questions[0]!.systems[0]!.above).toHaveLength(2);
    expect(questions[0]!.systems[0]!.answer).toBeUndefined();
    expect(questions[0]!.systems[0]!.diagnosis).toBeUndefined();
  });

  it('tells a question of stop words and of nothing from a fault', async () => {
    const { code, out } = await explain('how is the?');
    expect(code).toBe(0);
    expect(out).toMatch(/read as +nothing\n/);
    expect(out).toContain('no chunk matches anything of the question');
  });

  it('names the nearest ids, says what is missing, and that --misses is about all', async () => {
    expect(await explain('annual-leave.paraphase')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^rag-lab: question "annual-leave\.paraphase": .*nearest: annual-leave\.paraphrase/),
    });
    expect(await explain()).toMatchObject({
      code: 2,
      err: expect.stringContaining('--misses\ntry: rag-lab explain --help'),
    });
    expect(await explain('a b', '--misses')).toMatchObject({
      code: 2,
      err: expect.stringContaining('give one of them'),
    });
    expect(await explain('  ')).toMatchObject({ code: 2 });
  });

  it('groups all misses by system and diagnosis, as many as a run has', async () => {
    const argv = ['--systems', 'bm25,oracle', '--pages', '30', '--facts', '9'];
    const run = await lab(['run', ...argv, '--json']);
    const { code, out } = await lab(['explain', '--misses', ...argv, '--json']);
    expect(code).toBe(0);
    const { misses } = JSON.parse(run.out);
    const told = JSON.parse(out);
    expect(told.asked).toBe(18);
    expect(told.misses.map((own: { system: string }) => own.system)).toEqual(['bm25', 'oracle']);
    expect(told.misses[0].total.misses).toBe(misses.length);
    expect(misses.length).toBeGreaterThan(0);
    expect(told.misses[1].total.misses).toBe(0);
    expect((await lab(['explain', '--misses', ...argv])).out).toContain('oracle: none of 18 missed\n');
  });

  describe("with documents of one's own", () => {
    const own = folder();
    mkdirSync(join(own, 'docs'));
    writeFileSync(
      join(own, 'docs', 'leave.md'),
      '---\nteam: people\n---\n# Leave\n\nAnnual leave is booked three weeks ahead.\n',
    );
    writeFileSync(
      join(own, 'docs', 'car.md'),
      '---\nteam: sites\n---\n# Cars\n\nThe garage \u001b[31m opens at seven.\n',
    );
    const question = {
      id: 'q1',
      text: 'When can I book holidays?',
      evidence: [{ document: 'leave.md', quote: 'three weeks' }],
    };
    writeFileSync(join(own, 'questions.jsonl'), `${JSON.stringify(question)}\n`);
    const at = (...argv: string[]) => lab(['explain', ...argv], { cwd: own });

    it('explains questions of a set, of a config file too, with a filter', async () => {
      writeFileSync(
        join(own, 'rag-lab.config.yaml'),
        'corpus: docs\nquestions: questions.jsonl\nsystems: bm25\nformat: csv\nout: results\n',
      );
      const filtered = await at('q1', '--json', '--filter', 'team = sites');
      expect(filtered.code).toBe(0);
      expect(read(filtered.out)).toMatchObject({
        filter: 'team = sites',
        questions: [{ systems: [{ diagnosis: 'filtered', found: false }] }],
      });
      const plain = await at('q1', '--json');
      expect(plain.code).toBe(0);
      expect(read(plain.out).questions[0]).toMatchObject({ id: 'q1', systems: [{ system: 'bm25', shared: [] }] });
    });

    it('needs no set of questions for one in words', async () => {
      const { code, out } = await lab(
        ['explain', 'where is the garage', '--corpus', 'docs', '--systems', 'bm25', '--config', 'none.yaml'],
        { cwd: own },
      );
      expect([code, out]).toEqual([2, '']);
      const without = folder();
      const there = await lab(['explain', 'where is the garage', '--corpus', join(own, 'docs'), '--systems', 'bm25'], {
        cwd: without,
      });
      expect(there.code).toBe(0);
      expect(there.out).toContain('car.md#0');
      expect(there.out).not.toContain('\u001b');
      const all = await lab(['explain', '--misses', '--corpus', join(own, 'docs'), '--systems', 'bm25'], {
        cwd: without,
      });
      expect(all).toMatchObject({ code: 2, err: expect.stringContaining('--questions is missing') });
    });
  });

  it('writes formats to files, and says so', async () => {
    const { code, err } = await explain(
      'annual-leave.same',
      '--format',
      'markdown=why.md',
      '--format',
      'json=why.json',
    );
    expect(code).toBe(0);
    expect(err).toBe('rag-lab: wrote markdown to why.md; json to why.json\n');
    expect(readFileSync(join(root, 'why.md'), 'utf8')).toMatch(/^# rag-lab explain\n/);
    expect(read(readFileSync(join(root, 'why.json'), 'utf8')).questions).toHaveLength(1);
    expect(await explain('x y', '--format', 'html')).toMatchObject({
      code: 2,
      err: expect.stringContaining('terminal, json, markdown'),
    });
  });

  it('collects faults of options before any work', async () => {
    const { code, err } = await lab(['explain', 'x y', '--chunks', '-1', '--systems', 'bm52', '--cutoff', '0']);
    expect(code).toBe(2);
    expect(err).toContain('--chunks');
    expect(err).toContain('did you mean "bm25"');
    expect(err).toContain('--cutoff');
  });
});
