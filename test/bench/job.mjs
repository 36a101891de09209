// One job of one part, in the process that the benchmark started for it; each row goes back as a message.
import { Skipped } from './limits.mjs';
import { parts } from './registry.mjs';

const [part, at, prefix, patience] = process.argv.slice(2);
const send = (message) => new Promise((resolve) => process.send(message, resolve));
try {
  const { jobs } = parts.find(({ name }) => name === part);
  const measured = jobs[Number(at)].measure({ prefix, patience: Number(patience) });
  // Rows one by one, so that those found stay if a later one takes too long, or all at once.
  for await (const row of Symbol.asyncIterator in measured ? measured : await measured) await send({ row });
} catch (error) {
  if (error instanceof Skipped) await send({ skipped: error.message });
  else {
    process.stderr.write(`${error.stack}\n`);
    await send({ failed: error.message });
  }
}
process.disconnect();
