// Every format of a comparison, in the order of lists and help.
import type { ComparisonFormat } from './comparison-format.ts';
import { csv } from './csv.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { latex } from './latex.ts';
import { markdown } from './markdown.ts';
import { terminal } from './terminal.ts';

export const comparisonFormats: readonly ComparisonFormat[] = [terminal, json, csv, markdown, html, latex];
