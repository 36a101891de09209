import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSynonyms } from '../../src/datasets/read-synonyms.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

const root = temporaryFolder();
let made = 0;
const file = (extension: string, text: string): string => {
  const path = join(root, `${made++}.${extension}`);
  writeFileSync(path, text);
  return path;
};
const faultOf = (extension: string, text: string): Promise<string> =>
  readSynonyms(file(extension, text)).then(
    () => 'read',
    (error: Error) => error.message.replaceAll(root, ''),
  );

describe('readSynonyms', () => {
  const groups = [
    ['leave', 'vacation'],
    ['badge', 'pass', 'card'],
  ];

  it('reads one list in every form alike', async () => {
    const solr = '\ufeff# comment\r\nleave, vacation\r\n\r\nbadge,pass , card # the third\r\n';
    for (const [extension, text] of [
      ['json', JSON.stringify({ groups })],
      ['json', JSON.stringify(groups)],
      ['yaml', '- [leave, vacation]\n- [badge, pass, card]\n'],
      ['yml', 'groups:\n  - [leave, vacation]\n  - [badge, pass, card]\n'],
      ['txt', solr],
    ] as const) {
      expect(await readSynonyms(file(extension, text)), text).toEqual({ groups });
    }
  });

  it('reads one-way rules, beside which groups still work both ways', async () => {
    const { expansions } = await readSynonyms(file('txt', 'wfh => home, remote\na, b\n'));
    expect([...expansions!]).toEqual([
      ['wfh', ['home', 'remote']],
      ['a', ['b']],
      ['b', ['a']],
    ]);
    const written = await readSynonyms(file('yaml', 'expansions:\n  __proto__: [home]\n  wfh: [home]\n'));
    expect(written.groups).toEqual([]);
    expect(written.expansions!.get('wfh')).toEqual(['home']);
  });

  it('takes an empty list for none', async () => {
    expect(await readSynonyms(file('txt', ''))).toEqual({ groups: [] });
    expect(await readSynonyms(file('json', '[]'))).toEqual({ groups: [] });
  });

  it('says what is wrong, and where', async () => {
    const lines = await faultOf('txt', 'leave, vacation\nalone\na => b => c\n,x\n');
    expect(lines.split('\n').map((line) => line.replace(/^.*\.txt/, ''))).toEqual([
      ':2: "alone" stands alone; accepted: a, b or a => b',
      ':3: a rule has one "=>" at most',
      ':4: a word is missing beside a comma or "=>"',
    ]);
    expect(await faultOf('json', '{"groups": [["a", 1]]}')).toContain('group 1 is not a list of words');
    expect(await faultOf('json', '{"group": []}')).toContain('did you mean "groups"?');
    expect(await faultOf('yaml', 'groups:\n  - [a, b\n')).toMatch(/\.yaml:\d+: /);
    expect(await faultOf('yaml', `- [a, b]\n- ${'['.repeat(30_000)}\n`)).toMatch(/\.yaml:2: nested too deeply$/);
    expect(await faultOf('yaml', 'text')).toContain('not a synonym list');
    expect(await faultOf('yaml', 'expansions: [a]')).toContain('expansions is not a mapping');
    expect(await readSynonyms(join(root, 'absent.txt')).catch(({ message }) => message)).toContain('cannot be read');
  });
});
