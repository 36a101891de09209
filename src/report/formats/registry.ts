// Every report format, in the order of lists and help.
import type { ReportFormat } from '../../core/contracts.ts';
import { csv } from './csv.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { terminal } from './terminal.ts';
import { trec } from './trec.ts';

export const reportFormats: readonly ReportFormat[] = [terminal, json, csv, markdown, html, trec];
