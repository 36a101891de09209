import { describe, expect, it } from 'vitest';
import { type LabError, LabErrors } from '../../src/core/errors.ts';
import { type PlanRequest, planChunker, planExperiment } from '../../src/experiment/plan.ts';
import { tinyCatalog } from './tiny.ts';

const REQUEST: PlanRequest = { systems: ['words'], measures: ['RR'], cutoff: 3, chunker: 'lines' };

function plan(changes: Partial<PlanRequest>) {
  return planExperiment(tinyCatalog(), { ...REQUEST, ...changes });
}

function faults(changes: Partial<PlanRequest>, known: LabError[] = []): string[] {
  try {
    planExperiment(tinyCatalog(), { ...REQUEST, ...changes }, known);
  } catch (error) {
    if (error instanceof LabErrors) return error.errors.map(({ message }) => message);
    throw error;
  }
  return [];
}

describe('planExperiment', () => {
  it('prints systems in canonical form: no spaces, sorted parameters, defaults left out', () => {
    const { systems } = plan({ systems: [' pair[ words , words( bonus = 2.50 ) ] ( k=60 ) '] });
    expect(systems[0]).toMatchObject({
      label: 'pair[words,words(bonus=2.5)]',
      spec: 'pair[words,words(bonus=2.5)]',
    });
  });

  it('labels a system by what was typed before "=", else by its alias, else by its canonical string', () => {
    const { systems } = plan({ systems: ['lex=words(bonus=1)', 'both', 'words'] });
    expect(systems.map(({ label, spec }) => [label, spec])).toEqual([
      ['lex', 'words(bonus=1)'],
      ['both', 'pair[words,words(bonus=1)]'],
      ['words', 'words'],
    ]);
  });

  it('applies arguments after an alias to the outermost system, which is then labelled canonically', () => {
    expect(plan({ systems: ['both(k=5)'] }).systems[0]!.label).toBe('pair[words,words(bonus=1)](k=5)');
  });

  it('makes one node of equal systems, inputs before what uses them', () => {
    const { nodes, systems } = plan({ systems: ['words', 'pair[words,words(bonus=1)]', 'x=pair[both,words]'] });
    expect(nodes.map(({ spec }) => spec)).toEqual([
      'words',
      'words(bonus=1)',
      'pair[words,words(bonus=1)]',
      'pair[pair[words,words(bonus=1)],words]',
    ]);
    expect(systems[1]!.node.inputs[0]).toBe(systems[0]!.node);
    expect(systems[2]!.node.inputs[0]).toBe(systems[1]!.node);
  });

  it('always measures the headline, once', () => {
    expect(plan({ measures: ['RR'] }).measures.map(({ name }) => name)).toEqual(['RR', 'R@3']);
    expect(plan({ measures: ['recall@3', 'MRR'] }).measures.map(({ name }) => name)).toEqual(['R@3', 'RR']);
  });

  it('puts a headline that was not asked for among its kin, and leaves what was asked for in its order', () => {
    const names = (measures: string[]): string[] => plan({ measures, cutoff: 2 }).measures.map(({ name }) => name);
    expect(names(['R@1', 'R@3', 'RR', 'nDCG@10'])).toEqual(['R@1', 'R@2', 'R@3', 'RR', 'nDCG@10']);
    expect(names(['RR', 'R@1', 'P@1'])).toEqual(['RR', 'R@1', 'R@2', 'P@1']);
    expect(names(['RR', 'R(rel=2)@5'])).toEqual(['RR', 'R(rel=2)@5', 'R@2']);
    expect(names(['R@5', 'RR', 'R@2'])).toEqual(['R@5', 'RR', 'R@2']);
  });

  it('reports everything that is wrong together, with what was found before', () => {
    const found = faults({
      systems: ['wrods', 'words(bonus=99)', 'pair[words]', 'pair[words,bogus]', 'words(bonsu=1)'],
      measures: ['nDGC@10'],
      chunker: 'line',
    });
    expect(found).toHaveLength(7);
    expect(found[0]).toContain('unknown system "wrods"; did you mean "words"?');
    expect(found[1]).toContain('bonus=99 is not valid; accepted: a number from 0 to 9');
    expect(found[2]).toBe('pair takes 2 inner systems, got 1');
    expect(found[3]).toContain('unknown system "bogus"');
    expect(found[4]).toContain('did you mean "bonus"?');
    expect(found[5]).toContain('unknown measure "nDGC"; did you mean "nDCG"?');
    expect(found[6]).toContain('unknown chunker "line"; did you mean "lines"?');
  });

  it('names inner systems that a simple system does not take', () => {
    expect(faults({ systems: ['words[words]'] })).toEqual(['words takes no inner systems, got 1']);
    expect(faults({ systems: ['both[words]'] })[0]).toContain('takes no inner systems of its own');
  });

  it('runs the checks that a definition makes of its parameters', () => {
    expect(faults({ systems: ['pair[words,words(bonus=1)](k=13)'] })).toEqual(['pair: k=13 is unlucky']);
  });

  it('refuses two systems of one label, and says how to tell them apart', () => {
    try {
      plan({ systems: ['words', 'words'] });
      expect.unreachable();
    } catch (error) {
      const [fault] = (error as LabErrors).errors;
      expect(fault!.message).toContain('two systems are called "words"');
      expect(fault!.remedy).toBe('name one of them: other-name=words');
    }
    expect(plan({ systems: ['words', 'again=words'] }).nodes).toHaveLength(1);
  });

  it('refuses an empty list of systems and what is no system at all', () => {
    expect(faults({ systems: [] })[0]).toContain('names no system');
    expect(faults({ systems: ['words('] })[0]).toContain('expected a parameter name');
  });

  it('refuses a depth that does not reach the cutoff', () => {
    expect(faults({ depth: 2 })).toEqual([
      '--depth 2 is less than --cutoff 3: what stands between them could never be found',
    ]);
    expect(plan({ depth: 3 }).depth).toBe(3);
  });

  it('keeps the chunker canonical', () => {
    expect(plan({ chunker: 'lines(skip=0)' }).chunker.spec).toBe('lines');
    expect(plan({ chunker: 'lines( skip = 1 )' }).chunker.spec).toBe('lines(skip=1)');
    expect(plan({ chunker: 'lines' }).chunker.full).toBe('lines(skip=0)');
    expect(faults({ chunker: 'lines(skip=4)' })[0]).toContain('accepted: an integer from 0 to 3');
  });
});

describe('planChunker', () => {
  it('reports what the definition itself refuses', () => {
    const picky = { ...tinyCatalog().chunkers[0]!, check: () => 'not today' };
    const found: LabError[] = [];
    expect(planChunker([picky], 'lines', found)).toBeUndefined();
    expect(found[0]!.message).toBe('--chunker lines: not today');
  });

  it('notices an encoder that nobody has, before any work', () => {
    const asking = { ...tinyCatalog().retrievers[0]!, name: 'asking', encoderOf: () => 'hf:mini' };
    const encoder = { name: 'hf', summary: 's', open: () => Promise.reject(new Error('not now')) };
    const planWith = (encoders: readonly (typeof encoder)[]) =>
      planExperiment({ ...tinyCatalog([asking]), encoders }, { ...REQUEST, systems: ['asking'] });
    expect(planWith([encoder]).systems).toHaveLength(1);
    expect(() => planWith([{ ...encoder, name: 'hg' }])).toThrow('unknown encoder "hf"; did you mean "hg"?');
  });
});
