// A request with gaps: {{query}}, {{k}} and their like, and ${NAME} for what the environment holds.

/** What can stand in a gap. */
export interface Gaps {
  readonly query: string;
  /** How many entries are asked for. */
  readonly k: number;
  /** The filter's text, empty without one. */
  readonly filter: string;
  /** The question as a string in quotes, for a query language inside of JSON. */
  readonly quoted: string;
  readonly field: string;
  readonly model: string;
}

export const GAP_NAMES = [
  'query',
  'k',
  'filter',
  'quoted',
  'field',
  'model',
] as const satisfies readonly (keyof Gaps)[];

const GAP = /\{\{\s*([^{}]*?)\s*\}\}|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * One pass: what is filled in is never read again, so a question that holds `{{k}}` or a secret's name stays a question.
 * @param write how text is written where the gap stands
 */
export function fillTemplate(
  template: string,
  gaps: Gaps,
  secret: (name: string) => string,
  write: (text: string) => string,
): string {
  return template.replace(GAP, (whole, gap: string | undefined, name: string | undefined) => {
    if (name !== undefined) return write(secret(name));
    return isGap(gap!) ? write(String(gaps[gap])) : whole;
  });
}

/** Gaps that nothing can fill. */
export function unknownGaps(template: string): readonly string[] {
  return Array.from(template.matchAll(GAP), (match) => match[1]).filter(
    (gap) => gap !== undefined && !isGap(gap),
  ) as string[];
}

export function hasQuery(template: string): boolean {
  return /\{\{\s*(query|quoted)\s*\}\}/.test(template);
}

function isGap(name: string): name is keyof Gaps {
  return (GAP_NAMES as readonly string[]).includes(name);
}
