// The page in a real browser: it loads in silence, sorts, filters, links and opens, by keyboard alone and without scripts.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/results.ts';
import { html as comparisonHtml } from '../../src/report/comparison-formats/html.ts';
import { html } from '../../src/report/formats/html.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { runBuilt } from '../e2e/built.ts';
import { threeCompared } from '../report/sample-comparison.ts';
import { sampleReport } from '../report/sample-report.ts';
import { sharedVectors } from '../shared-vectors.ts';
import { chromiumPath, launchChromium } from './chromium.ts';

const style = { width: 80, paint: (_: string, text: string) => text };
const root = temporaryFolder();
const files = {
  run: join(root, 'out', 'report.html'),
  hostile: join(root, 'hostile.html'),
  comparison: join(root, 'c.html'),
};
const isCI = process.env.CI === 'true';

/** What is closed is neither laid out nor looked at. */
const openAll = (page: Page, selector: string): Promise<unknown> =>
  page.evaluate(`for (const each of document.querySelectorAll(${JSON.stringify(selector)})) each.open = true`);

describe('the browser that pages are tried in', () => {
  it.runIf(isCI)('is there', () => {
    expect(chromiumPath(), 'apt-get install chromium, or set CHROMIUM_PATH').toBeDefined();
  });
});

describe.skipIf(chromiumPath() === undefined)('pages in Chromium', () => {
  let browser: Browser;
  let report: Report;

  beforeAll(async () => {
    const { code, err } = await runBuilt(['run', '--seed', '404', '--out', join(root, 'out'), '--quiet'], {
      env: { RAG_LAB_CACHE: sharedVectors() },
    });
    expect([code, err]).toEqual([0, '']);
    report = JSON.parse(readFileSync(join(root, 'out', 'report.json'), 'utf8')) as Report;
    const [first, ...others] = sampleReport.questionResults;
    const unbroken = { ...first!, text: 'x'.repeat(3000) };
    writeFileSync(
      files.hostile,
      await html.render({ report: { ...sampleReport, questionResults: [unbroken, ...others] }, style }),
    );
    writeFileSync(files.comparison, comparisonHtml.render(threeCompared, style));
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Opens a page of its own, and closes it; whatever the browser complains of or asks for is told. */
  async function onPage(
    file: string,
    options: BrowserContextOptions & { readonly hash?: string },
    work: (page: Page) => Promise<void>,
  ): Promise<string[]> {
    const { hash = '', ...rest } = options;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...rest,
    });
    const said: string[] = [];
    try {
      const page = await context.newPage();
      page.on('console', (message) => said.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => said.push(`error: ${error.message}`));
      page.on('dialog', (dialog) => {
        said.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => {
        if (request.url() !== pathToFileURL(file).href) said.push(`request: ${request.url()}`);
      });
      await page.goto(pathToFileURL(file).href + hash);
      await work(page);
    } finally {
      await context.close();
    }
    return said;
  }
  const visibleRows = (page: Page): Promise<number> => page.locator('#question-table tbody tr:visible').count();
  const hashOf = (page: Page): Promise<string> => page.evaluate<string>('location.hash');

  it('weighs less than 2 MB for the default run', () => {
    expect(statSync(files.run).size).toBeLessThan(2_000_000);
  });

  it.each(Object.keys(files) as (keyof typeof files)[])(
    '%s: loads without a word, a request or a way to scroll sideways',
    async (name) => {
      for (const width of [390, 1280]) {
        const said = await onPage(files[name], { viewport: { width, height: 844 } }, async (page) => {
          // With everything opened that can be.
          await openAll(page, 'details');
          const [content, room] = await page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
          );
          expect(content, `${name} at ${width}`).toBeLessThanOrEqual(room);
          const [table, place] = await page.evaluate<[number, number]>(
            `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('#question-table').parentElement)`,
          );
          expect(table, `questions of ${name} at ${width}`).toBeLessThanOrEqual(place);
        });
        expect(said).toEqual([]);
      }
    },
  );

  it.each(Object.keys(files) as (keyof typeof files)[])(
    '%s: has no serious fault of accessibility, in light and in dark',
    async (name) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await onPage(files[name], { colorScheme, bypassCSP: true }, async (page) => {
          // Rows, and what is closed, are like the ones before them.
          await page.evaluate(
            `for (const each of document.querySelectorAll('tbody tr:nth-child(n+8), .autopsy:nth-of-type(n+3)')) each.remove()`,
          );
          await openAll(page, '.figures, .tables, .of-system, .autopsy');
          await page.addScriptTag({ content: axe.source });
          // Only colours change with the scheme.
          const options = `{ resultTypes: ['violations']${colorScheme === 'dark' ? ", runOnly: ['color-contrast']" : ''} }`;
          const faults = await page.evaluate<
            string[]
          >(`axe.run(document, ${options}).then(({ violations }) => violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`);
          expect(faults, `${name}, ${colorScheme}`).toEqual([]);
        });
      }
    },
    240_000,
  );

  it('answers a newcomer from the top: what paraphrasing loses, and why one of them is', async () => {
    await onPage(files.run, {}, async (page) => {
      const lost = page.locator('#lost');
      expect(await page.locator('#verdict').textContent()).toContain(
        'bm25 finds 29 of 30 in the documents’ own words and 4 of 30 paraphrased.',
      );
      const { sameOnly } = report.paired.find(({ system }) => system === 'bm25')!;
      expect(await lost.locator('td.lost[data-label="bm25"]').count()).toBe(sameOnly);
      expect((await lost.locator('.reasons li').first().textContent())!.length).toBeGreaterThan(60);
      await lost.getByRole('link', { name: 'How early do I have to ask for vacation days?' }).click();
      const body = page.locator('#question-annual-leave\\.paraphrase');
      await body.waitFor({ state: 'visible' });
      const said = await body.textContent();
      expect(said).toContain('Question and answer share no content word');
      expect(said).toContain('Annual leave requests must be submitted at least 3 weeks in advance.');
      expect(await body.locator('mark:visible').count()).toBeGreaterThan(0);
    });
  });

  it('filters by wording, split, slice, system, outcome, diagnosis and text, and keeps that in the address', async () => {
    const said = await onPage(files.run, {}, async (page) => {
      const misses = report.misses.filter(({ system, diagnosis }) => system === 'bm25' && diagnosis === 'no-signal');
      expect(await visibleRows(page)).toBe(60);
      await page.locator('[name=system]').selectOption('bm25');
      await page.locator('[name=diagnosis]').selectOption('no-signal');
      expect(await visibleRows(page)).toBe(misses.length);
      expect(await page.locator('#shown').textContent()).toBe(`${misses.length} of 60 questions`);
      const hash = await hashOf(page);
      expect(hash).toBe('#questions?system=bm25&diagnosis=no-signal');
      await page.locator('button[type=reset]').click();
      expect(await visibleRows(page)).toBe(60);
      await page.locator('[name=wording]').selectOption('paraphrase');
      await page.locator('[name=split]').selectOption('held-out');
      expect(await visibleRows(page)).toBe(15);
      await page.locator('button[type=reset]').click();
      await page.locator('[name=slice]').selectOption('numeric');
      expect(await visibleRows(page)).toBe(44);
      await page.locator('[name=outcome]').selectOption('missed');
      await page.locator('[name=text]').fill('VACATION days');
      expect(await visibleRows(page)).toBe(1);
    });
    expect(said).toEqual([]);
    await onPage(files.run, { hash: '#questions?wording=same&sort=-2' }, async (page) => {
      expect(await visibleRows(page)).toBe(30);
      expect(await page.locator('[name=wording]').inputValue()).toBe('same');
      expect(await page.locator('th[aria-sort=descending]').count()).toBe(1);
    });
    await onPage(files.run, { hash: '#questions?wording=%3Cb%3E&sort=99&split=nowhere' }, async (page) => {
      expect(await visibleRows(page)).toBe(60);
    });
  });

  it('sorts by a click, places among zeros after ranks', async () => {
    await onPage(files.run, {}, async (page) => {
      const ranks = (): Promise<string[]> =>
        page
          .locator('#question-table td[data-system=bm25]')
          .evaluateAll((cells) => cells.map((cell) => cell.firstChild!.textContent!));
      const button = page.locator('#question-table thead button', { hasText: 'bm25' });
      await button.click();
      const up = await ranks();
      const found = up.filter((rank) => !rank.includes('*')).map(Number);
      expect(found).toEqual([...found].sort((a, b) => a - b));
      expect(up.slice(0, found.length).every((rank) => !rank.includes('*'))).toBe(true);
      expect(await page.locator('th[aria-sort=ascending]').textContent()).toContain('bm25');
      await button.click();
      expect((await ranks())[0]).toContain('*');
      expect(await hashOf(page)).toContain('sort=-');
    });
  });

  it('opens what a link leads to: deep links, back and forward, ids of any kind', async () => {
    for (const hash of ['#question-annual-leave.paraphrase', '#annual-leave.paraphrase']) {
      await onPage(files.run, { hash }, async (page) => {
        expect(await page.locator('#question-annual-leave\\.paraphrase').isVisible()).toBe(true);
        expect(await page.evaluate('document.activeElement?.id')).toBe('question-annual-leave.paraphrase');
      });
    }
    await onPage(files.hostile, {}, async (page) => {
      const links = page.locator('#question-table tbody a');
      expect(await links.count()).toBe(sampleReport.questionResults.length);
      for (const link of await links.all()) {
        await link.click();
        const anchor = (await link.getAttribute('href'))!.slice(1);
        expect(
          await page.evaluate(`document.getElementById(${JSON.stringify(anchor)}).checkVisibility()`),
          anchor,
        ).toBe(true);
      }
      await page.goBack();
      await page.goForward();
    });
  });

  it('is used by keyboard alone', async () => {
    await onPage(files.run, {}, async (page) => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement?.textContent')).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      await page.locator('[name=text]').focus();
      await page.keyboard.type('vacation');
      expect(await visibleRows(page)).toBe(1);
      await page.locator('#question-table thead button').first().focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('th[aria-sort=ascending]').count()).toBe(1);
      // From the heads to the one row that is left, and into its autopsy.
      for (let n = 0; n < 12; n++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate<boolean>(`document.activeElement?.matches('#question-table tbody a') === true`)) break;
      }
      await page.keyboard.press('Enter');
      await page.waitForFunction(`document.activeElement?.id === 'question-annual-leave.paraphrase'`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.activeElement?.closest('.of-system') !== null`)).toBe(true);
      const before = await page.locator('.autopsy[open] .of-system[open]').count();
      await page.keyboard.press('Enter');
      expect(await page.locator('.autopsy[open] .of-system[open]').count()).not.toBe(before);
    });
  });

  it('shows everything with scripts off', async () => {
    await onPage(files.run, { javaScriptEnabled: false, hash: '#question-annual-leave.paraphrase' }, async (page) => {
      expect(await visibleRows(page)).toBe(60);
      expect(await page.locator('#filters').isVisible()).toBe(false);
      expect(await page.locator('.drawing').count()).toBeGreaterThan(8);
      expect(await page.locator('#question-annual-leave\\.paraphrase').isVisible()).toBe(true);
      expect(await page.locator('.autopsy').count()).toBe(60);
    });
  });

  it('prints on paper: charts and tables, and only the autopsies that are open', async () => {
    await onPage(files.run, { hash: '#question-annual-leave.paraphrase' }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.autopsy:visible').count()).toBe(1);
      expect(await page.locator('.drawing:visible').count()).toBeGreaterThan(8);
      expect(await page.locator('nav').isVisible()).toBe(false);
      // About what A4 leaves between its margins.
      await page.setViewportSize({ width: 720, height: 1000 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(720);
      const tables = page.locator('#tables .tables');
      expect(await tables.first().locator('td').first().isVisible()).toBe(true);
      expect(await tables.last().isVisible()).toBe(false);
      const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
      expect(pages!.length).toBeLessThan(30);
    });
  });

  it('of a comparison filters by what changed', async () => {
    const said = await onPage(files.comparison, {}, async (page) => {
      await page.locator('[name=outcome]').selectOption('lost');
      const lost = new Set(threeCompared.flips.filter(({ change }) => change === 'lost').map(({ topic }) => topic));
      expect(await visibleRows(page)).toBe(lost.size);
    });
    expect(said).toEqual([]);
  });
});
