// Every lesson of `rag-lab walkthrough`, in the order to read them, and the longer pages beside them.
import type { Lab } from './lab.ts';
import type { Lesson } from './lesson.ts';
import { budget } from './lessons/budget.ts';
import { chunks } from './lessons/chunks.ts';
import { dense } from './lessons/dense.ts';
import { filter } from './lessons/filter.ts';
import { fusion } from './lessons/fusion.ts';
import { idf } from './lessons/idf.ts';
import { interview } from './lessons/interview.ts';
import { leakage } from './lessons/leakage.ts';
import { length } from './lessons/length.ts';
import { measuring } from './lessons/measuring.ts';
import { pairs } from './lessons/pairs.ts';
import { saturation } from './lessons/saturation.ts';
import { vacation } from './lessons/vacation.ts';
import { exampleLab } from './walkthrough-example.ts';
import { formulasLab } from './walkthrough-formulas.ts';

export const lessons: readonly Lesson[] = [
  vacation,
  idf,
  saturation,
  length,
  pairs,
  leakage,
  dense,
  fusion,
  chunks,
  budget,
  filter,
  measuring,
  interview,
];

export const labs: readonly Lab[] = [exampleLab, formulasLab];
