// The report as one page for a browser.
import type { ReportFormat } from '../../core/contracts.ts';

export const html = {
  name: 'html',
  summary: 'one page for a browser: charts, every question, and an autopsy of each miss; loads nothing',
  extension: 'html',
  async render(input) {
    const { reportPage } = await import('../html/report-page.ts');
    return reportPage(input);
  },
} satisfies ReportFormat;
