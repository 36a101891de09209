// Fitted weights of a fusion as a section for people.
import type { FusionTuning } from '../core/fusion-tuning.ts';
import { fourPlaces, grouped } from './numbers.ts';
import { cell, figure, label, notes, type View } from './view.ts';

export function fusionTuningView(tuning: FusionTuning): View {
  const { fusion, measure, runs, split, tuningTopics, heldOutTopics, weightings, steps, rows } = tuning;
  return {
    sections: [
      {
        heading: `Weights of ${fusion}, fitted to ${measure}`,
        parts: [
          {
            kind: 'table',
            columns: [label(''), label('weights'), figure('tuning'), figure('held-out')],
            rows: rows.map(({ kind, run, weights, tuning: fitted, heldOut }) =>
              [kind === 'alone' ? `${run} alone` : kind, weights, fourPlaces(fitted), fourPlaces(heldOut)].map((text) =>
                cell(text),
              ),
            ),
          },
          notes([
            `weights of ${runs.join(', ')}, in this order`,
            `searched: ${grouped(weightings)} weightings, equal ones and all multiples of ${1 / steps} that add up to 1; of equally good ones the most equal`,
            `tuning: ${grouped(tuningTopics)} judged topics (${split}), which alone chose; held-out: the other ${grouped(heldOutTopics)}, the figure to quote`,
          ]),
        ],
      },
    ],
  };
}
