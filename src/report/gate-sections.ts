// The gate's result as sections for people: the verdict, the rules, the questions that flipped, what changed.
import type { GateChange, GateCheck, GateResult, QuestionChange, Verdict } from '../core/gate.ts';
import { fourPlaces, grouped, pointsOfOne, probability } from './numbers.ts';
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

/** Longer tables hide what matters; json holds all. */
const QUESTIONS_SHOWN = 20;

export function gateView(result: GateResult): View {
  return {
    sections: [
      verdictSection(result),
      ...(result.checks.length > 0 ? [rulesSection(result)] : []),
      ...(result.baseline && result.problems.length === 0 ? flipsSection(result.flips, result.cutoff) : []),
      ...fellSections(result),
      ...changesSection(result.changes),
    ],
    result: gateResultLine(result),
  };
}

/** The last line, for scripts. */
export function gateResultLine({ verdict, checks, exitCode, mode }: GateResult): string {
  const counts = VERDICTS.map((each) => `${each}=${checks.filter((check) => check.verdict === each).length}`);
  return ['GATE', `verdict=${verdict}`, `exit=${exitCode}`, `mode=${mode}`, `rules=${checks.length}`, ...counts].join(
    ' ',
  );
}

const VERDICTS: readonly Verdict[] = ['PASS', 'REGRESSION', 'INCONCLUSIVE', 'NOT-COMPARABLE'];

/** The verdict in one sentence. */
export function verdictSentence(result: GateResult): string {
  const { verdict, checks, problems, inconclusive } = result;
  const count = (wanted: Verdict): number => checks.filter((check) => check.verdict === wanted).length;
  const of = (n: number): string => `${grouped(n)} of ${rules(checks.length)}`;
  switch (verdict) {
    case 'PASS':
      return `${rules(checks.length)} ${checks.length === 1 ? 'holds' : 'hold'}`;
    case 'REGRESSION':
      return `${of(count('REGRESSION'))} broken`;
    case 'INCONCLUSIVE': {
      const taken = inconclusive === 'pass' ? ', which --inconclusive pass lets through' : '';
      return `${of(count('INCONCLUSIVE'))} cannot be told from chance on so few questions${taken}`;
    }
    case 'NOT-COMPARABLE':
      if (problems.length > 0) return problems.map(({ message }) => shortened(message)).join('; ');
      return `${of(count('NOT-COMPARABLE'))} could not be judged`;
  }
}

/** What differs, in full, stands below the sentence. */
const shortened = (message: string): string => message.replace(/^(the [\w ]+ differs?): .*$/s, '$1');

const rules = (n: number): string => `${grouped(n)} ${n === 1 ? 'rule' : 'rules'}`;

function verdictSection(result: GateResult): Section {
  const { verdict, problems, notes: lines } = result;
  const said = [
    ...problems.flatMap(({ message, remedy }) => [message, ...(remedy === null ? [] : [`try: ${remedy}`])]),
    ...lines,
  ];
  return {
    heading: plainText(`${verdict}: ${verdictSentence(result)}`),
    parts: said.length > 0 ? [notes(said)] : [],
  };
}

function rulesSection(result: GateResult): Section {
  const { checks, mode, alpha, tests } = result;
  const tested = mode === 'statistical';
  const explained = checks.some(({ message }) => message !== '');
  const columns: Column[] = [
    label('verdict'),
    label('rule'),
    ...['n', 'old', 'new'].map(figure),
    // In one piece wherever there is room: `drop <= 0` in three lines cannot be read.
    { head: 'allowed', align: 'right', kind: 'label' },
    ...(tested ? ['p', 'Holm p'].map(figure) : []),
    ...(explained ? [{ head: 'why', align: 'left', kind: 'aside' } satisfies Column] : []),
  ];
  const rows = checks.map((check): Cell[] => [
    cell(check.verdict, toneOf(check.verdict)),
    cell(subjectOf(check)),
    cell(check.n === null ? NONE : grouped(check.n)),
    cell(valueText(check, check.old, check.oldHits)),
    cell(valueText(check, check.new, check.newHits)),
    cell(check.allowed),
    ...(tested ? [check.test?.p, check.test?.adjustedP].map((p) => cell(p === undefined ? NONE : probability(p))) : []),
    ...(explained ? [whyCell(check)] : []),
  ]);
  const sizes = [...new Set(checks.flatMap(({ kind, n }) => (kind === 'drop' && n !== null && n > 0 ? [n] : [])))];
  const said = [
    ...(sizes.length > 0
      ? [`one question is ${sizes.map((n) => `${pointsOfOne(n)} points of ${grouped(n)}`).join(', ')}`]
      : []),
    ...(tested
      ? [
          `a drop is a regression where Holm p, over ${tests === 1 ? 'one test' : `all ${grouped(tests)} tests`}, is at most ${alpha}`,
        ]
      : []),
  ];
  return {
    heading: `Rules, ${mode === 'strict' ? 'strict: every drop beyond the line counts' : 'statistical: drops are tested'}`,
    parts: [{ kind: 'table', columns, rows }, ...(said.length > 0 ? [notes(said)] : [])],
  };
}

function whyCell({ message, remedy }: GateCheck): Cell {
  return cell([message, ...(remedy === null ? [] : [`try: ${remedy}`])].join('; ') || NONE);
}

/** What the rule is about; the limit has a column of its own. */
function subjectOf({ name, allowed }: GateCheck): string {
  return name.endsWith(allowed) ? name.slice(0, -allowed.length).trimEnd() : name;
}

function valueText({ kind, n }: GateCheck, value: number | null, hits: number | null): string {
  if (value === null) return NONE;
  if (kind === 'question') return grouped(value);
  if (kind === 'tokens') return grouped(value);
  if (kind === 'time') return `${value.toFixed(1)}x`;
  if (hits === null || n === null) return fourPlaces(value);
  return `${grouped(hits)}/${grouped(n)} ${fourPlaces(value)}`;
}

function toneOf(verdict: Verdict): 'good' | 'bad' | undefined {
  return verdict === 'PASS' ? 'good' : verdict === 'INCONCLUSIVE' ? undefined : 'bad';
}

/** Rows begin with a word of ours: what comes from data never begins a line that a CI log would read as a command. */
function questionTable(changes: readonly QuestionChange[], caption?: string): Table {
  const columns: Column[] = [
    label('change'),
    label('system'),
    idLabel('question'),
    ...['old rank', 'new rank'].map(figure),
    label('diagnosis'),
  ];
  return {
    kind: 'table',
    ...(caption === undefined ? {} : { caption: plainText(caption) }),
    columns,
    rows: changes
      .slice(0, QUESTIONS_SHOWN)
      .map((one) => [
        cell(one.change, one.change === 'lost' ? 'bad' : 'good'),
        cell(one.system),
        cell(one.question),
        cell(rankText(one.oldRank, one.oldSignal)),
        cell(rankText(one.newRank, one.newSignal)),
        cell(one.diagnosis === null ? NONE : one.change === 'lost' ? one.diagnosis : `was ${one.diagnosis}`),
      ]),
  };
}

export function rankText(rank: number | null, signal: boolean): string {
  return rank === null ? NONE : `${grouped(rank)}${signal ? '' : '*'}`;
}

function questionNotes(shown: readonly QuestionChange[], total: number): string[] {
  const places = shown.flatMap((one) => [[one.oldRank, one.oldSignal] as const, [one.newRank, one.newSignal] as const]);
  return [
    ...(places.some(([rank]) => rank === null) ? [`${NONE} = beyond the depth`] : []),
    ...(places.some(([rank, signal]) => rank !== null && !signal)
      ? ['* nothing matched: a place among zeros, not a rank']
      : []),
    ...(total > QUESTIONS_SHOWN ? [`${QUESTIONS_SHOWN} of ${grouped(total)} are shown; --format json has all`] : []),
  ];
}

export function flipsSection(flips: readonly QuestionChange[], cutoff: number): Section[] {
  const lost = flips.filter(({ change }) => change === 'lost');
  const gained = flips.filter(({ change }) => change === 'gained');
  const heading = `Questions that flipped in the top ${cutoff}: ${grouped(lost.length)} lost, ${grouped(gained.length)} gained`;
  const parts = [lost, gained].filter((some) => some.length > 0).map((some) => questionTable(some));
  const said = questionNotes(flips, Math.max(lost.length, gained.length));
  return [{ heading, parts: [...parts, ...(said.length > 0 ? [notes(said)] : [])] }];
}

/** What fell where the headline does not show it: another measure, or another cutoff. */
function fellSections({ checks, cutoff }: GateResult): Section[] {
  const others = checks.filter(
    ({ kind, measure, fell }) => kind === 'drop' && fell.length > 0 && measure !== `R@${cutoff}`,
  );
  if (others.length === 0) return [];
  const shown = others.flatMap(({ fell }) => fell);
  const said = questionNotes(shown, Math.max(...others.map(({ fell }) => fell.length)));
  return [
    {
      heading: 'Questions on which a measure fell, the largest fall first',
      parts: [
        ...others.map((check) => questionTable(check.fell, `in ${subjectOf(check)}: ${grouped(check.fell.length)}`)),
        ...(said.length > 0 ? [notes(said)] : []),
      ],
    },
  ];
}

export function changesSection(changes: readonly GateChange[]): Section[] {
  if (changes.length === 0) return [];
  return [
    {
      heading: 'What changed since the baseline',
      parts: [
        {
          kind: 'table',
          columns: [label('what'), label('old'), label('new')],
          rows: changes.map((change) => [change.what, change.old, change.new].map((text) => cell(text))),
        },
      ],
    },
  ];
}
