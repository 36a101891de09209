// All misses as sections for people: by system and diagnosis, what each remedy could win, what the words mean.
import type { Explanation } from '../core/explanation.ts';
import { groupMisses, type SystemMisses, type Winnable } from './explanation-misses.ts';
import { type Fact, factTable, failures } from './explanation-sections.ts';
import { grouped } from './numbers.ts';
import { plainText } from './plain-text.ts';
import { CANDIDATES } from './sections.ts';
import { type Cell, type Column, cell, figure, label, type Section, type View } from './view.ts';

/** All misses by diagnosis, and what each remedy could win. */
export function missesView(explanation: Explanation, asked: number): View {
  const { cutoff } = explanation;
  const systems = groupMisses(explanation);
  const seen = new Set(systems.flatMap(({ groups }) => groups.map(({ diagnosis }) => diagnosis)));
  const meanings = explanation.remedies.filter(({ diagnosis }) => seen.has(diagnosis));
  return {
    sections: [
      ...systems.map((own) => missesSection(own, explanation, asked)),
      ...(meanings.length > 0
        ? [
            winLegend(cutoff, systems),
            {
              heading: 'What the diagnoses mean, and what helps',
              parts: [
                factTable(
                  meanings.flatMap(({ diagnosis, rule, remedy }) => [
                    [diagnosis, rule] as const,
                    ['', `helps: ${remedy}`] as const,
                  ]),
                ),
              ],
            },
          ]
        : []),
      ...failures(explanation),
    ],
  };
}

function missesSection({ system, groups, total }: SystemMisses, { cutoff }: Explanation, asked: number): Section {
  const columns: Column[] = [
    label('diagnosis'),
    figure('misses'),
    figure(`k=${2 * cutoff}`),
    figure('reranker'),
    figure('other system'),
    ...(total.synonym === null ? [] : [figure('synonym')]),
    figure('nothing'),
  ];
  const row = (name: string, won: Winnable): Cell[] => [
    cell(name),
    cell(grouped(won.misses)),
    cell(grouped(won.largerK)),
    cell(grouped(won.reranker)),
    cell(grouped(won.otherSystem)),
    ...(total.synonym === null ? [] : [cell(grouped(won.synonym ?? 0))]),
    cell(grouped(won.none)),
  ];
  return {
    heading: plainText(`${system}: ${total.misses === 0 ? 'none' : grouped(total.misses)} of ${grouped(asked)} missed`),
    parts:
      total.misses === 0
        ? []
        : [
            {
              kind: 'table',
              columns,
              rows: [...groups.map((group) => row(group.diagnosis, group)), row('all', total)],
            },
            {
              ...factTable(groups.map(({ diagnosis, questions }) => [diagnosis, questions.join(', ')])),
              caption: 'Which',
            },
          ],
  };
}

/** What the columns count; a miss may count in several. */
function winLegend(cutoff: number, systems: readonly SystemMisses[]): Section {
  const isTried = systems.some(({ total }) => total.synonym !== null);
  const facts: Fact[] = [
    [`k=${2 * cutoff}`, `in the first ${2 * cutoff}: a larger k would do`],
    ['reranker', `in the first ${CANDIDATES} that match: a perfect reranker would find them`],
    ['other system', 'another of these systems has them in its top'],
    ...(isTried ? [['synonym', 'one word of the answer added to the query lifts them into the top'] as const] : []),
    ['nothing', 'none of these'],
  ];
  return { heading: 'How many misses could be won, and by what', parts: [factTable(facts)] };
}
