// Ids of documents that have none of their own: the file's path within the corpus, fit for a field of a TREC file.

/** What cannot stand in a white-space separated field, what a terminal would act on, and the escape's own sign. */
const ESCAPED = /[%\s\p{Cc}\p{Cs}\ufeff\u180e\u200b\u2028-\u202e\u2066-\u2069]/gu;

/**
 * @param path relative, with `/` between its parts, e.g. `people/parental leave.md` (`people/parental%20leave.md`)
 * @returns percent-encoded where needed; composed (NFC), so that a folder copied from a Mac gives the ids it had
 */
export function documentId(path: string): string {
  return path.normalize('NFC').replace(ESCAPED, (mark) => {
    const bytes = Buffer.from(mark, 'utf8');
    return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  });
}

/** The id of the file at a path as people and engines write it: with back slashes, with `./`, with spaces. */
export function idOfPath(written: string): string {
  return documentId(written.replace(/\\/g, '/').replace(/^(\.\/)+/, ''));
}

/** @param row 1-based place among the records of the file */
export function recordId(path: string, row: number): string {
  return `${documentId(path)}:${row}`;
}
