import { describe, expect, it } from 'vitest';
import { LabError, LabErrors } from '../../src/core/errors.ts';

describe('errors', () => {
  it('name what is wrong, what is accepted and the nearest name, on one line', () => {
    const error = new LabError('spec.unknown-name', { kind: 'system', name: 'bm52', known: ['bm25', 'dense'] });
    expect(error.message).toBe('unknown system "bm52"; did you mean "bm25"? (known: bm25, dense)');
    expect(error.code).toBe('spec.unknown-name');
    expect(error.remedy).toBeUndefined();
  });

  it('show of a text without end what stands around the fault', () => {
    const text = `${'('.repeat(5000)}here${')'.repeat(5000)}`;
    for (const at of [0, 5000, text.length]) {
      const { message } = new LabError('spec.syntax', { text, at, expected: 'a field' });
      expect(message.length).toBeLessThan(280);
      expect(message).toContain(`expected a field at character ${at + 1}`);
      expect(message.includes('here')).toBe(at === 5000);
    }
    const short = new LabError('spec.syntax', { text: 'a =', at: 3, expected: 'a value' });
    expect(short.message).toBe('cannot read "a =": expected a value at character 4');
  });

  it('carry a remedy apart from the message', () => {
    const error = new LabError('model.damaged', { path: 'weights', problem: 'wrong hash' }, 'npm ci');
    expect(error.message).not.toContain('npm ci');
    expect(error.remedy).toBe('npm ci');
  });

  it('can be reported together', () => {
    const errors = [1, 2].map((n) => new LabError('option.conflict', { problem: `fault ${n}` }));
    expect(new LabErrors(errors).message).toBe('fault 1\nfault 2');
  });
});
