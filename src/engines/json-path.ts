// Where something stands in JSON: `hits.hits[*]._id`, `result.points`, `payload["chunk id"]`, with or without `$` before it.

/** A name (with a dot before it, so that none is taken for another step), a place in a list, or every entry of a list. */
export type JsonPath = readonly (string | number | '*')[];

const STEP = /\.?([^.[\]"*\s][^.[\]"]*)|\[(\d+|\*)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** @returns or what is wrong */
export function parsePath(text: string): JsonPath | { readonly problem: string } {
  const trimmed = text.trim();
  const path: (string | number)[] = [];
  let at = trimmed.startsWith('$') ? 1 : 0;
  while (at < trimmed.length) {
    STEP.lastIndex = at;
    const step = STEP.exec(trimmed);
    // After the first, a name needs its dot.
    if (!step || (step[1] !== undefined && at > 0 && trimmed[at] !== '.')) {
      return { problem: `a name, [0], [*] or ["name"] is expected at character ${at + 1}` };
    }
    at = STEP.lastIndex;
    if (step[1] !== undefined) path.push(`.${step[1]}`);
    else if (step[2] !== undefined) path.push(step[2] === '*' ? '*' : Number(step[2]));
    else {
      try {
        path.push(`.${JSON.parse(step[3]!)}`);
      } catch {
        return { problem: `${step[3]} is not a name in quotes` };
      }
    }
  }
  return path;
}

/** Everything that stands at a path, in order; own members only. */
export function select(value: unknown, path: JsonPath): readonly unknown[] {
  let found: unknown[] = [value];
  for (const step of path) {
    found = found.flatMap((one) => {
      if (step === '*') return Array.isArray(one) ? one : [];
      if (typeof step === 'number') return Array.isArray(one) && step < one.length ? [one[step]] : [];
      const name = step.slice(1);
      const has = typeof one === 'object' && one !== null && !Array.isArray(one) && Object.hasOwn(one, name);
      return has ? [(one as Record<string, unknown>)[name]] : [];
    });
  }
  return found;
}

/** The rest of a path below another one; the path itself where it does not begin there. */
export function below(path: JsonPath, above: JsonPath): JsonPath {
  return path.length >= above.length && above.every((step, i) => step === path[i]) ? path.slice(above.length) : path;
}
