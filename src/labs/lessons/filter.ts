// A filter behind an approximate index: why ten rows were asked for and four came back.
import { rowsAfterFilter } from '../closed-forms.ts';
import { grouped, percent } from '../figures.ts';
import { type Lesson, lines, table, text } from '../lesson.ts';
import { drawFilter, drawWorld, type FilteredScan, scanThenFilter } from '../post-filter.ts';

const SIZES = { rows: 10_000, queries: 100, dims: 16 } as const;
const EF = 40;
const ASKED = 10;
const SHARES = [0.5, 0.1, 0.01];
const SHARE = 0.1;
const DEEPER = 200;
/** pgvector's default for hnsw.max_scan_tuples. */
const LIMIT = 20_000;
/** Measured on pgvector 0.8.7 with 10,000 rows, ef_search 40, a filter that 10 % pass, top 10; not computed here. */
const PGVECTOR = { returned: 4.1, recall: 0.41, iterative: { returned: 10, recall: 0.93 } } as const;

export const filter: Lesson = {
  name: 'filter',
  title: 'Filtering an approximate index',
  summary: 'ten rows were asked for, four came back, and nobody noticed',
  async prepare(desk) {
    const rng = desk.rng.stream('walkthrough').stream('filter');
    const world = drawWorld(rng, SIZES);
    const allowed = (share: number): Uint8Array => drawFilter(rng.stream(String(share)), SIZES.rows, share);
    const cells = ({ returned, recall }: FilteredScan): string[] => [returned.toFixed(2), recall.toFixed(2)];
    const tenth = allowed(SHARE);
    const iterative = scanThenFilter(world, tenth, ASKED, { until: ASKED, limit: LIMIT });
    const deeper = scanThenFilter(world, tenth, ASKED, { rows: DEEPER });
    const last = SHARES.at(-1)!;

    return {
      parts: [
        lines(`SELECT ... WHERE tenant = 7 ORDER BY distance LIMIT ${ASKED}`),
        text(
          `An HNSW scan yields about ef_search = ${EF} candidates; the filter sees only those. A simulation:`,
          `${grouped(SIZES.rows)} random vectors, ${SIZES.queries} queries, exact neighbours in place of the graph.`,
        ),
        table(
          ['filter passes', '>expected', '>rows back', '>recall'],
          SHARES.map((share) => [
            percent(share),
            `min(${ASKED}, ${EF} * ${share}) = ${Number(rowsAfterFilter(EF, share, ASKED).toPrecision(3))}`,
            ...cells(scanThenFilter(world, allowed(share), ASKED, { rows: EF })),
          ]),
        ),
        text(`What helps where ${percent(SHARE)} pass:`),
        table(
          ['', '>rows scanned', '>rows back', '>recall'],
          [
            [`ef_search = ${EF}`, String(EF), ...cells(scanThenFilter(world, tenth, ASKED, { rows: EF }))],
            [`ef_search = ${DEEPER}`, String(DEEPER), ...cells(deeper)],
            [`go on until ${ASKED} pass`, iterative.scanned.toFixed(0), ...cells(iterative)],
          ],
        ),
        text(
          `pgvector itself, measured once at the same sizes: ${PGVECTOR.returned.toFixed(2)} rows and recall`,
          `${PGVECTOR.recall}; with iterative scans ${PGVECTOR.iterative.returned} rows and`,
          `${PGVECTOR.iterative.recall}. The graph itself misses some, which exact neighbours here do not show.`,
        ),
      ],
      notice: [
        'No error is raised. Log the number of rows returned against the number asked for.',
        'A full count is not enough: measure recall against an exact, filtered search, for each filter value.',
        'Real tenants are not random rows: where their documents lie far from the question, fewer pass than this.',
        'For a few common values a partial index or a partition searches only what may be returned.',
      ],
      question: `The filter passes ${percent(last)}. How large must ef_search be for ${ASKED} rows to come back on average?`,
      answer: [
        lines(`${ASKED} / ${last} = ${grouped(ASKED / last)}`),
        text(
          `A tenth of the table, for ${ASKED} rows. Long before that, searching the ${grouped(SIZES.rows * last)} rows that pass one by one`,
          'is cheaper, and exact.',
        ),
      ],
      key: String(Math.round(ASKED / last)),
    };
  },
};
