// Which part of an HTML page is its content: what is dropped, what the main content is, which tables are tables.
import { LONGEST_CELL } from '../block-writer.ts';
import { attribute, type HtmlElement, hasAttribute, isHtml, walkTree } from './html-tree.ts';

/** Never shown, or no text of the page: programs, fallbacks of media, controls of forms, readings above characters. */
const UNSHOWN: ReadonlySet<string> = new Set(
  (
    'script style template noscript head title meta link base iframe noembed noframes object embed applet audio video canvas ' +
    'map button input select datalist optgroup option textarea meter progress rp rt'
  ).split(' '),
);
/** Around the content of a page. */
const LANDMARKS: ReadonlySet<string> = new Set(['nav', 'aside', 'search']);
const LANDMARK_ROLES: ReadonlySet<string> = new Set(
  'navigation banner contentinfo search complementary menu menubar toolbar'.split(' '),
);
/** A note set off from the text is content, though its author marked it up as an aside. */
const NOTE_ROLES: ReadonlySet<string> = new Set(['note', 'doc-tip', 'doc-notice', 'doc-example', 'doc-footnote']);
const SECTIONS: ReadonlySet<string> = new Set(['article', 'section', 'main']);
const INVISIBLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** `main` with less text than this, and less than this share of the page, is a frame that a script would have filled. */
const MAIN_CHARACTERS = 50;
const MAIN_SHARE = 0.25;
/** Articles hold the content only where they hold most of it: they are also used for teasers and comments. */
const ARTICLE_SHARE = 0.5;

function role(element: HtmlElement): string {
  return attribute(element, 'role').trim().toLowerCase();
}

function isHidden(element: HtmlElement): boolean {
  if (element.attrs.length === 0) return false;
  const hidden = attribute(element, 'hidden').trim().toLowerCase();
  return (
    // `until-found` is text that a search in the page finds.
    (hasAttribute(element, 'hidden') && hidden !== 'until-found') ||
    attribute(element, 'aria-hidden').trim().toLowerCase() === 'true' ||
    INVISIBLE.test(attribute(element, 'style'))
  );
}

function isMain(element: HtmlElement): boolean {
  return (element.tagName === 'main' && isHtml(element)) || role(element) === 'main';
}

/** Follows a walk and says what is dropped on the way. */
export class Dropper {
  private sections = 0;
  private readonly landmarks: boolean;

  /** @param landmarks whether navigation and the like are dropped: not where a page consists of nothing else */
  constructor(landmarks: boolean) {
    this.landmarks = landmarks;
  }

  /** False where the element is dropped; `leave` must follow otherwise. */
  enter(element: HtmlElement): boolean {
    if (this.drops(element)) return false;
    if (SECTIONS.has(element.tagName) || isMain(element)) this.sections++;
    return true;
  }

  leave(element: HtmlElement): void {
    if (SECTIONS.has(element.tagName) || isMain(element)) this.sections--;
  }

  private drops(element: HtmlElement): boolean {
    const { tagName } = element;
    if (!isHtml(element)) return tagName === 'svg' || tagName === 'annotation' || tagName === 'annotation-xml';
    if (UNSHOWN.has(tagName) || isHidden(element)) return true;
    if (tagName === 'dialog') return !hasAttribute(element, 'open');
    if (!this.landmarks) return false;
    const named = role(element);
    if (LANDMARK_ROLES.has(named)) return true;
    if (LANDMARKS.has(tagName)) return !NOTE_ROLES.has(named);
    // Heads and feet of articles and sections hold their titles and sources.
    return (tagName === 'header' || tagName === 'footer') && this.sections === 0;
  }
}

export interface MainContent {
  readonly roots: readonly HtmlElement[];
  readonly landmarks: boolean;
  /** Tables that only arrange a page, or that have one column: their cells are read like any other block. */
  readonly layouts: ReadonlySet<HtmlElement>;
}

interface OpenTable {
  readonly element: HtmlElement;
  cellsInRow: number;
  columns: number;
  cellStart: number;
}

/** The main content of a page, by a walk that counts its non-blank characters. */
export function findMain(body: HtmlElement): MainContent {
  const found = measure(body, true);
  if (found.total === 0) return { roots: [body], landmarks: false, layouts: measure(body, false).layouts };
  const { total, layouts } = found;
  const landmarks = true;
  const mains = found.candidates.filter(({ main }) => main);
  const inMains = sum(mains);
  if (inMains > 0 && (inMains >= MAIN_CHARACTERS || inMains >= MAIN_SHARE * total))
    return { roots: mains.map(({ element }) => element), landmarks, layouts };
  const articles = found.candidates.filter(({ main }) => !main);
  if (articles.length > 0 && sum(articles) >= ARTICLE_SHARE * total)
    return { roots: articles.map(({ element }) => element), landmarks, layouts };
  return { roots: [body], landmarks, layouts };
}

interface Candidate {
  readonly element: HtmlElement;
  readonly main: boolean;
  characters: number;
}

function sum(candidates: readonly Candidate[]): number {
  return candidates.reduce((total, { characters }) => total + characters, 0);
}

function measure(body: HtmlElement, landmarks: boolean) {
  const dropper = new Dropper(landmarks);
  const candidates: Candidate[] = [];
  const layouts = new Set<HtmlElement>();
  const tables: OpenTable[] = [];
  // The outermost main and the outermost article that are open: inner ones are part of them.
  let main: Candidate | undefined;
  let article: Candidate | undefined;
  let total = 0;
  const arrange = (): void => {
    const table = tables.at(-1);
    if (table && table.cellsInRow > 0) layouts.add(table.element);
  };
  walkTree(body, {
    enter(element) {
      if (!dropper.enter(element)) return false;
      if (!main && isMain(element)) {
        main = { element, main: true, characters: total };
        candidates.push(main);
      } else if (!article && element.tagName === 'article') {
        article = { element, main: false, characters: total };
        candidates.push(article);
      }
      const table = tables.at(-1);
      switch (element.tagName) {
        case 'table':
          arrange();
          if (/^(?:presentation|none)$/.test(role(element))) layouts.add(element);
          tables.push({ element, cellsInRow: 0, columns: 0, cellStart: 0 });
          break;
        case 'tr':
          if (table) table.cellsInRow = 0;
          break;
        case 'td':
        case 'th':
          if (table) {
            table.columns = Math.max(table.columns, ++table.cellsInRow);
            table.cellStart = total;
          }
          break;
        case 'h1':
        case 'h2':
        case 'h3':
        case 'h4':
        case 'h5':
        case 'h6':
        case 'pre':
          arrange();
      }
      return true;
    },
    text(value) {
      total += countNonBlank(value);
    },
    leave(element) {
      dropper.leave(element);
      for (const open of [main, article]) if (open?.element === element) open.characters = total - open.characters;
      if (main?.element === element) main = undefined;
      if (article?.element === element) article = undefined;
      const table = tables.at(-1);
      if (!table) return;
      if (element.tagName === 'td' || element.tagName === 'th') {
        if (total - table.cellStart > LONGEST_CELL) layouts.add(table.element);
      } else if (element === table.element) {
        if (table.columns < 2) layouts.add(element);
        tables.pop();
      }
    },
  });
  return { candidates, layouts, total };
}

function countNonBlank(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && code !== 0xa0) count++;
  }
  return count;
}
