import { describe, expect, it } from 'vitest';
import { colourLevel, FILE_STYLE, isCI, terminalStyle } from '../../src/cli/style.ts';
import { fakeTerminal } from './fake-terminal.ts';

function level(env: Record<string, string>, isTTY = true, plain = false): number {
  return colourLevel(fakeTerminal([], { env }), isTTY, plain);
}

describe('colourLevel', () => {
  it('colours a terminal and nothing else', () => {
    expect(level({})).toBe(1);
    expect(level({}, false)).toBe(0);
  });

  it('honours NO_COLOR, --plain, CI and TERM=dumb; an empty NO_COLOR says nothing', () => {
    expect(level({ NO_COLOR: '1' })).toBe(0);
    expect(level({ NO_COLOR: '' })).toBe(1);
    expect(level({}, true, true)).toBe(0);
    expect(level({ CI: 'true' })).toBe(0);
    expect(level({ CI: 'false' })).toBe(1);
    expect(level({ TERM: 'dumb' })).toBe(0);
  });

  it('lets FORCE_COLOR colour a pipe and a CI log, but not against NO_COLOR or --plain', () => {
    expect(level({ FORCE_COLOR: '1' }, false)).toBe(1);
    expect(level({ FORCE_COLOR: '3', CI: '1' }, false)).toBe(3);
    expect(level({ FORCE_COLOR: '0' })).toBe(0);
    expect(level({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(0);
    expect(level({ FORCE_COLOR: '1' }, true, true)).toBe(0);
  });
});

describe('terminalStyle', () => {
  it('fits tables to a terminal, never to a pipe or with --wide', () => {
    const tty = fakeTerminal([], { outIsTTY: true, columns: 100 });
    expect(terminalStyle(tty, { plain: false, wide: false }).width).toBe(100);
    expect(terminalStyle(tty, { plain: false, wide: true }).width).toBe(Number.POSITIVE_INFINITY);
    expect(terminalStyle(fakeTerminal([], { columns: 100 }), { plain: false, wide: false }).width).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(terminalStyle({ ...tty, columns: 0 }, { plain: false, wide: false }).width).toBe(80);
  });

  it('paints only where there is colour', () => {
    const tty = fakeTerminal([], { outIsTTY: true });
    for (const role of ['heading', 'good', 'bad', 'dim'] as const) {
      expect(terminalStyle(tty, { plain: false, wide: false }).paint(role, 'x')).toContain('\u001b[');
      expect(terminalStyle(tty, { plain: true, wide: false }).paint(role, 'x')).toBe('x');
      expect(FILE_STYLE.paint(role, 'x')).toBe('x');
    }
  });
});

describe('isCI', () => {
  it('reads CI as builds set it', () => {
    expect([undefined, '', '0', 'false', '1', 'true', 'woodpecker'].map(isCI)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});
