// `rag-lab evaluate` as a whole command line: the cases from the field, what it refuses, what it always says.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isEvaluation } from '../../../src/report/evaluation-schema.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const cases = fileURLToPath(new URL('../../fixtures/cases/', import.meta.url));
const trec = fileURLToPath(new URL('../../fixtures/trec/', import.meta.url));
const peers = fileURLToPath(new URL('../../fixtures/peers/', import.meta.url));
const at = temporaryFolder();
const { lab } = labIn(at);

const evaluate = (qrels: string, run: string, ...more: string[]) =>
  lab(['evaluate', '--qrels', qrels, '--run', run, ...more]);

/** A case's only run, by JSON. */
async function valuesOf(name: string, measures: string, ...more: string[]) {
  const { code, out, err } = await evaluate(
    join(cases, name, 'qrels.txt'),
    join(cases, name, 'run.txt'),
    '--measures',
    measures,
    '--json',
    ...more,
  );
  expect([code, err]).toEqual([0, '']);
  const evaluation = JSON.parse(out);
  expect(isEvaluation(evaluation)).toBe(true);
  return evaluation.runs[0];
}

const rounded = (values: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.toFixed(4)]));

describe('cases from the field', () => {
  it('C01: equal scores stand by id, descending by bytes, and that is said', async () => {
    const run = await valuesOf('C01', 'RR,nDCG,P@1', '--per-topic');
    expect(rounded(run.values)).toEqual({ RR: '0.7500', nDCG: '0.8155', 'P@1': '0.5000' });
    expect(run.topicScores.map(({ values }: { values: { RR: number } }) => values.RR)).toEqual([0.5, 1]);
    expect(run.tied).toEqual({ topics: 2, atCutoff: { 1: 2 } });
    const { out } = await evaluate(join(cases, 'C01/qrels.txt'), join(cases, 'C01/run.txt'), '--measures', 'P@1');
    expect(out).toContain('equal scores on both sides of cutoff 1 in 2 topics');
  });

  it('C03: a document listed twice is refused with both lines, and nothing is printed', async () => {
    const run = join(cases, 'C03/run-dup.txt');
    expect(await evaluate(join(cases, 'C03/qrels.txt'), run, '--json')).toEqual({
      code: 2,
      out: '',
      err: `rag-lab: ${run}:3: document "guide" is listed twice for topic "r1" (first on line 1)\n`,
    });
    const { out } = await evaluate(
      join(cases, 'C03/qrels-docs.txt'),
      join(cases, 'C03/run-docs.txt'),
      '--measures',
      'recall@3,nDCG@3,P@3',
      '--per-topic',
      '--json',
    );
    const [r1, r2] = JSON.parse(out).runs[0].topicScores;
    expect(rounded(r1.values)).toEqual({ 'R@3': '1.0000', 'nDCG@3': '1.0000', 'P@3': '0.3333' });
    expect(rounded(r2.values)).toEqual({ 'R@3': '0.3333', 'nDCG@3': '0.4693', 'P@3': '0.3333' });
  });

  it('C05: grades of 0 and less are not relevant and gain nothing', async () => {
    const { values } = await valuesOf('C05', 'RR,P@5,recall@5,nDCG,nDCG@5,nDCG(gain=exp)');
    expect(rounded(values)).toEqual({
      RR: '0.5000',
      'P@5': '0.4000',
      'R@5': '1.0000',
      nDCG: '0.6399',
      'nDCG@5': '0.6399',
      'nDCG(gain=exp)': '0.6352',
    });
  });

  it('C07: every judged topic counts; other sets only where asked for, with their number', async () => {
    const all = await valuesOf('C07', 'MRR');
    expect([all.values.RR, all.topics, all.missing, all.unknown]).toEqual([0.375, 4, ['p3', 'p4'], ['p9']]);
    const both = await valuesOf('C07', 'MRR', '--topics', 'both');
    expect([both.values.RR, both.topics]).toEqual([0.75, 2]);
    const own = await valuesOf('C07', 'MRR', '--topics', 'run');
    expect([own.values.RR, own.topics]).toEqual([0.5, 3]);
    const { out } = await evaluate(join(cases, 'C07/qrels.txt'), join(cases, 'C07/run.txt'));
    expect(out).toContain('2 missing, 1 unknown');
    expect(out).toContain('Over all 4 judged topics');
  });

  it('C09: nDCG is linear as in trec_eval, with the ideal of all judged documents', async () => {
    const { values } = await valuesOf('C09', 'nDCG,nDCG@5,nDCG@3,nDCG(gain=exp)@5,nDCG(gain=exp)@3');
    expect(Object.values(rounded(values)).sort()).toEqual(['0.5032', '0.5193', '0.5939', '0.6216', '0.6216']);
    expect(rounded(values)['nDCG(gain=exp)@3']).toBe('0.5032');
  });

  it('C11: ids are text, whatever they look like', async () => {
    const run = await valuesOf('C11', 'RR', '--per-topic');
    expect(run.values.RR).toBe(0.625);
    expect(
      Object.fromEntries(
        run.topicScores.map((row: { topic: string; values: { RR: number } }) => [row.topic, row.values.RR]),
      ),
    ).toEqual({ '007': 0.5, '7': 1, '1e3': 0.5, '1000': 0.5 });
  });

  it('C13: # is a comment only at the start of a line', async () => {
    const run = await valuesOf('C13', 'RR,nDCG');
    expect([run.topics, rounded(run.values), run.tag]).toEqual([2, { RR: '0.7500', nDCG: '0.8155' }, 't#1']);
  });

  it('C15: byte order mark, CRLF, blank lines, BEIR header', async () => {
    expect((await valuesOf('C15', 'recall@1')).values).toEqual({ 'R@1': 1 });
    const tsv = join(at, 'qrels.tsv');
    writeFileSync(tsv, '\ufeffquery-id\tcorpus-id\tscore\r\nq1\td1\t1\r\nq2\td3\t1\r\n\r\n');
    const { out } = await evaluate(tsv, join(cases, 'C15/run.txt'), '--measures', 'recall@1', '--json');
    expect(JSON.parse(out)).toMatchObject({ judgedTopics: 2, runs: [{ values: { 'R@1': 1 } }] });
  });

  it('C37: nothing evaluated is exit code 3 and says 0 of 2 topics', async () => {
    const qrels = join(cases, 'C37/qrels.txt');
    for (const name of ['run-empty.txt', 'run-no-overlap.txt']) {
      const { code, out, err } = await evaluate(qrels, join(cases, 'C37', name), '--json');
      expect([code, out]).toEqual([3, '']);
      expect(err).toContain('0 of 2 topics');
    }
    const empty = join(at, 'empty.qrels');
    writeFileSync(empty, '');
    expect((await evaluate(empty, join(cases, 'C07/run.txt'))).code).toBe(3);
  });
});

describe('formats', () => {
  const rand = [join(trec, 'rand.qrels'), join(trec, 'rand.run')] as const;

  it("trec_eval's lines, per topic and in order, are those that trec_eval 10 printed", async () => {
    const { out } = await evaluate(...rand, '--measures', 'all_trec', '--format', 'trec_eval', '--per-topic');
    const printed = new Set(out.split('\n'));
    const recorded = readFileSync(join(trec, 'trec_eval-out/rand.c.v10.0.out'), 'utf8').trimEnd().split('\n');
    const known = new Set(out.split('\n').map((line) => line.split('\t')[0]));
    const common = recorded.filter((line) => known.has(line.split('\t')[0]));
    expect(common.length).toBeGreaterThan(500);
    expect(common.filter((line) => !printed.has(line))).toEqual([]);
  });

  it('trec_eval without --measures prints its official set; several runs begin with their tag', async () => {
    const { out } = await evaluate(...rand, rand[1], '--format', 'trec_eval');
    expect(out.split('\n').filter((line) => line.startsWith('runid'))).toHaveLength(2);
    expect(out).toMatch(/^runid +\tall\t.+\nnum_q +\tall\t40\n/);
  });

  it('csv holds one value a line, markdown the tables, and all go to files together', async () => {
    const { code, out, err } = await evaluate(
      ...rand,
      '--measures',
      'RR,P@5',
      '--format',
      'csv=o/e.csv',
      '--format',
      'markdown=o/e.md',
      '--format',
      'json=o/e.json',
    );
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe('rag-lab: wrote csv to o/e.csv; markdown to o/e.md; json to o/e.json\n');
    expect(readFileSync(join(at, 'o/e.csv'), 'utf8').split('\n').slice(0, 3)).toEqual([
      'run,topic,n,measure,value,expected,best,worst,nonRelevant,relevant',
      expect.stringMatching(/^rand,,40,RR,0\.67\d+,,,,,$/),
      expect.stringMatching(/^rand,,40,P@5,0\.305,,,,,$/),
    ]);
    expect(readFileSync(join(at, 'o/e.md'), 'utf8')).toContain('| run | topics | RR | P@5 |');
    const evaluation = JSON.parse(readFileSync(join(at, 'o/e.json'), 'utf8'));
    expect(isEvaluation(evaluation)).toBe(true);
    // Every digit.
    const golden = JSON.parse(readFileSync(join(trec, 'golden-rand.json'), 'utf8'));
    expect(evaluation.runs[0].values.RR).toBeCloseTo(golden.all.recip_rank, 14);
  });

  it('several runs are rows of one table, with labels as given or as files are called', async () => {
    const { out } = await evaluate(rand[0], `first=${rand[1]}`, rand[1], '--measures', 'P@5');
    expect(out).toMatch(/\n {2}first +40 +0\.3050\n {2}rand +40 +0\.3050\n/);
  });

  it('many measures are rows', async () => {
    const { out } = await evaluate(...rand, '--measures', 'all_trec');
    expect(out).toMatch(/\n {2}NumRet +1,311\n/);
    expect(out).toMatch(/\n {2}AP +0\.1601\n/);
  });

  it('--ties and --bounds add tables and fields', async () => {
    const ties = [join(trec, 'ties.qrels'), join(trec, 'ties.run')] as const;
    const { out } = await evaluate(...ties, '--measures', 'P@3', '--ties', '--bounds');
    expect(out).toMatch(/\nTies\n.+expected +worst +best\n/);
    expect(out).toMatch(/\nUnjudged documents\n/);
    const { out: json } = await evaluate(...ties, '--measures', 'P@3', '--ties', '--bounds', '--per-topic', '--json');
    const [run] = JSON.parse(json).runs;
    expect(Object.keys(run.ties['P@3'])).toEqual(['best', 'expected', 'worst']);
    expect(Object.keys(run.topicScores[0].bounds['P@3'])).toEqual(['nonRelevant', 'relevant']);
    expect(Object.keys(run.values)).toEqual(['Judged@3', 'P@3']);
    expect(isEvaluation(JSON.parse(json))).toBe(true);
  });

  it('gains of single grades are written as for trec_eval', async () => {
    const graded = [join(trec, 'graded.qrels'), join(trec, 'graded.run')] as const;
    const recorded = readFileSync(join(trec, 'trec_eval-out/graded-expgain.v10.out'), 'utf8');
    const more = ['--measures', 'ndcg.1=1,2=3,3=7', '--format', 'trec_eval', '--per-topic'];
    expect((await evaluate(...graded, ...more)).out).toBe(recorded);
  });

  it('--as trec_eval-9 prints what 9.0.8 printed, and says what differs', async () => {
    for (const name of ['graded.full-c', 'ties.full-c', 'quirks.full-c', 'precision.c', 'rand.c']) {
      const files = [join(trec, `${name.split('.')[0]}.qrels`), join(trec, `${name.split('.')[0]}.run`)] as const;
      const recorded = readFileSync(join(trec, `trec_eval-out/${name}.v9.0.8.out`), 'utf8')
        .trimEnd()
        .split('\n');
      const names = new Set(recorded.map((line) => line.split('\t')[0]!.trim()));
      names.delete('runid');
      const more = ['--measures', [...names].join(','), '--format', 'trec_eval', '--per-topic', '--as', 'trec_eval-9'];
      const { out } = await evaluate(...files, ...more);
      const printed = new Set(out.trimEnd().split('\n'));
      expect(recorded.filter((line) => !line.startsWith('runid') && !printed.has(line))).toEqual([]);
    }
    const ties = [join(trec, 'ties.qrels'), join(trec, 'ties.run'), '--measures', '11pt_avg,AP'] as const;
    const { out } = await evaluate(...ties, '--as', 'trec_eval-9');
    expect(out).toContain('11pt_avg  11pt_avg        0.6485  0.6364  recall-place');
    expect(out).toContain('AP        map             0.6333  0.6333  same');
    // Beside its lines, our values stay ours.
    const both = ['--format', 'csv', '--format', 'trec_eval=lines.txt', '--as', 'trec_eval-9'];
    expect((await evaluate(...ties, ...both)).out).toContain('11pt_avg,0.6484');
    expect(readFileSync(join(at, 'lines.txt'), 'utf8')).toContain('0.6364');
  });

  it('--as shows what another tool reports, and one sentence for each difference that is at work', async () => {
    const mixed = [join(peers, 'mixed.qrels'), join(peers, 'mixed.run'), '--measures', 'nDCG@10,RR@10,infAP'] as const;
    const { out, err } = await evaluate(...mixed, '--as', 'beir');
    expect(err).toBe('');
    expect(out).toContain('As beir 2.2.0 (pytrec_eval-terrier 0.5.11) reports it');
    expect(out).toMatch(/nDCG@10 +NDCG@10 +0\.\d{4} +0\.\d{4} +topics, own-id, float32/);
    expect(out).toMatch(/infAP +– +0\.\d{4} +– +it has no such measure/);
    expect(out).toMatch(/own-id: a document with the id of the topic is taken out/);
    expect(out.match(/float32: /g)).toHaveLength(1);

    const { out: json } = await evaluate(...mixed, '--as', 'beir', '--json');
    const evaluation = JSON.parse(json);
    expect(isEvaluation(evaluation)).toBe(true);
    expect(evaluation.peer).toEqual({ name: 'beir', version: 'beir 2.2.0 (pytrec_eval-terrier 0.5.11)' });
    const recorded = JSON.parse(readFileSync(join(peers, 'beir-2.2.0.json'), 'utf8')).cases.mixed.values['NDCG@10'].all;
    const [{ peer, values }] = evaluation.runs;
    expect(peer[0]).toMatchObject({ measure: 'nDCG@10', name: 'NDCG@10', ours: values['nDCG@10'], theirs: recorded });
    expect(peer[0].why.map(({ flag }: { flag: string }) => flag)).toEqual(['topics', 'own-id', 'float32']);
    expect(peer[2]).toMatchObject({ name: null, theirs: null });

    const { out: csv } = await evaluate(...mixed, '--as', 'beir', '--format', 'csv');
    expect(csv.split('\n')[0]).toMatch(/,theirs,why$/);
    expect(csv).toContain(`,${recorded},topics own-id float32\n`);
    expect((await evaluate(...mixed, '--as', 'ranx')).out).toContain('with make_comparable=True');
  });

  it('--as says so where nothing differs', async () => {
    const { out } = await evaluate(join(trec, 'graded.qrels'), join(trec, 'graded.run'), '--as', 'ir_measures');
    expect(out).toContain('no difference on these files');
  });
});

describe('inputs', () => {
  it('gzip and JSON give what text gives', async () => {
    const [qrels, run] = [join(cases, 'C07/qrels.txt'), join(cases, 'C07/run.txt')];
    const expected = (await evaluate(qrels, run, '--json')).out;
    writeFileSync(join(at, 'qrels.gz'), gzipSync(readFileSync(qrels)));
    writeFileSync(join(at, 'run.gz'), gzipSync(readFileSync(run)));
    expect((await evaluate('qrels.gz', 'run.gz', '--json')).out).toBe(expected);
    const grades = { p1: { d1: 1 }, p2: { d2: 1 }, p3: { d3: 1 }, p4: { d4: 1 } };
    const scores = { p1: { d1: 2, dx: 1 }, p2: { dy: 2, d2: 1 }, p9: { d1: 2 } };
    writeFileSync(join(at, 'qrels.json'), JSON.stringify(grades));
    writeFileSync(join(at, 'run.json'), JSON.stringify(scores));
    const { out } = await evaluate('qrels.json', 'run.json', '--json');
    expect(JSON.parse(out)).toEqual({
      ...JSON.parse(expected),
      runs: [{ ...JSON.parse(expected).runs[0], tag: null }],
    });
  });

  it('shuffling the lines changes nothing', async () => {
    const lines = readFileSync(join(trec, 'rand.run'), 'utf8').trimEnd().split('\n');
    writeFileSync(join(at, 'rand.run'), `${lines.toSorted((a, b) => (a.slice(5) < b.slice(5) ? 1 : -1)).join('\n')}\n`);
    const json = async (run: string) =>
      (await evaluate(join(trec, 'rand.qrels'), run, '--measures', 'all_trec', '--per-topic', '--json')).out;
    expect(await json('rand.run')).toBe(await json(join(trec, 'rand.run')));
  });

  it('says to which topics nothing is relevant at the grade asked for', async () => {
    const graded = [join(trec, 'graded.qrels'), join(trec, 'graded.run')] as const;
    const without = async (...more: string[]): Promise<string[]> =>
      JSON.parse((await evaluate(...graded, '--json', ...more)).out).runs[0].withoutRelevant;
    expect(await without()).toEqual([]);
    expect((await without('--min-grade', '99')).length).toBeGreaterThan(1);
    expect((await evaluate(...graded, '--min-grade', '99')).out).toMatch(
      /nothing is relevant to \d+ topics at grade 99, where that is asked for they count with 0: /,
    );
  });

  it('narrows as trec_eval does with -l, -M and -J', async () => {
    const graded = [join(trec, 'graded.qrels'), join(trec, 'graded.run')] as const;
    const lines = async (...more: string[]) =>
      new Set((await evaluate(...graded, '--measures', 'official', '--format', 'trec_eval', ...more)).out.split('\n'));
    const plain = await lines();
    for (const more of [['--min-grade', '2'], ['--depth', '1'], ['--judged-only']]) {
      expect(await lines(...more), more.join(' ')).not.toEqual(plain);
    }
  });
});

describe('what it refuses', () => {
  it('says everything that is wrong with the command line, before any work', async () => {
    const { code, out, err } = await lab([
      'evaluate',
      '--measures',
      'nDCG@ten,RRR',
      '--topics',
      'all',
      '--as',
      'trec_eval',
    ]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/--qrels FILE is missing/);
    expect(err).toMatch(/--run FILE is missing/);
    expect(err).toMatch(/unknown set of topics "all"/);
    expect(err).toMatch(/unknown tool "trec_eval"; did you mean "trec_eval-9"\?/);
    expect(err).toMatch(/unknown measure "RRR"; did you mean "RR"\?/);
    expect((await evaluate('-', '-')).err).toContain('standard input (-) can be read only once');
    expect((await evaluate('q', 'r', '--min-grade', '0')).err).toContain(
      '--min-grade 0: not valid; accepted: an integer from 1',
    );
    expect((await evaluate('q', 'r', '--as', 'ranks')).err).toMatch(/unknown tool "ranks"; did you mean "ranx"\?/);
    expect((await evaluate('q', 'r', '--as', 'ranx', '--depth', '5', '--judged-only')).err).toMatch(
      /--as ranx: it measures whole runs, without --depth[\s\S]*without --judged-only/,
    );
    expect((await evaluate('q', 'r', '--as', 'beir', '--format', 'trec_eval')).err).toContain(
      "--as beir: --format trec_eval prints trec_eval's lines",
    );
    expect((await evaluate('q', 'r', '--format', 'xml')).err).toContain('unknown format "xml"');
  });

  it('names a file that cannot be read', async () => {
    const { code, err } = await evaluate(join(cases, 'C07/qrels.txt'), 'nothing.run');
    expect([code, err]).toEqual([2, 'rag-lab: nothing.run: cannot be read: no such file or folder\n']);
  });

  it('writes over none of its inputs', async () => {
    const text = readFileSync(join(cases, 'C01/qrels.txt'));
    writeFileSync(join(at, 'judged.txt'), text);
    const { code, out, err } = await evaluate('judged.txt', join(cases, 'C01/run.txt'), '--format', 'csv=./judged.txt');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('judged.txt: is read by this very command; accepted: another file to write to');
    expect(readFileSync(join(at, 'judged.txt'))).toEqual(text);
  });

  it('refuses a list without measures, a run without a name, a switch with a value, and swapped files', async () => {
    const [qrels, run] = [join(cases, 'C01/qrels.txt'), join(cases, 'C01/run.txt')];
    expect((await evaluate(qrels, run, '--measures', ',')).err).toMatch(
      /--measures ,: not valid; accepted: one or more/,
    );
    expect((await evaluate(qrels, '')).err).toContain('the name of a run file is empty');
    expect((await evaluate(qrels, run, '--ties=5')).err).toContain('--ties: takes no value');
    const swapped = await evaluate(run, qrels);
    expect([swapped.code, swapped.out]).toEqual([2, '']);
    expect(swapped.err).toMatch(
      /got 6\ntry: lines of 6 fields are a run: give them as a run, and judgments as qrels\n$/,
    );
  });

  it('leaves an existing result as it was when it fails', async () => {
    writeFileSync(join(at, 'kept.json'), 'old');
    const { code } = await evaluate(
      join(cases, 'C03/qrels.txt'),
      join(cases, 'C03/run-dup.txt'),
      '--format',
      'json=kept.json',
    );
    expect([code, readFileSync(join(at, 'kept.json'), 'utf8')]).toEqual([2, 'old']);
  });
});

describe('the help of what reads runs', () => {
  it.each(['evaluate', 'compare', 'fuse'])('%s: fits a terminal of 80 columns', async (name) => {
    const { out } = await lab([name, '--help'], { columns: 80 });
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('gold lint', () => {
  it('warns of relevant documents that the corpus lacks, and only on stderr', async () => {
    writeFileSync(join(at, 'ids.txt'), 'd1\nd2\ndx\ndy\n');
    const files = [join(cases, 'C07/qrels.txt'), join(cases, 'C07/run.txt')] as const;
    const { code, out, err } = await evaluate(...files, '--corpus-ids', 'ids.txt', '--json');
    expect([code, isEvaluation(JSON.parse(out))]).toEqual([0, true]);
    expect(err).toBe(
      `rag-lab: warning: ${files[0]}: 2 of 4 relevant documents are not in ids.txt (e.g. "d3" of topic "p3"): no system can find them\n`,
    );
  });
});

describe('progress', () => {
  it('is drawn in megabytes where somebody watches', async () => {
    const { err } = await lab(['evaluate', '--qrels', join(trec, 'rand.qrels'), '--run', join(trec, 'rand.run')], {
      errIsTTY: true,
      now: (() => {
        let t = 0;
        return () => (t += 1000);
      })(),
    });
    expect(err).toMatch(/reading .*rand\.run, MB 1\/1/);
  });
});
