// Every document format, in the order of lists and help. A file's extension picks the first that names it. A format imports what
// is large about it, its reader, when such a file is met: most commands meet none.
import type { DocumentFormat } from '../../core/contracts.ts';
import { csv, tsv } from './csv.ts';
import { docx } from './docx.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { markdown } from './markdown.ts';
import { pdf } from './pdf.ts';
import { plain } from './plain.ts';

export const documentFormats: readonly DocumentFormat[] = [markdown, html, docx, pdf, plain, jsonl, json, csv, tsv];
