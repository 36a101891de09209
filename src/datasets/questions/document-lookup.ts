// The document that a question file means: by its id, by its path as people write it, else the nearest one for the message.
import { idOfPath } from '../../core/document-id.ts';
import type { Document } from '../../core/model.ts';
import { nearestName } from '../../core/nearest.ts';

/** Beyond so many documents an edit distance to each takes longer than it helps. */
const MOST_COMPARED = 20_000;

export interface DocumentLookup {
  find(written: string): Document | undefined;
  /** The one document with the same file name, in another folder or with another ending. */
  renamed(written: string): Document | undefined;
  /** An id that may be meant. */
  nearest(written: string): string | undefined;
}

export function createDocumentLookup(documents: readonly Document[]): DocumentLookup {
  const byId = new Map(documents.map((document) => [document.id, document]));
  let byName: ReadonlyMap<string, string | undefined> | undefined;
  const idOfName = (written: string): string | undefined => {
    byName ??= uniqueNames(documents);
    return byName.get(nameOf(written));
  };
  const nearby = new Map<string, string | undefined>();
  return {
    find: (written) => byId.get(written) ?? byId.get(idOfPath(written)),
    renamed(written) {
      const id = idOfName(written);
      return id === undefined ? undefined : byId.get(id);
    },
    nearest(written) {
      if (nearby.has(written)) return nearby.get(written);
      const found =
        idOfName(written) ??
        (documents.length > MOST_COMPARED
          ? undefined
          : nearestName(
              written,
              documents.map(({ id }) => id),
            ));
      nearby.set(written, found);
      return found;
    },
  };
}

/** File names that only one document has: folders are what people forget. */
function uniqueNames(documents: readonly Document[]): ReadonlyMap<string, string | undefined> {
  const names = new Map<string, string | undefined>();
  for (const { id } of documents) {
    const name = nameOf(id);
    names.set(name, names.has(name) ? undefined : id);
  }
  return names;
}

function nameOf(path: string): string {
  const name = path.replace(/%20/g, ' ').toLowerCase().split(/[\\/]/).at(-1)!;
  return name.replace(/\.[a-z0-9]{1,5}$/, '');
}
