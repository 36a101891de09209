// Figures as the lessons write them.

/** `75,440` */
export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `29/30 96.7%` */
export function rate(hits: number, n: number): string {
  return `${hits}/${n} ${percent(hits / n)}`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** Four significant digits, as in the report's tables. */
export function score(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** `58*`: a place among zeros, as everywhere. */
export function place(rank: number | null, signal: boolean): string {
  return rank === null ? '-' : `${rank}${signal ? '' : '*'}`;
}

/** `a, b and c` */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}

export function plural(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;
}
