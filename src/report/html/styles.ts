// How the page looks: one column of text, room around it, colours that a colour-blind reader tells apart, light, dark and paper.

export const STYLES = `
:root {
  color-scheme: light dark;
  --paper: #fdfcf9; --raised: #f5f3ec; --ink: #1c1e22; --soft: #585d66; --rule: #dedad0; --link: #0b5394;
  --same: #0067a8; --paraphrase: #b84a00; --good: #006b4f; --bad: #a83a00; --lost-bg: #fbe9dd; --won-bg: transparent;
  --mark: #ffe08a; --mark-ink: #1c1e22; --quote: #d9ecf9;
  --c0: #3f4aa8; --c1: #00795a; --c2: #9b4384; --c3: #866200; --c4: #46505c; --c5: #147a97; --c6: #b84a00; --c7: #0067a8;
  --serif: ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Times New Roman", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --raised: #1d2024; --ink: #e8e6e0; --soft: #a6abb3; --rule: #353a41; --link: #8cc4f0;
    --same: #6cb8ee; --paraphrase: #f2995c; --good: #63cfa8; --bad: #f5a06b; --lost-bg: #3a281d; --won-bg: transparent;
    --mark: #5d4a0a; --mark-ink: #fff6d8; --quote: #1f3a4f;
    --c0: #aab4ff; --c1: #4fc9a0; --c2: #dd94c8; --c3: #dbb550; --c4: #b9c0c9; --c5: #6fd0e8; --c6: #f2995c; --c7: #6cb8ee;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); overflow-wrap: break-word; }
bdi { unicode-bidi: isolate; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
main:focus, .body:focus { outline: none; }
.masthead, main, footer { max-width: 70rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 3rem); }
.masthead { padding-top: clamp(1.5rem, 5vw, 3.5rem); }
.brand { margin: 0; font: 600 0.85rem/1 var(--mono); color: var(--soft); letter-spacing: 0.02em; }
h1 { margin: 0.5rem 0 0; font: 500 clamp(2rem, 6vw, 3.1rem)/1.1 var(--serif); letter-spacing: -0.015em; }
h2 { margin: 0; font: 500 clamp(1.5rem, 4vw, 2.1rem)/1.2 var(--serif); letter-spacing: -0.01em; text-wrap: balance; }
h3 { margin: 0; font: 600 1.08rem/1.35 var(--sans); }
h4 { margin: 0; font: 600 1rem/1.4 var(--sans); }
.about { margin: 0.6rem 0 0; color: var(--soft); }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; margin: 1.4rem 0 0; padding: 0.8rem 0; border-block: 1px solid var(--rule); font-size: 0.95rem; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
section { margin-top: clamp(3rem, 7vw, 4.75rem); }
.masthead + main > section:first-child { margin-top: 2.4rem; }
footer { margin-top: 5rem; padding-block: 1.5rem 3rem; color: var(--soft); font-size: 0.9rem; }
.lead { max-width: 44rem; margin: 0.7rem 0 0; color: var(--soft); }
.hint { max-width: 48rem; margin: 0.8rem 0 0; color: var(--soft); font-size: 0.9rem; }
.muted { color: var(--soft); font-weight: 400; }
.good, .won { color: var(--good); }
.bad { color: var(--bad); }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--paper); padding: 0.5rem 0.8rem; z-index: 2; }
.skip:focus { top: 1rem; }
code, pre { font-family: var(--mono); font-size: 0.88em; overflow-wrap: anywhere; }

.verdicts { list-style: none; margin: 1.6rem 0 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 1.7rem 2.5rem; }
.verdicts p { margin: 0 0 0.45rem; font: 400 1.2rem/1.4 var(--serif); }
.verdicts .system { font: 600 1.05rem/1.4 var(--sans); }
.verdicts .muted { font: 400 0.85rem/1.4 var(--mono); }
.tally { font-weight: 600; white-space: nowrap; }
.dots { display: block; max-width: 100%; height: auto; margin-top: 0.25rem; }

table { border-collapse: collapse; font-size: 0.94rem; font-variant-numeric: tabular-nums lining-nums; }
.scroll { overflow-x: auto; max-width: 100%; margin-top: 1rem; }
th, td { padding: 0.4rem 0.8rem 0.4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0.2rem; }
thead th { color: var(--soft); font-size: 0.86rem; vertical-align: bottom; border-bottom-color: var(--soft); }
.figure { text-align: right; white-space: nowrap; }
td.aside { min-width: 15rem; max-width: 28rem; }
table.lost, #question-table { width: 100%; font-size: 1rem; }
.lost th[scope=row], #question-table th[scope=row] { min-width: 15rem; line-height: 1.4; overflow-wrap: anywhere; }
.twin, .id { display: block; color: var(--soft); font-size: 0.86rem; }
.id { font-family: var(--mono); font-size: 0.78rem; overflow-wrap: anywhere; }
#question-table td { white-space: nowrap; }
td.lost { color: var(--bad); background: var(--lost-bg); padding-inline: 0.6rem; }
td.won, td.both { padding-inline: 0.6rem; }
td.both { color: var(--soft); }
.lost thead .figure, #question-table thead .figure { padding-inline: 0.6rem; }
.sign { display: inline-block; width: 1.1em; text-align: right; }
.why { display: block; font-size: 0.78rem; }

.example { margin: 1.8rem 0 2rem; padding: clamp(1.1rem, 3vw, 1.9rem); background: var(--raised); border-radius: 10px; }
.example h3 { font: 500 1.3rem/1.3 var(--serif); margin-bottom: 0.9rem; }
.asked { margin: 0.25rem 0; font-family: var(--serif); font-size: 1.1rem; line-height: 1.45; }
.asked .muted { display: inline-block; min-width: 8.5rem; font: 400 0.86rem/1.4 var(--sans); }
.reasons { margin: 1.1rem 0 0.9rem; padding: 0; list-style: none; max-width: 56rem; }
.reasons li { margin-top: 0.6rem; padding-left: 1rem; border-left: 3px solid var(--rule); }
.quote { background: var(--quote); border-radius: 2px; padding: 0.05em 0.15em; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
mark { background: var(--mark); color: var(--mark-ink); padding: 0 0.12em; border-radius: 2px; }

.charts { display: grid; gap: 3.2rem 2.4rem; grid-template-columns: repeat(3, minmax(0, 1fr)); margin-top: 1.8rem; }
.chart { margin: 0; min-width: 0; display: flex; flex-direction: column; }
#chart-recall, #chart-ranks { grid-column: 1 / -1; }
.chart figcaption p { margin: 0.35rem 0 0; color: var(--soft); font-size: 0.94rem; max-width: 46rem; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; margin: 0.8rem 0 0; padding: 0; font-size: 0.9rem; }
.legend li { display: flex; align-items: center; gap: 0.5rem; }
.key { flex: none; }
.panels { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1.8rem 2.4rem; margin-top: 1rem; }
.panels.by-two { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.by-two .drawing { max-width: 25rem; }
.panels.single { grid-template-columns: minmax(0, 1fr); margin-top: auto; padding-top: 1rem; }
.drawing { display: block; width: 100%; max-width: 24rem; height: auto; overflow: visible; }
.drawing text { font: 400 12px/1 var(--sans); fill: var(--soft); font-variant-numeric: tabular-nums; }
.drawing .middle { text-anchor: middle; }
.drawing .end { text-anchor: end; }
.drawing .panel-name { font-weight: 600; font-size: 13px; fill: var(--ink); }
.drawing .value, .drawing .count { fill: var(--tint, var(--ink)); font-weight: 600; }
.drawing .value.muted { fill: var(--soft); font-weight: 400; }
.drawing .value { paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
.drawing .count { font-size: 11px; }
.drawing .name { font-weight: 400; }
.grid { stroke: var(--rule); fill: none; }
.axis { stroke: var(--soft); fill: none; }
.cutoff { stroke: var(--soft); stroke-dasharray: 1 3; stroke-linecap: round; fill: none; }
.line { stroke: var(--tint); stroke-width: 2; fill: none; }
.leader { stroke: var(--tint); stroke-width: 0.8; opacity: 0.6; fill: none; }
.band { fill: var(--tint); opacity: 0.13; }
.whisker { stroke: var(--tint); stroke-width: 1.5; opacity: 0.55; fill: none; }
.mark { fill: var(--tint); }
.mark.hollow, .open .mark { fill: var(--paper); stroke: var(--tint); stroke-width: 1.6; }
.mark.stroke { fill: none; stroke: var(--tint); stroke-width: 2.4; }
.bar { fill: var(--tint); }
.bar.apart { fill: var(--paper); stroke: var(--tint); stroke-width: 1.5; stroke-dasharray: 3 2; }
.drawing .apart { font-style: italic; }
.dash-1 .line { stroke-dasharray: 6 4; } .dash-2 .line { stroke-dasharray: 2 3; } .dash-3 .line { stroke-dasharray: 9 3 2 3; }
.tint-same { --tint: var(--same); } .tint-paraphrase { --tint: var(--paraphrase); } .tint-ink { --tint: var(--ink); }
.tint-0 { --tint: var(--c0); } .tint-1 { --tint: var(--c1); } .tint-2 { --tint: var(--c2); } .tint-3 { --tint: var(--c3); }
.tint-4 { --tint: var(--c4); } .tint-5 { --tint: var(--c5); } .tint-6 { --tint: var(--c6); } .tint-7 { --tint: var(--c7); }

summary { cursor: pointer; }
.figures { margin-top: 0.6rem; font-size: 0.92rem; }
.figures > summary, .of-system > summary { color: var(--link); width: fit-content; max-width: 100%; }
.tables { border-bottom: 1px solid var(--rule); padding: 0.6rem 0; }
.tables > summary h3, .of-system > summary h4 { display: inline; }
.tables h4 { margin-top: 1.4rem; }
.tables td, .tables th { min-width: 0; }
.notes { margin: 0.8rem 0; padding-left: 1.1rem; color: var(--soft); font-size: 0.9rem; }

.filters { display: flex; flex-wrap: wrap; gap: 0.7rem 1rem; align-items: end; margin-top: 1.2rem; }
.filters[hidden] { display: none; }
.filters label { display: grid; gap: 0.2rem; font-size: 0.82rem; color: var(--soft); min-width: 0; }
input, select, button { font: inherit; font-size: 0.94rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: 6px; padding: 0.32rem 0.55rem; max-width: 14rem; }
button { cursor: pointer; }
.filters input, .filters select, .filters button { height: 2.2rem; }
.filters output { padding-bottom: 0.4rem; font-size: 0.94rem; color: var(--soft); }
.sort { border: 0; padding: 0; background: none; color: inherit; font: inherit; text-align: inherit; text-decoration: underline dotted; text-underline-offset: 0.25em; max-width: none; }
[aria-sort=ascending] .sort::after { content: " \\2191"; }
[aria-sort=descending] .sort::after { content: " \\2193"; }

.autopsy { border-bottom: 1px solid var(--rule); scroll-margin-top: 0.5rem; }
#autopsies > .lead { margin-bottom: 1.2rem; }
.autopsy > summary { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.15rem 1.5rem; padding: 0.55rem 0; list-style-position: inside; }
.autopsy > summary h3 { font: 400 1.08rem/1.4 var(--serif); flex: 1 1 22rem; min-width: 0; }
.autopsy > summary h3::before { content: "+"; display: inline-block; width: 1.2em; color: var(--soft); font-family: var(--mono); }
.autopsy[open] > summary h3::before { content: "\\2212"; }
.autopsy[open] > summary h3 { font-size: 1.45rem; font-weight: 500; }
.autopsy > summary::-webkit-details-marker { display: none; }
.autopsy > summary { list-style: none; }
.ranks { font-size: 0.86rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.ranks > span { margin-left: 0.9rem; white-space: nowrap; }
.ranks > span:first-child { margin-left: 0; }
span.lost { color: var(--bad); }
.body { padding: 0.3rem 0 2.2rem 1.35rem; }
.labels { margin: 0; color: var(--soft); font-size: 0.88rem; }
.evidence { margin: 1rem 0; }
.evidence blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid var(--same); font: 400 1.12rem/1.5 var(--serif); }
.evidence p { margin: 0; }
.evidence figcaption { margin-top: 0.3rem; padding-left: 1.2rem; color: var(--soft); font-size: 0.88rem; }
.of-system { padding: 0.55rem 0; border-top: 1px solid var(--rule); }
.of-system > summary { color: var(--ink); }
.because { max-width: 50rem; margin: 0.6rem 0; font-size: 1.05rem; }
.facts { margin: 0.5rem 0; padding-left: 1.1rem; color: var(--soft); font-size: 0.93rem; }
.diagnosis { margin: 0.6rem 0 0; color: var(--soft); font-size: 0.95rem; max-width: 50rem; }
.diagnosis b { color: var(--ink); }
.remedies { display: flex; flex-wrap: wrap; gap: 0.3rem 1.8rem; margin: 0.5rem 0 0.9rem; font-size: 0.92rem; }
.remedies dt { color: var(--soft); }
.remedies dd { margin: 0; }
.reading { margin: 0.7rem 0; line-height: 2; }
.word { display: inline-block; max-width: 100%; padding: 0.1rem 0.4rem; border: 1px solid var(--rule); border-radius: 5px; line-height: 1.45; }
.word small, td small { color: var(--soft); }
s.word { border-style: dashed; color: var(--soft); text-decoration-thickness: 1px; }
.anatomy caption { text-align: left; color: var(--soft); font-size: 0.88rem; padding-bottom: 0.2rem; }
.anatomy th, .anatomy td { padding-block: 0.22rem; vertical-align: middle; }
.anatomy th[scope=row] { min-width: 5rem; max-width: 14rem; overflow-wrap: break-word; }
.anatomy td { white-space: nowrap; }
.anatomy thead .is-answer { color: var(--ink); font-weight: 600; }
.anatomy tfoot th, .anatomy tfoot td { border-bottom: 0; border-top: 1px solid var(--soft); font-weight: 600; }
.anatomy .n { display: inline-block; min-width: 3.8rem; text-align: right; }
.amount rect { fill: var(--same); }
.amount.negative rect { fill: none; stroke: var(--bad); }
.anatomy tfoot .n, .anatomy .none { min-width: calc(60px + 3.8rem); text-align: right; display: inline-block; }
.texts { list-style: none; margin: 1rem 0 0; padding: 0; }
.texts li { margin-top: 1rem; padding-left: 1rem; border-left: 3px solid var(--rule); }
.texts .is-answer { border-left-color: var(--same); }
.where { margin: 0; font-size: 0.9rem; }
.passage { margin: 0.2rem 0 0; max-width: 52rem; font: 400 1rem/1.6 var(--serif); white-space: pre-line; overflow-wrap: anywhere; }
.cut { color: var(--soft); }
.command { padding: 1rem 1.2rem; background: var(--raised); border-radius: 8px; overflow-x: auto; margin: 1.2rem 0 0; line-height: 1.6; }
.command code { overflow-wrap: normal; }
.manifest th { color: var(--soft); white-space: nowrap; }
.manifest td { overflow-wrap: anywhere; }
.tint-lost { --tint: var(--bad); } .tint-gained { --tint: var(--good); }
.pair { margin-top: 2rem; }
.verdict { margin: 0.3rem 0 0; font: 400 1.2rem/1.4 var(--serif); }
.flips { width: 100%; }
.charts.differences { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.differences .drawing { max-width: 32rem; }
.flip-lost { color: var(--bad); } .flip-gained { color: var(--good); }

@media (max-width: 60rem) { .charts, .charts.differences { grid-template-columns: minmax(0, 1fr); } .panels { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 40rem) {
  .panels, .panels.by-two { grid-template-columns: minmax(0, 1fr); }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack, .stack tbody { display: block; width: 100%; }
  .stack tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(4.7rem, 1fr)); gap: 0 0.3rem; padding: 0.6rem 0; border-bottom: 1px solid var(--rule); }
  .stack tr[hidden] { display: none; }
  .stack th[scope=row] { grid-column: 1 / -1; border: 0; padding-right: 0; min-width: 0; }
  #question-table td { white-space: normal; }
  .stack td { border: 0; text-align: left; padding: 0.25rem 0.4rem; border-radius: 4px; white-space: normal; }
  .stack td[data-label=wording], .stack td[data-label=split] { grid-column: span 2; }
  .stack td::before { content: attr(data-label); display: block; color: var(--soft); font-size: 0.74rem; overflow-wrap: anywhere; }
  .body { padding-left: 0; }
  .ranks { flex-basis: 100%; }
  .asked .muted { display: block; }
  .ranks > span { margin-left: 0; margin-right: 0.9rem; }
  .manifest th, .manifest td { display: block; border: 0; padding-bottom: 0; white-space: normal; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .mark, .bar, .amount rect { fill: CanvasText; } .line, .whisker { stroke: CanvasText; } mark { outline: 1px solid; } td.lost { outline: 1px dashed; } }
@media print {
  :root { --paper: #fff; --raised: #f4f4f4; --ink: #000; --soft: #444; --rule: #bbb; --link: #000; }
  body { font-size: 10pt; }
  nav, .filters, .skip, .autopsy:not([open]), #autopsies:not(:has(.autopsy[open])), .figures:not([open]) { display: none; }
  .tables:last-of-type:not([open]) { display: none; }
  .tables:not(:last-of-type)::details-content { content-visibility: visible; }
  table { font-size: 0.82em; }
  thead th { font-size: 1em; }
  th, td { padding-right: 0.5rem; }
  table.lost, #question-table { font-size: 0.9em; }
  .lost th[scope=row], #question-table th[scope=row] { min-width: 0; }
  td.aside { min-width: 0; }
  .anatomy td { white-space: normal; }
  .masthead, main, footer { max-width: none; padding: 0; }
  section { margin-top: 2rem; }
  .chart, .example, tr, .texts li { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  .scroll { overflow: visible; }
  .stack tr { break-inside: avoid; }
  a { text-decoration: none; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`;
