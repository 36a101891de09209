// The encoders that can be named: one line each.
import type { EncoderDef } from '../core/contracts.ts';
import { hf } from './hf.ts';
import { openai } from './openai.ts';
import { useLite } from './use-lite.ts';

export const encoders: readonly EncoderDef[] = [useLite, hf, openai];
