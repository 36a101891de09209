import { describe, expect, it } from 'vitest';
import { placeOf, printPlace } from '../../src/report/places.ts';
import { sampleReport } from './sample-report.ts';

const many = { ...sampleReport, corpus: { ...sampleReport.corpus, documents: 2 } };

describe('the place of a chunk', () => {
  it('is what the report holds of it, else the document that its id begins with', () => {
    expect(placeOf(sampleReport, 'handbook#12')).toMatchObject({ document: 'handbook', page: 7 });
    expect(placeOf(sampleReport, 'a#b.md#3')).toEqual({ document: 'a#b.md', path: [] });
    expect(placeOf(sampleReport, 'constructor')).toBeUndefined();
    expect(placeOf(sampleReport, '')).toBeUndefined();
  });

  it('is printed as file, page and headings, as far as they are known', () => {
    const place = { document: 'leave.md', page: 12, path: ['Leave', 'Carry over'] };
    expect(printPlace(place, many)).toBe('leave.md p.12 › Leave › Carry over');
    expect(printPlace({ document: 'leave.md', path: ['Leave'] }, many)).toBe('leave.md › Leave');
    expect(printPlace(place, sampleReport)).toBe('p.12 › Leave › Carry over');
    expect(printPlace({ document: 'leave.md', path: ['Leave'] }, sampleReport)).toBe('Leave');
    expect(printPlace({ document: 'leave.md', path: [] }, sampleReport)).toBe('');
    expect(printPlace(undefined, many)).toBe('');
  });
});
