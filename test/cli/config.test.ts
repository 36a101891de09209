import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/cli/config.ts';
import { RUN_OPTIONS } from '../../src/cli/run-options.ts';
import { LabError, LabErrors } from '../../src/core/errors.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = temporaryFolder();
let made = 0;

function folder(files: Readonly<Record<string, string>>): string {
  const at = join(root, String(made++));
  mkdirSync(join(at, 'deep/er'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  return at;
}

const load = (cwd: string, given?: string) => loadConfig(cwd, given, RUN_OPTIONS);

async function problem(files: Readonly<Record<string, string>>, given?: string): Promise<string> {
  return load(folder(files), given).then(
    () => 'none',
    (error: Error) => error.message,
  );
}

describe('loadConfig', () => {
  it('is nothing where there is no file', async () => {
    expect(await load(folder({}))).toBeUndefined();
  });

  it('finds the nearest file upward', async () => {
    const at = folder({ 'rag-lab.config.yaml': 'seed: 1', 'deep/rag-lab.config.json': '{"seed": 2}' });
    expect((await load(join(at, 'deep/er')))!.values).toEqual({ seed: 2 });
    expect((await load(at))!.values).toEqual({ seed: 1 });
  });

  it.each([
    ['rag-lab.config.yaml', 'seed: 5\nsystems: [bm25, dense]\nquiet: true'],
    ['rag-lab.config.json', '{"seed": 5, "systems": ["bm25", "dense"], "quiet": true}'],
    ['rag-lab.config.mjs', 'export default { seed: 5, systems: ["bm25", "dense"], quiet: true };'],
    [
      'rag-lab.config.ts',
      'const seed: number = 5; enum Quiet { Yes = 1 } export default { seed, systems: ["bm25", "dense"], quiet: Quiet.Yes === 1 };',
    ],
  ])('reads %s', async (name, text) => {
    expect((await load(folder({ [name]: text })))!.values).toEqual({
      seed: 5,
      systems: ['bm25', 'dense'],
      quiet: true,
    });
  });

  it('takes one string for a list', async () => {
    const { values } = (await load(folder({ 'rag-lab.config.yaml': 'systems: bm25,dense' })))!;
    expect(values.systems).toEqual(['bm25,dense']);
  });

  it('reads an empty file as no options', async () => {
    expect((await load(folder({ 'rag-lab.config.yaml': '# nothing yet\n' })))!.values).toEqual({});
  });

  it('takes paths from where the file stands', async () => {
    const at = folder({ 'rag-lab.config.yaml': 'out: results\nformat: [terminal, json=a/r.json, csv=-]' });
    const { values } = (await load(join(at, 'deep/er')))!;
    expect(values.out).toBe(join(at, 'results'));
    expect(values.format).toEqual(['terminal', `json=${join(at, 'a/r.json')}`, 'csv=-']);
  });

  it('reads the file that --config names, whatever it is called', async () => {
    const at = folder({ 'my.yml': 'seed: 9' });
    expect((await load(at, 'my.yml'))!.values).toEqual({ seed: 9 });
    expect(await problem({}, 'missing.yaml')).toContain('missing.yaml: cannot be read: no such file or folder');
    expect(await problem({ 'a.toml': '' }, 'a.toml')).toContain(
      'accepted: a file that ends in .yaml, .json, .ts or .mjs',
    );
  });

  it('refuses unknown keys with the nearest name, all of them', async () => {
    const at = folder({ 'rag-lab.config.yaml': 'sede: 1\nsystms: bm25\nseed: 1' });
    const error = await load(at).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LabErrors);
    const [first, second] = (error as LabErrors).errors;
    expect(first!.message).toContain('rag-lab.config.yaml:1: unknown key "sede"; did you mean "seed"?');
    expect(second!.message).toMatch(/rag-lab\.config\.yaml:2: unknown .*did you mean "systems"\?/);
  });

  it.each([
    ['rag-lab.config.yaml', 'cutoff: 0\n\nsede: 1\nsystems:\n  - bm25\n  - 3\nquiet:\n  maybe\n'],
    ['rag-lab.config.json', '{"cutoff": 0,\n\n"sede": 1,\n"systems": [\n\t"bm25",\n\t3],\n"quiet": "maybe"}'],
  ])('names the line of every fault in %s, in the order of the file', async (name, text) => {
    const error = await load(folder({ [name]: text })).catch((caught: unknown) => caught);
    const places = (error as LabErrors).errors.map(
      ({ message }) => /config\.\w+:(\d+): (?:unknown key ")?(\w+)/.exec(message)!,
    );
    expect(places.map((found) => `${found[1]} ${found[2]}`)).toEqual(['1 cutoff', '3 sede', '6 systems', '7 quiet']);
  });

  it('names every line that is no YAML, each once, and aliases that stand for nothing', async () => {
    expect(await problem({ 'rag-lab.config.yaml': 'seed: 1\nout: a\nseed: 2\nout: b' })).toMatch(
      /yaml:3: Map keys must be unique\n.*yaml:4: Map keys must be unique$/,
    );
    expect(await problem({ 'rag-lab.config.yaml': 'seed: 1\nout: *nowhere' })).toMatch(/yaml:2: the alias \*nowhere /);
    expect((await problem({ 'rag-lab.config.yaml': 'a: 1\n  b: 2\n c: 3' })).split('\n')).toHaveLength(2);
  });

  it('does not go where the parser would leave the stack', async () => {
    const deep = '['.repeat(30_000);
    expect(await problem({ 'rag-lab.config.yaml': `seed: 1\nsystems: ${deep}` })).toMatch(/yaml:2: nested too deeply$/);
    expect(await problem({ 'rag-lab.config.json': `{"seed": ${deep}` })).toMatch(/json:1: nested too deeply$/);
  });

  it('says of a value that holds itself what it is', async () => {
    expect(await problem({ 'rag-lab.config.yaml': 'seed: &a [*a]' })).toContain('yaml:1: seed: a list is not valid');
    expect(await problem({ 'rag-lab.config.mjs': 'export default { seed: 5n }' })).toContain('seed: 5 is not valid');
  });

  it.each([
    ['seed: -1', 'seed: -1 is not valid; accepted: an integer from 0 to 2^53 - 1'],
    ['seed: "5"', 'seed: "5" is not valid; accepted: an integer'],
    ['pages: 1.5', 'pages: 1.5 is not valid; accepted: an integer from 1 to 1000000'],
    ['quiet: maybe', 'quiet: "maybe" is not valid; accepted: true or false'],
    ['systems: {a: 1}', 'accepted: text or a list of texts'],
    ['out: ""', 'out: "" is not valid; accepted: text'],
    ['- a', 'not a mapping of options to values'],
    ['a: [', 'rag-lab.config.yaml:1: '],
    ['seed: 1\nseed: 2', 'rag-lab.config.yaml:2: '],
    ['seed: *nowhere', 'rag-lab.config.yaml'],
  ])('refuses %j, naming the file', async (text, expected) => {
    const message = await problem({ 'rag-lab.config.yaml': text });
    expect(message).toContain('rag-lab.config.yaml');
    expect(message).toContain(expected);
  });

  it('refuses what is no JSON, even where it would be YAML', async () => {
    expect(await problem({ 'rag-lab.config.json': 'seed: 1' })).toContain('rag-lab.config.json:1: not valid JSON');
  });

  it('names the file that cannot be loaded as a module', async () => {
    expect(await problem({ 'rag-lab.config.mjs': 'throw new Error("boom\\nsecond")' })).toMatch(
      /rag-lab\.config\.mjs: cannot be loaded: Error: boom$/,
    );
    expect(await problem({ 'rag-lab.config.ts': 'const x: = ;' })).toContain('cannot be loaded');
  });

  it('refuses two files in one folder', async () => {
    expect(await problem({ 'rag-lab.config.yaml': '', 'rag-lab.config.json': '{}' })).toContain('two config files');
  });
});

describe('what stands in a config file’s place', () => {
  const stood = (name: string, make: (path: string) => void): string => {
    const at = folder({});
    make(join(at, name));
    return at;
  };
  const refused = async (at: string, given?: string): Promise<string> =>
    load(at, given).then(
      () => 'nothing',
      (error: Error) => error.message,
    );

  it.skipIf(process.platform === 'win32')(
    'is refused where it is a pipe, a device, a lost link or too large',
    async () => {
      const name = 'rag-lab.config.yaml';
      expect(await refused(stood(name, (path) => execFileSync('mkfifo', [path])))).toMatch(/it is not a file$/);
      expect(await refused(stood(name, (path) => symlinkSync('/dev/zero', path)))).toMatch(/it is not a file$/);
      expect(await refused(stood(name, (path) => symlinkSync('nowhere', path)))).toMatch(/no such file or folder$/);
      expect(await refused(stood(name, (path) => symlinkSync(path, path)))).toMatch(/too many symbolic links$/);
      const large = stood(name, (path) => writeFileSync(path, '['.repeat(2e6)));
      expect(await refused(large)).toMatch(/it has 2000000 bytes; accepted: up to 1000000$/);
    },
  );

  it('is not looked at where it is a folder', async () => {
    expect(await load(stood('rag-lab.config.yaml', (path) => mkdirSync(path)))).toBeUndefined();
  });

  it.each(['yaml', 'json'])('is never a bug, whatever bytes it holds: .%s', async (kind) => {
    const piece = fc.constantFrom(
      'seed',
      'systems',
      ':',
      ' ',
      '\n',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      '*a',
      '&a',
      '!!x',
      '? ',
      '---',
      '\t',
      '1',
      '\0',
      '\ufeff',
      '\ud800',
      '<<',
      '|',
      '#',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const at = folder({ [`rag-lab.config.${kind}`]: pieces.join('') });
        await load(at).catch((error: unknown) => {
          expect(error instanceof LabError || error instanceof LabErrors, String(error)).toBe(true);
        });
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['throw null', 'null'],
    ['throw Object.create(null)', 'it throws an object that is no Error'],
    ['export default { get seed() { throw new Error("boom") } }', 'Error: boom'],
    ['export default new Proxy({}, { ownKeys() { throw new Error("boom") } })', 'Error: boom'],
  ])('is refused where the module misbehaves: %s', async (text, reason) => {
    for (const kind of ['mjs', 'ts']) {
      const at = folder({ [`rag-lab.config.${kind}`]: text });
      expect(await refused(at)).toBe(`${join(at, `rag-lab.config.${kind}`)}: cannot be loaded: ${reason}`);
    }
  });

  it.each([['7n'], ['Symbol("x")'], ['() => 1'], ['new Date(0)'], ['NaN'], ['new Map()']])(
    'is refused where it gives a value of another world: %s',
    async (value) => {
      const at = folder({ 'rag-lab.config.mjs': `export default { seed: ${value} };` });
      expect(await refused(at)).toMatch(/: seed: .+ is not valid; accepted: an integer/);
    },
  );
});
