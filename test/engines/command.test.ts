import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { retrieverContract } from '../../src/contracts/retriever.ts';
import type { Host, Searcher } from '../../src/core/contracts.ts';
import { command } from '../../src/engines/command.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { collection, type EngineWorld, engineWorld, folder, found, paramsOf, requests } from './engine-world.ts';

const NODE = JSON.stringify(process.execPath);
const QUESTIONS = ['annual leave', 'blue badges', 'nothing'];

async function open(
  mode: string,
  args: Readonly<Record<string, string>> = {},
  world: EngineWorld = engineWorld(),
): Promise<Searcher> {
  const run = mode.startsWith('=') ? mode.slice(1) : `${NODE} stub-program.mjs ${mode}`;
  const searcher = await command.open(
    collection,
    paramsOf(command, { run, chunks: 'send', ...args }),
    world.context,
    [],
  );
  onTestFinished(() => searcher.close!());
  return searcher;
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: Error & { code?: string; remedy?: string }) => thrown,
  );
  expect(error).toMatchObject({ code: 'system.failed' });
  return `${error.message}${'remedy' in error && error.remedy ? ` try: ${error.remedy}` : ''}`;
}

const asks = async (mode: string, args?: Readonly<Record<string, string>>): Promise<string> =>
  failure(found(await open(mode, args), QUESTIONS));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // What was ended but not yet reaped by its new parent is a zombie: dead for our purposes.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

async function soon(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !isSo(); i++) await pause(20);
  expect(isSo()).toBe(true);
}

describe('command', () => {
  it('sends the chunks, asks, and ranks what comes back', async () => {
    expect(await found(await open('good'), QUESTIONS)).toEqual([['0#0', '2#0'], ['1#0'], []]);
  });

  it.each([['reversed'], ['pieces']])('takes answers that are %s', async (mode) => {
    expect(await found(await open(mode), QUESTIONS)).toEqual([['0#0', '2#0'], ['1#0'], []]);
  });

  it('sends no chunks unless asked', async () => {
    expect(await found(await open('good', { chunks: 'none' }), QUESTIONS)).toEqual([[], [], []]);
  });

  it('takes the short form where there is one question in a request', async () => {
    expect(await found(await open('short-form', { batch: '1' }), QUESTIONS)).toEqual(Array(3).fill(['0#0', '1#0']));
    expect(await asks('short-form')).toContain('"results" of its answer is missing');
  });

  it('asks in lines whose fields stand in the documented order', async () => {
    const world = engineWorld();
    const searcher = await open('echo', {}, world);
    const filter = { text: 'team = people', allowed: Uint8Array.of(1, 1, 1, 1), count: 4 };
    const ask = (text: string, more = {}) => searcher.search([{ ...requests([text], 99)[0]!, ...more }]);
    await ask('a "b"\n');
    await ask('c', { topic: { ...requests(['c'])[0]!.topic, id: 'q9' }, filter });
    expect(world.warnings.map((warning) => JSON.parse(/text (".*"), question/.exec(warning)![1]!))).toEqual([
      '{"type":"search","queries":[{"id":"q0","k":4,"text":"a \\"b\\"\\n"}]}',
      '{"type":"search","queries":[{"id":"q9","k":4,"filter":"team = people","text":"c"}]}'.slice(0, 80).concat('...'),
    ]);
  });

  it('starts the program in the folder of the run, with the environment that it was given and no other', async () => {
    const world = engineWorld({ env: { STUB_HIT: '2#0' } });
    const searcher = await open('environment', {}, world);
    expect(await found(searcher, ['x'])).toEqual([['2#0']]);
    expect(world.warnings.join()).toContain(JSON.stringify(folder.replace(/\/$/, '')).slice(0, 60));
  });

  it('hands the line to a shell only where that is wanted', async () => {
    const run = `=STUB=1; exec ${NODE} stub-program.mjs good`;
    expect(await found(await open(run, { shell: 'true' }), ['leave'])).toEqual([['0#0', '2#0']]);
    expect(await failure(open(run))).toContain('cannot start "STUB=1;": no such file or folder');
  });

  it('answers several at once, and the same question twice', async () => {
    const searcher = await open('good', { batch: '2' });
    const [first, second] = await Promise.all([found(searcher, QUESTIONS), found(searcher, QUESTIONS)]);
    expect(first).toEqual(second);
    const [request] = requests(['leave']);
    const twice = await searcher.search([request!, request!]);
    expect(twice[0]).toEqual(twice[1]);
  });

  it('says once what it could not use', async () => {
    const world = engineWorld({ env: { STUB_HIT: 'no-such-id' } });
    const searcher = await open('environment', {}, world);
    await found(searcher, ['x', 'y']);
    await found(searcher, ['x', 'y']);
    expect(world.warnings).toHaveLength(1);
    expect(world.warnings[0]).toMatch(/^command\(.*\): 4 of 4 hits matched no chunk: first "no-such-id", question q0$/);
  });
});

describe('a program that fails', () => {
  it.each([
    ['not-json', 'it printed a line that is not JSON: "Loading model... \\u001b[31mdone" try: print to stderr'],
    ['nan', 'not JSON (NaN and Infinity are not JSON): "{'],
    ['list', 'its answer is a list, not an object: "[]"'],
    ['no-results', '"results" of its answer is missing; accepted: {"results":[{"id":...,"hits":[...]}]}'],
    ['missing', 'no result for question "q0"'],
    ['unknown', 'a result for question "other", which was not asked'],
    ['twice', 'two results for question "q0"'],
    ['nameless', 'a result without the id of its question: "{\\"hits\\":[]}"'],
    ['no-list', 'question "q0": "hits" is a string, not a list'],
    ['error', 'it says: the index is damaged'],
    ['exit', 'it ended with exit code 3'],
    ['kill-me', 'it was ended by SIGKILL'],
  ])('is named with what it did: %s', async (mode, message) => {
    const text = await asks(mode);
    expect(text).toContain(message);
    expect(text).toContain('system command(');
  });

  it('has its last words shown beside the error, once: they may hold paths, which no report shall', async () => {
    const world = engineWorld();
    const searcher = await open('exit', {}, world);
    for (let i = 0; i < 2; i++) expect(await failure(found(searcher, QUESTIONS))).not.toContain('Traceback');
    expect(world.warnings).toEqual([
      expect.stringMatching(
        /^command\(.*\): its stderr ends: Traceback \(most recent call last\): \| ValueError: no index$/,
      ),
    ]);
  });

  it('says that it took too long, and what gives it more time', async () => {
    expect(await asks('silent', { timeout: '0.5' })).toMatch(
      /it took more than 0.5 seconds to answer 3 questions try: timeout=SECONDS gives it more time/,
    );
  });

  it('is found out by a line that nothing asked for', async () => {
    const searcher = await open('two-lines', { batch: '1' });
    const text = await failure(
      found(searcher, QUESTIONS)
        .then(() => pause(50))
        .then(() => found(searcher, ['x'])),
    );
    expect(text).toMatch(/it printed a line that nothing asked for|"results" of its answer is missing/);
  });

  it('stays failed', async () => {
    const searcher = await open('exit');
    const first = await failure(found(searcher, QUESTIONS));
    expect(await failure(found(searcher, QUESTIONS))).toBe(first);
  });

  it.each([
    ['dead', 'it ended with exit code 1'],
    ['unready', 'it says: no index yet'],
    ['never-ready', 'it took more than 1 second to say that it is ready'],
    ['deaf', 'it took more than 1 second to say that it is ready'],
    ['=no-such-program-here', 'cannot start "no-such-program-here": no such file or folder'],
    ['=./stub-program.mjs', 'cannot start "./stub-program.mjs": permission denied'],
  ])('is found out at the start: %s', async (mode, message) => {
    expect(await failure(open(mode, { timeout: '1' }))).toContain(message);
  });

  it('is refused before anything runs where it cannot be a command', () => {
    expect(command.check!(paramsOf(command, {}), 0)).toContain('run= is needed');
    expect(command.check!(paramsOf(command, { run: "it's" }), 0)).toContain("a closing ' is missing");
    expect(command.check!(paramsOf(command, { run: 'x' }), 0)).toBeUndefined();
  });

  it('is not started where nothing outside may be touched', async () => {
    const { context } = engineWorld();
    const { host: _, ...closed } = context;
    const opened = command.open(collection, paramsOf(command, { run: `${NODE} stub-program.mjs` }), closed, []);
    expect(await failure(opened)).toContain('nothing outside may be touched here');
  });
});

describe.skipIf(process.platform === 'win32')('what a program started', () => {
  const home = temporaryFolder();
  let files = 0;
  const pidFile = (): string => join(home, String(files++));

  async function family(host: Partial<Host> = {}): Promise<{ world: EngineWorld; searcher: Searcher; pid: number }> {
    const file = pidFile();
    const world = engineWorld(host);
    const searcher = await open(`family ${JSON.stringify(file)}`, { timeout: '1' }, world);
    const pid = Number(readFileSync(file, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    return { world, searcher, pid };
  }

  it('ends with it when the system is closed', async () => {
    const { searcher, pid } = await family();
    await searcher.close!();
    await soon(() => !isAlive(pid));
  });

  it('ends at once when the run is interrupted, also amid a question', async () => {
    const { world, searcher, pid } = await family();
    const answer = found(searcher, QUESTIONS);
    world.interrupt.abort(new Error('interrupted'));
    await expect(answer).rejects.toThrow('interrupted');
    await soon(() => !isAlive(pid));
  });

  it('ends when it takes too long', async () => {
    const file = pidFile();
    const hung = open(`=sh -c ${JSON.stringify(`sleep 1000 & echo $! > ${file}; wait`)}`, { timeout: '0.5' });
    expect(await failure(hung)).toContain('it took more than');
    await soon(() => !isAlive(Number(readFileSync(file, 'utf8'))));
  });

  it('ends when it does not end by itself', async () => {
    const searcher = await open('stubborn');
    const began = performance.now();
    await searcher.close!();
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('the retriever contract: command', () => {
  const params = { run: `${NODE} stub-program.mjs everything`, chunks: 'send' };
  const { host } = engineWorld().context;
  for (const { name, run } of retrieverContract(command, { params, host: host! })) it(name, run);
});
