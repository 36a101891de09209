import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Terminal } from '../../../src/cli/terminal.ts';
import { labs, lessons } from '../../../src/labs/registry.ts';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { lab } = labIn(temporaryFolder());
const golden = (name: string): string =>
  readFileSync(new URL(`../../labs/golden/${name}.golden`, import.meta.url), 'utf8');

/** A person at a terminal who types these lines, then ends the input. */
function typing(lines: readonly string[]): Partial<Terminal> {
  const left = [...lines];
  return { outIsTTY: true, env: { NO_COLOR: '1' }, columns: 80, readLine: async () => left.shift() };
}

describe('rag-lab walkthrough', () => {
  it('lists the lessons with their numbers, in lines that fit', async () => {
    const { code, out } = await lab(['walkthrough']);
    expect(code).toBe(0);
    lessons.forEach(({ name }, n) => {
      expect(out).toMatch(new RegExp(`^ +${n + 1} +${name} +\\S`, 'm'));
    });
    for (const { name } of labs) expect(out).toMatch(new RegExp(`^ +${name} +\\S`, 'm'));
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('shows a lesson by number and by name, question and answer, in a pipe', async () => {
    const byNumber = await lab(['walkthrough', '1']);
    expect(byNumber).toEqual({ code: 0, out: golden('vacation'), err: '' });
    expect(await lab(['walkthrough', 'vacation'])).toEqual(byNumber);
    // Nobody is there to be asked.
    expect(await lab(['walkthrough', '1', '--quiz'])).toEqual(byNumber);
  });

  it('computes for another seed, of handbook and example', async () => {
    const { out } = await lab(['walkthrough', 'idf', '--seed', '8']);
    expect(out).toContain('handbook of\nseed 8');
    expect(out).not.toContain('0.23');
    expect((await lab(['walkthrough', 'example', '--seed', '8'])).out).toContain('random.Random(8)');
  });

  it('waits for an answer on a terminal, says whether it is right, then shows the solution', async () => {
    const { out } = await lab(['walkthrough', '2', '--quiz'], typing(['0.003']));
    const [before, after] = out.split('Your answer, or Enter to see it: ');
    expect(golden('idf').startsWith(before!)).toBe(true);
    expect(before).not.toContain('Answer\n');
    expect(after).toMatch(/^\nRight\.\n\nAnswer\n/);
    expect((await lab(['walkthrough', '2', '--quiz'], typing(['1.5']))).out).toContain('\nNot quite.\n\nAnswer\n');
    expect((await lab(['walkthrough', '2', '--quiz'], typing(['']))).out).not.toMatch(/Right|Not quite/);
  });

  it('goes straight on at the end of input', async () => {
    const { code, out } = await lab(['walkthrough', '2', '--quiz'], typing([]));
    expect(code).toBe(0);
    expect(out).toContain('Answer\n');
  });

  it('paints headings only where colour is wanted, and never in a pipe', async () => {
    const colourful = await lab(['walkthrough', '2'], { outIsTTY: true, columns: 80 });
    expect(colourful.out).toContain('\u001b[1mQuestion\u001b[22m');
    expect(colourful.out.replace(/\u001b\[\d+m/g, '')).toBe(golden('idf'));
    expect((await lab(['walkthrough', '2', '--plain'], { outIsTTY: true })).out).toBe(golden('idf'));
  });

  it('writes notes in Markdown', async () => {
    const { out } = await lab(['walkthrough', 'idf', '--markdown']);
    expect(out).toMatch(/^# .+\n\nComputed by rag-lab \S+ from the handbook of seed 404/);
    expect(out).toContain('## 2. Why IDF');
    expect(out).toContain('## Answers');
    expect((await lab(['walkthrough', 'formulas', '--markdown'])).out).toMatch(/^# formulas\n\n```text\n/);
  });

  it.each([
    [['vacaton'], 'unknown lesson "vacaton"; did you mean "vacation"?'],
    [['99'], `lesson 99: not valid; accepted: a number from 1 to ${lessons.length}, or a name`],
    [['0'], 'lesson 0: not valid'],
    [['1', '--all'], '--all and "1": one or the other'],
    [['--quiz', '--markdown'], '--quiz and --markdown'],
    [['example', '--quiz'], '--quiz: example asks no question'],
    [['formulas', '--seed', '3'], '--seed: formulas draws nothing'],
    [['--seed', 'x'], '--seed x: not valid'],
  ])('refuses %j before any work', async (argv, problem) => {
    const { code, out, err } = await lab(['walkthrough', ...argv]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(problem);
  });
});
