import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { systemFault } from '../../src/core/system-fault.ts';

describe('systemFault', () => {
  it('says what a failed system call means', () => {
    try {
      readFileSync('/nonexistent/file');
    } catch (error) {
      expect(systemFault(error)).toBe('no such file or folder');
    }
  });

  it('falls back on the message, or on what was thrown', () => {
    expect(systemFault(Object.assign(new Error('odd'), { code: 'EODD' }))).toBe('odd');
    expect(systemFault(Object.assign(new Error('inherited'), { code: 'constructor' }))).toBe('inherited');
    expect(systemFault('text')).toBe('text');
    expect(systemFault(undefined)).toBe('undefined');
  });
});
