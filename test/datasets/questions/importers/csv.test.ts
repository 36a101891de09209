import { describe, expect, it } from 'vitest';
import { csv } from '../../../../src/datasets/questions/importers/csv.ts';
import { faultsOf } from '../../faults-of.ts';
import { imported } from './imported.ts';

const read = (text: string, name = 'q.csv') => imported(csv, text, name);

describe('importing a table', () => {
  it('knows columns by their usual names, and counts the others', async () => {
    const text = [
      '\ufeffID,Question,Ground_Truth,Quote,File,Split,Wording,Tags,Author',
      '7,"Why, then?",So.,"Because\nof it.",a b.md,Tuning,same,"x; y",me',
      '8,How?,,,c.md,test,,,me',
      ',,,,,,,,',
      '9,,lost,,,,,,',
    ].join('\r\n');
    expect(await read(text)).toEqual({
      questions: [
        {
          id: '7',
          text: 'Why, then?',
          evidence: [{ document: 'a b.md', quote: 'Because\nof it.' }],
          answer: 'So.',
          wording: 'same',
          split: 'tuning',
          slices: ['x', 'y'],
        },
        { id: '8', text: 'How?', evidence: [{ document: 'c.md' }] },
      ],
      notes: [
        'splits that are none of tuning, held-out, left out: 1',
        'rows without a question, left out: 1',
        'column "Author" left out, rows: 3',
      ],
    });
  });

  it('reads tabs and semicolons, and lists of quotes', async () => {
    expect((await read('question\tquote\nWhy?\t["one", "two"]\n', 'q.tsv')).questions[0]!.evidence).toEqual([
      { quote: 'one' },
      { quote: 'two' },
    ]);
    expect((await read("query;context;doc\nWhy, so?;['it']; d \n")).questions).toEqual([
      { id: 'csv-1', text: 'Why, so?', evidence: [{ document: 'd', quote: 'it' }] },
    ]);
  });

  it('joins rows of one id: all of their quotes are needed', async () => {
    const rows = 'id,question,quote\na,Why?,one\na,,two\nb,How?,\n';
    expect((await read(rows)).questions).toEqual([
      { id: 'a', text: 'Why?', evidence: [{ quote: 'one' }, { quote: 'two' }] },
      { id: 'b', text: 'How?', evidence: [] },
    ]);
    expect(await faultsOf(() => read('id,question\na,Why?\n\na,How?\n'))).toEqual([
      'q.csv:4: id "a" stands above with another question',
    ]);
  });

  it('names the column or the line that is wrong', async () => {
    expect(await faultsOf(() => read('qestion,quote\nx,y\n'))).toEqual([
      'q.csv:1: no column with the question; did you mean "question"? (known: question, query, text, user input, prompt; found: qestion, quote)',
    ]);
    expect(await faultsOf(() => read('question,quote\n"a\nb",c\nd,e,f\n'))).toEqual([
      'q.csv:4: 3 fields, but the header has 2',
    ]);
    expect(await faultsOf(() => read('question,question\na,b\n'))).toEqual([
      'q.csv:1: two columns are called "question"',
    ]);
    expect(await faultsOf(() => read(''))).toEqual(['q.csv:1: no header line']);
  });
});
