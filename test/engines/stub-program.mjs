// A search program as users write them: ranks chunks by shared words. Its first argument makes it misbehave.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [mode = 'good', extra] = process.argv.slice(2);
const chunks = [];
const words = (text) => new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
const say = (value) => process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);

/** With `everything`, chunks that share no word too. */
function search({ text, k }, everything = false) {
  const asked = words(text);
  return chunks
    .map(({ id, text: own }) => ({ id, score: [...words(own)].filter((word) => asked.has(word)).length }))
    .filter(({ score }) => everything || score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, k);
}

const results = (queries) => queries.map((query) => ({ id: query.id, hits: search(query) }));

const answers = {
  good: (queries) => say({ results: results(queries) }),
  everything: (queries) => say({ results: queries.map((query) => ({ id: query.id, hits: search(query, true) })) }),
  reversed: (queries) => say({ results: results(queries).reverse() }),
  'short-form': () => say({ hits: ['0#0', '1'] }),
  pieces: (queries) => {
    const line = `\n${JSON.stringify({ results: results(queries), filler: 'é'.repeat(300_000) })}\n`;
    const bytes = Buffer.from(line);
    const middle = (bytes.length >> 1) | 1;
    process.stdout.write(bytes.subarray(0, middle));
    setTimeout(() => process.stdout.write(bytes.subarray(middle)), 20);
  },
  'not-json': () => say('Loading model... \u001b[31mdone'),
  nan: () => say('{"results":[{"id":"q0","hits":[{"id":"0#0","score":NaN}]}]}'),
  list: () => say('[]'),
  'no-results': () => say('{}'),
  missing: (queries) => say({ results: results(queries).slice(1) }),
  unknown: (queries) => say({ results: [...results(queries), { id: 'other', hits: [] }] }),
  twice: (queries) => say({ results: [...results(queries), ...results(queries)] }),
  nameless: () => say({ results: [{ hits: [] }] }),
  'no-list': (queries) => say({ results: queries.map(({ id }) => ({ id, hits: 'a' })) }),
  error: () => say({ error: 'the index is damaged' }),
  exit: () => {
    process.stderr.write('Traceback (most recent call last):\nValueError: no index\n', () => process.exit(3));
  },
  'kill-me': () => process.kill(process.pid, 'SIGKILL'),
  silent: () => undefined,
  'two-lines': (queries) => {
    say({ results: results(queries) });
    say('{"late":true}');
  },
  echo: (queries, line) => say({ results: queries.map(({ id }) => ({ id, hits: [{ text: line }] })) }),
  environment: (queries) =>
    say({ results: queries.map(({ id }) => ({ id, hits: [process.env.STUB_HIT, process.cwd()] })) }),
};

if (mode === 'dead') process.exit(1);
if (mode === 'deaf') process.stdin.destroy();
if (mode === 'deaf') setInterval(() => undefined, 1000);
if (mode === 'family') {
  // A grandchild that holds the output open and does not care about anything.
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' });
  process.stderr.write(`child ${child.pid}\n`);
  if (extra) (await import('node:fs')).writeFileSync(extra, String(child.pid));
}
if (mode === 'stubborn') setInterval(() => undefined, 1000);

if (mode !== 'deaf') {
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === 'chunk') chunks.push(message);
    if (message.type === 'ready' && mode !== 'never-ready') say(mode === 'unready' ? { error: 'no index yet' } : {});
    if (message.type === 'search') (answers[mode] ?? answers.good)(message.queries, line);
  }
}
