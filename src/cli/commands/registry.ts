// Every command, in the order of the help.
import type { CommandDef } from '../session.ts';
import { baseline } from './baseline.ts';
import { cache } from './cache.ts';
import { compare } from './compare.ts';
import { dataset } from './dataset.ts';
import { doctor } from './doctor.ts';
import { evaluate } from './evaluate.ts';
import { explain } from './explain.ts';
import { fuse } from './fuse.ts';
import { gate } from './gate.ts';
import { generate } from './generate.ts';
import { init } from './init.ts';
import { list } from './list.ts';
import { questions } from './questions.ts';
import { render } from './render.ts';
import { run } from './run.ts';
import { view } from './view.ts';
import { walkthrough } from './walkthrough.ts';

export const commands: readonly CommandDef[] = [
  run,
  explain,
  generate,
  walkthrough,
  evaluate,
  compare,
  fuse,
  gate,
  baseline,
  questions,
  render,
  view,
  dataset,
  list,
  cache,
  init,
  doctor,
];
