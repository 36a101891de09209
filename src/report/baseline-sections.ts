// What a new baseline would change, as sections for people: shown before anything is written.
import type { BaselineDifference, ScoreChange } from '../core/gate.ts';
import { changesSection, flipsSection } from './gate-sections.ts';
import { fourPlaces, grouped, signedPlaces } from './numbers.ts';
import { type Cell, cell, figure, label, NONE, notes, type Section, type View } from './view.ts';

/** Longer tables hide what matters. */
const SCORES_SHOWN = 40;

/** @param isRefused where the two cannot be compared, scores say nothing; whoever writes it all the same sees them */
export function differenceView(
  { problems, changes, scores, flips, cutoff }: BaselineDifference,
  isRefused = false,
): View {
  return {
    sections: [
      ...(problems.length > 0
        ? [{ heading: 'Not comparable with the baseline', parts: [notes(problems.map(({ message }) => message))] }]
        : []),
      ...(isRefused && problems.length > 0 ? [] : [scoresSection(scores)]),
      ...(problems.length > 0 ? [] : flipsSection(flips, cutoff)),
      ...changesSection(changes),
    ],
  };
}

function scoresSection(scores: readonly ScoreChange[]): Section {
  if (scores.length === 0) return { heading: 'Scores: none changes', parts: [] };
  const columns = [
    label('system'),
    label('wording'),
    label('split'),
    label('measure'),
    ...['n', 'old', 'new', 'difference'].map(figure),
  ];
  const rows = scores
    .slice(0, SCORES_SHOWN)
    .map((change): Cell[] => [
      ...[change.system, change.wording, change.split, change.measure, grouped(change.n)].map((text) => cell(text)),
      ...[change.old, change.new].map((value) => cell(value === null ? NONE : fourPlaces(value))),
      cell(change.old === null || change.new === null ? NONE : signedPlaces(change.new - change.old)),
    ]);
  const more = `${SCORES_SHOWN} of ${grouped(scores.length)} are shown`;
  return {
    heading: `Scores that change: ${grouped(scores.length)}`,
    parts: [{ kind: 'table', columns, rows }, ...(scores.length > SCORES_SHOWN ? [notes([more])] : [])],
  };
}
