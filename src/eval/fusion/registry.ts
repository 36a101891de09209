// The built-in fusions of run files, in the order in which lists show them.
import type { FusionDef } from '../../core/contracts.ts';
import { borda } from './borda.ts';
import { combanz } from './combanz.ts';
import { combmnz } from './combmnz.ts';
import { combsum } from './combsum.ts';
import { condorcet } from './condorcet.ts';
import { isr } from './isr.ts';
import { rbc } from './rbc.ts';
import { rrf } from './rrf.ts';
import { weighted } from './weighted.ts';

export const fusions: readonly FusionDef[] = [rrf, weighted, combsum, combmnz, combanz, isr, borda, condorcet, rbc];
