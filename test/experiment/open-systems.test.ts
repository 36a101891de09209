import { describe, expect, it } from 'vitest';
import { buildCollection } from '../../src/core/collection.ts';
import type { Encoder, EncoderDef, RetrieverDef } from '../../src/core/contracts.ts';
import { LabError } from '../../src/core/errors.ts';
import { projectEvidence } from '../../src/eval/project.ts';
import { blaming, goingOn, openSystems } from '../../src/experiment/open-systems.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { lines, quietContext, tinyCatalog, tinyDataset } from './tiny.ts';

const collection = buildCollection('tiny', tinyDataset.documents, lines, { skip: 0 });

function encoderDef(log: string[]): EncoderDef {
  return {
    name: 'fake',
    summary: '',
    async open(_context, cacheDir) {
      log.push(`open encoder in ${cacheDir}`);
      const encoder: Partial<Encoder> = {
        close: async () => {
          log.push('close encoder');
        },
      };
      return encoder as Encoder;
    },
  };
}

function needsEncoder(name: string): RetrieverDef {
  return {
    name,
    summary: '',
    params: {},
    async open(_collection, _params, context) {
      await context.encoder('fake');
      return { search: async () => [] };
    },
  };
}

describe('openSystems', () => {
  it('opens an encoder once for all systems, in the cache folder, and closes it at the end', async () => {
    const log: string[] = [];
    const catalog = { ...tinyCatalog([needsEncoder('one'), needsEncoder('two')]), encoders: [encoderDef(log)] };
    const { nodes } = planExperiment(catalog, { systems: ['one', 'two'], measures: [], cutoff: 1, chunker: 'lines' });
    const opened = await openSystems({
      catalog,
      nodes,
      collection,
      projection: projectEvidence(collection, tinyDataset),
      synonyms: tinyDataset.synonyms,
      context: quietContext(),
      cacheDir: 'cache',
      timed: (_stage, work) => work(),
    });
    expect(log).toEqual(['open encoder in cache']);
    await opened.close();
    expect(log).toEqual(['open encoder in cache', 'close encoder']);
  });
});

describe('blaming', () => {
  it('keeps faults that already say what is wrong, and interruptions', async () => {
    const fault = new LabError('spec.invalid', { what: 'x', problem: 'y' });
    await expect(blaming('s', quietContext(), () => Promise.reject(fault))).rejects.toBe(fault);
    const controller = new AbortController();
    controller.abort();
    const stop = new Error('stop');
    await expect(blaming('s', quietContext(controller.signal), () => Promise.reject(stop))).rejects.toBe(stop);
  });

  it('calls a system by its label, though it call itself by what it is, and keeps its remedy', async () => {
    const own = new LabError('system.failed', { system: 'http(url="x")', problem: 'it failed: no answer' }, 'start it');
    await expect(blaming('mine', quietContext(), () => Promise.reject(own))).rejects.toMatchObject({
      message: 'system mine failed: it failed: no answer',
      remedy: 'start it',
    });
    const cut = new LabError('system.failed', { system: 'http(body="long...', problem: 'no answer' });
    const whole = blaming('http(body="long and longer")', quietContext(), () => Promise.reject(cut));
    await expect(whole).rejects.toThrow(cut.message);
  });

  it('blames the inner system, not the one around it', async () => {
    const own = new LabError('system.failed', { system: 'http(url="x")', problem: 'no answer' });
    const inner = () => blaming('inner', quietContext(), () => Promise.reject(own));
    await expect(blaming('outer', quietContext(), inner)).rejects.toThrow('system inner failed: no answer');
    await expect(goingOn(true, quietContext(), 'outer', inner)).resolves.toEqual({
      problem: 'system inner failed: no answer',
    });
    await expect(goingOn(true, quietContext(), 'inner', inner)).resolves.toEqual({ problem: 'no answer' });
  });

  it('keeps the original error as the cause', async () => {
    const bug = new RangeError('too far');
    await expect(blaming('s', quietContext(), () => Promise.reject(bug))).rejects.toMatchObject({
      message: 'system s failed: RangeError: too far',
      cause: bug,
    });
  });
});
