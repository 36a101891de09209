// Cells and notes: what comes from data is made safe before any format sees it.
import { describe, expect, it } from 'vitest';
import { cell, figure, label, notes } from '../../src/report/view.ts';

describe('the parts of a table', () => {
  it('hold text that cannot act on a terminal', () => {
    expect(cell('a\u001b[2Jb\nc').text).toBe('a\ufffd[2Jb c');
    expect(notes(['a\u0007']).lines).toEqual(['a\ufffd']);
    expect(figure('R@3\n').head).toBe('R@3 ');
  });

  it('carry a tone only where one was given', () => {
    expect(cell('up', 'good')).toEqual({ text: 'up', tone: 'good' });
    expect(Object.hasOwn(cell('up'), 'tone')).toBe(false);
    expect(label('system')).toEqual({ head: 'system', align: 'left', kind: 'label' });
  });
});
