// Run by pool.test.ts on the built code: encodes with worker threads and prints what was seen as JSON.
import { pathToFileURL } from 'node:url';

const [built, mode] = process.argv.slice(2);
const { useLite } = await import(pathToFileURL(built).href);
const events = [];
const abort = new AbortController();
const context = { progress: { report: (event) => events.push(event) }, signal: abort.signal };
const texts = Array.from(
  { length: 200 },
  (_, i) => `Rule ${i} of the handbook: ${'the door stays shut, '.repeat(1 + (i % 9))}`,
);

const encoder = await useLite.open(context, undefined);
if (mode === 'abort') {
  setTimeout(() => abort.abort(new Error('interrupted')), 300);
  const many = texts.flatMap((text) => Array.from({ length: 20 }, (_, i) => `${text} ${i}`));
  const error = await encoder.encode(many, 'passage').catch((reason) => reason.message);
  console.log(JSON.stringify({ error, before: events.every((event) => (event.done ?? 0) < many.length) }));
} else if (mode === 'twice') {
  const runs = [];
  for (let run = 0; run < 3; run++) runs.push(Buffer.from((await encoder.encode(texts, 'passage')).buffer));
  await encoder.close();
  console.log(JSON.stringify({ same: runs.every((rows) => rows.equals(runs[0])) }));
} else {
  const rows = await encoder.encode(texts, 'passage');
  const advanced = events.filter(({ kind }) => kind === 'stage-advanced').map(({ done }) => done);
  let same = true;
  if (mode === 'compare') {
    // Fewer than 64 at a time are encoded in this thread.
    for (let from = 0; from < texts.length; from += 50) {
      const part = await encoder.encode(texts.slice(from, from + 50), 'passage');
      same &&= Buffer.compare(Buffer.from(part.buffer), Buffer.from(rows.buffer, from * 2048, 50 * 2048)) === 0;
    }
    await encoder.close();
  }
  const increasing = advanced.every((done, i) => i === 0 || done > advanced[i - 1]);
  console.log(JSON.stringify({ same, texts: texts.length, done: advanced.at(-1), increasing }));
}
