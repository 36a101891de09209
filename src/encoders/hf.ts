// Models of one's own through the optional package @huggingface/transformers: a folder, or a name on the Hugging Face hub,
// which is downloaded only where the user said so.
import type { EncoderDef } from '../core/contracts.ts';

export const hf: EncoderDef = {
  name: 'hf',
  summary: 'a model for @huggingface/transformers (to be installed): hf:NAME on the hub, or hf:./FOLDER',
  async open(context, cacheDir, request) {
    const { openHf } = await import('./hf-encoder.ts');
    return openHf(context, cacheDir, request);
  },
};
