// What the page does where scripts run: sort and filter the questions, keep that in the address, open what a link leads to.
// Everything is on the page without it. Nothing of the data is ever made into markup here.

export const SCRIPT = String.raw`(() => {
'use strict';
const all = (selector, root) => [...(root || document).querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);

const decode = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (mark) => '%' + mark.charCodeAt(0).toString(16));

const targetOf = (fragment) =>
  document.getElementById(fragment) ||
  document.getElementById('question-' + fragment) ||
  document.getElementById('question-' + encode(decode(fragment)));

const reveal = (focus) => {
  const fragment = location.hash.slice(1);
  if (fragment === '') return;
  if (fragment.startsWith('questions?')) {
    readState(fragment.slice(10));
    one('#questions')?.scrollIntoView();
    return;
  }
  const target = targetOf(fragment);
  if (!target) return;
  let closed = false;
  for (let at = target; at; at = at.parentElement) {
    if (at.tagName === 'DETAILS' && !at.open) { at.open = true; closed = true; }
  }
  const top = target.closest('.autopsy') || target;
  if (closed || top !== target) top.scrollIntoView();
  if (focus && target.tabIndex >= -1 && target.hasAttribute('tabindex')) target.focus({ preventScroll: true });
};

const table = one('#question-table');
const form = one('#filters');
const rows = table ? all('tbody tr', table) : [];
const FIELDS = ['text', 'wording', 'split', 'slice', 'system', 'outcome', 'diagnosis'];
let sorting = { column: -1, down: false };

const field = (name) => form.elements.namedItem(name);
const asked = (name) => field(name)?.value ?? '';
const textOf = new Map(rows.map((row) => [row, row.firstElementChild.textContent.toLowerCase()]));

const fits = (row) => {
  const words = asked('text').toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => textOf.get(row).includes(word))) return false;
  for (const name of ['wording', 'split']) if (asked(name) !== '' && row.dataset[name] !== asked(name)) return false;
  if (asked('slice') !== '' && !JSON.parse(row.dataset.slices).includes(asked('slice'))) return false;
  const [system, outcome, diagnosis] = ['system', 'outcome', 'diagnosis'].map(asked);
  if (outcome === '' && diagnosis === '') return true;
  return all('td[data-outcome]', row).some((cell) =>
    (system === '' || cell.dataset.system === system) &&
    (outcome === '' || cell.dataset.outcome === outcome) &&
    (diagnosis === '' || cell.dataset.diagnosis === diagnosis));
};

const filter = () => {
  let shown = 0;
  for (const row of rows) {
    row.hidden = !fits(row);
    if (!row.hidden) shown++;
  }
  one('#shown').textContent = shown === rows.length ? rows.length + ' questions' : shown + ' of ' + rows.length + ' questions';
};

const keyOf = (row, column) => {
  const cell = row.children[column];
  return 'key' in cell.dataset ? Number(cell.dataset.key) : cell.textContent.toLowerCase();
};

const sort = () => {
  const { column, down } = sorting;
  const order = rows.map((row, place) => ({ row, place, key: column < 0 ? place : keyOf(row, column) }));
  order.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) * (down ? -1 : 1) || a.place - b.place);
  table.tBodies[0].append(...order.map(({ row }) => row));
  all('thead th', table).forEach((head, n) => {
    if (n === column) head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
  });
};

const writeState = () => {
  const state = new URLSearchParams();
  for (const name of FIELDS) if (asked(name) !== '') state.set(name, asked(name));
  if (sorting.column >= 0) state.set('sort', (sorting.down ? '-' : '') + sorting.column);
  const text = state.toString();
  history.replaceState(null, '', '#questions' + (text === '' ? '' : '?' + text));
};

const readState = (text) => {
  if (!form) return;
  const state = new URLSearchParams(text);
  for (const name of FIELDS) {
    const own = field(name);
    if (own) own.value = state.get(name) ?? '';
    // A value that there is none of chooses nothing, rather than an empty box.
    if (own && own.selectedIndex === -1) own.value = '';
  }
  const found = /^(-?)(\d{1,3})$/.exec(state.get('sort') ?? '');
  const column = found ? Number(found[2]) : -1;
  sorting = column < table.tHead.rows[0].cells.length ? { column, down: found?.[1] === '-' } : { column: -1, down: false };
  sort();
  filter();
};

if (table && form) {
  form.hidden = false;
  const change = () => { filter(); writeState(); };
  form.addEventListener('input', change);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    for (const name of FIELDS) if (field(name)) field(name).value = '';
    sorting = { column: -1, down: false };
    sort();
    change();
    field('text').focus();
  });
  all('thead th', table).forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      sorting = { column, down: sorting.column === column && !sorting.down };
      sort();
      writeState();
    });
  });
  filter();
}

addEventListener('hashchange', () => reveal(true));
// A second click on the same link changes no address.
document.addEventListener('click', (event) => {
  const link = event.target.closest && event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) reveal(true);
});
reveal(true);
})();
`;
