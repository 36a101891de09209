import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParamSpecs } from '../../src/core/contracts.ts';
import { LabError } from '../../src/core/errors.ts';
import {
  accepted,
  parseLabelledSystem,
  parseMeasure,
  parsePart,
  parseSystem,
  printParams,
  printValue,
  resolveParams,
  type SystemSpec,
  splitList,
} from '../../src/core/spec.ts';

const specs: ParamSpecs<{ k1: number; depth: number; pool: string; title: boolean }> = {
  k1: { default: 1.2, min: 0, max: 10, doc: '' },
  depth: { default: 100, min: 1, integer: true, doc: '' },
  pool: { default: 'max', choices: ['max', 'mean'], doc: '' },
  title: { default: false, doc: '' },
};

function resolve(text: string): { params: unknown; faults: string[] } {
  const faults: LabError[] = [];
  const { name, args } = parsePart(text);
  return { params: resolveParams(name, specs, args, faults), faults: faults.map((fault) => fault.message) };
}

const print = ({ name, inputs, args }: SystemSpec): string =>
  name +
  (inputs.length > 0 ? `[${inputs.map(print).join(',')}]` : '') +
  (args.size > 0 ? `(${[...args].map(([key, value]) => `${key}=${printValue(value)}`).join(',')})` : '');

describe('the system grammar', () => {
  it('reads names, inputs and parameters, spaces or not', () => {
    const spaced = parseSystem(' rrf [ bm25 ( k1 = 0.9 , b=0.4 ) , dense ] ( k = 60 ) ');
    expect(spaced).toEqual(parseSystem('rrf[bm25(k1=0.9,b=0.4),dense](k=60)'));
    expect(spaced.inputs.map((input) => input.name)).toEqual(['bm25', 'dense']);
    expect([...spaced.args]).toEqual([['k', '60']]);
  });

  it('reads back what it prints, at any depth', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const value = fc.oneof(
      fc.stringMatching(/^[a-z0-9.:+-]{1,6}$/),
      fc.string({ unit: fc.constantFrom(...'a "\'\\,()[]=@>\n\t\u00a0\u200b\ud800\u{e0001}/{}') }),
      fc.string({ unit: 'binary' }),
    );
    const args = fc
      .uniqueArray(fc.tuple(name, value), { maxLength: 3, selector: ([key]) => key })
      .map((pairs) => new Map(pairs));
    const above = (inputs: fc.Arbitrary<SystemSpec[]>): fc.Arbitrary<SystemSpec> => fc.record({ name, args, inputs });
    let system = above(fc.constant([]));
    for (let level = 0; level < 3; level++) system = above(fc.array(system, { maxLength: 3 }));
    fc.assert(
      fc.property(system, (spec) => {
        expect(parseSystem(print(spec))).toEqual(spec);
        // A canonical string is a run tag and a field of lines that are split at spaces.
        expect(print(spec)).not.toMatch(/[\s\p{Cc}\p{Cf}\p{Surrogate}]/u);
        expect(splitList(`${print(spec)}, ${print(spec)}`)).toEqual([print(spec), print(spec)]);
        expect(parseLabelledSystem(`x=${print(spec)}`)).toMatchObject({ label: 'x', system: spec });
        expect(parseLabelledSystem(print(spec)).label).toBeUndefined();
      }),
    );
  });

  it.each([
    ['', 'expected a system name at character 1'],
    ['bm25(', 'expected a parameter name at character 6'],
    ['bm25(k1)', 'expected "=" and a value at character 8'],
    ['bm25(k1=1', 'expected "," or ")" at character 10'],
    ['bm25(k1=1,k1=2)', 'expected no second "k1"'],
    ['rrf[bm25', 'expected "," or "]" at character 9'],
    ['bm25 dense', 'expected the end at character 6'],
    ['command(run="x)', 'expected a closing " at character 16'],
    ['command(run="x\\', 'expected an escape'],
    ['command(run="\\d")', 'expected an escape: \\" '],
    ['command(run="\\u12g4")', 'expected an escape'],
    ['command(run="a"b)', 'expected "," or ")" at character 16'],
    ['command(run=a"b")', 'expected "," or ")" at character 14'],
  ])('says where %j goes wrong', (text, message) => {
    expect(() => parseSystem(text)).toThrow(message);
  });

  it('refuses nesting without end', () => {
    expect(() => parseSystem('a['.repeat(100_000))).toThrow('at most 50 levels');
  });

  it('never crashes with anything but a LabError', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9()[\],=@> ."'\\]{0,30}$/), (text) => {
        for (const parse of [parseSystem, parsePart, parseMeasure, parseLabelledSystem]) {
          try {
            parse(text);
          } catch (error) {
            expect(error).toBeInstanceOf(LabError);
          }
        }
      }),
    );
  });

  it.each([
    ['command(run="python my_search.py --k 3")', 'run', 'python my_search.py --k 3'],
    ['command( run = \'say "hi", (now)\' )', 'run', 'say "hi", (now)'],
    ['command(run="a\\sb\\t\\n\\r\\u0041\\"\\\'\\\\\\/")', 'run', 'a b\t\n\rA"\'\\/'],
    ['command(run="")', 'run', ''],
    ['http(url=http://localhost:9200/idx/_search?a=b&c=d@e)', 'url', 'http://localhost:9200/idx/_search?a=b&c=d@e'],
    [`http(url=\${HOST}/x)`, 'url', `\${HOST}/x`],
    ['x(path=C:\\tools)', 'path', 'C:\\tools'],
  ])('reads the value of %s', (text, key, value) => {
    expect(parseSystem(text).args.get(key)).toBe(value);
  });

  it.each([
    ['0.9', '0.9'],
    ['http://localhost:9200/x?a=b', 'http://localhost:9200/x?a=b'],
    ['', '""'],
    ['python my.py', '"python\\smy.py"'],
    ['a,b', '"a,b"'],
    ['it\'s "x"\\', '"it\'s\\s\\"x\\"\\\\"'],
    ['\u200b', '"\\u200b"'],
  ])('prints the value %j without white space, quoted only where needed', (value, printed) => {
    expect(printValue(value)).toBe(printed);
  });

  it('reads a label before the spec, and what was typed', () => {
    expect(parseLabelledSystem('lex = bm25(k1=0.9)')).toMatchObject({ label: 'lex', typed: 'bm25(k1=0.9)' });
    expect(parseLabelledSystem('bm25(k1=0.9)').label).toBeUndefined();
    expect(parseLabelledSystem('a=b').system.name).toBe('b');
  });
});

describe('the measure grammar', () => {
  it('reads parameters and cutoff', () => {
    expect(parseMeasure('nDCG(gain=exp)@10')).toEqual({ name: 'nDCG', args: new Map([['gain', 'exp']]), cutoff: 10 });
    expect(parseMeasure('RR').cutoff).toBeUndefined();
  });

  it.each(['R@0', 'R@x', 'R@', 'R@9999999999999999999', 'R@3@5'])('refuses %s', (text) => {
    expect(() => parseMeasure(text)).toThrow(LabError);
  });
});

describe('lists', () => {
  it('split at top-level commas only', () => {
    expect(splitList('bm25, rrf[bm25,dense](k=60,depth=10) ,,dense')).toEqual([
      'bm25',
      'rrf[bm25,dense](k=60,depth=10)',
      'dense',
    ]);
  });

  it('keep quoted values whole, and are not swallowed by a stray quote', () => {
    expect(splitList('a=command(run="x, )y" ,k= \'],"\'), bm25')).toEqual([
      'a=command(run="x, )y" ,k= \'],"\')',
      'bm25',
    ]);
    expect(splitList('command(run="a\\",b"),dense')).toEqual(['command(run="a\\",b")', 'dense']);
    expect(splitList("it's,bm25(k1'=3),dense")).toEqual(["it's", "bm25(k1'=3)", 'dense']);
    expect(splitList('command(run="x,dense')).toEqual(['command(run="x,dense']);
  });
});

describe('parameters', () => {
  it('take defaults, and print without them, sorted', () => {
    expect(resolve('x').params).toEqual({ k1: 1.2, depth: 100, pool: 'max', title: false });
    const { params } = resolve('x(pool=mean,depth=7,k1=1.2)');
    expect(printParams(specs, params as never)).toBe('(depth=7,pool=mean)');
    expect(printParams(specs, resolve('x').params as never)).toBe('');
  });

  it.each([
    ['x(k1=11)', 'x: k1=11 is not valid; accepted: a number from 0 to 10'],
    ['x(k1=NaN)', 'accepted: a number from 0 to 10'],
    ['x(k1=0x10)', 'accepted: a number from 0 to 10'],
    ['x(depth=1.5)', 'accepted: an integer of 1 or more'],
    ['x(pool=none)', 'x: pool=none is not valid; accepted: max or mean'],
    ['x(pool=maen)', 'x: pool=maen is not valid; did you mean "mean"? accepted: max or mean'],
    ['x(title=yes)', 'accepted: true or false'],
    ['x(dpeth=3)', 'x has no parameter "dpeth"; did you mean "depth"?'],
    ['x(__proto__=3)', 'x has no parameter "__proto__"'],
    ['x(constructor=3)', 'x has no parameter "constructor"'],
  ])('are refused with what is accepted: %s', (text, message) => {
    expect(resolve(text).faults.join()).toContain(message);
  });

  it('are reported together', () => {
    expect(resolve('x(k1=99,depth=0,title=1)').faults).toHaveLength(3);
  });

  it('have one spelling of zero', () => {
    expect(printParams(specs, resolve('x(k1=-0)').params as never)).toBe('(k1=0)');
  });

  it('describe an upper bound alone', () => {
    expect(accepted({ default: 1, max: 5, doc: '' })).toBe('a number of 5 or less');
  });
});
