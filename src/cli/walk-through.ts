// The work of `rag-lab walkthrough`: finds the lessons asked for, has them computed, and shows them as pages, as a quiz or as notes.
import { builtinCatalog } from '../catalog/builtin.ts';
import type { RenderStyle } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import { loadHandbook } from '../datasets/handbook.ts';
import { type Desk, openDesk } from '../labs/desk.ts';
import type { Lab } from '../labs/lab.ts';
import type { Lesson, LessonPage } from '../labs/lesson.ts';
import { writeNotes } from '../labs/lesson-markdown.ts';
import { drawPage } from '../labs/lesson-text.ts';
import { labs, lessons } from '../labs/registry.ts';
import { cacheFolder } from './cache-folder.ts';
import { packageVersion } from './package-version.ts';
import { createProgress, type ProgressLine } from './progress.ts';
import { isRightAnswer } from './quiz-answer.ts';
import { DEFAULT_SEED } from './run-options.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { terminalStyle } from './style.ts';
import type { Terminal } from './terminal.ts';
import type { WalkValues } from './walkthrough-options.ts';

/** Lessons with their numbers, or a longer page without one. */
type Asked = { readonly chosen: readonly Lesson[] } | { readonly lab: Lab };

/** @param faults found in the options so far */
export async function walkThrough(
  terminal: Terminal,
  name: string | undefined,
  values: WalkValues,
  faults: readonly LabError[],
): Promise<void> {
  const asked = resolve(name, values, [...faults]);
  const style = terminalStyle(terminal, { plain: values.plain === true, wide: false });
  if (!asked) {
    await writeResult(terminal, contents(style));
    return;
  }
  const progress = createProgress(terminal, { quiet: false, plain: values.plain === true });
  const desk = openDesk(
    {
      catalog: builtinCatalog(),
      version: packageVersion(),
      cacheDir: cacheFolder(terminal),
      loadHandbook: async (seed) => (await loadHandbook({ seed })).dataset,
    },
    { progress, signal: terminal.interrupt },
    values.seed === undefined ? { handbook: DEFAULT_SEED } : { handbook: values.seed, example: values.seed },
  );
  try {
    if ('lab' in asked) await showLab(terminal, asked.lab, values, progress);
    else if (values.markdown === true) await showNotes(terminal, asked.chosen, values, desk, progress);
    else if (values.quiz === true && terminal.outIsTTY && terminal.readLine) {
      await quiz(terminal, asked.chosen, style, desk, progress);
    } else await showPages(terminal, asked.chosen, style, desk, progress);
  } finally {
    await progress.end();
    await desk.close();
  }
}

/** @throws LabErrors with everything that is wrong */
function resolve(name: string | undefined, values: WalkValues, faults: LabError[]): Asked | undefined {
  const conflict = (problem: string): unknown => faults.push(new LabError('option.conflict', { problem }));
  if (values.quiz === true && values.markdown === true) conflict('--quiz and --markdown: notes wait for nobody');
  const lab = labs.find((known) => known.name === name);
  if (name !== undefined && values.all === true) conflict(`--all and ${JSON.stringify(name)}: one or the other`);
  if (lab && values.quiz === true) conflict(`--quiz: ${lab.name} asks no question; the numbered lessons do`);
  if (lab && values.seed !== undefined && lab.name !== 'example') conflict(`--seed: ${lab.name} draws nothing`);
  const lesson = name === undefined || lab ? undefined : findLesson(name, faults);
  if (faults.length > 0) throw new LabErrors(faults);
  if (lab) return { lab };
  if (lesson) return { chosen: [lesson] };
  const all = values.all === true || values.quiz === true || values.markdown === true;
  return all ? { chosen: lessons } : undefined;
}

function findLesson(name: string, faults: LabError[]): Lesson | undefined {
  const lesson = /^\d+$/.test(name) ? lessons[Number(name) - 1] : lessons.find((known) => known.name === name);
  if (lesson) return lesson;
  if (/^[-+]?\d+$/.test(name)) {
    const accepted = `a number from 1 to ${lessons.length}, or a name`;
    faults.push(new LabError('option.invalid', { option: 'lesson', value: name, accepted }, 'rag-lab walkthrough'));
  } else {
    const known = [...lessons, ...labs].map((each) => each.name);
    faults.push(new LabError('spec.unknown-name', { kind: 'lesson', name, known }, 'rag-lab walkthrough'));
  }
  return undefined;
}

/** The list: numbers, names and what each is about. */
function contents({ paint }: RenderStyle): string {
  const width = Math.max(...[...lessons, ...labs].map(({ name }) => name.length));
  const row = (number: string, { name, summary }: Lesson | Lab): string =>
    `${number.padStart(4)}  ${name.padEnd(width)}  ${summary}`;
  return `${[
    paint('heading', 'Lessons, a page each'),
    ...lessons.map((lesson, n) => row(String(n + 1), lesson)),
    '',
    paint('heading', 'Longer pages'),
    ...labs.map((lab) => row('', lab)),
    '',
    paint('dim', 'rag-lab walkthrough 1, or by name; --all, --quiz, --markdown > notes.md'),
  ].join('\n')}\n`;
}

const numberOf = (lesson: Lesson): { readonly number: number; readonly of: number } => ({
  number: lessons.indexOf(lesson) + 1,
  of: lessons.length,
});

async function prepareAll(chosen: readonly Lesson[], desk: Desk, progress: ProgressLine): Promise<LessonPage[]> {
  const stage = 'lessons';
  const pages: LessonPage[] = [];
  if (chosen.length > 1) progress.report({ kind: 'stage-began', stage, total: chosen.length });
  for (const lesson of chosen) {
    pages.push(await lesson.prepare(desk));
    if (chosen.length > 1) {
      progress.report({ kind: 'stage-advanced', stage, done: pages.length, total: chosen.length });
    }
  }
  if (chosen.length > 1) progress.report({ kind: 'stage-ended', stage });
  return pages;
}

async function showPages(
  terminal: Terminal,
  chosen: readonly Lesson[],
  { paint }: RenderStyle,
  desk: Desk,
  progress: ProgressLine,
): Promise<void> {
  const pages = await prepareAll(chosen, desk, progress);
  const drawn = chosen.map((lesson, n) => {
    const { page, answer } = drawPage(lesson, pages[n]!, numberOf(lesson), paint);
    return `${page}\n${answer}`;
  });
  await stopIfInterrupted(terminal);
  await progress.end();
  await writeResult(terminal, drawn.join('\n\n'));
}

async function showNotes(
  terminal: Terminal,
  chosen: readonly Lesson[],
  { seed }: WalkValues,
  desk: Desk,
  progress: ProgressLine,
): Promise<void> {
  const pages = await prepareAll(chosen, desk, progress);
  const noted = chosen.map((lesson, n) => ({ lesson, number: numberOf(lesson).number, page: pages[n]! }));
  const about =
    `Computed by rag-lab ${packageVersion()} from the handbook of seed ${seed ?? DEFAULT_SEED}` +
    `${seed === undefined ? ' and the 60-chunk example' : ` and the 60-chunk example of seed ${seed}`}.`;
  await stopIfInterrupted(terminal);
  await progress.end();
  await writeResult(terminal, writeNotes(noted, about));
}

/** Page, question, what you say, answer; then the next. Where nothing more can be read it goes straight on. */
async function quiz(
  terminal: Terminal,
  chosen: readonly Lesson[],
  { paint }: RenderStyle,
  desk: Desk,
  progress: ProgressLine,
): Promise<void> {
  let tried = 0;
  let right = 0;
  for (const [n, lesson] of chosen.entries()) {
    const prepared = await lesson.prepare(desk);
    const { page, answer } = drawPage(lesson, prepared, numberOf(lesson), paint);
    await stopIfInterrupted(terminal);
    await progress.end();
    await writeResult(terminal, `${page}\nYour answer, or Enter to see it: `);
    const said = (await terminal.readLine!())?.trim();
    await stopIfInterrupted(terminal);
    let verdict = '';
    if (said && prepared.key !== undefined) {
      tried++;
      const isRight = isRightAnswer(said, prepared.key);
      if (isRight) right++;
      verdict = isRight ? `${paint('good', 'Right.')}\n\n` : `${paint('bad', 'Not quite.')}\n\n`;
    }
    await writeResult(terminal, `\n${verdict}${answer}`);
    if (n === chosen.length - 1) break;
    if (said !== undefined) {
      await writeResult(
        terminal,
        `\n${paint('dim', `Enter for ${n + 2} of ${chosen.length}, ${chosen[n + 1]!.title}: `)}`,
      );
      await terminal.readLine!();
      await stopIfInterrupted(terminal);
    }
    await writeResult(terminal, '\n');
  }
  if (chosen.length > 1 && tried > 0) await writeResult(terminal, `\n${right} of ${tried} answers right.\n`);
}

async function showLab(terminal: Terminal, lab: Lab, values: WalkValues, progress: ProgressLine): Promise<void> {
  const context = { rng: createRng(DEFAULT_SEED), progress, signal: terminal.interrupt };
  const text = await lab.run(context, values.seed);
  await progress.end();
  await writeResult(terminal, values.markdown === true ? `# ${lab.name}\n\n\`\`\`text\n${text}\`\`\`\n` : text);
}
