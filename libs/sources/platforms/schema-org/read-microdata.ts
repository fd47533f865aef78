/** Reads microdata (`itemscope`, `itemprop`, `itemref`, `itemid`) by the algorithm of the HTML standard, with visible texts. */
import { attribute, elementsBelow, splitWords, type DomNode } from '../../html/dom';
import { localName, MAX_DEPTH, propertyName, type Block, type Item } from './item';
import { addProperty, propertiesOf, propertyValue, type ReadProperties } from './property-value';
import { renderRaw } from './raw';
import { topLevelScopes } from './top-level';

/** State shared by all items of a page. */
interface Page {
  readonly byId: ReadonlyMap<string, DomNode>;
  /** The page's `lang`, unvalidated. */
  readonly language: string | undefined;
  /** Number of elements that may still be visited. */
  budget: number;
}

/**
 * With `itemref` every item can include the whole page with all other items, so a few kilobytes could take hours to read. Normal
 * pages need one or two visits per element. After the limit no further properties are read.
 */
const VISITS_PER_ELEMENT = 20;

/** The items of the page that do not belong to another item. `language` is the page's `lang`. */
export function readMicrodata(root: DomNode, language?: string): Block {
  const byId = new Map<string, DomNode>();
  let elements = 0;
  for (const element of elementsBelow(root)) {
    elements += 1;
    const id = attribute(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const page: Page = { byId, language, budget: elements * VISITS_PER_ELEMENT };
  const referenced = referencedElements(root, byId);
  const items: Item[] = [];
  for (const element of topLevelScopes(root, isScope, isProperty)) {
    if (!isProperty(element) || !referenced.has(element)) items.push(itemOf(element, page, new Set(), 0));
  }
  return items;
}

const isScope = (element: DomNode): boolean => attribute(element, 'itemscope') !== undefined;
const isProperty = (element: DomNode): boolean => attribute(element, 'itemprop') !== undefined;

/** The elements, with their descendants, that an item includes by `itemref`; their properties belong only to that item. */
function referencedElements(root: DomNode, byId: ReadonlyMap<string, DomNode>): ReadonlySet<DomNode> {
  const referenced = new Set<DomNode>();
  for (const element of elementsBelow(root)) {
    for (const id of isScope(element) ? splitWords(attribute(element, 'itemref')) : []) {
      const target = byId.get(id);
      if (target === undefined || referenced.has(target)) continue;
      referenced.add(target);
      // Skip elements that were added before; otherwise nested targets would be visited repeatedly.
      for (const inner of elementsBelow(target, (candidate) => !referenced.has(candidate) || candidate === target))
        referenced.add(inner);
    }
  }
  return referenced;
}

function itemOf(scope: DomNode, page: Page, ancestors: ReadonlySet<DomNode>, depth: number): Item {
  const read: ReadProperties = new Map();
  const path = new Set([...ancestors, scope]);
  for (const element of depth > MAX_DEPTH ? [] : propertyElements(scope, page)) {
    for (const name of splitWords(attribute(element, 'itemprop')).map(propertyName)) {
      // Skip an item that is its own ancestor by `itemref`.
      if (name === null || path.has(element)) continue;
      const value = isScope(element) ? itemOf(element, page, path, depth + 1) : propertyValue(element, name);
      addProperty(read, name, value, element);
    }
  }
  const properties = propertiesOf(read, page.language);
  const types = splitWords(attribute(scope, 'itemtype'))
    .map(localName)
    .filter((type) => type !== null);
  const id = attribute(scope, 'itemid')?.trim() ?? null;
  return { types, id, properties, raw: renderRaw(types, id, properties) };
}

function* propertyElements(scope: DomNode, page: Page): Generator<DomNode> {
  const inside = (element: DomNode): boolean => !isScope(element);
  yield* withProperty(elementsBelow(scope, inside), page);
  for (const id of splitWords(attribute(scope, 'itemref'))) {
    const root = page.byId.get(id);
    if (root === undefined) continue;
    yield* withProperty([root], page);
    if (inside(root)) yield* withProperty(elementsBelow(root, inside), page);
  }
}

function* withProperty(elements: Iterable<DomNode>, page: Page): Generator<DomNode> {
  for (const element of elements) {
    page.budget -= 1;
    if (page.budget < 0) return;
    if (isProperty(element)) yield element;
  }
}
