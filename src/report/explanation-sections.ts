// Questions explained, as sections for people: the question, then each system's verdict, its reasons and its arithmetic.
import type {
  ExplainedChunk,
  ExplainedQuestion,
  ExplainedSystem,
  Explanation,
  ListVote,
  TermPart,
} from '../core/explanation.ts';
import { shortenEnd } from './display-width.ts';
import {
  bestSentence,
  readWord,
  remedyFor,
  remedyLines,
  scoredBy,
  sharedWords,
  tieSentence,
  verdictOf,
  whereOf,
} from './explanation-words.ts';
import { grouped, score } from './numbers.ts';
import { plainText } from './plain-text.ts';
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

/** Parts of one score shown; the rest is summed up in a row. */
const PARTS_SHOWN = 8;
const LEAD_SHOWN = 5;
const TEXT_WIDTH = 300;
/** Of the largest part of a table. */
const BAR_WIDTH = 12;
const BAR = '█';

export function explanationView(explanation: Explanation): View {
  return {
    sections: [
      ...explanation.questions.flatMap((question) => questionSections(question, explanation)),
      ...failures(explanation),
    ],
  };
}

function questionSections(question: ExplainedQuestion, explanation: Explanation): Section[] {
  const { id, text, systems } = question;
  const heading = id === '' ? plainText(text) : plainText(`${id}: ${text}`);
  const parts: (Table | ReturnType<typeof notes>)[] = [];
  const facts = questionFacts(question, explanation);
  if (facts.length > 0) parts.push(factTable(facts));
  if (systems.length > 1) parts.push(summary(question, explanation));
  return [{ heading, parts }, ...systems.map((system) => systemSection(system, question, explanation))];
}

export type Fact = readonly [string, string | Cell];

/** Names and what they are, without heads. */
export function factTable(facts: readonly Fact[]): Table {
  const columns: Column[] = [label(''), { head: '', align: 'left', kind: 'text' }];
  return {
    kind: 'table',
    columns,
    rows: facts.map(([name, what]) => [cell(name), typeof what === 'string' ? cell(what) : what]),
  };
}

function questionFacts(
  { evidence, answer, wording, split, slices }: ExplainedQuestion,
  explanation: Explanation,
): Fact[] {
  const kind = [wording, split, ...slices].filter((word) => word !== '').join(', ');
  return [
    ...(kind === '' ? [] : [['asked', kind] as const]),
    ...evidence.map(({ document, quote, chunks }, n): Fact => {
      const places = chunks.map((chunk) =>
        [chunk, whereOf(chunk, explanation)].filter((part) => part !== '').join(', '),
      );
      const where = chunks.length === 0 ? `${document}: in no chunk` : places.slice(0, 3).join('; ');
      const said = quote === '' ? `all of ${document}` : `“${shortenEnd(plainText(quote), TEXT_WIDTH)}”`;
      return [n === 0 ? 'answer' : 'and', `${said} (${where})`];
    }),
    ...(evidence.length === 0 ? [['answer', 'not known: no evidence is given for this question'] as const] : []),
    ...(answer === undefined ? [] : [['reply', shortenEnd(plainText(answer), TEXT_WIDTH)] as const]),
    ...(explanation.filter === undefined ? [] : [['filter', explanation.filter] as const]),
  ];
}

/** One line a system. */
function summary({ systems }: ExplainedQuestion, { cutoff }: Explanation): Table {
  const known = systems.some(({ answer, diagnosis }) => answer || diagnosis);
  const columns = known
    ? [
        label('system'),
        figure('rank'),
        figure('score'),
        figure(`score at ${cutoff}`),
        { ...figure('verdict'), align: 'left' as const },
      ]
    : [label('system'), label('first chunk'), figure('score')];
  return {
    kind: 'table',
    caption: 'By system',
    columns,
    rows: systems.map((system) => {
      const { answer, above, scoreAtCutoff, diagnosis, found } = system;
      if (!known) return [cell(system.system), cell(above[0]?.chunk ?? NONE), cell(scoreText(above[0]?.score))];
      return [
        cell(system.system),
        cell(rankText(answer)),
        cell(scoreText(answer?.score)),
        cell(scoreText(scoreAtCutoff)),
        found ? cell('found', 'good') : cell(`missed: ${diagnosis ?? 'no answer'}`, 'bad'),
      ];
    }),
  };
}

function rankText(chunk: ExplainedChunk | undefined): string {
  if (!chunk || chunk.rank === null) return NONE;
  return `${grouped(chunk.rank)}${chunk.signal ? '' : '*'}`;
}

function scoreText(value: number | null | undefined): string {
  return value === null || value === undefined ? NONE : score(value);
}

function systemSection(system: ExplainedSystem, question: ExplainedQuestion, explanation: Explanation): Section {
  const { diagnosis } = system;
  const heading = `${system.system}: ${verdictOf(system, explanation)}${diagnosis ? ` (${diagnosis})` : ''}`;
  const told: Fact[] = [...reasons(system, question, explanation), ...readingFacts(system)];
  const shown = shownChunks(system);
  return {
    heading: plainText(heading),
    parts: [
      ...(told.length > 0 ? [factTable(told)] : []),
      ...(shown.length > 0 ? [chunkTable(shown, system, explanation), ...anatomyTables(shown, system)] : []),
      ...(shown.length === 0 ? [notes(['no chunk matches anything of the question'])] : []),
      ...(diagnosis ? [{ ...factTable(winFacts(system, explanation)), caption: 'What could win it' }] : []),
    ],
  };
}

function reasons(system: ExplainedSystem, question: ExplainedQuestion, explanation: Explanation): Fact[] {
  const { spec, answer, gap, scoreAtCutoff, tie, outrankedBy, lead, above, diagnosis } = system;
  const { cutoff } = explanation;
  const because = remedyFor(diagnosis, explanation);
  const words = sharedWords(system);
  const scored = scoredBy(system);
  const sentence = bestSentence(system, question);
  const first = above.filter(({ rank }) => answer?.rank != null && rank! < answer.rank).length;
  return [
    ...(spec === system.system ? [] : [['stands for', spec] as const]),
    ...(because
      ? [['why', /\bk\b/.test(because.rule) ? `${because.rule} (k = ${cutoff})` : because.rule] as const]
      : []),
    ...(words === undefined ? [] : [['words', words] as const]),
    ...(scored === undefined ? [] : [['scored by', scored] as const]),
    ...(sentence === undefined ? [] : [['best sentence', sentence] as const]),
    ...(gap === null || scoreAtCutoff === null
      ? []
      : [
          [
            'score',
            `${scoreText(answer?.score)}; rank ${cutoff} has ${score(scoreAtCutoff)}, ${gapText(gap, answer?.rank === cutoff)}`,
          ] as const,
        ]),
    ...(tie ? [['ties', tieSentence(tie)] as const] : []),
    ...(diagnosis && outrankedBy > 0
      ? [
          [
            'above it',
            `${grouped(outrankedBy)} ${outrankedBy === 1 ? 'chunk' : 'chunks'}${leadText(lead, first)}`,
          ] as const,
        ]
      : []),
  ];
}

function gapText(gap: number, isAtCutoff: boolean): string {
  if (isAtCutoff) return 'being its own';
  if (gap === 0) return 'the same';
  return gap > 0 ? `${score(gap)} more` : `${score(-gap)} less`;
}

function leadText(lead: ExplainedSystem['lead'], first: number): string {
  const ahead = lead.filter(({ weight }) => weight > 0).slice(0, LEAD_SHOWN);
  if (ahead.length === 0 || first === 0) return '';
  const whose = first === 1 ? 'the first leads' : `the first ${first} together lead`;
  return `; ${whose} by ${ahead.map(({ term, weight }) => `${term} ${score(weight)}`).join(', ')}`;
}

/** What the system makes of the question's words. */
function readingFacts({ reading }: ExplainedSystem): Fact[] {
  if (!reading) return [];
  const kept = reading.filter(({ terms }) => terms.length > 0);
  const once = (words: readonly string[]): string => [...new Set(words)].join(', ');
  const dropped = once(reading.filter((word) => word.dropped !== undefined).map(({ word }) => word.toLowerCase()));
  const unknown = once(kept.filter(({ chunks }) => chunks === 0).map(({ word }) => word.toLowerCase()));
  const synonyms = [...new Set(kept.filter(({ added }) => added.length > 0).map(readWord))].join('; ');
  const plain = once(kept.map((word) => readWord({ ...word, added: [] })));
  return [
    ['read as', plain === '' ? 'nothing' : plain],
    ...(dropped === '' ? [] : [['dropped', `${dropped} (stop words)`] as const]),
    ...(unknown === '' ? [] : [['in no chunk', unknown] as const]),
    ...(synonyms === '' ? [] : [['synonyms', synonyms] as const]),
  ];
}

interface Shown {
  readonly chunk: ExplainedChunk;
  readonly isAnswer: boolean;
}

/** By rank; an answer without one comes last. */
function shownChunks({ answer, above }: ExplainedSystem): readonly Shown[] {
  const rankOf = ({ chunk }: Shown): number => chunk.rank ?? Number.POSITIVE_INFINITY;
  return [
    ...above.map((chunk) => ({ chunk, isAnswer: false })),
    ...(answer ? [{ chunk: answer, isAnswer: true }] : []),
  ].sort((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)));
}

function chunkTable(shown: readonly Shown[], system: ExplainedSystem, explanation: Explanation): Table {
  const isPlaced = shown.some(({ chunk }) => whereOf(chunk.chunk, explanation) !== '');
  return {
    kind: 'table',
    caption: system.answer ? 'The answer and what ranks first' : 'What ranks first',
    columns: [
      figure('rank'),
      idLabel('chunk'),
      figure('score'),
      ...(system.answer ? [label('')] : []),
      ...(isPlaced ? [{ head: 'where', align: 'left', kind: 'text' } as const] : []),
    ],
    rows: shown.map(({ chunk, isAnswer }) => [
      cell(rankText(chunk)),
      cell(chunk.chunk),
      cell(scoreText(chunk.score)),
      ...(system.answer ? [isAnswer ? cell('answer', 'good') : cell('')] : []),
      ...(isPlaced ? [cell(whereOf(chunk.chunk, explanation) || NONE)] : []),
    ]),
  };
}

/** What the scores of the chunks are made of, in the one way that the system has. */
function anatomyTables(shown: readonly Shown[], system: ExplainedSystem): Table[] {
  const kinds = new Set(shown.flatMap(({ chunk }) => chunk.anatomy?.kind ?? []));
  const tables: Table[] = [];
  if (kinds.has('terms')) tables.push(termTable(shown));
  if (kinds.has('sentences')) tables.push(sentenceTable(shown));
  if (kinds.has('lists')) tables.push(voteTable(shown));
  if (kinds.has('parts')) tables.push(partTable(shown, system));
  return tables;
}

const rankCell = (chunk: ExplainedChunk, n: number): Cell => cell(n === 0 ? rankText(chunk) : '');

function termTable(shown: readonly Shown[]): Table {
  const parts = shown.flatMap(({ chunk }) => (chunk.anatomy?.kind === 'terms' ? chunk.anatomy.parts : []));
  const isWeighted = parts.some(({ queryWeight }) => queryWeight !== 1);
  const largest = Math.max(...parts.map(({ weight }) => weight));
  const empty = cell('');
  const row = (chunk: ExplainedChunk, part: TermPart, n: number): Cell[] => [
    rankCell(chunk, n),
    cell(part.term),
    ...(isWeighted ? [cell(score3(part.queryWeight))] : []),
    cell(score3(part.idf)),
    cell(grouped(part.tf)),
    cell(score3(part.lengthFactor)),
    cell(score(part.weight)),
    cell(barOf(part.weight, largest)),
  ];
  return {
    kind: 'table',
    caption: `What the scores are made of: ${isWeighted ? 'query * ' : ''}idf * factor`,
    columns: [
      figure('rank'),
      label('term'),
      ...(isWeighted ? [figure('query')] : []),
      figure('idf'),
      figure('tf'),
      figure('factor'),
      figure('part'),
      label(''),
    ],
    rows: shown.flatMap(({ chunk }) => {
      if (chunk.anatomy?.kind !== 'terms') return [];
      const { parts: own } = chunk.anatomy;
      const rest = own.slice(PARTS_SHOWN);
      const blanks = Array.from({ length: isWeighted ? 4 : 3 }, () => empty);
      return [
        ...own.slice(0, PARTS_SHOWN).map((part, n) => row(chunk, part, n)),
        ...(rest.length > 0
          ? [
              [
                empty,
                cell(`+${rest.length} more`),
                ...blanks,
                cell(score(rest.reduce((sum, { weight }) => sum + weight, 0))),
                empty,
              ],
            ]
          : []),
        [
          empty,
          cell('= score'),
          ...blanks,
          cell(scoreText(chunk.score ?? own.reduce((sum, { weight }) => sum + weight, 0))),
          empty,
        ],
      ];
    }),
  };
}

/** Three significant digits: factors are there to be compared. */
function score3(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function barOf(weight: number, largest: number): string {
  const length = Math.round((BAR_WIDTH * weight) / largest);
  return weight > 0 ? BAR.repeat(Math.max(1, length)) : '';
}

function sentenceTable(shown: readonly Shown[]): Table {
  return {
    kind: 'table',
    caption: 'The sentences that match best',
    columns: [figure('rank'), figure('cosine'), { head: 'sentence', align: 'left', kind: 'text' }],
    rows: shown.flatMap(({ chunk }) =>
      chunk.anatomy?.kind === 'sentences'
        ? chunk.anatomy.parts
            .slice(0, 1)
            .map(({ term, weight }, n) => [
              rankCell(chunk, n),
              cell(score(weight)),
              cell(shortenEnd(plainText(term), TEXT_WIDTH)),
            ])
        : [],
    ),
  };
}

function voteTable(shown: readonly Shown[]): Table {
  const votes = shown.flatMap(({ chunk }) => (chunk.anatomy?.kind === 'lists' ? chunk.anatomy.votes : []));
  const isScaled = votes.some(({ normalised }) => normalised !== undefined);
  const isWeighted = isScaled || votes.some(({ weight }) => weight !== 1);
  const row = (chunk: ExplainedChunk, vote: ListVote, n: number): Cell[] => [
    rankCell(chunk, n),
    cell(vote.list),
    cell(vote.rank === null ? NONE : `${grouped(vote.rank)}${vote.signal ? '' : '*'}`),
    cell(scoreText(vote.score)),
    ...(isScaled ? [cell(scoreText(vote.normalised))] : []),
    ...(isWeighted ? [cell(score(vote.weight))] : []),
    cell(score(vote.vote)),
  ];
  return {
    kind: 'table',
    caption: 'The votes of the lists',
    columns: [
      figure('rank'),
      label('list'),
      figure('rank there'),
      figure('score there'),
      ...(isScaled ? [figure('scaled')] : []),
      ...(isWeighted ? [figure('weight')] : []),
      figure('vote'),
    ],
    rows: shown.flatMap(({ chunk }) =>
      chunk.anatomy?.kind === 'lists' ? chunk.anatomy.votes.map((vote, n) => row(chunk, vote, n)) : [],
    ),
  };
}

function partTable(shown: readonly Shown[], { system }: ExplainedSystem): Table {
  return {
    kind: 'table',
    caption: plainText(`In the words of ${system}`),
    columns: [figure('rank'), { head: 'part', align: 'left', kind: 'text' }, figure('weight')],
    rows: shown.flatMap(({ chunk }) =>
      chunk.anatomy?.kind === 'parts'
        ? chunk.anatomy.parts
            .slice(0, PARTS_SHOWN)
            .map(({ term, weight }, n) => [
              rankCell(chunk, n),
              cell(shortenEnd(plainText(term), TEXT_WIDTH)),
              cell(score(weight)),
            ])
        : [],
    ),
  };
}

function winFacts(system: ExplainedSystem, explanation: Explanation): Fact[] {
  const known = remedyFor(system.diagnosis, explanation);
  return [
    ...remedyLines(system, explanation).map(
      ([name, what]): Fact => [name, /^(yes|with)\b/.test(what) ? cell(what, 'good') : what],
    ),
    ...(known ? [['in general', known.remedy] as const] : []),
  ];
}

export function failures({ failed = [] }: Explanation): Section[] {
  if (failed.length === 0) return [];
  const rows = failed.map(({ system, problem }) => [cell(system, 'bad'), cell(problem)]);
  const columns: Column[] = [label('system'), { head: 'problem', align: 'left', kind: 'text' }];
  return [{ heading: 'Failed', parts: [{ kind: 'table', columns, rows }] }];
}
