// SQLite's FTS5 in memory, without the texts themselves, Porter's stemmer, words joined by OR: better-sqlite3, or Node's own.
import { absent, load } from '../peers.mjs';

export async function open(texts) {
  const packaged = absent('better-sqlite3') === undefined;
  const engine = packaged
    ? new (await load('better-sqlite3')).default(':memory:')
    : new (await load('node:sqlite')).DatabaseSync(':memory:');
  engine.exec("CREATE VIRTUAL TABLE chunks USING fts5(text, content='', tokenize='porter unicode61')");
  const insert = engine.prepare('INSERT INTO chunks(rowid, text) VALUES (?, ?)');
  engine.exec('BEGIN');
  let id = 0;
  for (const text of texts) insert.run(++id, text);
  engine.exec('COMMIT');
  const query = engine.prepare(
    'SELECT rowid, bm25(chunks) AS score FROM chunks WHERE chunks MATCH ? ORDER BY score LIMIT ?',
  );
  const words = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    // What it holds does not lie in Node's memory.
    native: true,
    ask: (text, depth) =>
      query.all(
        words(text)
          .map((word) => `"${word}"`)
          .join(' OR '),
        depth,
      ).length,
  };
}
