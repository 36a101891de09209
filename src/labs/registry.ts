// Every lesson of `rag-lab walkthrough`, in the order to read them, and the longer pages beside them.
import type { Lab } from './lab.ts';
import type { Lesson } from './lesson.ts';
import { idf } from './lessons/idf.ts';
import { length } from './lessons/length.ts';
import { saturation } from './lessons/saturation.ts';
import { vacation } from './lessons/vacation.ts';
import { exampleLab } from './walkthrough-example.ts';
import { formulasLab } from './walkthrough-formulas.ts';

export const lessons: readonly Lesson[] = [vacation, idf, saturation, length];

export const labs: readonly Lab[] = [exampleLab, formulasLab];
