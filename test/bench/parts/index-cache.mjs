// bm25.cache.*: an index kept by --index-cache: CPU seconds to build, save and load it, and the size of its file.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedTexts, SIZES } from '../corpus.mjs';
import { timed } from '../measure.mjs';

function job(label) {
  const name = (what) => `bm25.cache.${what}.generated-${label}`;
  return {
    system: 'rag-lab',
    covers: ['build', 'save', 'load', 'file'].map(name),
    async measure() {
      const { openIndexCache } = await import('../../../dist/catalog/index-cache.js');
      const { formatIndex, parseIndex } = await import('../../../dist/retrieval/index-file.js');
      const { buildIndex } = await import('../../../dist/retrieval/inverted-index.js');
      const { analyzerNamed } = await import('../../../dist/text/analyzers.js');
      const folder = mkdtempSync(join(tmpdir(), 'rag-lab-bench-'));
      try {
        const fail = (message) => {
          throw new Error(message);
        };
        const cache = openIndexCache(folder, fail);
        // As in bm25.index, but with the making of the texts in it.
        const built = await timed(() => buildIndex(generatedTexts(SIZES[label]), analyzerNamed('article')));
        const saved = await timed(() => cache.save('key', formatIndex(built.value)));
        const loaded = await timed(() => cache.load('key', parseIndex));
        if (loaded.value.docs.length !== built.value.docs.length) fail('another index came back');
        const megabytes = statSync(join(folder, readdirSync(folder)[0])).size / 1e6;
        return [
          { name: name('build'), value: built.seconds, unit: 'CPU s' },
          { name: name('save'), value: saved.seconds, unit: 'CPU s' },
          { name: name('load'), value: loaded.seconds, unit: 'CPU s' },
          { name: name('file'), value: megabytes, unit: 'MB' },
        ];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

export const indexCache = { name: 'index-cache', jobs: ['100k', '1m'].map(job) };
