// The method is frozen before the test is run: neither the synonym list nor a held-out file may change without the lock.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadHandbook } from '../../src/datasets/handbook.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lock = JSON.parse(readFileSync(join(root, 'questions/held-out.lock'), 'utf8')) as {
  sha256: Readonly<Record<string, string>>;
  generated: Readonly<Record<string, string>>;
};
const lines = (file: string): Record<string, string>[] =>
  readFileSync(join(root, 'questions', file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

describe('the held-out lock', () => {
  it('holds the hash of every frozen file', () => {
    const found = Object.fromEntries(
      Object.keys(lock.sha256).map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(root, file)))
          .digest('hex'),
      ]),
    );
    expect(found).toEqual(lock.sha256);
  });

  it('covers the synonym list, the raw material and every held-out file', () => {
    const material = readdirSync(join(root, 'corpora/handbook'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => `corpora/handbook/${file.replaceAll('\\', '/')}`);
    const heldOut = readdirSync(join(root, 'questions')).filter((file) => file.includes('held-out.jsonl'));
    expect(Object.keys(lock.sha256).sort()).toEqual(
      [...material, ...heldOut.map((file) => `questions/${file}`)].sort(),
    );
  });

  it('holds what the generator makes of the material: its code may be tidied, its text may not move', async () => {
    const { handbook } = await loadHandbook({ seed: 404 });
    expect(createHash('sha256').update(handbook.document.text).digest('hex')).toBe(lock.generated['handbook:404']);
  });
});

describe('the question banks', () => {
  it('ask fifteen facts in two wordings each, and share no fact', () => {
    const tuning = lines('handbook.tuning.jsonl');
    const heldOut = lines('handbook.held-out.jsonl');
    for (const [split, bank] of [
      ['tuning', tuning],
      ['held-out', heldOut],
    ] as const) {
      expect(bank).toHaveLength(30);
      expect(new Set(bank.map((question) => question.fact)).size).toBe(15);
      for (const question of bank) {
        expect(question.split).toBe(split);
        expect(question.id).toBe(`${question.fact}.${question.wording}`);
      }
    }
    const shared = tuning.filter((question) => heldOut.some((other) => other.fact === question.fact));
    expect(shared).toEqual([]);
  });

  it('leaves the phrases unmapped that the list must not learn', () => {
    const { groups } = JSON.parse(readFileSync(join(root, 'corpora/handbook/synonyms.json'), 'utf8')) as {
      groups: string[][];
    };
    const words = new Set(groups.flat());
    for (const word of ['time', 'off', 'get', 'rid', 'car', 'park', 'parking', 'garage'])
      expect(words.has(word)).toBe(false);
  });
});
