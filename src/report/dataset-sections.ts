// What a dataset holds, as sections for people.
import type { DatasetInfo, Spread } from '../core/dataset-info.ts';
import { grouped } from './numbers.ts';
import { plainText } from './plain-text.ts';
import { cell, figure, label, type Section, type Table, type View } from './view.ts';

export function datasetView(info: DatasetInfo): View {
  const { name, seed, documents, questions, judgments, synonymGroups } = info;
  const { missing } = judgments;
  const sections: readonly Section[] = [
    {
      heading: plainText(`Dataset ${name}${seed === null ? '' : `, seed ${seed}`}`),
      parts: [
        pairs([
          [
            'documents',
            grouped(documents.total) + (documents.pages === undefined ? '' : `, ${grouped(documents.pages)} pages`),
          ],
          ['words', grouped(documents.words)],
          ['tokens', `about ${grouped(documents.tokens)}, estimated as characters / 4`],
          ...only(documents.empty, 'empty', (n) => `${n} without a word of text`),
          ...only(documents.untitled, 'untitled', (n) => `${n} of ${grouped(documents.total)}`),
          ...only(documents.identical, 'identical', (n) => `${n} with title and text of an earlier one`),
          ['fingerprint', documents.fingerprint],
        ]),
      ],
    },
    {
      heading: 'Questions',
      parts: [
        pairs([
          ['questions', grouped(questions.total)],
          ...Object.entries(questions.labels).map(
            ([key, values]): Row => [
              key,
              Object.entries(values)
                .map(([value, total]) => `${value} ${grouped(total)}`)
                .join(', '),
            ],
          ),
          ...only(questions.identical, 'identical', (n) => `${n} with the text of an earlier one`),
          ...only(judgments.questionsWithoutJudgment, 'not judged', (n) => `${n}, evaluated apart`),
          ...only(
            judgments.questionsWithoutRelevant,
            'nothing to find',
            (n) => `${n} with no relevant document: they score 0`,
          ),
          ...only(synonymGroups, 'synonyms', (n) => `${n} groups`),
          ['fingerprint', questions.fingerprint],
        ]),
      ],
    },
    {
      heading: 'Judgments',
      parts: [
        pairs([
          ['judgments', judged(info)],
          ...only(
            missing.documents,
            'missing',
            (n) => `${n} judged documents are not there (${grouped(missing.relevant)} relevant judgments)`,
          ),
        ]),
        {
          kind: 'table',
          columns: [figure('grade'), figure('judgments'), label('counts as')],
          rows: judgments.grades.map(({ grade, total }) => [
            cell(String(grade)),
            cell(grouped(total)),
            cell(grade > 0 ? 'relevant' : grade === 0 ? 'judged, not relevant' : 'not judged'),
          ]),
        },
      ],
    },
    {
      heading: 'Spread',
      parts: [
        spreads([
          ['words a document', documents.lengths],
          ['words a question', questions.words],
          ['judgments a question', judgments.perQuestion],
          ['relevant a question', judgments.relevantPerQuestion],
        ]),
      ],
    },
  ];
  return { sections };
}

type Row = readonly [string, string];

function only(count: number, name: string, say: (n: string) => string): Row[] {
  return count === 0 ? [] : [[name, say(grouped(count))]];
}

function judged({ judgments: { total, spans } }: DatasetInfo): string {
  if (spans === 0) return `${grouped(total)} of whole documents`;
  return spans === total ? `${grouped(total)} of passages` : `${grouped(total)}, ${grouped(spans)} of passages`;
}

function pairs(rows: readonly Row[]): Table {
  return {
    kind: 'table',
    columns: [label(''), { head: '', align: 'left', kind: 'text' }],
    rows: rows.map((row) => row.map((text) => cell(text))),
  };
}

function spreads(rows: readonly (readonly [string, Spread])[]): Table {
  const keys = ['min', 'p10', 'median', 'mean', 'p90', 'p99', 'max'] as const;
  return {
    kind: 'table',
    columns: [label(''), ...keys.map(figure)],
    rows: rows.map(([name, spread]) => [
      cell(name),
      ...keys.map((key) => cell(key === 'mean' && spread.mean < 1000 ? spread.mean.toFixed(1) : grouped(spread[key]))),
    ]),
  };
}
