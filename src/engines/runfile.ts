// A TREC run file as a system: what another tool ranked, with ids of chunks or of documents.
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { RetrieverDef } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { parseRun, type TrecRun } from '../eval/trec.ts';
import { needHost, shortName, warnOfHits } from './engine-context.ts';
import { createHitMatcher, type Hit } from './match-hits.ts';

type RunFileParams = {
  readonly path: string;
};

/** No run of people comes near; what is packed to do harm does. */
const MOST_BYTES = 2 ** 30;

/** Topics named in a warning before it says how many more there are. */
const MOST_NAMED = 5;

export const runfile: RetrieverDef<RunFileParams> = {
  name: 'runfile',
  summary: 'a TREC run file, plain or gzip, with ids of chunks or documents: runfile(path=bm25.run)',
  params: { path: { default: '', doc: 'the file, from the folder of the run' } },
  check: ({ path }) => (path.trim() === '' ? 'path= is needed: the run file, as in runfile(path=bm25.run)' : undefined),
  async open(collection, params, context) {
    const system = shortName(runfile, params);
    const { folder } = needHost(system, context);
    const { rankings } = await readRunFile(resolve(folder, params.path), params.path);
    const matcher = createHitMatcher(collection);
    const warnedOf = new Set<string>();
    return {
      async search(requests) {
        const lacking: string[] = [];
        const ranked = requests.map((request) => {
          const { id } = request.topic;
          const ranking = rankings.get(id);
          if (!ranking && !warnedOf.has(id)) lacking.push(id);
          return matcher.rank(request, ranking ? hitsOf(ranking.ids, ranking.scores) : []);
        });
        for (const id of lacking) warnedOf.add(id);
        if (lacking.length > 0) {
          const named = lacking.slice(0, MOST_NAMED).join(', ');
          const more = lacking.length > MOST_NAMED ? `, and ${lacking.length - MOST_NAMED} more` : '';
          const message = `${system}: the file lacks ${lacking.length} of ${requests.length} questions, which find nothing: ${named}${more}`;
          context.progress.report({ kind: 'warning', message });
        }
        warnOfHits(system, matcher, context);
        return ranked;
      },
    };
  },
};

function hitsOf(ids: readonly string[], scores: Float64Array): Hit[] {
  return ids.map((id, i) => ({ id, score: scores[i]! }));
}

/** @param shown the path as it was written, for messages */
async function readRunFile(path: string, shown: string): Promise<TrecRun> {
  let text: string;
  try {
    const facts = await stat(path);
    // A pipe or device might never end; a folder is refused by the reading itself.
    if (!facts.isFile() && !facts.isDirectory()) throw new Error('it is not a file');
    if (facts.size > MOST_BYTES) throw new Error(TOO_LARGE);
    const bytes = await readFile(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    text = new TextDecoder().decode(isPacked ? await unpack(bytes, { maxOutputLength: MOST_BYTES }) : bytes);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    throw new LabError('file.unreadable', { path: shown, problem: problemOf(error, code) }, absentRemedy(code, shown));
  }
  return parseRun(text, shown);
}

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);
const TOO_LARGE = `it has more than ${MOST_BYTES / 2 ** 20} MiB`;

function problemOf(error: unknown, code: unknown): string {
  if (code === 'ERR_BUFFER_TOO_LARGE') return TOO_LARGE;
  return typeof code === 'string' && code.startsWith('Z_') ? 'the gzip data are damaged' : systemFault(error);
}

function absentRemedy(code: unknown, path: string): string | undefined {
  return code === 'ENOENT' && basename(path) !== path ? 'the path starts from the folder of the run' : undefined;
}
