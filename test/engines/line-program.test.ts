import { describe, expect, it, onTestFinished } from 'vitest';
import { LineProgram, ProgramFault } from '../../src/engines/line-program.ts';
import { folder, pathOfTests } from './engine-world.ts';

function start(code: string, signal = new AbortController().signal): LineProgram {
  const program = new LineProgram({
    command: [process.execPath, '-e', code],
    folder,
    env: { PATH: pathOfTests },
    signal,
  });
  onTestFinished(() => program.close());
  return program;
}

describe('a program spoken to in lines', () => {
  it('answers lines of any length in pieces, whatever their line ends', async () => {
    const program = start('process.stdin.pipe(process.stdout)');
    const long = 'é'.repeat(3_000_000);
    const sent = Promise.all([program.send(`a\r\n\n  \nb`), program.send(long)]);
    expect([await program.receive(), await program.receive()]).toEqual(['a', 'b']);
    expect((await program.receive()) === long).toBe(true);
    await sent;
    expect(program.unasked()).toBeUndefined();
  });

  it('gives the last line even where it is followed by an end, then says that it ended', async () => {
    const program = start('process.stdout.write("one\\ntwo", () => process.exit(4))');
    expect(await program.receive()).toBe('one');
    await expect(program.receive()).rejects.toThrow(new ProgramFault('it ended with exit code 4'));
  });

  it('shows the end of a long stderr only', async () => {
    const program = start('for (let i = 0; i < 5000; i++) console.error("line", i); console.error("the cause")');
    await expect(program.receive()).rejects.toThrow('exit code 0');
    expect(program.lastWords()).toMatch(/^(line 49\d\d \| ){7}the cause$/);
  });

  it('can be sent more than it reads, before and after it ends', async () => {
    const program = start('process.stdin.destroy(); setTimeout(() => process.exit(0), 200)');
    for (let i = 0; i < 50; i++) await program.send('x'.repeat(100_000));
    await expect(program.receive()).rejects.toThrow('it ended with exit code 0');
    await program.send('x');
  });

  it('is not started after an interruption, and closes twice', async () => {
    const interrupt = new AbortController();
    const program = start('setInterval(() => 0, 1000)', interrupt.signal);
    interrupt.abort(new Error('stop'));
    await expect(program.receive()).rejects.toThrow('stop');
    await program.close();
    await program.close();
    expect(() => start('', interrupt.signal)).toThrow('stop');
  });
});
