/**
 * Functions on the tree of an HTML document: its elements in order, their classes, an element's visible text. All traversals are
 * iterative, because the nesting of a hostile page can exhaust the stack.
 */
import type { CheerioAPI } from 'cheerio';
// Without the parser of `cheerio` and its client of HTTP: the tree is made by `htmlTree`.
import { load } from 'cheerio/slim';
import { htmlTree } from './html-tree';

/** The used fields of the parser's nodes. */
export interface DomNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly DomNode[];
  readonly parent: DomNode | null;
}

/** Parses a page with scripting off, so that `<noscript>` is parsed as markup. */
export const parseHtml = (html: string): CheerioAPI => load(htmlTree(html));

export const rootOf = ($: CheerioAPI): DomNode | undefined => $.root()[0];

export const attribute = (node: DomNode, name: string): string | undefined => node.attribs?.[name];

export const hasClass = (node: DomNode, name: string): boolean =>
  attribute(node, 'class')?.split(/\s+/).includes(name) ?? false;

/** Splits a space-separated attribute. */
export const splitWords = (text: string | undefined): readonly string[] =>
  text?.split(/\s+/).filter((word) => word !== '') ?? [];

/** Maximum nesting depth; browsers use 512. */
const MAX_DEPTH = 5_000;
/** Elements without an end tag or with an optional one, and SVG elements that are closed by "/>". */
const NEVER_OPEN =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|th|tr|dt|dd|option|optgroup|tbody|thead|tfoot|colgroup|rt|rp|html|head|body|path|circle|ellipse|rect|line|polygon|polyline|use|stop|image)$/i;

/** Ten times the largest known page; each tag uses about 300 bytes of memory. */
const MAX_TAGS = 500_000;
/** Matches a tag; no element has a longer name. */
const TAG = /<(\/?)([a-z][a-z0-9-]{0,60})/gi;

/**
 * Returns why a page cannot be parsed to a tree, or null. Deeply nested elements take the parser minutes, because it traverses
 * all open elements for each new element; too many elements exhaust the memory. Tags are counted before parsing. Tags in scripts
 * and comments are included, because in practice they do not reach the limits.
 */
export function parsingObstacle(html: string): string | null {
  let open = 0;
  let tags = 0;
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    tags += 1;
    if (tags > MAX_TAGS) return 'The page has too many elements';
    if (NEVER_OPEN.test(name)) continue;
    open = slash === '/' ? Math.max(0, open - 1) : open + 1;
    if (open > MAX_DEPTH) return TOO_DEEP;
  }
  return null;
}

export const TOO_DEEP = 'The page is nested too deeply';

/** All elements below `node` in document order; `descendsInto` decides whether the children of an element are included. */
export function* elementsBelow(
  node: DomNode,
  descendsInto: (element: DomNode) => boolean = () => true,
): Generator<DomNode> {
  const stack = [...(node.children ?? [])].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.attribs === undefined) continue;
    yield next;
    if (descendsInto(next)) pushReversed(stack, next.children);
  }
}

/** The first element below `node` in document order for which `isWanted` is true, or null. */
export function firstElement(node: DomNode, isWanted: (element: DomNode) => boolean): DomNode | null {
  for (const element of elementsBelow(node)) if (isWanted(element)) return element;
  return null;
}

function pushReversed(stack: DomNode[], children: readonly DomNode[] | undefined): void {
  for (let index = (children?.length ?? 0) - 1; index >= 0; index -= 1) {
    const child = children?.[index];
    if (child !== undefined) stack.push(child);
  }
}

const PARAGRAPHS = new Set(['p', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const LINES = new Set([
  'div',
  'li',
  'ul',
  'ol',
  'tr',
  'table',
  'section',
  'article',
  'dt',
  'dd',
  'pre',
  'header',
  'footer',
]);
const HIDDEN = new Set(['script', 'style', 'template', 'svg', 'button', 'select']);

/**
 * The visible text of an element: runs of whitespace are collapsed, `<br>` and blocks start lines, paragraphs are separated by a
 * blank line. Elements for which `isOmitted` is true are omitted.
 */
export function visibleText(node: DomNode, isOmitted: (element: DomNode) => boolean = () => false): string {
  const parts: string[] = [];
  const stack: (DomNode | string)[] = [...(node.children ?? [])].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    parts.push(ownText(next));
    if (!isVisibleElement(next) || isOmitted(next)) continue;
    const lineBreak = lineBreakAt(next.name);
    parts.push(lineBreak);
    stack.push(lineBreak);
    for (const child of [...(next.children ?? [])].reverse()) stack.push(child);
  }
  // Collapse runs of spaces first, because the next pattern would take quadratic time on them.
  return parts
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function ownText(node: DomNode): string {
  if (node.type === 'text') return (node.data ?? '').replace(/[ \t\r\n\f]+/g, ' ');
  return node.name === 'br' ? '\n' : '';
}

const isVisibleElement = (node: DomNode): boolean => node.attribs !== undefined && !HIDDEN.has(node.name ?? '');

function lineBreakAt(name = ''): string {
  if (PARAGRAPHS.has(name)) return '\n\n';
  return LINES.has(name) ? '\n' : '';
}
