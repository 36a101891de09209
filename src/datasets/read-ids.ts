// The ids of a corpus: one a line, or the `_id` of each line of a corpus.jsonl.
import { LabError } from '../core/errors.ts';
import { type ByteSource, type ReadingOptions, readPieces, sourceName } from './byte-source.ts';

/** @throws LabError with the line: JSON without an `_id` */
export async function readIds(source: ByteSource, options: ReadingOptions = {}): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  let number = 0;
  const read = (line: string): void => {
    number++;
    const text = line.trim();
    if (text === '') return;
    ids.add(text.startsWith('{') ? idOf(text, `${sourceName(source)}:${number}`) : text);
  };
  for await (const piece of readPieces(source, options)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) read(line);
  }
  read(rest + decoder.decode());
  return ids;
}

function idOf(json: string, where: string): string {
  let id: unknown;
  try {
    id = (JSON.parse(json) as { _id?: unknown })._id;
  } catch {
    throw new LabError('file.malformed', { where, problem: 'not valid JSON' });
  }
  if (typeof id === 'string') return id;
  // A number is kept as an id only where no digit is lost.
  if (Number.isSafeInteger(id)) return String(id);
  throw new LabError('file.malformed', { where, problem: 'no "_id" that is text' });
}
