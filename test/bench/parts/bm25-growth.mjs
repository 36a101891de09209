// bm25.growth.*: how times and memory grow with the corpus, from what was measured at both ends.
import { SIZES } from '../corpus.mjs';

export const [LEAST, LARGEST] = ['10k', '1m'];

/** Exponents of every system that was measured at both sizes; time grows as a rate falls. */
export function growth(rows) {
  const kinds = [
    ['index', 'bm25.index.', ''],
    ['memory', 'bm25.held.', ''],
    ['peak', 'bm25.peak.', ''],
    ['query-rare', 'bm25.query.', '.rare'],
    ['query-common', 'bm25.query.', '.common'],
  ];
  return [...new Set(rows.map(({ system }) => system))].flatMap((system) =>
    kinds.flatMap(([what, before, after]) => {
      const [from, to] = [LEAST, LARGEST].map(
        (label) =>
          rows.find((row) => row.system === system && row.name === `${before}generated-${label}${after}`)?.value,
      );
      if (from === undefined || to === undefined) return [];
      const ratio = before === 'bm25.query.' ? from / to : to / from;
      const value = Math.log(ratio) / Math.log(SIZES[LARGEST] / SIZES[LEAST]);
      return [{ name: `bm25.growth.${what}`, system, value, unit: 'exponent' }];
    }),
  );
}
