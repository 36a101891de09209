// Compares a rendering with its golden file; GOLDEN=write writes it instead, and the diff is for a reviewer.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

export function expectGolden(name: string, actual: string): void {
  const file = new URL(`golden/${name}.golden`, import.meta.url);
  if (process.env.GOLDEN === 'write') writeFileSync(file, actual);
  expect(actual).toBe(readFileSync(file, 'utf8'));
}
