// Every engine: systems that live elsewhere, in the order lists show them.
import type { RetrieverDef } from '../core/contracts.ts';
import { command } from './command.ts';
import { http } from './http.ts';
import { runfile } from './runfile.ts';

export const engines: readonly RetrieverDef[] = [command, http, runfile];
