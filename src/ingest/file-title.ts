// What a document without a title of its own is called: its file's name without the extension.

export function fileTitle(source: string): string {
  const name = source.slice(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
