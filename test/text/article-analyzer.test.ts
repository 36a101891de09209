import { describe, expect, it } from 'vitest';
import { articleAnalyzer, stripPlural } from '../../src/text/article-analyzer.ts';

describe('the article analyzer', () => {
  it('drops stop words and plural endings', () => {
    expect(articleAnalyzer.terms('How early do I have to ask for vacation days?')).toEqual([
      'early',
      'have',
      'ask',
      'vacation',
      'day',
    ]);
    expect(articleAnalyzer.terms('Policies on ACCESS badges: 20 dollars')).toEqual([
      'policy',
      'access',
      'badge',
      '20',
      'dollar',
    ]);
  });

  it('strips -ies only from words longer than four letters and -s only from longer than three', () => {
    expect(['copies', 'ties', 'gas', 'bass', 'bus', 'days', 'does'].map(stripPlural)).toEqual([
      'copy',
      'tie',
      'gas',
      'bass',
      'bus',
      'day',
      'doe',
    ]);
  });

  it('looks for stop words before the plural rule: "ups" is a word, "up" is none', () => {
    expect(articleAnalyzer.terms('go up ups does')).toEqual(['ups'].map(stripPlural));
  });

  it('gives nothing for stop words, punctuation and letters outside a-z', () => {
    expect(articleAnalyzer.terms('to be or to be')).toEqual([]);
    expect(articleAnalyzer.terms('?! Ωμέγα')).toEqual([]);
  });

  it('treats names of object properties as words, the second time, too', () => {
    for (let i = 0; i < 2; i++) {
      expect(articleAnalyzer.terms('constructor __proto__ toString hasOwnProperty')).toEqual([
        'constructor',
        'proto',
        'tostring',
        'hasownproperty',
      ]);
    }
  });
});
