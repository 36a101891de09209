// How many terminal columns a text takes, and cutting and wrapping by that width.

/** East Asian wide and fullwidth blocks (Unicode TR 11, W and F); first and last code point. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3040, 0x3247],
  [0x3250, 0x4dbf],
  [0x4e00, 0xa4c6],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1b000, 0x1b001],
  [0x1f200, 0x1f251],
  [0x20000, 0x3fffd],
];

/** What is drawn as one: a flag, a keycap, an emoji with what modifies and joins it, else a code point with its accents. */
const UNIT =
  /\p{RI}{2}|[#*0-9]\ufe0f?\u20e3|\p{ExtPict}[\ufe0f\p{EMod}]?(?:\u200d\p{ExtPict}[\ufe0f\p{EMod}]?)*|.[\u0300-\u036f]*/gsu;
/** Text in which every UTF-16 unit is one column: ASCII, Latin, dashes, quotes, marks such as › and …, rules and bars. */
const NARROW = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2500-\u259f]*$/;

/** Columns of a text without control characters, as terminals draw them. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const unit of units(text)) width += unitWidth(unit);
  return width;
}

function units(text: string): readonly string[] {
  return NARROW.test(text) ? text.split('') : (text.match(UNIT) ?? []);
}

function unitWidth(unit: string): number {
  const code = unit.codePointAt(0)!;
  if (code >= 0x300 && code <= 0x36f) return 0;
  if (WIDE.some(([first, last]) => code >= first && code <= last)) return 2;
  if (/^[\p{EPres}\p{EBase}]|.[\ufe0f\u20e3\u200d]/u.test(unit)) return 2;
  return 1;
}

/** The longest beginning that fits. */
function startWithin(text: string, width: number): string {
  let used = 0;
  let end = 0;
  for (const unit of units(text)) {
    used += unitWidth(unit);
    if (used > width) break;
    end += unit.length;
  }
  return text.slice(0, end);
}

/** Cuts at the end, with an ellipsis. */
export function shortenEnd(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${startWithin(text, width - 1).trimEnd()}…`;
}

/** Cuts in the middle, with an ellipsis, so that beginning and end can be read. */
export function shortenMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const start = startWithin(text, Math.ceil((width - 1) / 2));
  return `${start}…${endWithin(text.slice(start.length), width - 1 - displayWidth(start))}`;
}

/** The longest end that fits. */
function endWithin(text: string, width: number): string {
  const all = units(text);
  let used = 0;
  let from = text.length;
  for (let n = all.length - 1; n >= 0; n--) {
    used += unitWidth(all[n]!);
    if (used > width) break;
    from -= all[n]!.length;
  }
  return text.slice(from);
}

/** Where a label breaks best: after a mark between its parts, before a bracket; never inside a number. */
const LABEL_BREAK = /(?<=[-\s,;/>_)\]]|\.(?!\d))|(?=[([])/gu;

/**
 * Lines of a label that fit, whole: shortened, two labels could look the same. Broken between its parts where that fills
 * a quarter of the line, else anywhere. Line feeds are kept.
 */
export function wrapLabel(text: string, width: number): string[] {
  if (text.length <= width && NARROW.test(text)) return [text];
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    let rest = line;
    while (displayWidth(rest) > width) {
      const start = startWithin(rest, width) || units(rest)[0]!;
      const breaks = [...rest.slice(0, start.length + 1).matchAll(LABEL_BREAK)].map(({ index }) => index);
      const best = breaks.findLast((at) => at <= start.length) ?? 0;
      const piece = 4 * displayWidth(rest.slice(0, best)) >= width ? rest.slice(0, best) : start;
      lines.push(piece.trimEnd());
      rest = rest.slice(piece.length).trimStart();
    }
    return [...lines, rest];
  });
}

/** Lines that fit, broken at spaces; a word that is too long by itself is broken anywhere. Line feeds are kept. */
export function wrapText(text: string, width: number): string[] {
  if (text.length <= width && NARROW.test(text)) return [text];
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    while (displayWidth(word) > width) {
      // At least one unit a line, however narrow.
      const start = startWithin(word, width) || units(word)[0]!;
      lines.push(start);
      word = word.slice(start.length);
    }
    line = word;
  }
  if (line !== '') lines.push(line);
  return lines;
}
