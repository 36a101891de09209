// Up to twenty bad lines, told together.
import { expect, it } from 'vitest';
import { LabError, LabErrors } from '../../src/core/errors.ts';
import { FileFaults } from '../../src/ingest/file-faults.ts';

function thrown(lines: readonly number[]): unknown {
  const faults = new FileFaults('a.jsonl');
  for (const line of lines) faults.add(line, 'bad', 'mend it');
  try {
    faults.throwAny();
  } catch (error) {
    return error;
  }
  return undefined;
}

it('throws nothing, one error or all of them, and keeps the first twenty', () => {
  expect(thrown([])).toBeUndefined();
  const one = thrown([4]);
  expect(one).toBeInstanceOf(LabError);
  expect(one).toMatchObject({ message: 'a.jsonl:4: bad', remedy: 'mend it' });
  const many = thrown(Array.from({ length: 30 }, (_, n) => n + 1));
  expect(many).toBeInstanceOf(LabErrors);
  expect((many as LabErrors).errors.map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, n) => `a.jsonl:${n + 1}: bad`),
  );
});
