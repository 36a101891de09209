// The sections that every format for people shares, as HTML tables.
import { grouped } from '../numbers.ts';
import type { Section, Table, View } from '../view.ts';
import { html, type Markup } from './markup.ts';

/** Rows of a table; files that hold all are named below it. */
const ROWS_SHOWN = 400;
/** Columns that lead with words name a row. */
const isName = (kind: Table['columns'][number]['kind']): boolean => kind === 'label';

/** @param all where longer tables are whole */
export function viewTables({ sections }: View, all: string): Markup {
  return html`${sections.map((section, n) => sectionMarkup(section, n, all))}`;
}

function sectionMarkup({ heading, parts }: Section, n: number, all: string): Markup {
  return html`<details class="tables"><summary><h3>${heading}</h3></summary>${parts.map((part, p) =>
    part.kind === 'notes'
      ? html`<ul class="notes">${part.lines.map((line) => html`<li>${line}</li>`)}</ul>`
      : tableMarkup(part, `${heading}${part.caption === undefined ? '' : `, ${part.caption}`}`, `table-${n}-${p}`, all),
  )}</details>`;
}

function tableMarkup({ caption, columns, rows }: Table, name: string, id: string, all: string): Markup {
  const head = caption !== undefined && html`<h4>${caption}</h4>`;
  if (rows.length === 0) return html`${head}`;
  const shown = rows.slice(0, ROWS_SHOWN);
  const isHeaded = columns.some((column) => column.head !== '');
  const cells = (row: Table['rows'][number]): Markup[] =>
    row.map(({ text, tone }, n) => {
      const { kind, align } = columns[n]!;
      const css = [kind === 'figure' && align === 'right' && 'figure', kind === 'aside' && 'aside', tone]
        .filter(Boolean)
        .join(' ');
      return n === 0 && isName(kind)
        ? html`<th scope="row"><bdi>${text}</bdi></th>`
        : html`<td${css !== '' && html` class="${css}"`}><bdi>${text}</bdi></td>`;
    });
  return html`${head}<div class="scroll" role="region" tabindex="0" aria-label="${name}"><table id="${id}">${isHeaded && html`<thead><tr>${columns.map(({ head: text, kind, align }) => html`<th scope="col"${kind === 'figure' && align === 'right' && html` class="figure"`}>${text}</th>`)}</tr></thead>`}<tbody>${shown.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>${rows.length > shown.length && html`<p class="hint">${grouped(shown.length)} of ${grouped(rows.length)} rows are shown; ${all} has all.</p>`}`;
}
