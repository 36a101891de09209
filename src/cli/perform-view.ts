// The work of `rag-lab view`: a stored report as a page in a temporary file, which a browser opens. Nothing is served.
import { html } from '../report/formats/html.ts';
import { readReport } from './read-report.ts';
import { writeResult } from './session.ts';
import { openPage, writeTemporaryPage } from './show-page.ts';
import { FILE_STYLE } from './style.ts';
import type { Terminal } from './terminal.ts';

/** @param isOpened whether a browser is wanted; the path is printed either way */
export async function performView(terminal: Terminal, path: string, isOpened: boolean): Promise<void> {
  const report = await readReport(terminal.cwd, path);
  const page = await writeTemporaryPage(terminal, await html.render({ report, style: FILE_STYLE }));
  await writeResult(terminal, `${page}\n`);
  if (isOpened) await openPage(terminal, page);
}
