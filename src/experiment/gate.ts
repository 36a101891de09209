// The gate: rules held against a report and a baseline; four verdicts, and never a pass on nothing.
import {
  type DropTest,
  GATE_SCHEMA,
  type GateCheck,
  type GateMode,
  type GateProblem,
  type GateResult,
  type InconclusiveMeans,
  type QuestionChange,
  type Verdict,
} from '../core/gate.ts';
import { nearestName } from '../core/nearest.ts';
import { compareText } from '../core/order.ts';
import type { QuestionResult, Report, ScoreRow } from '../core/results.ts';
import { createRng } from '../core/rng.ts';
import { holm } from '../stats/corrections.ts';
import { mcnemarExact } from '../stats/mcnemar.ts';
import { pairedDifferences } from '../stats/paired-differences.ts';
import { questionsNeeded } from '../stats/questions-needed.ts';
import { signFlipTests } from '../stats/sign-flip.ts';
import { winTieLoss } from '../stats/win-tie-loss.ts';
import { type Baseline, findChanges, findIncomparable, headOf } from './comparability.ts';
import {
  defaultRules,
  EVERY,
  type GateRule,
  printLimit,
  printRule,
  printSlice,
  type SliceTarget,
} from './gate-rules.ts';

export interface GateRequest {
  /** Of rag-lab. */
  readonly version: string;
  readonly mode: GateMode;
  readonly inconclusive: InconclusiveMeans;
  /** Empty: the default ones. */
  readonly rules: readonly GateRule[];
  readonly report: Report;
  readonly baseline: Baseline | undefined;
  /** Why there is no baseline, and what to run; a fault where a rule needs one, or where one was asked for. */
  readonly absent?: GateProblem & { readonly asked: boolean };
  /** Milliseconds a query by system, of the run that made the report; absent for a stored report. */
  readonly latency?: ReadonlyMap<string, number>;
}

/** Exactly on the line passes: in doubles 0.8 − 0.1 is a little more than 0.7. */
const TOLERANCE = 1e-9;
const ALPHA = 0.05;
/** Of random signs; any number does, as long as it stays. */
const SEED = 404;
const ALL = 'all';
const MOST_HINTS = 20;

/**
 * Holds a report against rules and a baseline, as `rag-lab gate` does. Reads and writes nothing.
 *
 *   const faults: LabError[] = [];
 *   const rule = parseRule('bm25/R@3 drop <= 2pt', builtinCatalog().measures, faults);
 *   const { verdict, exitCode, checks } = evaluateGate({
 *     version: '1.0.0', mode: 'strict', inconclusive: 'fail', rules: [rule], report, baseline: { report: old, command: null },
 *   });
 */
export function evaluateGate(request: GateRequest): GateResult {
  const { mode, report, baseline, inconclusive } = request;
  const incomparable = baseline ? findIncomparable(baseline, report) : [];
  const view: View = {
    request,
    report,
    baseline: incomparable.length === 0 ? baseline?.report : undefined,
    incomparable,
    hints: { left: MOST_HINTS },
  };
  const rules = request.rules.length > 0 ? request.rules : defaultRules(report.cutoff);
  const drafts = new Map(rules.flatMap((rule) => applyRule(view, rule)).map((draft) => [draft.name, draft]));
  const checks = mode === 'strict' ? [...drafts.values()].map(settle) : settleByTests([...drafts.values()]);
  const problems = [
    ...absentProblems(request, rules),
    ...incomparable,
    ...resultProblems(report, 'the report'),
    ...(view.baseline ? resultProblems(view.baseline, 'the baseline') : []),
    ...(checks.length === 0 ? [{ message: 'no rule was evaluated: none matches anything', remedy: null }] : []),
  ];
  const verdict = overall(checks, problems);
  const tests = checks.filter(({ test }) => test !== null).length;
  return {
    schema: GATE_SCHEMA,
    tool: { version: request.version },
    mode,
    inconclusive,
    verdict,
    exitCode: exitCodeOf(verdict, inconclusive),
    alpha: mode === 'strict' ? null : ALPHA,
    tests,
    baseline: baseline ? { command: baseline.command, version: baseline.report.tool.version } : null,
    corpus: { name: report.corpus.name, fingerprint: report.corpus.fingerprint },
    questions: { total: report.questions.total, fingerprint: report.questions.fingerprint },
    cutoff: report.cutoff,
    checks,
    problems,
    changes: baseline ? findChanges(baseline, report) : [],
    flips: view.baseline ? findFlips(view.baseline, report) : [],
    notes: notesOf(view, rules),
  };
}

/** The worst there is; nothing at all is no pass. */
function overall(checks: readonly GateCheck[], problems: readonly GateProblem[]): Verdict {
  const has = (verdict: Verdict): boolean => checks.some((check) => check.verdict === verdict);
  if (has('REGRESSION')) return 'REGRESSION';
  if (problems.length > 0 || has('NOT-COMPARABLE') || checks.length === 0) return 'NOT-COMPARABLE';
  return has('INCONCLUSIVE') ? 'INCONCLUSIVE' : 'PASS';
}

function exitCodeOf(verdict: Verdict, inconclusive: InconclusiveMeans): 0 | 1 | 3 {
  if (verdict === 'PASS') return 0;
  if (verdict === 'REGRESSION') return 1;
  return verdict === 'INCONCLUSIVE' && inconclusive === 'pass' ? 0 : 3;
}

function absentProblems({ absent, baseline }: GateRequest, rules: readonly GateRule[]): GateProblem[] {
  if (baseline || !absent || !(absent.asked || rules.some(({ kind }) => kind === 'drop'))) return [];
  return [{ message: absent.message, remedy: absent.remedy }];
}

function resultProblems({ questionResults, questions, systems, failed = [] }: Report, what: string): GateProblem[] {
  const failures = failed.map(({ system, problem }) => ({ message: failureOf(system, problem, what), remedy: null }));
  if (questionResults.length === 0 || systems.length === 0) {
    const lacking = systems.length === 0 ? 'no system' : `0 of ${questions.total} questions`;
    return [{ message: `nothing was evaluated: ${what} holds results of ${lacking}`, remedy: null }, ...failures];
  }
  if (questionResults.length === questions.total) return failures;
  const counts = `${questionResults.length} of its ${questions.total} questions`;
  return [{ message: `${what} holds results of ${counts}`, remedy: null }, ...failures];
}

/** A run that went on without a system has judged less than it was asked to. */
function failureOf(system: string, problem: string, what: string): string {
  return `system ${system} failed in ${what}: ${problem}`;
}

function notesOf({ baseline, report }: View, rules: readonly GateRule[]): string[] {
  if (!baseline || !rules.some((rule) => rule.kind === 'drop' && rule.system === EVERY)) return [];
  const added = labelsOf(report).filter((label) => !labelsOf(baseline).includes(label));
  return added.length > 0 ? [`not in the baseline, so held against nothing: ${added.join(', ')}`] : [];
}

/** What rules look at. `baseline` is absent where it cannot be compared. */
interface View {
  readonly request: GateRequest;
  readonly report: Report;
  readonly baseline: Report | undefined;
  readonly incomparable: readonly GateProblem[];
  /** Hints at questions or slices of a similar name that may still be looked for: each asks every one there is. */
  readonly hints: { left: number };
}

/** A check before the tests, which look at all drops together. */
interface Draft extends Omit<GateCheck, 'test' | 'verdict'> {
  readonly verdict: Exclude<Verdict, 'INCONCLUSIVE'>;
  /** For drops whose values are all there: better is positive. */
  readonly paired?: { readonly differences: Float64Array; readonly hits: boolean };
}

const settle = ({ paired: _, ...draft }: Draft): GateCheck => ({ ...draft, test: null });

/** A drop beyond what is allowed is a regression only if the paired test says so too, with Holm over all drops. */
function settleByTests(drafts: readonly Draft[]): GateCheck[] {
  const rng = createRng(SEED);
  const tested = drafts.flatMap((draft) => (draft.paired ? [{ draft, ...draft.paired }] : []));
  const raw = tested.map(({ differences, hits }) => {
    const { wins, losses } = winTieLoss(differences, false);
    const p = hits ? mcnemarExact(wins, losses) : signFlipTests([differences], rng)[0]!.p;
    return { p, gained: wins, lost: losses };
  });
  const adjusted = holm(raw.map(({ p }) => p));
  const tests = new Map(
    tested.map(({ draft, differences, hits }, i): [Draft, DropTest] => {
      const isOpen = draft.verdict === 'REGRESSION' && adjusted[i]! > ALPHA;
      // Holm's first step, which holds whatever the other drops turn out to be.
      const needed = isOpen ? questionsNeeded({ differences, hits, alpha: ALPHA / tested.length }) : null;
      return [
        draft,
        {
          test: hits ? 'mcnemar' : 'sign-flip',
          ...raw[i]!,
          adjustedP: adjusted[i]!,
          needed: needed === null ? null : Math.max(needed, differences.length + 1),
        },
      ];
    }),
  );
  return drafts.map((draft) => {
    const test = tests.get(draft) ?? null;
    const { paired: _, ...check } = draft;
    if (!test || draft.verdict !== 'REGRESSION') return { ...check, test };
    const p = `p = ${printP(test.p)}, Holm ${printP(test.adjustedP)}`;
    if (test.adjustedP <= ALPHA) return { ...check, message: `${draft.message} (${p})`, test };
    const settling = test.needed === null ? '' : `; about ${test.needed} questions would settle a drop of this size`;
    const message = `${draft.message}, which ${draft.n} questions cannot tell from chance (${p})${settling}`;
    return { ...check, verdict: 'INCONCLUSIVE', message, test };
  });
}

function printP(p: number): string {
  return p < 0.001 ? p.toExponential(1) : p.toFixed(3);
}

/** One rule as a check for each system and slice that it is about. */
function applyRule(view: View, rule: GateRule): Draft[] {
  switch (rule.kind) {
    case 'question':
      return systemsOf(view, rule).map((system) => checkQuestion(view, { ...rule, system }));
    case 'tokens':
      return systemsOf(view, rule).map((system) => checkTokens(view, { ...rule, system }));
    case 'time':
      return systemsOf(view, rule)
        .filter((system) => rule.system !== EVERY || system !== rule.reference)
        .map((system) => checkTime(view, { ...rule, system }));
    default:
      return systemsOf(view, rule).flatMap((system) =>
        partsOf(view.report, rule).map((part) => {
          const own = { ...rule, system, ...part };
          return own.kind === 'drop' ? checkDrop(view, own) : checkLimit(view, own);
        }),
      );
  }
}

/** The questions that a rule is about, part by part: `*` stands for every slice that has questions of the wording and split. */
function partsOf(report: Report, rule: SliceRule): readonly Pick<SliceTarget, 'wording' | 'split' | 'slice'>[] {
  const { slice } = rule;
  const parts = valuesOf(report, 'wording', rule.wording).flatMap((wording) =>
    valuesOf(report, 'split', rule.split).map((split) => ({ wording, split })),
  );
  if (slice !== EVERY) return parts;
  const named = parts.flatMap(({ wording, split }) =>
    [...(slicesOf(report) ?? [])]
      .filter(([, questions]) => questions.some((each) => isIn(each, wording, split)))
      .map(([name]) => ({ wording, split, slice: name })),
  );
  // Of none there is no value, which is told once.
  return named.length > 0 ? named : [{ wording: rule.wording, split: rule.split, slice }];
}

/** For a drop, every system of the baseline: one that has gone missing is not passed over. */
function systemsOf({ report, baseline }: View, { kind, system }: GateRule): readonly string[] {
  if (system !== EVERY) return [system];
  return labelsOf(kind === 'drop' && baseline ? baseline : report);
}

/** Every value but `all`, which is there too; `all` by itself where there is no other. */
function valuesOf({ scores }: Report, label: 'wording' | 'split', wanted: string): readonly string[] {
  if (wanted !== EVERY) return [wanted];
  const named = [...new Set(scores.map((row) => row[label]))].filter((value) => value !== ALL);
  return named.length > 0 ? named : [ALL];
}

const labelsOf = ({ systems }: Report): string[] => systems.map(({ label }) => label);

function draftOf(rule: GateRule, more: Partial<Draft> & Pick<Draft, 'verdict'>): Draft {
  const isSliced = rule.kind === 'floor' || rule.kind === 'ceiling' || rule.kind === 'drop';
  return {
    name: printRule(rule),
    kind: rule.kind,
    system: rule.system,
    wording: isSliced ? rule.wording : null,
    split: isSliced ? rule.split : null,
    slice: isSliced ? (rule.slice ?? null) : null,
    measure: isSliced ? rule.measure : null,
    question: rule.kind === 'question' ? rule.question : null,
    n: null,
    old: null,
    new: null,
    oldHits: null,
    newHits: null,
    allowed: printLimit(rule),
    message: '',
    remedy: null,
    fell: [],
    ...more,
  };
}

function cannot(rule: GateRule, { message, remedy }: GateProblem, more: Partial<Draft> = {}): Draft {
  return draftOf(rule, { verdict: 'NOT-COMPARABLE', message, remedy, ...more });
}

type SliceRule = GateRule & SliceTarget;

function checkLimit(view: View, rule: SliceRule & { readonly kind: 'floor' | 'ceiling' }): Draft {
  const now = lookUp(view, 'the report', rule);
  if ('message' in now) return cannot(rule, now);
  const before = view.baseline && lookUp(view, 'the baseline', rule);
  const held = before && 'value' in before ? before : undefined;
  const short = rule.kind === 'floor' ? rule.limit - now.value : now.value - rule.limit;
  const common = { n: now.n, ...(held && oldOf(held)), ...newOf(now) };
  if (short <= slack(now.value, rule.limit)) return draftOf(rule, { verdict: 'PASS', ...common });
  const side = rule.kind === 'floor' ? 'below' : 'above';
  return draftOf(rule, { verdict: 'REGRESSION', ...common, message: `${places(short)} ${side} ${rule.limit}` });
}

function checkDrop(view: View, rule: SliceRule & { readonly kind: 'drop' }): Draft {
  const now = lookUp(view, 'the report', rule);
  const seen = 'value' in now ? { n: now.n, ...newOf(now) } : {};
  if (!view.baseline) return cannot(rule, whyNoBaseline(view), seen);
  const before = lookUp(view, 'the baseline', rule);
  if ('message' in now) return cannot(rule, now, 'value' in before ? oldOf(before) : {});
  if ('message' in before) return cannot(rule, before, seen);
  const values = { n: now.n, ...oldOf(before), ...newOf(now) };
  const places_ = new Map(now.ids.map((id, i) => [id, i]));
  const lacking = before.ids.filter((id) => !places_.has(id));
  if (lacking.length > 0 || before.ids.length !== now.ids.length || before.n !== now.n) {
    const which = lacking.length > 0 ? ` (${lacking.slice(0, 5).join(', ')})` : '';
    const message = `${before.ids.length - lacking.length} of the ${before.ids.length} questions of the baseline are in the report${which}`;
    return cannot(rule, { message, remedy: null }, values);
  }
  const drop = rule.better === 'higher' ? before.value - now.value : now.value - before.value;
  const allowed = rule.limit / (rule.unit === 'points' ? 100 : rule.unit === 'questions' ? now.n : 1);
  const inOrder = before.ids.map((id) => now.values[places_.get(id)!]!);
  const raw = pairedDifferences(before.values, inOrder);
  const differences = rule.better === 'higher' ? raw : raw.map((difference) => 0 - difference);
  const isHit = (value: number): boolean => value === 0 || value === 1;
  const paired = { differences, hits: before.values.every(isHit) && now.values.every(isHit) };
  if (drop <= allowed + slack(before.value, now.value)) return draftOf(rule, { verdict: 'PASS', ...values, paired });
  const net = before.hits !== undefined && now.hits !== undefined ? Math.abs(before.hits - now.hits) : undefined;
  const counted = net === undefined ? '' : `, ${net === 1 ? 'one question' : `${net} questions`} of ${now.n}`;
  const message = `${rule.better === 'higher' ? 'fell' : 'rose'} by ${places(drop)}${counted}; allowed: ${places(allowed)}`;
  const fell = before.ids
    .map((id, i) => ({ id, difference: differences[i]! }))
    .filter(({ difference }) => difference < 0)
    .sort((a, b) => a.difference - b.difference)
    .map(({ id }) => describeChange(view.baseline!, view.report, rule.system, id, 'lost'));
  return draftOf(rule, { verdict: 'REGRESSION', ...values, message, fell, paired });
}

function whyNoBaseline({ incomparable, request: { absent } }: View): GateProblem {
  // In full they stand above the rules.
  const differing = incomparable.map(({ message }) => headOf(message)).join('; ');
  return { message: differing || (absent?.message ?? 'no baseline'), remedy: null };
}

function checkQuestion(view: View, rule: GateRule & { readonly kind: 'question' }): Draft {
  const { report, baseline } = view;
  const missing = missingSystem(report, 'the report', rule.system);
  if (missing) return cannot(rule, missing);
  const now = questionOf(report, rule.question);
  if (!now) {
    const near =
      view.hints.left-- > 0
        ? nearestName(
            rule.question,
            report.questionResults.map(({ id }) => id),
          )
        : undefined;
    const hint = near ? `; did you mean "${near}"?` : '';
    return cannot(rule, { message: `the report has no question "${rule.question}"${hint}`, remedy: null });
  }
  const rank = now.ranks[rule.system];
  if (rank === undefined) {
    return cannot(rule, { message: `question "${rule.question}" has no rank of ${rule.system}`, remedy: null });
  }
  const before = baseline && questionOf(baseline, rule.question);
  const common = { n: 1, old: before?.ranks[rule.system] ?? null, new: rank };
  const isFound = rank !== null && now.signal[rule.system] === true;
  if (isFound && rank <= rule.limit) return draftOf(rule, { verdict: 'PASS', ...common });
  const message = isFound
    ? `at rank ${rank}, ${rank - rule.limit} below the line`
    : rank === null
      ? `beyond the depth of ${report.depth}`
      : `at place ${rank} among entries that matched nothing`;
  const fell = baseline && before ? [describeChange(baseline, report, rule.system, rule.question, 'lost')] : [];
  return draftOf(rule, { verdict: 'REGRESSION', ...common, message: `${message}${diagnosisNote(report, rule)}`, fell });
}

/** Rules and flips ask for thousands of questions by their id. */
const questionIndexes = new WeakMap<Report, ReadonlyMap<string, QuestionResult>>();

function questionOf(report: Report, id: string): QuestionResult | undefined {
  let index = questionIndexes.get(report);
  if (!index) {
    index = new Map(report.questionResults.map((question) => [question.id, question]));
    questionIndexes.set(report, index);
  }
  return index.get(id);
}

function diagnosisNote(
  report: Report,
  { question, system }: { readonly question: string; readonly system: string },
): string {
  const miss = report.misses.find((each) => each.question === question && each.system === system);
  return miss ? ` (${miss.diagnosis})` : '';
}

function checkTokens({ report, baseline }: View, rule: GateRule & { readonly kind: 'tokens' }): Draft {
  const missing = missingSystem(report, 'the report', rule.system);
  if (missing) return cannot(rule, missing);
  const tokensOf = ({ cost, cutoff }: Report): number | undefined =>
    cost.find((row) => row.system === rule.system && row.cutoff === cutoff)?.tokens;
  const now = tokensOf(report);
  if (now === undefined) {
    return cannot(rule, { message: `the report holds no tokens of ${rule.system}`, remedy: null });
  }
  const common = { n: report.questions.total, old: (baseline && tokensOf(baseline)) ?? null, new: now };
  if (now === 0) return cannot(rule, { message: `${rule.system} retrieved nothing to count`, remedy: null }, common);
  if (now <= rule.limit + slack(now, rule.limit)) return draftOf(rule, { verdict: 'PASS', ...common });
  const message = `${Math.round(now)} tokens in the top ${report.cutoff}, ${rule.limit} allowed`;
  return draftOf(rule, { verdict: 'REGRESSION', ...common, message });
}

function checkTime({ report, request }: View, rule: GateRule & { readonly kind: 'time' }): Draft {
  const { latency } = request;
  for (const label of [rule.system, rule.reference]) {
    const missing = missingSystem(report, 'the report', label);
    if (missing) return cannot(rule, missing);
  }
  const [own, reference] = [latency?.get(rule.system), latency?.get(rule.reference)];
  if (own === undefined || reference === undefined || !(reference > 0)) {
    const message = latency ? 'no time was measured' : 'a stored report holds no times';
    return cannot(rule, { message, remedy: latency ? null : 'leave out --report, so that the gate runs the lab' });
  }
  const ratio = own / reference;
  const common = { n: report.questions.total, new: ratio };
  if (ratio <= rule.limit) return draftOf(rule, { verdict: 'PASS', ...common });
  const message = `${ratio.toFixed(1)} times the milliseconds a query of ${rule.reference}, ${rule.limit} allowed`;
  return draftOf(rule, { verdict: 'REGRESSION', ...common, message });
}

/** A slice's value, and what it is the mean of. */
interface SliceValues {
  readonly n: number;
  readonly value: number;
  readonly hits: number | undefined;
  readonly ids: readonly string[];
  readonly values: Float64Array;
}

const oldOf = ({ value, hits }: SliceValues) => ({ old: value, oldHits: hits ?? null });
const newOf = ({ value, hits }: SliceValues) => ({ new: value, newHits: hits ?? null });

function lookUp(view: View, what: 'the report' | 'the baseline', target: SliceTarget): SliceValues | GateProblem {
  const report = what === 'the report' ? view.report : view.baseline!;
  const { system, wording, split, slice, measure } = target;
  const missing = missingSystem(report, what, system);
  if (missing) return missing;
  if (!report.measures.includes(measure)) {
    const message = `${what} does not hold ${measure}; it holds ${report.measures.join(', ')}`;
    return { message, remedy: `--measures ${[...report.measures, measure].join(',')}` };
  }
  const absent = slice === undefined ? undefined : missingSlice(view, report, what, slice);
  if (absent) return absent;
  const row = report.scores.find((each) => each.system === system && each.wording === wording && each.split === split);
  if (!row) {
    const slices = [...new Set(report.scores.map((each) => `${each.wording}/${each.split}`))];
    const meant = [wording, split].find((name) => slicesOf(report)?.has(name));
    const hint = meant === undefined ? '' : `; ${meant} is a named slice: ${printSlice(meant)}`;
    const message = `${what} has no questions ${wording}/${split}; it has ${slices.join(', ')}${hint}`;
    return { message, remedy: null };
  }
  const value = row.measures[measure];
  const asked = slice === undefined ? report.questionResults : slicesOf(report)!.get(slice)!;
  const questions = asked.filter((each) => isIn(each, wording, split));
  if (row.n === 0 || questions.length === 0) {
    const of = `${wording}/${split}${slice === undefined ? '' : ` in slice "${slice}"`}`;
    return { message: `nothing was evaluated: 0 questions of ${of} in ${what}`, remedy: null };
  }
  if (value === undefined) {
    return { message: `${what} has no value of ${system}/${wording}/${split}/${measure}`, remedy: null };
  }
  const lacking = questions.find(({ values }) => values[system]?.[measure] === undefined);
  if (lacking) {
    return { message: `question "${lacking.id}" has no ${measure} of ${system} in ${what}`, remedy: null };
  }
  const ids = questions.map(({ id }) => id);
  const values = Float64Array.from(questions, (each) => each.values[system]![measure]!);
  if (slice === undefined) return { n: row.n, value: exactValue(row, measure), hits: value.hits, ids, values };
  // Where the measure counts hits over more questions, it does over these.
  const hits = value.hits === undefined ? undefined : values.filter((one) => one === 1).length;
  const sum = hits ?? values.reduce((total, one) => total + one, 0);
  return { n: ids.length, value: sum / ids.length, hits, ids, values };
}

/** The questions of each named slice, by name; undefined where the report does not say. */
function slicesOf(report: Report): ReadonlyMap<string, readonly QuestionResult[]> | undefined {
  const known = sliceIndexes.get(report);
  if (known) return known;
  if (report.questionResults.some(({ slices }) => slices === undefined)) return undefined;
  const names = new Set(report.questionResults.flatMap(({ slices }) => slices!));
  const index = new Map<string, QuestionResult[]>([...names].sort(compareText).map((name) => [name, []]));
  for (const question of report.questionResults) {
    for (const name of new Set(question.slices)) index.get(name)!.push(question);
  }
  sliceIndexes.set(report, index);
  return index;
}

/** As of questions: rules ask for many slices, each of many systems. */
const sliceIndexes = new WeakMap<Report, ReadonlyMap<string, readonly QuestionResult[]>>();

const SLICES_NAMED = 10;

function missingSlice(view: View, report: Report, what: string, slice: string): GateProblem | undefined {
  const slices = slicesOf(report);
  if (!slices) {
    const message = `${what} does not say which questions belong to slices: an earlier version wrote it`;
    const again = 'rag-lab run --format json=FILE writes a report that does';
    return { message, remedy: what === 'the report' ? again : 'rag-lab baseline update' };
  }
  if (slices.has(slice)) return undefined;
  if (slices.size === 0) return { message: `no question of ${what} belongs to a named slice`, remedy: null };
  const names = [...slices.keys()];
  const shown = names.slice(0, SLICES_NAMED).join(', ');
  const has = names.length > SLICES_NAMED ? `${shown} and ${names.length - SLICES_NAMED} more` : shown;
  if (slice === EVERY) return { message: `no slice has questions there; ${what} has ${has}`, remedy: null };
  const near = view.hints.left-- > 0 ? nearestName(slice, names) : undefined;
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return { message: `${what} has no slice "${slice}"${hint} (it has ${has})`, remedy: null };
}

/** Reports round to nine digits; a number of hits does not. */
function exactValue({ n, measures }: ScoreRow, measure: string): number {
  const { value, hits } = measures[measure]!;
  return hits !== undefined && Math.abs(hits / n - value) <= 10 * TOLERANCE ? hits / n : value;
}

function missingSystem(report: Report, what: string, system: string): GateProblem | undefined {
  const failure = report.failed?.find((each) => each.system === system);
  if (failure) return { message: failureOf(system, failure.problem, what), remedy: null };
  const labels = labelsOf(report);
  if (labels.includes(system)) return undefined;
  const near = nearestName(system, labels);
  const hint = near ? `; did you mean "${near}"?` : '';
  return { message: `${what} has no system "${system}"${hint} (it has ${labels.join(', ')})`, remedy: null };
}

const isIn = (question: QuestionResult, wording: string, split: string): boolean =>
  (wording === ALL || question.wording === wording) && (split === ALL || question.split === split);

/** How far beyond a limit still counts as on it; values of counts are larger than 1. */
function slack(...values: readonly number[]): number {
  return TOLERANCE * Math.max(1, ...values.map(Math.abs));
}

function places(value: number): string {
  return value > 0 && value < 0.00005 ? value.toExponential(1) : value.toFixed(4);
}

/** Questions found at the headline cutoff in one report only: by system, lost ones first, the lowest now on top. */
export function findFlips(old: Report, report: Report): QuestionChange[] {
  const ids = new Set(report.questionResults.map(({ id }) => id));
  const shared = old.questionResults.filter(({ id }) => ids.has(id));
  return labelsOf(report)
    .filter((label) => labelsOf(old).includes(label))
    .flatMap((system) => {
      const foundBefore = finder(old, system);
      const foundNow = finder(report, system);
      const of = (change: QuestionChange['change']): QuestionChange[] =>
        shared
          .filter(({ id }) => {
            const [before, now] = [foundBefore(id), foundNow(id)];
            return change === 'lost' ? before > now : now > before;
          })
          .map(({ id }) => describeChange(old, report, system, id, change));
      const lost = of('lost').sort((a, b) => depth(b.newRank, b.newSignal) - depth(a.newRank, a.newSignal));
      const gained = of('gained').sort((a, b) => depth(b.oldRank, b.oldSignal) - depth(a.oldRank, a.oldSignal));
      return [...lost, ...gained];
    });
}

/** How much of a question is found at the headline cutoff: the headline recall. */
function finder({ questionResults, cutoff }: Report, system: string): (id: string) => number {
  const byId = new Map(questionResults.map((question) => [question.id, question]));
  return (id) => {
    const { ranks, signal, values } = byId.get(id)!;
    const rank = ranks[system] ?? null;
    return values[system]?.[`R@${cutoff}`] ?? (rank !== null && signal[system] === true && rank <= cutoff ? 1 : 0);
  };
}

/** What is not retrieved, or matched nothing, is lowest. */
function depth(rank: number | null, signal: boolean): number {
  if (rank === null) return Number.MAX_SAFE_INTEGER;
  return signal ? rank : Number.MAX_SAFE_INTEGER / 2 + rank;
}

function describeChange(
  old: Report,
  report: Report,
  system: string,
  id: string,
  change: QuestionChange['change'],
): QuestionChange {
  const before = questionOf(old, id)!;
  const now = questionOf(report, id)!;
  const { misses } = change === 'lost' ? report : old;
  return {
    system,
    question: id,
    wording: now.wording,
    split: now.split,
    text: now.text,
    change,
    oldRank: before.ranks[system] ?? null,
    newRank: now.ranks[system] ?? null,
    oldSignal: before.signal[system] === true,
    newSignal: now.signal[system] === true,
    diagnosis: misses.find((miss) => miss.question === id && miss.system === system)?.diagnosis ?? null,
  };
}
