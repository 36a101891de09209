// Every chunker, in the order of lists and help.
import type { ChunkerDef } from '../../core/contracts.ts';
import { fixed } from './fixed.ts';
import { sentence } from './sentence.ts';
import { structure } from './structure.ts';
import { whole } from './whole.ts';

export const chunkers: readonly ChunkerDef[] = [sentence, fixed, structure, whole];
