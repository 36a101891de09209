// A command line as the words a shell would make of it, without a shell: quotes and backslashes, no variables, no globs.

/** @returns the words, or what is wrong */
export function splitCommand(line: string): readonly string[] | { readonly problem: string } {
  if (line.includes('\0')) return { problem: 'it holds a NUL character' };
  const words: string[] = [];
  let word: string | undefined;
  for (let i = 0; i < line.length; i++) {
    const mark = line[i]!;
    if (/\s/.test(mark)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (mark === "'" || mark === '"') {
      word ??= '';
      for (i++; line[i] !== mark; i++) {
        if (i >= line.length) return { problem: `a closing ${mark} is missing` };
        // Within double quotes a backslash is itself, unless it stands before what it must protect.
        if (mark === '"' && line[i] === '\\' && /["\\$`]/.test(line[i + 1] ?? '')) i++;
        word += line[i];
      }
    } else if (mark === '\\') {
      i++;
      if (i >= line.length) return { problem: 'nothing follows the last backslash' };
      word = (word ?? '') + line[i];
    } else word = (word ?? '') + mark;
  }
  if (word !== undefined) words.push(word);
  if (words.length === 0 || words[0] === '') return { problem: 'it names no program' };
  return words;
}
