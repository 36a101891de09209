// The structure that the common JUnit schemas ask for (that of Ant, that of Jenkins), checked on what is written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_STYLE } from '../../../src/cli/style.ts';
import type { GateResult } from '../../../src/core/gate.ts';
import { escapeXml, junit } from '../../../src/report/gate-formats/junit.ts';
import { change, check, gateResult, mixedResult } from '../sample-gate.ts';
import { HOSTILE } from '../sample-report.ts';

const write = (result: GateResult): string => junit.render(result, FILE_STYLE);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads what a careful writer writes, and throws at anything else. */
function parseXml(xml: string): Element {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  expect(body).not.toBe(xml);
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [top];
  const token =
    /<(\/?)([\w-]+)((?: [\w-]+="[^"<&]*(?:&(?:amp|lt|gt|quot|apos);[^"<&]*)*")*)(\/?)>|([^<&]|&(?:amp|lt|gt|quot|apos);)+/gy;
  for (let at = 0; at < body.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(body);
    if (!found) throw new Error(`not well-formed at ${JSON.stringify(body.slice(at, at + 40))}`);
    const [all, closing, name, attributes, single] = found;
    const parent = open.at(-1)!;
    if (name === undefined) parent.text += unescaped(all);
    else if (closing) {
      if (open.pop()!.name !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      const pairs = [...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(
        ([, key, value]) => [key!, unescaped(value!)] as const,
      );
      if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`<${name}> has an attribute twice`);
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (!single) open.push(element);
    }
  }
  expect(open).toHaveLength(1);
  expect(xml).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u);
  return top.children[0]!;
}

function unescaped(text: string): string {
  const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(\w+);/g, (_, name: string) => marks[name]!);
}

/** What the schema says of names, order, attributes and their types. */
function checkSchema(root: Element): void {
  const attributes = (element: Element, required: readonly string[], optional: readonly string[] = []): void => {
    const names = Object.keys(element.attributes);
    expect(
      required.filter((name) => !names.includes(name)),
      element.name,
    ).toEqual([]);
    expect(
      names.filter((name) => ![...required, ...optional].includes(name)),
      element.name,
    ).toEqual([]);
  };
  expect(root.name).toBe('testsuites');
  attributes(root, []);
  root.children.forEach((suite, id) => {
    expect(suite.name).toBe('testsuite');
    const counts = ['tests', 'failures', 'errors'];
    attributes(suite, ['name', 'package', 'id', 'timestamp', 'hostname', 'time', ...counts], ['skipped']);
    expect(suite.attributes.id).toBe(String(id));
    expect(suite.attributes.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    for (const name of [...counts, 'skipped', 'time']) expect(suite.attributes[name]).toMatch(/^\d+$/);
    const names = suite.children.map(({ name }) => name);
    expect(names.join(' ')).toMatch(/^properties( testcase)* system-out system-err$/);
    for (const property of suite.children[0]!.children) attributes(property, ['name', 'value']);
    const cases = suite.children.filter(({ name }) => name === 'testcase');
    for (const each of cases) {
      attributes(each, ['name', 'classname', 'time']);
      // xs:token: no white space at the ends, none doubled.
      for (const name of ['name', 'classname']) expect(each.attributes[name]).toMatch(/^\S+( \S+)*$/);
      expect(each.children.length).toBeLessThanOrEqual(1);
      for (const outcome of each.children) {
        expect(['failure', 'error', 'skipped']).toContain(outcome.name);
        attributes(outcome, outcome.name === 'skipped' ? ['message'] : ['message', 'type']);
        expect(outcome.children).toEqual([]);
      }
    }
    const count = (name: string): string => String(cases.filter(({ children }) => children[0]?.name === name).length);
    expect(suite.attributes).toMatchObject({
      tests: String(cases.length),
      failures: count('failure'),
      errors: count('error'),
      skipped: count('skipped'),
    });
    expect(new Set(cases.map(({ attributes: { name, classname } }) => `${classname} ${name}`)).size).toBe(cases.length);
  });
}

const casesOf = (result: GateResult): Element[] =>
  parseXml(write(result)).children[0]!.children.filter(({ name }) => name === 'testcase');

describe('junit', () => {
  it('keeps to the schema, whatever the verdict and however hostile the names', () => {
    const problems = [{ message: HOSTILE.ansi, remedy: HOSTILE.markup }];
    for (const result of [
      gateResult(),
      mixedResult,
      { ...mixedResult, inconclusive: 'pass' as const },
      gateResult({ checks: [], problems, verdict: 'NOT-COMPARABLE' }),
      gateResult({
        checks: Object.values(HOSTILE).map((name) =>
          check({ name: ` ${name}  x `, message: `${name}]]>`, verdict: 'REGRESSION', fell: [change(name)] }),
        ),
      }),
    ]) {
      checkSchema(parseXml(write(result)));
    }
  });

  it('says failure for a regression, and error for what could not be judged', () => {
    const outcomes = casesOf(mixedResult).map(({ attributes, children }) => [attributes.name, children[0]?.name]);
    expect(outcomes).toEqual([
      ['baseline and report can be compared', undefined],
      ['bm25/same/R@3 drop <= 0', 'failure'],
      ['dense/RR >= 0.5', undefined],
      ['dense/R@3 drop <= 2pt', 'error'],
      ['gone/R@3 drop <= 0', 'error'],
      ['question q bm25 rank <= 3', undefined],
      ['bm25 tokens <= 1500', undefined],
      ['dense ms <= 50x bm25', undefined],
    ]);
    const absent = casesOf(gateResult({ problems: [{ message: 'no baseline', remedy: 'rag-lab baseline write' }] }));
    expect(absent[0]!.children[0]).toMatchObject({
      name: 'error',
      attributes: { type: 'NOT-COMPARABLE', message: 'no baseline' },
      text: 'no baseline\ntry: rag-lab baseline write',
    });
    expect(casesOf({ ...mixedResult, inconclusive: 'pass' })[3]!.children[0]!.name).toBe('skipped');
  });

  it('begins no line with what is data: a CI server reads logs for commands', () => {
    const names = ['::error::x', '\n::set-output name=a::b', '##[add-mask]x', 'a ##vso[task.complete result=Failed;]'];
    const text = write(
      gateResult({
        verdict: 'REGRESSION',
        checks: names.map((name) => check({ name, verdict: 'REGRESSION', fell: [change(name)] })),
      }),
    );
    expect(text).not.toMatch(/^\s*::|##(vso)?\[/m);
  });

  it('names the questions of a failure, with both ranks', () => {
    const { text } = casesOf(mixedResult)[1]!.children[0]!;
    expect(text).toContain('\nquestion annual-leave.same: rank 2 -> 5 (near-miss)\n');
    const many = Array.from({ length: 60 }, (_, i) => change(`q${i}`));
    const [, long] = casesOf(gateResult({ checks: [check({ verdict: 'REGRESSION', fell: many })] }));
    expect(long!.children[0]!.text).toMatch(/\nand 10 more$/);
  });

  it('gives rules that differ in what nobody sees names that differ in what everybody does', () => {
    const name = (id: string): string => `question ${id} bm25 rank <= 3`;
    const ids = ['ab', 'a\u200bb', 'a\u2060b', 'a\\u{200b}b', 'a\ufffdb', 'a b', 'a  b', 'a   b', 'a\tb', 'a\u00a0b'];
    const hidden = ['a\ud800b', 'a\ufffeb', 'a\u202eb', 'a##[b', 'a#\ufffd[b', ' ab', 'ab '];
    const written = write(gateResult({ checks: [...ids, ...hidden].map((id) => check({ name: name(id) })) }));
    checkSchema(parseXml(written));
    expect(written).toContain('name="question a\\u{200b}b bm25 rank &lt;= 3"');
    expect(written).toContain('name="question a\\u{5c}u{200b}b bm25 rank &lt;= 3"');
    expect(written).toContain('name="question a \\u{20}b bm25 rank &lt;= 3"');
    expect(write(gateResult({ checks: [check({ name: name('a\u200bb') })] }))).toContain('question a\\u{200b}b bm25');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const pair = [one, other].map((id) => check({ name: id.replace(/^$/, 'x') }));
        const [, first, second] = casesOf(gateResult({ checks: pair })).map(({ attributes }) => attributes.name);
        expect(first === second).toBe(pair[0]!.name === pair[1]!.name);
      }),
    );
  });

  it('has names that do not change with values or verdicts', () => {
    const names = (result: GateResult): string[] => casesOf(result).map(({ attributes }) => attributes.name!);
    const other = {
      ...mixedResult,
      checks: mixedResult.checks.map((one) => ({ ...one, new: 0.1, verdict: 'PASS' as const })),
    };
    expect(names(other)).toEqual(names(mixedResult));
  });
});

describe('escapeXml', () => {
  it('escapes markup, and shows what XML cannot hold', () => {
    expect(escapeXml('a<b>&"c\' ]]> \u0000\ud800\ufffe')).toBe(
      'a&lt;b&gt;&amp;&quot;c&apos; ]]&gt; \ufffd\ufffd\ufffd',
    );
  });
});
