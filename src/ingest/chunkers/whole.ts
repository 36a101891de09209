// One chunk a document, read with its title: what retrieval over short documents (BEIR) does.
import type { ChunkerDef } from '../../core/contracts.ts';

export const whole: ChunkerDef<Record<never, never>> = {
  name: 'whole',
  summary: 'one chunk a document, its title before its text',
  params: {},
  chunk({ text, title }) {
    return [{ span: { start: 0, end: text.length }, path: [], ...(title ? { prefix: title } : {}) }];
  },
};
