// Reads the small inputs of a field case: texts by id, in order.
import { readFileSync } from 'node:fs';

export interface Identified {
  readonly _id: string;
  readonly text: string;
}

export function readCase(name: string, file: string): string {
  return readFileSync(new URL(`../fixtures/cases/${name}/${file}`, import.meta.url), 'utf8');
}

export function readLines(name: string, file: string): readonly Identified[] {
  return readCase(name, file)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Identified);
}
