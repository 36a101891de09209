// One page of a PDF as rows: pieces of text put back on their baselines, from top to bottom.

/** A piece of text as the file draws it; y grows downwards. */
export interface PdfPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
  /** Direction of writing in degrees, clockwise, 0 to 359. */
  readonly angle: number;
  readonly rightToLeft: boolean;
}

/** Pieces of one row without a wide gap between them: a line of a column, or a cell of a table. */
export interface Segment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** What stands on one baseline. */
export interface Row {
  readonly y: number;
  /** From left to right. */
  readonly segments: readonly Segment[];
}

export interface PdfPage {
  /** 1-based. */
  readonly number: number;
  readonly height: number;
  readonly rows: readonly Row[];
  /** Text written in other directions, such as labels of axes: read after the page. */
  readonly turned: readonly Row[];
}

/** In font sizes: pieces of one row differ by rounding only. Lines of two columns side by side differ by more. */
const SAME_ROW = 0.2;
/** Of the size beside them: raised and lowered marks are smaller, and so near to it, up or down and to the side. */
const MARK_SIZE = 0.85;
const MARK_RISE = 0.6;
const MARK_GAP = 0.3;
/** In font sizes: a space between words is about 0.25, a hair space below 0.15. */
const WORD_GAP = 0.17;
/** In font sizes: justified lines hardly have such a gap between words; columns and cells do. */
const SEGMENT_GAP = 1;
/** In font sizes: the same text this near was drawn twice, to look bold. */
const SAME_PLACE = 0.15;
/** Degrees that still count as the direction of the page; scans are never quite straight. */
const STRAIGHT = 5;

export function readPage(number: number, height: number, pieces: readonly PdfPiece[]): PdfPage {
  const upright: PdfPiece[] = [];
  const turned = new Map<number, PdfPiece[]>();
  for (const piece of pieces) {
    const { angle } = piece;
    if (piece.text.trim() === '') continue;
    if (angle <= STRAIGHT || angle >= 360 - STRAIGHT) upright.push(piece);
    else {
      const others = turned.get(angle) ?? [];
      turned.set(angle, others);
      others.push(turn(piece));
    }
  }
  const angles = [...turned.keys()].sort((a, b) => a - b);
  return {
    number,
    height,
    rows: rowsOf(upright),
    turned: angles.flatMap((angle) => rowsOf(turned.get(angle)!)),
  };
}

/** The piece on a page turned so that it is upright. */
function turn(piece: PdfPiece): PdfPiece {
  const radians = (piece.angle * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  return { ...piece, x: piece.x * cos + piece.y * sin, y: piece.y * cos - piece.x * sin };
}

interface Gathering {
  readonly y: number;
  readonly size: number;
  pieces: PdfPiece[];
}

function rowsOf(pieces: readonly PdfPiece[]): readonly Row[] {
  const sorted = [...pieces].sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: Gathering[] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    if (row && piece.y - row.y <= SAME_ROW * Math.min(piece.size, row.size)) row.pieces.push(piece);
    else rows.push({ y: piece.y, size: piece.size, pieces: [piece] });
  }
  attachMarks(rows);
  return rows
    .filter((row) => row.pieces.length > 0)
    .map((row) => ({ y: row.y, segments: segmentsOf(row.pieces, row.y) }))
    .filter(({ segments }) => segments.length > 0);
}

/** Puts note marks, exponents and indices on the row of the word that they stand at. */
function attachMarks(rows: readonly Gathering[]): void {
  rows.forEach((row, n) => {
    row.pieces = row.pieces.filter((mark) => {
      const host = [rows[n - 1], rows[n + 1]].find((other) => other?.pieces.some((piece) => standsAt(mark, piece)));
      host?.pieces.push(mark);
      return host === undefined;
    });
  });
}

function standsAt(mark: PdfPiece, piece: PdfPiece): boolean {
  const { size } = piece;
  return (
    mark.size <= MARK_SIZE * size &&
    Math.abs(mark.y - piece.y) <= MARK_RISE * size &&
    Math.min(Math.abs(mark.x - (piece.x + piece.width)), Math.abs(mark.x + mark.width - piece.x)) <= MARK_GAP * size
  );
}

function segmentsOf(pieces: readonly PdfPiece[], y: number): readonly Segment[] {
  const inOrder = [...pieces].sort((a, b) => a.x - b.x);
  const groups: PdfPiece[][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const piece of inOrder) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && piece.x - right <= SEGMENT_GAP * Math.max(piece.size, before.size)) {
      const doubled = piece.text === before.text && piece.x - before.x <= SAME_PLACE * piece.size;
      if (!doubled) group.push(piece);
    } else groups.push([piece]);
    right = Math.max(right, piece.x + piece.width);
  }
  return groups.map((group) => segmentOf(group, y)).filter(({ text }) => text !== '');
}

function segmentOf(pieces: readonly PdfPiece[], y: number): Segment {
  const rightToLeft = pieces.filter((piece) => piece.rightToLeft).length * 2 > pieces.length;
  const inOrder = rightToLeft ? [...pieces].reverse() : pieces;
  let text = '';
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let size = 0;
  let longest = 0;
  let before: PdfPiece | undefined;
  for (const piece of inOrder) {
    if (before) {
      const gap = rightToLeft ? before.x - (piece.x + piece.width) : piece.x - (before.x + before.width);
      if (gap > WORD_GAP * Math.max(piece.size, before.size)) text += ' ';
    }
    text += piece.text;
    left = Math.min(left, piece.x);
    right = Math.max(right, piece.x + piece.width);
    // The size of most of the text: initials and note marks have others.
    if (piece.text.length > longest) {
      longest = piece.text.length;
      size = piece.size;
    }
    before = piece;
  }
  return { text: text.replace(/\s+/g, ' ').trim(), left, right, y, size };
}
