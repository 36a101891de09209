// The samples that come with the project: what they hold, so that whoever builds on them can rely on it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { DocumentFormat } from '../../src/core/contracts.ts';
import { csv, tsv } from '../../src/ingest/formats/csv.ts';
import { jsonl } from '../../src/ingest/formats/jsonl.ts';
import { markdown } from '../../src/ingest/formats/markdown.ts';
import { parseAs } from './formats/parse.ts';

it.each([
  ['markdown/README.md', markdown, [['Harbour Street Workshop', {}]]],
  [
    'markdown/opening-hours.md',
    markdown,
    [['Opening hours', { team: 'desk', updated: '2026-02-14', tags: ['access', 'keys'] }]],
  ],
  ['markdown/laser-cutter.md', markdown, [['Laser cutter', { team: 'machines', updated: '2026-03-02', level: 2 }]]],
  [
    'markdown/people/absence.md',
    markdown,
    [['Absence', { team: 'people', updated: '2025-11-20', 'owner.name': 'Inés', 'owner.room': 3, draft: false }]],
  ],
  [
    'notes.jsonl',
    jsonl,
    [
      ['Extraction', { team: 'machines', updated: '2026-01-12' }],
      ['Parcels', { team: 'desk', updated: '2026-02-01' }],
      ['', { team: 'desk' }],
    ],
  ],
  [
    'tables/machines.csv',
    csv,
    [
      ['Table saw', { team: 'machines', 'hourly rate': 6, red: true }],
      ['3D printer', { team: 'machines', 'hourly rate': 2.5, red: false }],
      ['Sewing machine', { team: 'textiles', red: false }],
    ],
  ],
  [
    'tables/presses.tsv',
    tsv,
    [
      ['', { room: 2 }],
      ['', { room: 2 }],
    ],
  ],
] as const satisfies readonly (readonly [string, DocumentFormat, readonly unknown[]])[])(
  '%s',
  async (path, format, expected) => {
    const file = readFileSync(new URL(`../../corpora/samples/${path}`, import.meta.url));
    const { documents, warnings } = await parseAs(format, file, undefined, path);
    expect(documents.map(({ title, meta }) => [title, meta])).toEqual(expected);
    expect(warnings).toEqual([]);
  },
);
