/** Microdata: `itemscope`, `itemprop`, `itemref`, `itemid`, after the HTML standard's algorithm, with the text people read. */
import { attribute, elementsBelow, propertyValue, words, type DomNode } from './dom';
import { addValue, localName, MAX_DEPTH, propertyName, type Block, type Item, type Value } from './item';
import { renderRaw } from './raw';

/** What reading the items of one page shares. */
interface Page {
  readonly byId: ReadonlyMap<string, DomNode>;
  /** Elements that may still be looked at. */
  budget: number;
}

/**
 * `itemref` lets every item of a page claim the whole page as its own, and each item in it again: a few kilobytes could
 * be read for hours. Honest pages need each element once or twice; whatever is left of the others is not read.
 */
const LOOKS_PER_ELEMENT = 20;

/** The items of the page that are no other item's property, whether or not they name a property. */
export function readMicrodata(root: DomNode): Block {
  const byId = new Map<string, DomNode>();
  let elements = 0;
  for (const element of elementsBelow(root)) {
    elements += 1;
    const id = attribute(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const page: Page = { byId, budget: elements * LOOKS_PER_ELEMENT };
  const referred = referredElements(root, byId);
  const items: Item[] = [];
  // A review marked `itemprop="review"` outside of any item is still a review (bvseo pages), so an orphan counts as a root.
  for (const element of elementsBelow(root, (candidate) => !isScope(candidate))) {
    if (isScope(element) && !referred.has(element)) items.push(itemOf(element, page, new Set(), 0));
  }
  return items;
}

const isScope = (element: DomNode): boolean => attribute(element, 'itemscope') !== undefined;

/** Elements that some item pulls in by `itemref`, and everything inside them: they belong there and stand nowhere else. */
function referredElements(root: DomNode, byId: ReadonlyMap<string, DomNode>): ReadonlySet<DomNode> {
  const referred = new Set<DomNode>();
  for (const element of elementsBelow(root)) {
    for (const id of isScope(element) ? words(attribute(element, 'itemref')) : []) {
      const target = byId.get(id);
      if (target === undefined || referred.has(target)) continue;
      referred.add(target);
      // Not into what was added before: referred elements inside each other would be walked once for each.
      for (const inner of elementsBelow(target, (candidate) => !referred.has(candidate) || candidate === target))
        referred.add(inner);
    }
  }
  return referred;
}

function itemOf(scope: DomNode, page: Page, above: ReadonlySet<DomNode>, depth: number): Item {
  const properties = new Map<string, Value[]>();
  const path = new Set([...above, scope]);
  for (const element of depth > MAX_DEPTH ? [] : propertyElements(scope, page)) {
    for (const name of words(attribute(element, 'itemprop')).map(propertyName)) {
      // An item that is its own ancestor by `itemref` would never end.
      if (name === null || path.has(element)) continue;
      addValue(
        properties,
        name,
        isScope(element) ? itemOf(element, page, path, depth + 1) : propertyValue(element, name),
      );
    }
  }
  const types = words(attribute(scope, 'itemtype'))
    .map(localName)
    .filter((type) => type !== null);
  const id = attribute(scope, 'itemid')?.trim() ?? null;
  return { types, id, properties, raw: renderRaw(types, id, properties) };
}

function* propertyElements(scope: DomNode, page: Page): Generator<DomNode> {
  const inside = (element: DomNode): boolean => !isScope(element);
  yield* withProperty(elementsBelow(scope, inside), page);
  for (const id of words(attribute(scope, 'itemref'))) {
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
    if (attribute(element, 'itemprop') !== undefined) yield element;
  }
}
