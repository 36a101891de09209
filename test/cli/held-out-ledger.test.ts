import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSeal, recordLook, type Seen } from '../../src/cli/held-out-ledger.ts';
import { loadHandbook } from '../../src/datasets/handbook.ts';
import { labIn } from './in-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { folder, lab } = labIn(temporaryFolder());
const LEDGER = 'questions/held-out.ledger.jsonl';
const SMALL = 'pages: 20\nfacts: 30\nsystems: bm25\nledger: true\n';

function project(config = SMALL) {
  const at = folder();
  const path = join(at, LEDGER);
  writeFileSync(join(at, 'rag-lab.config.yaml'), config);
  return {
    at,
    path,
    run: (...argv: string[]) => lab(argv, { cwd: at }),
    lines: () => readFileSync(path, 'utf8').trimEnd().split('\n'),
    looks: () =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    write(text: string) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
  };
}

describe('the held-out ledger', () => {
  it('knows that explaining held-out questions is a look, and explaining others is none', async () => {
    const { run, looks } = project();
    const { topics } = (await loadHandbook({ seed: 404 })).dataset;
    const idOf = (split: string) => topics.find(({ labels }) => labels.split === split)!.id;
    await run('explain', idOf('tuning'));
    expect(looks).toThrow(/ENOENT/);
    expect((await run('explain', idOf('held-out'))).out).toMatch(/^The held-out split: looked at once, /);
    expect((await run('explain', '--misses')).out).toMatch(/; this repeats look 1 /);
    expect((await run('run')).out).toMatch(/; this repeats look 1 /);
    expect((await run('explain', '--misses', '--json', '--systems', 'tfidf')).out).toMatch(/^\{/);
    expect(looks().map(({ systems }) => systems)).toEqual([['bm25'], ['tfidf']]);
  });

  it('is kept only where the config asks for it, and changes nothing but a line above the terminal report', async () => {
    const { run, at, looks } = project();
    const plain = project(SMALL.replace('ledger: true\n', ''));
    const without = await plain.run('run');
    const { code, out, err } = await run('run');
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`The held-out split: looked at once, this one included (${LEDGER})\n\n${without.out}`);
    expect(() => plain.lines()).toThrow(/ENOENT/);
    expect((await run('run', '--json')).out).toBe((await plain.run('run', '--json')).out);
    expect(looks()).toHaveLength(1);
    expect(looks()[0]).toMatchObject({ look: 1, systems: ['bm25'], cutoff: 3 });
    expect(readFileSync(join(at, LEDGER), 'utf8')).not.toContain(at);
  });

  it('counts what is new: other systems, measures, chunks, depth or text, and no repeat', async () => {
    const { run, looks } = project();
    await run('run');
    await run('run', '--systems', 'bm25,tfidf');
    await run('run', '--systems', 'tfidf,bm25', '--quiet');
    await run('run', '--systems', 'lex=bm25');
    expect(looks().map(({ look }) => look)).toEqual([1, 2]);
    expect((await run('run')).out).toMatch(/^The held-out split: looked at 2 times; this repeats look 1 /);
    await run('run', '--measures', 'RR');
    await run('run', '--chunker', 'sentence(words=100)');
    await run('run', '--depth', '10');
    await run('run', '--cutoff', '5');
    await run('run', '--dedupe', 'near');
    // The questions and the words of their evidence are the same in another handbook.
    expect((await run('run', '--seed', '7')).code).toBe(0);
    expect(looks().map(({ look }) => look)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('sees what gate and baseline evaluate, but no stored report', async () => {
    const { run, looks } = project();
    expect((await run('baseline', 'write')).out).toMatch(/^The held-out split: looked at once.*\n\nA new baseline/);
    const gate = await run('gate', '--systems', 'bm25,tfidf');
    expect([gate.code, gate.out]).toEqual([0, expect.stringMatching(/^The held-out split: looked at 2 times, this/)]);
    await run('run', '--systems', 'tfidf', '--quiet', '--format', 'json=r.json');
    expect(looks()).toHaveLength(3);
    await run('gate', '--report', 'r.json');
    await run('baseline', 'show');
    expect(looks()).toHaveLength(3);
  });

  it('refuses a held-out split that changed since the last look, unless it is sealed anew', async () => {
    const { run, lines, looks } = project();
    await run('run');
    const before = lines();
    for (const command of [['run'], ['gate'], ['baseline', 'write']]) {
      const refused = await run(...command, '--facts', '10');
      expect([refused.code, refused.out]).toEqual([2, '']);
      expect(refused.err).toMatch(
        /held-out\.ledger\.jsonl: the held-out questions changed after look 1 at the held-out split\ntry: undo .*--reseal/,
      );
    }
    expect(lines()).toEqual(before);
    const sealed = await run('run', '--facts', '10', '--reseal');
    expect([sealed.code, sealed.out]).toEqual([0, expect.stringContaining('looked at 2 times, now sealed anew')]);
    expect(looks().map(({ resealed }) => resealed)).toEqual([undefined, true]);
    expect((await run('run', '--facts', '10')).code).toBe(0);
    // Back at what look 1 sealed there is nothing new to look at, sealed anew or not.
    const back = await run('run');
    expect([back.code, back.out]).toEqual([0, expect.stringContaining('looked at 2 times; this repeats look 1')]);
    expect((await run('run', '--reseal')).code).toBe(0);
    expect(looks()).toHaveLength(2);
    // What no look has sealed is still refused.
    expect((await run('run', '--facts', '14')).code).toBe(2);
    expect(looks()).toHaveLength(2);
  });

  it('refuses a synonym list that changed, and lets the tuning questions change', async () => {
    const { path } = project();
    const { dataset } = await loadHandbook({ seed: 1, pages: 20 });
    const { run, looks, path: kept } = project();
    await run('run', '--seed', '1');
    const place = { path: kept, reseal: false };
    await expect(checkSeal(place, dataset)).resolves.toBeUndefined();
    const fewer = { ...dataset, synonyms: { groups: dataset.synonyms.groups.slice(1) } };
    await expect(checkSeal(place, fewer)).rejects.toThrow(/: the synonym list changed after look 1/);
    // Nor is it recorded without the flag, if another process was quicker.
    await expect(recordLook(place, fewer, {} as Seen)).rejects.toThrow(/: the synonym list changed/);
    await expect(checkSeal({ ...place, reseal: true }, fewer)).resolves.toBeUndefined();
    await expect(checkSeal({ path, reseal: false }, fewer)).resolves.toBeUndefined();
    const reword = (split: string) => ({
      ...dataset,
      topics: dataset.topics.map((topic) => (topic.labels.split === split ? { ...topic, text: 'other?' } : topic)),
    });
    await expect(checkSeal(place, reword('tuning'))).resolves.toBeUndefined();
    await expect(checkSeal(place, reword('held-out'))).rejects.toThrow(/the held-out questions changed/);
    const relabelled = { ...dataset, evidence: dataset.evidence.map((one) => ({ ...one, grade: 2 })) };
    await expect(checkSeal(place, relabelled)).rejects.toThrow(/the held-out questions changed/);
    const none = { ...dataset, topics: dataset.topics.filter(({ labels }) => labels.split === 'tuning') };
    expect(await recordLook(place, none, {} as Seen)).toBeUndefined();
    expect(looks()).toHaveLength(1);
  });

  it('names every line that it cannot read, and evaluates nothing', async () => {
    const { run, lines, write } = project();
    await run('run');
    const [good] = lines();
    write(`${good}\n{"look":1}\n\nnonsense\n${good!.replace('"look":1', '"look":0')}\nnull\n`);
    const { code, out, err } = await run('run');
    expect([code, out]).toEqual([2, '']);
    expect([...err.matchAll(/held-out\.ledger\.jsonl:(\d+): not a look/g)].map(([, line]) => line)).toEqual([
      '2',
      '4',
      '5',
      '6',
    ]);
  });

  it('appends to a last line without its line feed as to any other', async () => {
    const { run, lines, write, looks } = project();
    await run('run');
    write(lines()[0]!);
    await run('run', '--systems', 'tfidf');
    expect(looks().map(({ look }) => look)).toEqual([1, 2]);
  });

  it('keeps the lines of two at a time whole', async () => {
    const { run, looks } = project();
    const systems = ['bm25', 'tfidf', 'bm25(k1=1)', 'bm25(k1=2)', 'bm25(b=0)'];
    await Promise.all(systems.map((system) => run('run', '--systems', system)));
    const seen = looks().flatMap((look) => look.systems);
    expect(seen.sort()).toEqual(systems.sort());
    expect((await run('run', '--systems', 'bm25(k1=1)')).out).toMatch(/^The held-out split: looked at 5 times; /);
  });

  it('has its seal broken by a flag alone, where there is a ledger', async () => {
    const { run } = project('systems: bm25\n');
    const refused = await run('run', '--reseal');
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/--reseal: there is no ledger/)]);
    const inConfig = project(`${SMALL}reseal: true\n`);
    expect((await inConfig.run('run')).err).toMatch(/unknown key "reseal"/);
    expect((await run('run', '--ledger')).code).toBe(2);
  });

  it('that cannot be written is a fault, and nothing else is written', async () => {
    const { run, at } = project();
    writeFileSync(join(at, 'questions'), 'a file');
    const { code, out, err } = await run('run', '--out', 'results');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/held-out\.ledger\.jsonl: cannot be (read|written)/);
    expect(() => readFileSync(join(at, 'results/report.json'))).toThrow(/ENOENT/);
  });
});
