// One job of one part, in the process that the benchmark started for it; its rows go back as a message.
import { peakMegabytes } from './measure.mjs';
import { parts } from './registry.mjs';

const [part, at, prefix] = process.argv.slice(2);
const { jobs } = parts.find(({ name }) => name === part);
const rows = await jobs[Number(at)].measure({ prefix });
await new Promise((resolve) => process.send({ rows, megabytes: peakMegabytes() }, resolve));
process.disconnect();
