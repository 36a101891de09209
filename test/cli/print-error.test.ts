import { describe, expect, it } from 'vitest';
import { describeError } from '../../src/cli/print-error.ts';
import { LabError, LabErrors } from '../../src/core/errors.ts';
import { systemFault } from '../../src/core/system-fault.ts';

const fault = new LabError('spec.invalid', { what: 'x\u001b[2J', problem: 'line\nbreak' }, 'do y');

describe('describeError', () => {
  it('prints a fault on one line and its remedy on another, without control characters: exit code 2', () => {
    expect(describeError(fault, false)).toEqual({
      text: 'rag-lab: x\\x1b[2J: line\\nbreak\ntry: do y\n',
      code: 2,
    });
  });

  it('prints several faults one below the other, and a remedy for several in a row below the last of them', () => {
    const other = new LabError('spec.invalid', { what: 'z', problem: 'p' }, 'do z');
    const { text, code } = describeError(new LabErrors([fault, fault, other, fault]), false);
    const line = 'rag-lab: x\\x1b[2J: line\\nbreak\n';
    expect(text).toBe(`${line}${line}try: do y\nrag-lab: z: p\ntry: do z\n${line}try: do y\n`);
    expect(code).toBe(2);
  });

  it('ends a list of faults after 20, and cuts the middle of an endless line', () => {
    const many = describeError(new LabErrors(Array.from({ length: 50 }, () => fault)), false).text;
    expect(many.match(/^rag-lab: /gm)).toHaveLength(21);
    expect(many).toMatch(/\nrag-lab: and 30 more faults\n$/);
    const long = new LabError('spec.invalid', { what: 'here', problem: `${'x'.repeat(1e6)}; accepted: y` });
    const { text } = describeError(long, false);
    expect(text.length).toBeLessThan(6000);
    expect(text).toMatch(/^rag-lab: here: x+ \[\d+ characters\] x+; accepted: y\n$/);
  });

  it('prints the stack of anything else, and that it is a bug: exit code 70', () => {
    const { text, code } = describeError(new TypeError('oh no'), false);
    expect(text).toContain('this is a bug');
    expect(text).toContain('TypeError: oh no\n    at ');
    expect(code).toBe(70);
    expect(describeError('a string', false).text).toContain('a string');
  });

  it('says that it was interrupted, whatever the interruption broke: exit code 130', () => {
    expect(describeError(fault, true)).toEqual({ text: 'rag-lab: interrupted\n', code: 130 });
  });
});

describe('systemFault', () => {
  it('says what the system says, in words', () => {
    expect(systemFault(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe('no space left on the device');
    expect(systemFault(Object.assign(new Error('x'), { code: 'EWEIRD' }))).toBe('x');
    expect(systemFault('y')).toBe('y');
    expect(systemFault(new RangeError('Invalid string length'))).toBe('it is too large');
  });
});
