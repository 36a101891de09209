import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTopics } from '../../src/datasets/read-topics.ts';
import type { TopicField } from '../../src/datasets/topic-fields.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { faultsOf } from './faults-of.ts';

const at = temporaryFolder();
const path = join(at, 'topics');

function read(content: string, field: TopicField = 'title') {
  writeFileSync(path, content);
  return readTopics(path, field);
}
const faults = async (content: string, field?: TopicField): Promise<string[]> =>
  (await faultsOf(() => read(content, field))).map((fault) => fault.replace(`${at}/`, ''));

const CLASSIC = `<top>
<head> Tipster Topic Description
<num> Number: 051
<dom> Domain: International Economics
<title> Topic:  Airbus
 Subsidies

<desc> Description:
Document will discuss &quot;aid&quot;.

<narr> Narrative:
A relevant document
</top>

<top>
<num> Number: 52
<title>South African Sanctions</title>
<desc>x</desc>
</top>
`;

describe('topics', () => {
  it("are read from TREC's records, the field that is asked, ids as they are written", async () => {
    expect(await read(CLASSIC)).toEqual([
      { id: '051', text: 'Airbus Subsidies' },
      { id: '52', text: 'South African Sanctions' },
    ]);
    expect((await read(CLASSIC, 'desc'))[0]).toEqual({ id: '051', text: 'Document will discuss "aid".' });
    expect(await faults(CLASSIC, 'narr')).toEqual(['topics:15: topic "52" has no <narr>']);
  });

  it('are read from the newer form, too', async () => {
    const text =
      '<topics task="x">\n<topic number="1" type="faceted"><query>obama family tree</query>\n<description>Find it.</description></topic>\n<topic number=\'2\'><query>x</query><description>y</description></topic></topics>';
    expect(await read(text)).toEqual([
      { id: '1', text: 'obama family tree' },
      { id: '2', text: 'x' },
    ]);
    expect((await read(text, 'desc'))[0]!.text).toBe('Find it.');
  });

  it('are read from lines of id and text, with a line of names or without', async () => {
    expect(await read('\ufeffqid\tquery\r\n007\tone\r\n\r\n7\t two \r\n')).toEqual([
      { id: '007', text: 'one' },
      { id: '7', text: 'two' },
    ]);
    expect(await read('id1\ttext')).toEqual([{ id: 'id1', text: 'text' }]);
  });

  it("are read from BEIR's queries", async () => {
    expect(await read('{"_id": "1e3", "text": "x", "metadata": {}}\n')).toEqual([{ id: '1e3', text: 'x' }]);
  });

  it('each fault is told by its line', async () => {
    expect(await faults('1\ta\nno tab\n1\tb\n3\t\n')).toEqual([
      'topics:2: expected a topic; accepted: id<tab>text, JSON with "_id" and "text", or TREC\'s <top>',
      'topics:3: topic id "1" is there twice (first on line 1)',
      'topics:4: expected a topic; accepted: id<tab>text, JSON with "_id" and "text", or TREC\'s <top>',
    ]);
    expect(await faults('<top>\n<title>x\n</top>\n<top>\n<num>1\n<desc>d\n</top>')).toEqual([
      'topics:1: a topic without a number: <num> or <topic number="...">',
      'topics:4: topic "1" has no <title>',
    ]);
    expect(await faults('<html><body>x</body></html>')).toEqual([
      'topics:1: no topic: no <top> or <topic> with a number and a title',
    ]);
    expect(await faults('x\n'.repeat(50))).toHaveLength(20);
  });

  it('a missing end costs nothing: the next beginning stands for it', async () => {
    expect(await read('<top><num>1<title>a\n<top><num>2<title>b')).toEqual([
      { id: '1', text: 'a' },
      { id: '2', text: 'b' },
    ]);
  });
});
