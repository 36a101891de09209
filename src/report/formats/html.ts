// The report as one page for a browser.
import type { ReportFormat } from '../../core/contracts.ts';

/** A page stays readable, and below a few megabytes, whatever was asked: beyond these, report.json has the rest. */
export const QUESTIONS_SHOWN = 1000;
export const AUTOPSIES_SHOWN = 200;

export const html = {
  name: 'html',
  summary: 'one page for a browser: charts, every question, and an autopsy of each miss; loads nothing',
  extension: 'html',
  async render(input) {
    const { reportPage } = await import('../html/report-page.ts');
    return reportPage(input);
  },
} satisfies ReportFormat;
