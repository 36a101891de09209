import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { lineReader, processTerminal, streamSink } from '../../src/cli/terminal.ts';

function failing(code: string): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error(code), { code }));
    },
  });
}

describe('streamSink', () => {
  it('resolves once the text is handed over', async () => {
    const written: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written.push(String(chunk));
        setTimeout(done, 1);
      },
    });
    await streamSink(stream).write('x');
    expect(written).toEqual(['x']);
  });

  it('takes a reader that went away for no fault, then and later', async () => {
    const sink = streamSink(failing('EPIPE'));
    await sink.write('x');
    await sink.write('y');
  });

  it('rejects on a full disk', async () => {
    await expect(streamSink(failing('ENOSPC')).write('x')).rejects.toThrow('ENOSPC');
  });
});

describe('processTerminal', () => {
  it('sees arguments after the script, and the folder', () => {
    const terminal = processTerminal(process, new AbortController().signal);
    expect(terminal.argv).toEqual(process.argv.slice(2));
    expect(terminal.cwd).toBe(process.cwd());
    expect(terminal.now()).toBeLessThanOrEqual(terminal.now());
  });
});

describe('lineReader', () => {
  it('gives lines as they are asked for, several that came at once too, then nothing', async () => {
    const input = new PassThrough();
    const next = lineReader(() => input, new AbortController().signal);
    input.write('one\ntwo\nthr');
    expect(await next()).toBe('one');
    expect(await next()).toBe('two');
    const third = next();
    input.end('ee');
    expect(await third).toBe('three');
    expect(await next()).toBeUndefined();
    expect(await next()).toBeUndefined();
  });

  it('opens its input only when it is asked, and stops waiting when interrupted', async () => {
    let opened = 0;
    const interrupt = new AbortController();
    const next = lineReader(() => {
      opened++;
      return new PassThrough();
    }, interrupt.signal);
    expect(opened).toBe(0);
    const waiting = next();
    interrupt.abort();
    expect(await waiting).toBeUndefined();
    expect(opened).toBe(1);
  });
});
