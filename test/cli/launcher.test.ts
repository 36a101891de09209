// Opening a file: the program of each platform, and what is said when it does not.
import { describe, expect, it } from 'vitest';
import { launch, openCommand } from '../../src/cli/launcher.ts';

describe('openCommand', () => {
  it('hands the path over as one argument, and to no shell', () => {
    const path = "/tmp/a b & 'c'$(d).html";
    for (const platform of ['linux', 'darwin', 'win32', 'freebsd']) {
      const command = openCommand(platform, path);
      expect(command.at(-1)).toBe(path);
      expect(command[0]).not.toMatch(/^(cmd|sh|bash)$/);
    }
    expect([openCommand('darwin', 'a')[0], openCommand('linux', 'a')[0]]).toEqual(['open', 'xdg-open']);
  });
});

describe('launch', () => {
  const node = process.execPath;

  it('says nothing of what ends well, or goes on', async () => {
    expect(await launch([node, '-e', ''])).toBeUndefined();
    expect(await launch([node, '-e', 'setTimeout(() => {}, 1500)'], 100)).toBeUndefined();
  });

  it('says what went wrong', async () => {
    expect(await launch([node, '-e', 'process.exit(3)'])).toBe(`${node} ended with 3`);
    expect(await launch(['rag-lab-no-such-program'])).toBe('rag-lab-no-such-program is not installed');
  });
});
