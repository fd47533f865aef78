/**
 * What microdata and RDFa need of a document: its nodes in order, an element's text as a person sees it, a property's
 * value. Everything walks without recursion, because a hostile page can nest deeper than the stack.
 */
import { load, type CheerioAPI } from 'cheerio';
import { htmlTree } from './html-tree';

/** The part of the parser's node that is used here. */
export interface DomNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly DomNode[];
  readonly parent: DomNode | null;
}

/** The parsed page. Scripting counts as off, so that what stands in `<noscript>` is read as markup and not as text. */
export const parseHtml = (html: string): CheerioAPI => load(htmlTree(html));

export const rootOf = ($: CheerioAPI): DomNode | undefined => $.root()[0];

export const attribute = (node: DomNode, name: string): string | undefined => node.attribs?.[name];

/** The words of an attribute that is a list of words. */
export const words = (text: string | undefined): readonly string[] =>
  text?.split(/\s+/).filter((word) => word !== '') ?? [];

/** Deeper than any page: a browser stops at 512. */
const MAX_OPEN = 5_000;
/** Elements without an end tag, or whose end tag may be left out, and the drawing ones that are closed by "/>". */
const NEVER_OPEN =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|th|tr|dt|dd|option|optgroup|tbody|thead|tfoot|colgroup|rt|rp|html|head|body|path|circle|ellipse|rect|line|polygon|polyline|use|stop|image)$/i;

/** Ten times more than the largest page that was seen; each tag costs some 300 bytes of memory. */
const MAX_TAGS = 500_000;
/** As they are looked for here: a longer name is no element's. */
const TAG = /<(\/?)([a-z][a-z0-9-]{0,60})/gi;

/**
 * Why a page cannot be read as a tree, or null where it can: elements nested so deeply that the parser, which walks the open
 * elements for each new one, would be busy for minutes; or so many that the tree would fill the memory. Counted by tags, before
 * parsing; scripts and comments are counted too, which only real markup brings near the limits.
 */
export function unreadableBecause(html: string): string | null {
  let open = 0;
  let tags = 0;
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    tags += 1;
    if (tags > MAX_TAGS) return 'The page holds too many elements to be read';
    if (NEVER_OPEN.test(name)) continue;
    open = slash === '/' ? Math.max(0, open - 1) : open + 1;
    if (open > MAX_OPEN) return TOO_DEEP;
  }
  return null;
}

export const TOO_DEEP = 'The page is nested too deeply to be read';

/** All elements below `node` in document order; `into` decides whether an element's own children are walked too. */
export function* elementsBelow(node: DomNode, into: (element: DomNode) => boolean = () => true): Generator<DomNode> {
  const waiting = [...(node.children ?? [])].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.attribs === undefined) continue;
    yield next;
    if (into(next)) pushReversed(waiting, next.children);
  }
}

function pushReversed(waiting: DomNode[], children: readonly DomNode[] | undefined): void {
  for (let index = (children?.length ?? 0) - 1; index >= 0; index -= 1) {
    const child = children?.[index];
    if (child !== undefined) waiting.push(child);
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
const UNSEEN = new Set(['script', 'style', 'template', 'svg', 'button', 'select']);

/** The text of an element as it is shown: runs of blanks are one, `<br>` and blocks are lines, paragraphs stand apart. */
function shownText(node: DomNode): string {
  const parts: string[] = [];
  const waiting: (DomNode | string)[] = [...(node.children ?? [])].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    parts.push(ownText(next));
    if (!isShownElement(next)) continue;
    const edge = edgeOf(next.name);
    parts.push(edge);
    waiting.push(edge);
    for (const child of [...(next.children ?? [])].reverse()) waiting.push(child);
  }
  // Runs of blanks first: the next pattern would try each blank of a run as its beginning.
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

const isShownElement = (node: DomNode): boolean => node.attribs !== undefined && !UNSEEN.has(node.name ?? '');

function edgeOf(name = ''): string {
  if (PARAGRAPHS.has(name)) return '\n\n';
  return LINES.has(name) ? '\n' : '';
}

/** Properties whose value is an address; on links every other one is the text that people read. */
const ADDRESSES = new Set([
  'url',
  'sameAs',
  'image',
  'photo',
  'contentUrl',
  'thumbnailUrl',
  'embedUrl',
  'thumbnail',
  'video',
  'logo',
  'discussionUrl',
  'mainEntityOfPage',
]);

/** The value of a property that is no item: `content` first (sites put it on any element), then what the element is for. */
export function propertyValue(element: DomNode, property: string): string {
  const written = attribute(element, 'content') ?? attribute(element, 'datetime');
  return written ?? attribute(element, valueAttribute(element.name, property)) ?? shownText(element);
}

/** The attribute that holds the value of an element of this name, where it has one. */
function valueAttribute(name = '', property: string): string {
  if (VALUE_ATTRIBUTES.has(name)) return VALUE_ATTRIBUTES.get(name) ?? '';
  return ADDRESSES.has(property) ? 'href' : '';
}

const VALUE_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ...['img', 'video', 'audio', 'source', 'iframe', 'embed', 'track'].map((name) => [name, 'src'] as const),
  ['object', 'data'],
  ['link', 'href'],
  ['meter', 'value'],
  ['data', 'value'],
]);
