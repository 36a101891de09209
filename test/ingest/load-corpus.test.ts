import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { DocumentFormat, ProgressEvent } from '../../src/core/contracts.ts';
import { LabError, LabErrors } from '../../src/core/errors.ts';
import { html } from '../../src/ingest/formats/html.ts';
import { type CorpusOptions, type LoadedCorpus, loadCorpus } from '../../src/ingest/load-corpus.ts';
import { makeTar, makeZip } from './make-archive.ts';

/** A page; `BROKEN` lines are faults, `WARN x` lines warnings, and metadata stand in lines `key: value`. */
const page: DocumentFormat = {
  name: 'page',
  summary: 'for tests',
  extensions: ['md', 'page.txt'],
  async parse(bytes, source, context) {
    const text = Buffer.from(bytes).toString('utf8');
    // The later files are read sooner.
    await new Promise((resolve) => setTimeout(resolve, text.includes('SLOW') ? 20 : 0));
    const faults: LabError[] = [];
    const meta: Record<string, string> = {};
    for (const [n, line] of text.split('\n').entries()) {
      if (line === 'BROKEN')
        faults.push(new LabError('file.malformed', { where: `${source}:${n + 1}`, problem: 'broken' }));
      if (line.startsWith('WARN ')) context.warn(line.slice(5));
      const [, key, value] = /^(\w+): (\w+)$/.exec(line) ?? [];
      if (key) meta[key] = value!;
    }
    if (text.includes('DEEP')) throw new RangeError('Maximum call stack size exceeded');
    if (text.includes('BUG')) throw new TypeError('a bug');
    if (faults.length > 1) throw new LabErrors(faults);
    if (faults[0]) throw faults[0];
    return [{ title: `title of ${source.slice(source.lastIndexOf('/') + 1)}`, text, blocks: [], meta }];
  },
};

/** A line `id text` a record; without an id where the line begins with a space. */
const rows: DocumentFormat = {
  name: 'rows',
  summary: 'for tests',
  extensions: ['jsonl', 'csv'],
  records: true,
  async parse(bytes, _source, context) {
    const lines = Buffer.from(bytes).toString('utf8').split('\n').filter(Boolean);
    return lines.map((line) => {
      const [, id, text] = /^(\S*) ?(.*)$/.exec(line)!;
      const title = context.columns?.title ?? '';
      return { ...(id ? { id } : {}), title, text: text!, blocks: [], meta: {} };
    });
  },
};

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  made.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

interface Loaded extends LoadedCorpus {
  readonly events: readonly ProgressEvent[];
  readonly warnings: readonly string[];
  readonly ids: readonly string[];
}

const warned: string[] = [];

async function load(place: string, options: Partial<CorpusOptions> = {}): Promise<Loaded> {
  const events: ProgressEvent[] = [];
  warned.length = 0;
  const corpus = await loadCorpus(place, {
    formats: [page, rows],
    progress: {
      report(event) {
        events.push(event);
        if (event.kind === 'warning') warned.push(event.message);
      },
    },
    signal: new AbortController().signal,
    ...options,
  });
  return { ...corpus, events, warnings: [...warned], ids: corpus.documents.map(({ id }) => id) };
}

async function faultsOf(place: string, options?: Partial<CorpusOptions>): Promise<string[]> {
  const error = await load(place, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof LabErrors) return error.errors.map(({ message }) => message);
  expect(error).toBeInstanceOf(LabError);
  return [(error as LabError).message];
}

describe('a folder', () => {
  it('gives a document a file, by path, with what is known of its place', async () => {
    const folder = folderOf({ 'people/my leave.md': 'Leave SLOW', 'a.md': 'A', 'people/x/pay.page.txt': 'Pay' });
    const { documents, files, ignored, skipped, name, events } = await load(folder);
    expect(documents).toEqual([
      {
        id: 'a.md',
        title: 'title of a.md',
        text: 'A',
        blocks: [],
        meta: { path: 'a.md', format: 'page' },
        source: 'a.md',
      },
      {
        id: 'people/my%20leave.md',
        title: 'title of my leave.md',
        text: 'Leave SLOW',
        blocks: [],
        meta: { folder: 'people', path: 'people/my leave.md', format: 'page' },
        source: 'people/my leave.md',
      },
      expect.objectContaining({
        id: 'people/x/pay.page.txt',
        meta: { folder: 'people', path: 'people/x/pay.page.txt', format: 'page' },
      }),
    ]);
    expect({ files, ignored, skipped }).toEqual({ files: 3, ignored: 0, skipped: [] });
    expect(folder.endsWith(name)).toBe(true);
    expect(name).not.toContain('/');
    expect(events).toEqual([
      { kind: 'stage-began', stage: 'read', total: 3 },
      ...[1, 2, 3].map((done) => ({ kind: 'stage-advanced', stage: 'read', done, total: 3 })),
      { kind: 'stage-ended', stage: 'read' },
    ]);
  });

  it('never overwrites what the author wrote', async () => {
    const { documents } = await load(folderOf({ 'x/a.md': 'folder: other\nteam: people\n' }));
    expect(documents[0]!.meta).toEqual({ folder: 'other', team: 'people', path: 'x/a.md', format: 'page' });
  });

  it('counts what is in no known format and says it once', async () => {
    const files: Record<string, string> = { 'a.md': 'A', 'x/LICENSE': '', 'b.ipynb': '', '.hidden.png': '' };
    for (let n = 0; n < 9; n++) files[`p${n}.PNG`] = '';
    const folder = folderOf(files);
    const { warnings, ignored } = await load(folder);
    expect(ignored).toBe(11);
    expect(warnings).toEqual([`${folder}: 11 files in no known format: .png 9, .ipynb 1, without extension 1`]);
  });

  it('without a document is an error that says what is read', async () => {
    expect(await faultsOf(folderOf({ 'a.png': '', 'b.png': '' }))).toEqual([
      expect.stringMatching(
        /no document in it \(2 files in no known format: \.png 2\); read are \.md, \.page\.txt, \.jsonl, \.csv$/,
      ),
    ]);
    expect(await faultsOf(folderOf({}))).toEqual([expect.stringMatching(/no document in it \(no files\)/)]);
    expect(await faultsOf(folderOf({ 'a.md': 'A' }), { exclude: ['*.md'] })).toEqual([
      expect.stringMatching(/no document in it that the globs choose/),
    ]);
  });

  it('skips files without text, but keeps records without text', async () => {
    const folder = folderOf({ 'a.md': ' \n', 'b.md': 'B', 'c.jsonl': 'r1 text\nr2\n', 'd.jsonl': '' });
    const { ids, skipped, warnings, files } = await load(folder);
    expect(ids).toEqual(['b.md', 'r1', 'r2']);
    expect(files).toBe(2);
    expect(skipped).toEqual([
      { source: 'a.md', problem: 'skipped: it has no text' },
      { source: 'd.jsonl', problem: 'skipped: it holds no documents' },
    ]);
    expect(warnings[0]).toBe(`${folder}/a.md: skipped: it has no text`);
  });

  it('obeys .gitignore and globs', async () => {
    const folder = folderOf({ '.gitignore': 'b.md', 'a.md': 'A', 'b.md': 'B', 'c.csv': 'c C' });
    expect((await load(folder, { include: ['*.md'] })).ids).toEqual(['a.md']);
  });

  it('never reads what links lead to outside, and names them', async () => {
    const outside = folderOf({ 'secret.md': 'secret' });
    const folder = folderOf({ 'a.md': 'A' });
    symlinkSync(join(outside, 'secret.md'), join(folder, 'leak.md'));
    const { ids, skipped, warnings } = await load(folder);
    expect(ids).toEqual(['a.md']);
    expect(skipped.map(({ source }) => source)).toEqual(['leak.md']);
    expect(warnings[0]).toMatch(/leak\.md: the link leads outside/);
    expect(JSON.stringify(skipped)).not.toContain(outside);
  });

  it('says of names that differ in the composition of accents only why they are one id', async () => {
    const folder = folderOf({ 'x\u00e9.md': 'A', 'xe\u0301.md': 'B' });
    // Some file systems hold only one of the two.
    if (readdirSync(folder).length < 2) return;
    expect(await faultsOf(folder)).toEqual([
      expect.stringMatching(
        /document "xé\.md" is also there under a name that differs only in how its accents are composed;/,
      ),
    ]);
  });

  it('warns of names that differ by case only', async () => {
    const { ids, warnings } = await load(folderOf({ 'Leave.md': 'A', 'leave.md': 'B' }));
    expect(ids).toEqual(['Leave.md', 'leave.md']);
    expect(warnings).toEqual([expect.stringMatching(/leave\.md: differs from Leave\.md by case only$/)]);
  });

  it('is found from where the caller says, and named in messages as typed', async () => {
    const folder = folderOf({ 'docs/a.md': 'BROKEN' });
    expect(await faultsOf('docs/', { folder })).toEqual(['docs/a.md:1: broken']);
    expect(await faultsOf('.', { folder })).toEqual(['docs/a.md:1: broken']);
  });
});

describe('HTML pages of one site', () => {
  it('lose the heads and feet that they share, in whatever folder they are', async () => {
    const files: Record<string, string> = { 'note.md': 'Site head' };
    for (let n = 0; n < 8; n++) {
      files[`x${n % 2}/p${n}.html`] = `<p>Site head</p><p>Text of page ${n}.</p><p>Site foot</p>`;
    }
    const { documents } = await load(folderOf(files), { formats: [page, html] });
    expect(documents.map(({ text }) => text.trim())).toEqual([
      'Site head',
      ...[0, 2, 4, 6, 1, 3, 5, 7].map((n) => `Text of page ${n}.`),
    ]);
    for (const { text, blocks } of documents.slice(1)) {
      expect(blocks.map(({ span }) => text.slice(span.start, span.end))).toEqual([text.trim()]);
    }
  });
});

describe('records', () => {
  it('have their own ids as they are, or the number within the file', async () => {
    const { ids, documents } = await load(folderOf({ 'x/faq.csv': ' one\n0012 two\n three\n', 'one.csv': ' only' }), {
      columns: { title: 'T' },
    });
    expect(ids).toEqual(['one.csv:1', 'x/faq.csv:1', '0012', 'x/faq.csv:3']);
    expect(documents[2]).toMatchObject({ title: 'T', meta: { folder: 'x', path: 'x/faq.csv', format: 'rows' } });
  });

  it('with one id in two files are an error that names both', async () => {
    const folder = folderOf({ 'a.jsonl': 'd1 x\nd2 y', 'b.jsonl': 'd2 z', 'c.jsonl': '__proto__ z' });
    expect(await faultsOf(folder)).toEqual([
      `${folder}/b.jsonl: document "d2" is also in ${folder}/a.jsonl; ids must be unique within a corpus`,
    ]);
  });
});

describe('a BEIR directory', () => {
  it('is its corpus.jsonl alone', async () => {
    const { ids, warnings, ignored } = await load(
      folderOf({
        'corpus.jsonl': 'd1 x',
        'queries.jsonl': 'q1 y',
        'qrels/test.tsv': 'q1\td1\t1',
        'README.md': 'about',
      }),
    );
    expect(ids).toEqual(['d1']);
    expect({ warnings, ignored }).toEqual({ warnings: [], ignored: 0 });
  });

  it('says what it leaves out where it may be another kind of folder', async () => {
    const folder = folderOf({ 'corpus.jsonl': 'd1 x', 'a.md': 'A', 'b.md': 'B' });
    const { ids, warnings } = await load(folder);
    expect(ids).toEqual(['d1']);
    expect(warnings).toEqual([`${folder}: as in a BEIR directory, only corpus.jsonl is read; 2 files left out`]);
    expect((await load(folder, { exclude: ['corpus.jsonl'] })).ids).toEqual(['a.md', 'b.md']);
  });

  it('does not begin with a corpus.jsonl further down', async () => {
    expect((await load(folderOf({ 'a.md': 'A', 'x/corpus.jsonl': 'd1 x' }))).ids).toEqual(['a.md', 'd1']);
  });
});

describe('questions beside their documents', () => {
  const files = {
    'a.md': 'A',
    'questions.jsonl': 'q1 x',
    'x/queries-dev.csv': 'q2 y',
    'qrels/test.csv': '1',
    'faq-questions.csv': 'f z',
    'questions-and-answers.csv': 'g z',
    'about-qrels.md': 'Q',
  };

  it('are not read as documents, and that is said', async () => {
    const folder = folderOf(files);
    const { ids, warnings, ignored } = await load(folder);
    expect(ids).toEqual(['a.md', 'about-qrels.md', 'f', 'g']);
    expect(ignored).toBe(0);
    expect(warnings).toEqual([
      `${folder}: left out as questions or judgments: qrels/test.csv, questions.jsonl, x/queries-dev.csv; --include reads them as documents`,
    ]);
  });

  it('are read where they are meant', async () => {
    const folder = folderOf(files);
    expect((await load(folder, { include: ['*.jsonl'] })).ids).toEqual(['q1']);
    expect((await load(join(folder, 'questions.jsonl'))).ids).toEqual(['q1']);
  });
});

describe('a file', () => {
  it('is a corpus, hidden or not', async () => {
    const folder = folderOf({ '.notes.md': 'A', 'b.jsonl': 'd1 x\nd2 y' });
    expect(await load(join(folder, '.notes.md'))).toMatchObject({ ids: ['.notes.md'], name: '.notes.md', files: 1 });
    expect((await load(join(folder, 'b.jsonl'))).ids).toEqual(['d1', 'd2']);
  });

  it('in no known format, or none at all, is an error', async () => {
    const folder = folderOf({ 'a.png': 'A', 'a.md': 'A' });
    expect(await faultsOf('a.png', { folder })).toEqual([
      expect.stringMatching(/^a\.png: no document in it .*read are \.md/),
    ]);
    expect(await faultsOf('nothing', { folder })).toEqual(['nothing: cannot be read: no such file or folder']);
    expect(await faultsOf('a.md/x', { folder })).toEqual([
      expect.stringMatching(/^a\.md\/x: cannot be read: a part of the path/),
    ]);
    expect(await faultsOf('a\0b', { folder })).toEqual([expect.stringMatching(/NUL character/)]);
    expect(await faultsOf('x'.repeat(5000), { folder })).toEqual([expect.stringMatching(/name is too long/)]);
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    expect(await faultsOf('pipe.md', { folder })).toEqual([
      'pipe.md: cannot be read: it is neither a file nor a folder',
    ]);
  });
});

describe('an archive', () => {
  it('gives the documents of the folder it was made from', async () => {
    const files: Record<string, string> = {
      'people/leave.md': 'Leave\nteam: people',
      'a b.md': 'SLOW',
      'z/é.md': 'É',
      'faq.csv': ' one\nid2 two',
      'drafts/x.md': 'X',
      '.gitignore': 'drafts/\n',
      'picture.png': '',
      'BROKEN.md': 'BROKEN',
    };
    const folder = folderOf(files);
    const parts = Object.entries(files).map(([name, text]) => ({ name, text }));
    const backwards = [...parts].reverse();
    const archives = folderOf({});
    writeFileSync(join(archives, 'a.zip'), makeZip(parts));
    writeFileSync(join(archives, 'b.zip'), makeZip(backwards));
    writeFileSync(join(archives, 'a.tar'), makeTar(backwards));
    writeFileSync(join(archives, 'a.tar.gz'), gzipSync(makeTar(parts)));
    const expected = await load(folder, { keepGoing: true });
    expect(expected.documents).toHaveLength(5);
    const plain = (warnings: readonly string[], place: string): string[] =>
      warnings.map((text) => text.replaceAll(place, 'PLACE'));
    for (const name of ['a.zip', 'b.zip', 'a.tar', 'a.tar.gz']) {
      const loaded = await load(join(archives, name), { keepGoing: true });
      expect(loaded.documents).toEqual(expected.documents);
      expect(loaded.ignored).toBe(1);
      expect(plain(loaded.warnings, join(archives, name))).toEqual(plain(expected.warnings, folder));
    }
  });

  it('refuses members that point outside, and says so', async () => {
    const folder = folderOf({});
    writeFileSync(
      join(folder, 'a.zip'),
      makeZip([
        { name: '../../evil.md', text: 'evil' },
        { name: 'a.md', text: 'A' },
      ]),
    );
    const { ids, skipped, warnings } = await load('a.zip', { folder });
    expect(ids).toEqual(['a.md']);
    expect(skipped).toEqual([{ source: '../../evil.md', problem: expect.stringMatching(/outside of the archive/) }]);
    expect(warnings).toEqual([expect.stringMatching(/^a\.zip\/\.\.\/\.\.\/evil\.md: its name leads outside/)]);
  });

  it('that is damaged is an error even where reading shall go on', async () => {
    const folder = folderOf({ 'a.zip': 'no', 'a.tar.gz': 'no' });
    expect(await faultsOf('a.zip', { folder, keepGoing: true })).toEqual([
      expect.stringMatching(/^a\.zip: no zip directory/),
    ]);
    expect(await faultsOf('a.tar.gz', { folder, keepGoing: true })).toEqual([
      expect.stringMatching(/^a\.tar\.gz: the archive ends/),
    ]);
  });

  it('with one damaged member is read without it where reading shall go on', async () => {
    const folder = folderOf({});
    writeFileSync(
      join(folder, 'a.zip'),
      makeZip([
        { name: 'a.md', text: 'A' },
        { name: 'b.md', text: 'B', crc: 1 },
      ]),
    );
    expect(await faultsOf('a.zip', { folder })).toEqual([
      expect.stringMatching(/^a\.zip\/b\.md: its checksum is wrong/),
    ]);
    expect((await load('a.zip', { folder, keepGoing: true })).ids).toEqual(['a.md']);
  });
});

describe('what cannot be read', () => {
  it('is reported for all files together, in the order of paths, twenty at most', async () => {
    const files: Record<string, string> = { 'a.md': 'SLOW\nBROKEN', 'b.md': 'BROKEN\nBROKEN' };
    const folder = folderOf(files);
    expect(await faultsOf(folder)).toEqual(['a.md:2', 'b.md:1', 'b.md:2'].map((place) => `${folder}/${place}: broken`));
    for (let n = 10; n < 60; n++) files[`c${n}.md`] = 'BROKEN';
    const many = await faultsOf(folderOf(files));
    expect(many).toHaveLength(20);
    expect(many.at(-1)).toMatch(/c26\.md:1/);
  });

  it('is skipped with a warning where reading shall go on', async () => {
    const folder = folderOf({ 'a.md': 'A', 'b.md': 'BROKEN\nBROKEN', 'c.md': 'DEEP' });
    const { ids, skipped, warnings, files } = await load(folder, { keepGoing: true });
    expect(ids).toEqual(['a.md']);
    expect(files).toBe(1);
    expect(skipped).toEqual([
      { source: 'b.md', problem: `${folder}/b.md:1: broken (and 1 more)` },
      { source: 'c.md', problem: `${folder}/c.md: cannot be read: it is nested too deeply` },
    ]);
    expect(warnings).toEqual(skipped.map(({ problem }) => `skipped: ${problem}`));
  });

  it('is an error of the program where a format fails by itself', async () => {
    await expect(load(folderOf({ 'a.md': 'BUG', 'b.md': 'SLOW' }), { keepGoing: true })).rejects.toThrow(TypeError);
  });

  it.skipIf(process.getuid?.() === 0)('is said: no permission', async () => {
    const folder = folderOf({ 'a.md': 'A', 'b.md': 'B' });
    chmodSync(join(folder, 'b.md'), 0);
    expect(await faultsOf(folder)).toEqual([`${folder}/b.md: cannot be read: permission denied`]);
  });

  it('is said: a file that is gone before it is read', async () => {
    const folder = folderOf({ 'a.md': 'A', 'b.md': 'B' });
    const progress = {
      report(event: ProgressEvent) {
        if (event.kind === 'stage-began') rmSync(join(folder, 'b.md'));
      },
    };
    expect(await faultsOf(folder, { progress })).toEqual([`${folder}/b.md: cannot be read: no such file or folder`]);
  });

  it('is said: a name that is not UTF-8', async () => {
    if (process.platform !== 'linux') return;
    const folder = folderOf({ 'a.md': 'A' });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), '');
    expect(await faultsOf(folder)).toEqual([
      expect.stringMatching(/caf\\xe9\.md: cannot be read: its name is not valid UTF-8$/),
    ]);
    expect((await load(folder, { keepGoing: true })).ids).toEqual(['a.md']);
  });
});

describe('warnings', () => {
  it('of one kind are said five times, then counted', async () => {
    const files: Record<string, string> = {};
    for (let n = 10; n < 30; n++) files[`${n}.md`] = `WARN odd byte at offset ${n}`;
    files['x.md'] = 'WARN something else';
    const folder = folderOf(files);
    const { warnings } = await load(folder);
    expect(warnings).toEqual([
      ...[10, 11, 12, 13, 14].map((n) => `${folder}/${n}.md: odd byte at offset ${n}`),
      `${folder}/x.md: something else`,
      `and 15 more like this; the last one: ${folder}/29.md: odd byte at offset 29`,
    ]);
  });
});

describe('aborting', () => {
  it('ends the reading, and says nothing of a result', async () => {
    const files: Record<string, string> = {};
    for (let n = 0; n < 50; n++) files[`${n}.md`] = 'SLOW';
    const controller = new AbortController();
    let read = 0;
    const progress = {
      report(event: ProgressEvent) {
        if (event.kind === 'stage-advanced' && ++read === 10) controller.abort(new Error('stop'));
      },
    };
    await expect(load(folderOf(files), { progress, signal: controller.signal })).rejects.toThrow('stop');
    expect(read).toBeLessThan(30);
  });
});
