// A comparison as sections for people: systems, means and differences, topics that flipped. Formats only lay them out.
import type { ComparedPair, Comparison, Flip, PairedTest, TopicDifference } from '../core/comparison.ts';
import { shortenEnd } from './display-width.ts';
import { fourPlaces, grouped, probability, signedPlaces } from './numbers.ts';
import { plainText } from './plain-text.ts';
import { tiesAtCutoffs } from './tie-note.ts';
import {
  type Cell,
  type Column,
  cell,
  figure,
  idLabel,
  label,
  NONE,
  notes,
  type Section,
  type Table,
  type View,
} from './view.ts';

/** Longer tables hide what matters; json and csv hold all. */
const TOPICS_SHOWN = 20;
/** Longer questions are cut in tables; json holds them whole. */
const TEXT_WIDTH = 200;

export const TEST_NAMES: Readonly<Record<PairedTest, string>> = {
  'sign-flip': 'sign-flip',
  mcnemar: 'McNemar',
  t: 't',
  wilcoxon: 'Wilcoxon',
};

export function comparisonView(comparison: Comparison): View {
  return {
    sections: [
      systemsSection(comparison),
      ...(isRoundRobin(comparison) ? [lettersSection(comparison)] : []),
      pairsSection(comparison),
      flipsSection(comparison),
      ...differencesSection(comparison),
    ],
  };
}

/** Three or more systems, each compared with each: then one table with letters says it best. */
export function isRoundRobin({ systems, pairs, measures }: Comparison): boolean {
  const n = systems.length;
  return n > 2 && pairs.length === (measures.length * n * (n - 1)) / 2;
}

function systemsSection({ systems, topics, notes: lines }: Comparison): Section {
  const columns = [label(''), label('system'), label('is'), figure('missing'), figure('unjudged')];
  const rows = systems.map(({ letter, label: name, spec, missing, unknown }) =>
    [letter, name, spec ?? NONE, grouped(missing), grouped(unknown)].map((text) => cell(text)),
  );
  const said = [
    ...(systems.some(({ missing }) => missing > 0) ? ['missing = judged topics that the run lacks: they score 0'] : []),
    ...(systems.some(({ unknown }) => unknown > 0)
      ? ['unjudged = topics of the run without judgments: they are left out']
      : []),
    ...systems.flatMap(({ label: name, tied }) => {
      const decided = tiesAtCutoffs(tied);
      return decided === undefined ? [] : [`${name}: ${decided}`];
    }),
    ...lines,
  ];
  return {
    heading: `Systems, over ${grouped(topics)} topics`,
    parts: [{ kind: 'table', columns, rows }, ...(said.length > 0 ? [notes(said)] : [])],
  };
}

/** The letters of the systems that one is significantly better than, in their order. */
export function lettersOf({ systems }: Comparison, better: readonly string[]): string {
  const letters = systems.filter((system) => better.includes(system.label)).map(({ letter }) => letter);
  return letters.join(systems.length > 26 ? ',' : '');
}

function lettersSection(comparison: Comparison): Section {
  const { systems, measures, scores, topics } = comparison;
  const rows = systems.map((system) => [
    cell(system.letter),
    cell(system.label),
    ...measures.map((measure) => {
      const { mean, better } = scores.find((score) => score.measure === measure && score.system === system.label)!;
      return cell([fourPlaces(mean), lettersOf(comparison, better)].join(' ').trimEnd());
    }),
  ]);
  return {
    heading: `Means, n = ${grouped(topics)}`,
    parts: [
      { kind: 'table', columns: [label(''), label('system'), ...measures.map(figure)], rows },
      notes(['a letter after a mean = significantly better than the system of that letter']),
    ],
  };
}

function pairsSection(comparison: Comparison): Section {
  const together = groupPairs(comparison.pairs);
  const tables = together.map((pairs): Table => {
    const { first, second } = pairs[0]!;
    return {
      kind: 'table',
      ...(together.length > 1 ? { caption: plainText(`${second} against ${first}`) } : {}),
      columns: [
        label('measure'),
        ...[first, second, 'difference', '95% low', '95% high', 'p', 'Holm p'].map(figure),
        { ...figure('test'), align: 'left' },
        ...['d_z', 'win/tie/loss', 'detectable'].map(figure),
      ],
      rows: pairs.map((pair) => pairRow(comparison, pair)),
    };
  });
  const [only] = together.length === 1 ? together[0]! : [];
  return {
    heading: `Differences, n = ${grouped(comparison.topics)}`,
    parts: [...tables, notes(pairNotes(comparison, only?.first ?? 'the first', only?.second ?? 'the second'))],
  };
}

/** All measures of two systems together, in the order in which the two first come. */
function groupPairs(pairs: readonly ComparedPair[]): ComparedPair[][] {
  const groups = new Map<string, ComparedPair[]>();
  for (const pair of pairs) {
    const key = JSON.stringify([pair.first, pair.second]);
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return [...groups.values()];
}

function pairRow(comparison: Comparison, pair: ComparedPair): Cell[] {
  return [
    cell(pair.measure),
    cell(fourPlaces(pair.firstMean)),
    cell(fourPlaces(pair.secondMean)),
    cell(signedPlaces(pair.difference), toneOf(comparison, pair)),
    cell(signedPlaces(pair.low)),
    cell(signedPlaces(pair.high)),
    cell(orNone(pair.p, probability)),
    cell(orNone(pair.adjustedP, (p) => `${probability(p)}${pair.significant ? '*' : ''}`)),
    cell(TEST_NAMES[pair.test]),
    cell(orNone(pair.effectSize, (d) => d.toFixed(2))),
    cell(`${pair.wins}/${pair.ties}/${pair.losses}`),
    cell(orNone(pair.detectable, fourPlaces)),
  ];
}

function pairNotes(comparison: Comparison, first: string, second: string): string[] {
  const { pairs, alpha, seed, permutations, resamples } = comparison;
  const tests = new Set(pairs.map(({ test }) => test));
  const told = pairs.filter(({ p }) => p !== null).length;
  return [
    `difference = ${second} less ${first}; wins are topics on which ${second} is better`,
    ...(tests.has('sign-flip')
      ? [`sign-flip = exact where at most 20 topics differ, else ${grouped(permutations)} random assignments of signs`]
      : []),
    ...(tests.has('mcnemar') ? ["McNemar = McNemar's exact test, since every value is 0 or 1"] : []),
    ...(tests.has('t') ? ["t = Student's paired t test"] : []),
    ...(tests.has('wilcoxon') ? ["Wilcoxon = Wilcoxon's signed-rank test"] : []),
    `Holm p = p adjusted for ${told === 1 ? 'one comparison' : `all ${told} comparisons`}; * = at most ${alpha}`,
    `95% low, high = BCa bootstrap interval of the difference, ${grouped(resamples)} resamples of topics`,
    "d_z = mean difference / its standard deviation over topics (Cohen's d for pairs)",
    'detectable = the smallest difference that so many topics detect with 80% power',
    ...(pairs.some(({ effectSize }) => effectSize === null)
      ? [`${NONE} = the differences have no spread to judge by`]
      : []),
    `seed ${seed} of permutations and resamples`,
  ];
}

function toneOf(
  { scores }: Comparison,
  { measure, first, second, significant }: ComparedPair,
): 'good' | 'bad' | undefined {
  if (!significant) return undefined;
  const won = scores.some(
    (score) => score.measure === measure && score.system === second && score.better.includes(first),
  );
  return won ? 'good' : 'bad';
}

function orNone(value: number | null, print: (value: number) => string): string {
  return value === null ? NONE : print(value);
}

/** Every pair whose first system never comes second: with many systems, all against the first. */
export function shownPairs({ pairs }: Comparison): [string, string][] {
  const seconds = new Set(pairs.map(({ second }) => second));
  const shown = new Map<string, [string, string]>();
  for (const { first, second } of pairs) {
    if (!seconds.has(first)) shown.set(JSON.stringify([first, second]), [first, second]);
  }
  return [...shown.values()];
}

function flipsSection(comparison: Comparison): Section {
  const { cutoff, flips } = comparison;
  const parts: Section['parts'][number][] = [];
  let cut = false;
  for (const [first, second] of shownPairs(comparison)) {
    for (const change of ['lost', 'gained'] as const) {
      const own = flips.filter((flip) => flip.first === first && flip.second === second && flip.change === change);
      cut ||= own.length > TOPICS_SHOWN;
      const [hitter, misser] = change === 'lost' ? [first, second] : [second, first];
      parts.push({
        kind: 'table',
        caption: plainText(
          `${change} by ${second}: found by ${hitter}, not by ${misser}: ${own.length === 0 ? 'none' : grouped(own.length)}`,
        ),
        columns: [...topicColumns(comparison), figure(`rank in ${first}`), figure(`rank in ${second}`)],
        rows: own.slice(0, TOPICS_SHOWN).map((flip) => [...topicCells(comparison, flip), ...rankCells(flip)]),
      });
    }
  }
  return {
    heading: `Topics that flipped: something relevant in the top ${cutoff}`,
    parts: [
      ...parts,
      ...(flips.length > 0
        ? [
            notes([
              ...rankNotes(flips),
              ...(cut ? [`${TOPICS_SHOWN} are shown, the worst; --format json or csv has all`] : []),
            ]),
          ]
        : []),
    ],
  };
}

function differencesSection(comparison: Comparison): Section[] {
  const { measures, differences } = comparison;
  const tables = shownPairs(comparison).flatMap(([first, second]) =>
    measures.flatMap((measure): Table[] => {
      const own = differences.filter((one) => one.measure === measure && one.first === first && one.second === second);
      if (own.length === 0) return [];
      return [
        {
          kind: 'table',
          caption: plainText(`${measure}: ${second} against ${first}`),
          columns: [
            ...topicColumns(comparison),
            ...[first, second, 'difference', `rank in ${first}`, `rank in ${second}`].map(figure),
          ],
          rows: own.map((one) => [
            ...topicCells(comparison, one),
            cell(fourPlaces(one.firstValue)),
            cell(fourPlaces(one.secondValue)),
            cell(signedPlaces(one.difference)),
            ...rankCells(one),
          ]),
        },
      ];
    }),
  );
  if (tables.length === 0) return [];
  return [{ heading: 'Largest differences', parts: [...tables, notes(rankNotes(differences))] }];
}

function hasTexts({ topicResults }: Comparison): boolean {
  return topicResults.some(({ text }) => text !== null);
}

function topicColumns(comparison: Comparison): Column[] {
  return [idLabel('topic'), ...(hasTexts(comparison) ? [{ head: 'text', align: 'left', kind: 'aside' } as const] : [])];
}

function topicCells(comparison: Comparison, { topic }: Flip | TopicDifference): Cell[] {
  if (!hasTexts(comparison)) return [cell(topic)];
  const text = comparison.topicResults.find((result) => result.topic === topic)?.text ?? NONE;
  return [cell(topic), cell(shortenEnd(plainText(text), TEXT_WIDTH))];
}

function rankCells({ firstRank, firstSignal, secondRank, secondSignal }: Flip | TopicDifference): Cell[] {
  return [rankCell(firstRank, firstSignal), rankCell(secondRank, secondSignal)];
}

function rankCell(rank: number | null, signal: boolean): Cell {
  return cell(rank === null ? NONE : `${grouped(rank)}${signal ? '' : '*'}`);
}

export function rankNotes(shown: readonly (Flip | TopicDifference)[]): string[] {
  const isPlace = (rank: number | null, signal: boolean): boolean => rank !== null && !signal;
  return [
    'rank = of the first relevant document',
    ...(shown.some(({ firstRank, secondRank }) => firstRank === null || secondRank === null)
      ? [`${NONE} = not retrieved`]
      : []),
    ...(shown.some((one) => isPlace(one.firstRank, one.firstSignal) || isPlace(one.secondRank, one.secondSignal))
      ? ['* nothing matched: a place among zeros, not a rank']
      : []),
  ];
}
