// Every lesson of `rag-lab walkthrough`, in the order to read them.
import type { Lab } from './lab.ts';
import { exampleLab } from './walkthrough-example.ts';
import { formulasLab } from './walkthrough-formulas.ts';

export const labs: readonly Lab[] = [exampleLab, formulasLab];
