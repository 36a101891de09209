// The PDF file of corpora/samples: three pages with running heads and feet, a heading of two levels, a table and two columns.
import { column, type Placed, pdfFile } from './pdf-file.ts';

const frame = (number: number): readonly Placed[] => [
  { text: 'Northwind handbook', x: 72, y: 30, size: 8 },
  { text: `Page ${number} of 3`, x: 470, y: 815, size: 8 },
];

export function samplePdf(): Uint8Array {
  const first = [
    ...frame(1),
    { text: 'Annual leave', x: 72, y: 80, size: 20 },
    ...column(
      [
        'Annual leave requests must be filed three weeks ahead by every member of the depart-',
        'ment. The manager of the department answers within five days; see the well-',
        'known portal (or ask).',
      ],
      72,
      110,
    ),
    ...column(['A new paragraph begins here, since there is a gap above it. It goes on in the next'], 72, 160),
    { text: 'Allowance', x: 72, y: 200, size: 14 },
    ...column(['Grade', 'Junior', 'Senior & lead'], 72, 220),
    ...column(['Days', '25', '28'], 200, 220),
  ];
  const second = [
    ...frame(2),
    ...column(['page, where it ends.'], 72, 80),
    ...column(['\x95 Five days until March,', '   with consent', '\x95 None after that'], 72, 110),
  ];
  const third = [
    ...frame(3),
    ...column(
      [
        'Left one of the left column',
        'left two of the left column',
        'left three of the column a',
        'left four of the left column',
        'left five of the left column.',
      ],
      72,
      80,
    ),
    ...column(
      [
        'Right one of the other one',
        'right two of the other one',
        'right three of the other a',
        'right four of the other one',
        'right five of the other one.',
      ],
      320,
      83,
    ),
  ];
  return pdfFile([first, second, third], {
    info: {
      Title: 'Annual leave policy',
      Author: 'People team',
      Keywords: 'leave, holidays',
      CreationDate: "D:20260115093000+01'00'",
    },
  });
}
