// One self-contained page: nothing is fetched, and nothing runs or styles but what the policy names by its hash.
import { sha256Base64 } from '../../core/hash.ts';
import { html, type Markup, trusted } from './markup.ts';
import { SCRIPT } from './script.ts';
import { STYLES } from './styles.ts';

export interface Page {
  readonly title: string;
  /** Under the title: what it is about. */
  readonly about: Markup;
  /** Fragment and name of the sections that are there. */
  readonly contents: readonly (readonly [string, string])[];
  readonly body: Markup;
  readonly version: string;
  /** Data for whoever reads the page by machine. */
  readonly data: Markup;
}

export function pageText({ title, about, contents, body, version, data }: Page): string {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${sha256Base64(STYLES)}'`,
    `script-src 'sha256-${sha256Base64(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="rag-lab ${version}">
<title>${title}</title>
<style>${trusted(STYLES)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="masthead"><p class="brand">rag-lab</p><h1>${title}</h1><p class="about">${about}</p><nav aria-label="On this page"><ul>${contents.map(([anchor, name]) => html`<li><a href="#${anchor}">${name}</a></li>`)}</ul></nav></header>
<main id="main" tabindex="-1">
${body}
</main>
<footer><p>Made by rag-lab ${version}. This file is whole: it loads nothing, and sends nothing.</p></footer>
${data}
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return page.markup;
}
