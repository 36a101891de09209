// Every tool held to what was recorded of it: each value, each name, each difference.
import { describe, expect, it } from 'vitest';
import { resolveMeasure } from '../../../src/eval/measure-name.ts';
import { measures } from '../../../src/eval/measures/registry.ts';
import { peers } from '../../../src/eval/peers/registry.ts';
import { readFixture } from '../evaluate-files.ts';
import { compareFiles, type Recording, readRecording } from './recordings.ts';

const OURS: Readonly<Record<string, (name: string) => string | undefined>> = {
  ir_measures: (name) =>
    name
      .replace("nDCG(dcg='exp-log2')", 'nDCG(gain=exp)')
      .replace(/gains=\{(.*)\}/, (_, gains: string) => `gains=${gains.replaceAll(',', ';')}`)
      .replace('=True', '=true')
      .replace('NumRet(rel=1)', 'NumRelRet'),
  ranx(name) {
    const [, base = '', cutoff = '', level] =
      /^([a-z_]+|r-precision|rbp\.[0-9]+)(@[0-9]+)?(?:-l([0-9]))?$/.exec(name) ?? [];
    const rel = level === undefined ? '' : `rel=${level}`;
    const written = (measure: string): string => `${measure}${rel === '' ? '' : `(${rel})`}${cutoff}`;
    if (base.startsWith('rbp')) return `RBP(p=0${base.slice(3)},rel=1)`;
    if (base === 'ndcg_burges') return `nDCG(gain=exp)${cutoff}`;
    const ours = {
      precision: cutoff === '' ? 'SetP' : 'P',
      recall: cutoff === '' ? 'SetR' : 'R',
      f1: 'SetF',
      hit_rate: 'Success',
      mrr: 'RR',
      map: 'AP',
      ndcg: 'nDCG',
      'r-precision': 'Rprec',
    }[base];
    return ours && written(ours);
  },
  beir(name) {
    const [base = '', cutoff] = name.split('@');
    const ours = { NDCG: 'nDCG', MAP: 'AP', Recall: 'R', P: 'P', MRR: 'RR', R_cap: 'relative_P', Accuracy: 'Success' }[
      base
    ];
    return ours && `${ours}@${cutoff}`;
  },
};

describe.each(['ir_measures-0.4.3', 'ranx-0.3.21', 'beir-2.2.0'])('%s', (recorded) => {
  const { tool, cases } = readRecording(recorded);
  const peer = peers.find(({ name }) => tool.startsWith(name))!;
  const ours = OURS[peer.name]!;

  it.each(Object.keys(cases).filter((name) => name !== 'twice'))(
    '%s: every recorded value, under its name',
    async (name) => {
      const { qrels, run, values } = cases[name]!;
      const wanted = Object.entries(values).filter(([measure]) => ours(measure) !== undefined);
      const results = await compareFiles(
        peer,
        qrels,
        run,
        wanted.map(([measure]) => ours(measure)!),
      );
      const wrong: unknown[] = [];
      wanted.forEach(([measure, value], i) => {
        const { name: called, theirs, byTopic } = results[i]!;
        // cwl-eval scores a topic once for every stretch of its lines: said, not imitated.
        if ('error' in value || (name === 'scattered' && measure.startsWith('RBP'))) {
          if (theirs !== undefined) wrong.push([measure, value, theirs]);
          return;
        }
        if (measure !== 'RBP(rel=1,p=0.5)' && called !== measure) wrong.push([measure, called]);
        if (!(Math.abs((theirs ?? Infinity) - Number(value.all)) < 1e-6)) wrong.push([measure, value.all, theirs]);
        for (const [topic, one] of Object.entries(value.topics ?? {})) {
          if (!(Math.abs((byTopic.get(topic) ?? 0) - Number(one)) < 1e-6))
            wrong.push([measure, topic, one, byTopic.get(topic)]);
        }
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe("ranx's bpref, which is not imitated", () => {
  it('is no number where nothing is judged not relevant, and 0 after a topic to which nothing is relevant', () => {
    const { cases } = readRecording('ranx-0.3.21');
    const topicsOf = (name: string) =>
      (cases[name]!.values.bpref as { topics: Readonly<Record<string, unknown>> }).topics;
    expect(topicsOf('own-id')).toMatchObject({ 1: 'nan', 2: 'nan' });
    const { r05, ...rest } = topicsOf('rand');
    expect(r05).toBeGreaterThan(0);
    // Nothing is relevant to r07.
    const after = Object.entries(rest).filter(([topic]) => topic >= 'r07');
    expect(after.every(([, value]) => value === 0)).toBe(true);
  });
});

describe('differences', () => {
  it('each has a name of its own in its tool, one sentence, and a recording that shows it', async () => {
    const files = {
      qrels: new Map([['1', new Map([['d', 1]])]]),
      run: { topicIds: ['1'], isGrouped: true },
    };
    const written = ['RR', 'RR@5', 'RBP(rel=1)', 'IPrec@0.4', 'Judged@5', 'nDCG@10', 'P@5', 'NumRel', 'Success@5'];
    for (const peer of peers) {
      const found = written.map((name) => peer.counterpart(resolveMeasure(name, measures), files));
      const shown = peer.topicsRecorded.split(': ');
      if (shown[1] !== undefined && found.some((one) => !('none' in one) && one.topics !== 'qrels')) {
        const { qrels, run } = (JSON.parse(readFixture(shown[0]!)) as Recording).cases[shown[1]]!;
        const results = await compareFiles(peer, qrels, run, written);
        expect(results.some(({ why }) => why.some(({ flag }) => flag === 'topics'))).toBe(true);
      }
      const differences = new Set(found.flatMap((one) => ('none' in one ? [] : one.differences)));
      // One flag, one sentence: tables name the flag, and the sentence stands below.
      const distinct = (key: 'flag' | 'sentence'): number => new Set([...differences].map((one) => one[key])).size;
      expect(distinct('flag'), peer.name).toBe(distinct('sentence'));
      for (const { flag, sentence, recorded } of differences) {
        expect(sentence, flag).toMatch(/^[^.]+(\.[0-9][^.]*)*$/);
        const [file, name] = recorded.split(': ');
        if (name === undefined) {
          expect(readFixture(file!).length).toBeGreaterThan(0);
          continue;
        }
        const { cases } = JSON.parse(readFixture(file!)) as Recording;
        const results = await compareFiles(peer, cases[name]!.qrels, cases[name]!.run, written);
        expect(
          results.some(({ why, theirs }) => theirs !== undefined && why.some((one) => one.flag === flag)),
          `${peer.name} ${flag} in ${recorded}`,
        ).toBe(true);
      }
    }
  });
});
