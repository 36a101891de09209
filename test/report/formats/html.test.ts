// The page: whole in one file, safe whatever the corpus holds, the report's own numbers, and bounded in size.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RenderInput } from '../../../src/core/contracts.ts';
import type { ExplainedQuestion, Explanation } from '../../../src/core/explanation.ts';
import type { Miss, QuestionResult, Report } from '../../../src/core/results.ts';
import { html } from '../../../src/report/formats/html.ts';
import { json } from '../../../src/report/formats/json.ts';
import { reproduceCommand } from '../../../src/report/html/manifest.ts';
import { AUTOPSIES_SHOWN, QUESTIONS_SHOWN } from '../../../src/report/html/page-limits.ts';
import { reportPage } from '../../../src/report/html/report-page.ts';
import { attribute, type Element, type ReadPage, readPage, textOf } from '../html/read-page.ts';
import { dense, fusion, lexical, sampleExplanation } from '../sample-explanation.ts';
import { HOSTILE, sampleReport } from '../sample-report.ts';

const style = { width: 80, paint: (_: string, text: string) => text };
const inputOf = (report: Report, explanation?: Explanation): RenderInput => ({
  report,
  style,
  ...(explanation && { explanation }),
});
const write = (report: Report, explanation?: Explanation): string => reportPage(inputOf(report, explanation));

it('is what the format writes', async () => {
  expect(await html.render(inputOf(sampleReport, sampleExplanation))).toBe(write(sampleReport, sampleExplanation));
});

const NASTY = `</script><script>alert(1)</script><img src=x onerror=alert(2)> ${HOSTILE.ansi} ${HOSTILE.formula} "quoted' &lt;`;

/** Every question of the sample explained, with chunk texts that try to break out. */
const explained: Explanation = {
  ...sampleExplanation,
  questions: sampleReport.questionResults.map(
    ({ id, text, wording, split }): ExplainedQuestion => ({
      id,
      text,
      wording,
      split,
      slices: ['numeric', NASTY],
      answer: NASTY,
      evidence: [{ document: NASTY, quote: `Annual leave. ${NASTY}`, chunks: ['guide#1'] }],
      systems: [lexical(), { ...dense, system: 'dense' }, { ...fusion, system: 'hybrid' }],
    }),
  ),
  chunks: {
    'guide#1': { document: NASTY, page: 3, path: [NASTY], text: `${NASTY} Annual leave. ${NASTY}`, tokens: 4 },
    'guide#7': { document: 'guide', path: [], text: `ask ${NASTY.repeat(1000)}`, tokens: 3 },
  },
};

const pages: readonly (readonly [string, string])[] = [
  ['of a stored report', write(sampleReport)],
  ['with explanations', write(sampleReport, explained)],
];

const idsOf = (page: ReadPage): string[] => page.elements.flatMap((element) => attribute(element, 'id') ?? []);
const byId = (page: ReadPage, id: string): Element | undefined =>
  page.find((element) => attribute(element, 'id') === id)[0];

describe.each(pages)('the page %s', (_, text) => {
  const page = readPage(text);

  it('runs its own script and no other, and shows markup as text', () => {
    const scripts = page.find(({ tagName }) => tagName === 'script');
    expect(scripts.map((script) => attribute(script, 'type'))).toEqual(['application/json', undefined]);
    expect(
      page.find(({ tagName }) => ['img', 'iframe', 'object', 'embed', 'link', 'base', 'b2'].includes(tagName)),
    ).toEqual([]);
    expect(page.text).toContain('Is <script>alert(1)</script>');
  });

  it('holds no handler, no style attribute, no address that would be fetched', () => {
    for (const { tagName, attrs } of page.elements) {
      for (const { name, value } of attrs) {
        expect(name, tagName).not.toMatch(/^on|^style$|^srcset$|^src$/);
        if (name === 'href') expect(value).toMatch(/^#/);
      }
    }
  });

  it('is bound by a policy that names its style and its script by their hashes', () => {
    const policy = page.find((element) => attribute(element, 'http-equiv') === 'Content-Security-Policy');
    const hash = (tag: string): string => {
      const [element] = page.find((each) => each.tagName === tag && attribute(each, 'type') === undefined);
      const [content] = element!.childNodes as { value?: string }[];
      return `'sha256-${createHash('sha256').update(content!.value!).digest('base64')}'`;
    };
    expect(attribute(policy[0]!, 'content')).toBe(
      `default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; base-uri 'none'; form-action 'none'`,
    );
  });

  it('holds no control character and nothing that turns the direction of text', () => {
    expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  });

  it('has ids once each, and a target for every link', () => {
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of page.find(({ tagName }) => tagName === 'a'))
      expect(ids).toContain(attribute(link, 'href')!.slice(1));
    for (const element of page.elements) {
      for (const name of ['aria-labelledby', 'aria-describedby', 'for']) {
        for (const id of attribute(element, name)?.split(' ') ?? []) expect(ids).toContain(id);
      }
    }
  });

  it('embeds report.json, value for value', () => {
    const data = byId(page, 'report')!.childNodes as { value?: string }[];
    expect(JSON.parse(data[0]!.value!)).toEqual(JSON.parse(json.render({ report: sampleReport, style })));
  });

  it('leads from every question to its autopsy', () => {
    const links = page.find(
      (element) => element.tagName === 'a' && attribute(element, 'href')?.startsWith('#question-') === true,
    );
    for (const { id, text: asked } of sampleReport.questionResults) {
      const anchor = `question-${encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd')).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`;
      expect(byId(page, anchor), asked).toBeDefined();
      expect(links.some((link) => attribute(link, 'href') === `#${anchor}`)).toBe(true);
    }
  });
});

describe('the top of the page', () => {
  const page = readPage(write(sampleReport, explained));

  it('says in a sentence what each system finds', () => {
    const said = textOf(byId(page, 'verdict')!);
    expect(said).toContain('bm25 finds 29 of 30 in the documents’ own words and 4 of 30 paraphrased.');
    expect(said).toContain('hybrid (rrf[bm25,dense]) finds 30 of 30');
  });

  it('lists what paraphrasing loses: as many for each system as the paired table counts', () => {
    const questions: QuestionResult[] = [];
    const misses: Miss[] = [];
    for (const fact of ['a', 'b', 'c']) {
      for (const wording of ['same', 'paraphrase']) {
        const id = `${fact}.${wording}`;
        const isLost = wording === 'paraphrase' && fact !== 'c';
        questions.push({
          ...sampleReport.questionResults[0]!,
          id,
          fact,
          wording,
          text: `Question ${id}?`,
          ranks: { bm25: isLost ? 9 : 1 },
          signal: { bm25: true },
        });
        if (isLost) misses.push({ ...sampleReport.misses[1]!, question: id, system: 'bm25', rank: 9 });
      }
    }
    const report: Report = {
      ...sampleReport,
      systems: [{ label: 'bm25', spec: 'bm25' }],
      questionResults: questions,
      misses,
    };
    const lost = byId(readPage(write(report)), 'lost')!;
    expect(textOf(lost)).toContain('2 of 3 are found in the documents’ words');
    expect(textOf(lost)).toMatch(/Question a\.paraphrase\?found as: Question a\.same\?/);
    expect(textOf(lost)).not.toContain('Question c.paraphrase?');
    expect(textOf(lost).match(/✕/g)).toHaveLength(3);
    expect(textOf(lost)).toContain('Why? One of them, taken apart');
    const none = byId(readPage(write({ ...report, misses: [] })), 'lost')!;
    expect(textOf(none)).toContain('None: whatever a system finds');
  });
});

describe('an autopsy', () => {
  const page = readPage(write(sampleReport, explained));
  const body = byId(page, 'question-lines.same')!;

  it('shows answer, reading, parts of the score beside what stood above, and the texts with their words marked', () => {
    const said = textOf(body);
    expect(said).toContain('answer </script><script>alert(1)</script>');
    expect(said).toContain('Question and answer share no content word');
    expect(said).toContain('vacation in no chunk');
    expect(said).toContain('What helps: ');
    const table = page.find(
      ({ tagName, attrs }) => tagName === 'table' && attrs.some(({ value }) => value === 'anatomy'),
    )[0]!;
    expect(textOf(table)).toMatch(/word.*the answer, rank 8.*rank 1.*ask.*–.*2.*day.*0\.5.*1.*score.*0\.5.*3/s);
    expect(page.find(({ tagName }) => tagName === 'mark').map(textOf)).toContain('ask');
  });

  it('adds up: what is shown by name and the rest are the score', () => {
    const part = { idf: 1, tf: 1, queryTf: 1, queryWeight: 1, lengthFactor: 1 };
    const parts = Array.from({ length: 40 }, (_, n) => ({ term: `term${n}`, weight: 1 / 2 ** (n % 8), ...part }));
    const sum = parts.reduce((total, { weight }) => total + weight, 0);
    const answer = { chunk: 'guide#1', rank: 8, signal: true, score: sum, anatomy: { kind: 'terms', parts } } as const;
    const only = { ...explained.questions[0]!, systems: [lexical({ answer, above: [] })] };
    const one = readPage(write(sampleReport, { ...explained, questions: [only] }));
    const [table] = one.find(
      ({ tagName, attrs }) => tagName === 'table' && attrs.some(({ value }) => value === 'anatomy'),
    );
    const cells = one.find((element) => element.tagName === 'td' && isWithin(element, table!));
    const numbers = cells.map((each) => Number(textOf(each)));
    expect(numbers.length).toBeLessThan(15);
    expect(numbers.slice(0, -1).reduce((total, each) => total + each, 0)).toBeCloseTo(sum, 2);
    expect(numbers.at(-1)).toBeCloseTo(sum, 2);
    expect(textOf(table!)).toContain('30 more');
  });
});

function isWithin(element: Element, outer: Element): boolean {
  for (let at: Element['parentNode'] = element.parentNode; at; at = 'parentNode' in at ? at.parentNode : null) {
    if (at === outer) return true;
  }
  return false;
}

describe('what a report lacks has no part on the page', () => {
  const bare: Report = {
    ...sampleReport,
    seed: null,
    scores: sampleReport.scores
      .filter(({ wording, split }) => wording === 'same' && split === 'all')
      .map((row) => ({ ...row, wording: 'all' })),
    slices: [],
    paired: [],
    questionResults: sampleReport.questionResults
      .slice(0, 1)
      .map((question) => ({ ...question, wording: 'all', split: 'all' })),
    misses: [],
  };

  it('neither wordings nor splits', () => {
    const page = readPage(write(bare));
    expect(byId(page, 'lost')).toBeUndefined();
    expect(byId(page, 'chart-pair')).toBeUndefined();
    expect(byId(page, 'chart-split')).toBeUndefined();
    expect(textOf(byId(page, 'verdict')!)).toContain('bm25 finds 29 of 30 questions.');
    expect(page.find((element) => attribute(element, 'name') === 'wording')).toEqual([]);
  });

  it('no count of questions found, where a question needs several chunks', () => {
    const one = sampleReport.questionResults[0]!;
    const page = readPage(
      write({
        ...bare,
        scores: bare.scores.map((row) => ({
          ...row,
          measures: { ...row.measures, 'R@3': { value: 0.266, low: 0.23, high: 0.3 } },
        })),
        questionResults: [{ ...one, wording: '', split: '', ranks: { bm25: 1 }, signal: { bm25: true } }],
        misses: [{ ...sampleReport.misses[1]!, question: one.id, system: 'bm25', rank: 1140, signal: false }],
      }),
    );
    const said = textOf(byId(page, 'verdict')!);
    expect(said).toContain('bm25 has recall@3 0.2660 over 30 questions.');
    expect(said).not.toContain('A question is found when');
    expect(textOf(byId(page, 'questions')!)).toContain('1140*near-missfirst at 1');
    expect(page.text).not.toContain('the share of questions whose answer');
    expect(page.text).toContain('Questions by the rank of the first chunk that is relevant.');
    expect(page.find((element) => ['wording', 'split'].includes(attribute(element, 'name') ?? ''))).toEqual([]);
  });

  it('no quotes, where whole documents are the evidence', () => {
    const documents = Array.from({ length: 25 }, (_, n) => `d${n}`);
    const whole: Explanation = {
      ...explained,
      questions: explained.questions.map((question) => ({
        ...question,
        evidence: documents.map((document) => ({ document, quote: '', chunks: [`${document}#0`] })),
      })),
    };
    const page = readPage(write(sampleReport, whole));
    expect(page.find(({ tagName }) => tagName === 'blockquote')).toEqual([]);
    expect(page.text).toContain('all of d0, d1, ');
    expect(page.text).toContain('d19 and 5 more');
  });

  it('no question at all', () => {
    const page = readPage(write({ ...bare, questionResults: [], scores: [], cost: [] }));
    expect(byId(page, 'questions')).toBeUndefined();
    expect(byId(page, 'autopsies')).toBeUndefined();
  });

  it('says "failed" in every cell of a system that did', () => {
    const failed: Report = {
      ...sampleReport,
      failed: [{ system: 'dense', problem: NASTY }],
      misses: sampleReport.misses.filter(({ system }) => system !== 'dense'),
      scores: sampleReport.scores.filter(({ system }) => system !== 'dense'),
    };
    const page = readPage(write(failed));
    expect(textOf(byId(page, 'verdict')!)).toContain('dense failed: ');
    const cells = page.find((element) => element.tagName === 'td' && attribute(element, 'data-system') === 'dense');
    expect(cells.length).toBe(sampleReport.questionResults.length);
    for (const each of cells) expect(textOf(each)).toBe('failed');
  });

  it('shows filter, unanswerable questions and shortfalls', () => {
    const page = readPage(
      write({
        ...sampleReport,
        filter: { text: NASTY, chunks: 5 },
        unanswerable: [{ system: 'bm25', n: 3, answeredWithSignal: 2, medianTopScore: 1, medianTopScoreAnswerable: 2 }],
        shortfalls: [{ system: 'bm25', cutoff: 3, questions: 2, returned: 1.5 }],
      }),
    );
    expect(page.text).toContain('Questions without an answer');
    expect(page.text).toContain('returned because of the filter');
    expect(page.text).toContain('--filter');
  });
});

describe('ten thousand questions', () => {
  const many = Array.from(
    { length: 10_000 },
    (_, n): QuestionResult => ({
      ...sampleReport.questionResults[0]!,
      id: `q${n}.${n % 2 ? 'paraphrase' : 'same'}`,
      fact: `q${n >> 1}`,
      wording: n % 2 ? 'paraphrase' : 'same',
      ranks: { bm25: n % 2 ? 40 : 1 },
      signal: { bm25: true },
    }),
  );
  const report: Report = {
    ...sampleReport,
    questionResults: many,
    misses: many
      .filter(({ wording }) => wording === 'paraphrase')
      .map(({ id }) => ({ ...sampleReport.misses[1]!, question: id, system: 'bm25' })),
  };
  const large: Explanation = {
    ...explained,
    questions: many.map(({ id }) => ({ ...explained.questions[0]!, id })),
    chunks: { ...explained.chunks, 'guide#7': { ...explained.chunks['guide#7']!, text: 'ask '.repeat(25_000) } },
  };

  it('make a page of a few megabytes that says what it leaves out', () => {
    const text = write(report, large);
    expect(text.length).toBeLessThan(5_000_000);
    const page = readPage(text);
    expect(page.text).toContain('1,000 of 10,000 questions are shown');
    expect(page.text).toMatch(/\d+ of 10,000 questions are taken apart here/);
    const autopsies = page.find(({ attrs }) =>
      attrs.some(({ name, value }) => name === 'class' && value === 'autopsy'),
    );
    expect(autopsies.length).toBeGreaterThan(10);
    expect(autopsies.length).toBeLessThanOrEqual(AUTOPSIES_SHOWN);
    expect(page.find((element) => attribute(element, 'data-wording') !== undefined)).toHaveLength(QUESTIONS_SHOWN);
  });
});

describe('the command that reproduces it', () => {
  it('spells every choice, as one word each for a shell', () => {
    expect(reproduceCommand(sampleReport)).toBe(
      [
        'rag-lab run',
        '--seed 404',
        '--pages 100',
        '--facts 30',
        '--systems bm25',
        '--systems synonym-tfidf',
        '--systems dense',
        "--systems 'hybrid=rrf[bm25,dense]'",
        '--measures R@1,R@3,R@5,R@10,RR,nDCG@10',
        '--cutoff 3',
        "--chunker 'sentence(words=300,overlap=0)'",
        '--depth 167',
      ].join(' \\\n  '),
    );
    const own = reproduceCommand({
      ...sampleReport,
      seed: null,
      filter: { text: "team = 'x'", chunks: 2 },
      corpus: { ...sampleReport.corpus, dedupe: 'near' },
      failed: [{ system: 'dense', problem: '' }],
    });
    expect(own).toContain('--corpus PATH');
    expect(own).toContain(`--filter 'team = '\\''x'\\'''`);
    expect(own).toContain('--dedupe near');
    expect(own).toContain('--keep-going');
  });

  it('is on the page with the fingerprints', () => {
    const said = textOf(byId(readPage(write(sampleReport)), 'manifest')!);
    for (const part of ['c0ffee', 'decaf', 'facade', 'rag-lab run', '404', '0.1.0']) expect(said).toContain(part);
  });
});
