/** Microdata: `itemscope`, `itemprop`, `itemref`, `itemid`, after the HTML standard's algorithm, with the text people read. */
import { attribute, elementsBelow, propertyValue, words, type DomNode } from './dom';
import { localName, MAX_DEPTH, propertyName, type Block, type Item, type Value } from './item';
import { renderRaw } from './raw';

/** The items of the page that are no other item's property, whether or not they name a property. */
export function readMicrodata(root: DomNode): Block {
  const byId = new Map<string, DomNode>();
  for (const element of elementsBelow(root)) {
    const id = attribute(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const referred = referredElements(root, byId);
  const items: Item[] = [];
  // A review marked `itemprop="review"` outside of any item is still a review (bvseo pages), so an orphan counts as a root.
  const into = (element: DomNode): boolean => !isScope(element);
  for (const element of elementsBelow(root, into)) {
    if (isScope(element) && !referred.has(element)) items.push(itemOf(element, byId, new Set(), 0));
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
      for (const inner of elementsBelow(target)) referred.add(inner);
    }
  }
  return referred;
}

function itemOf(scope: DomNode, byId: ReadonlyMap<string, DomNode>, above: ReadonlySet<DomNode>, depth: number): Item {
  const properties = new Map<string, Value[]>();
  const path = new Set([...above, scope]);
  for (const element of depth > MAX_DEPTH ? [] : propertyElements(scope, byId)) {
    for (const name of words(attribute(element, 'itemprop')).map(propertyName)) {
      // An item that is its own ancestor by `itemref` would never end.
      if (name === null || path.has(element)) continue;
      const value = isScope(element) ? itemOf(element, byId, path, depth + 1) : propertyValue(element, name);
      properties.set(name, [...(properties.get(name) ?? []), value]);
    }
  }
  const types = words(attribute(scope, 'itemtype'))
    .map(localName)
    .filter((type) => type !== null);
  const id = attribute(scope, 'itemid')?.trim() ?? null;
  return { types, id, properties, raw: renderRaw(types, id, properties) };
}

function* propertyElements(scope: DomNode, byId: ReadonlyMap<string, DomNode>): Generator<DomNode> {
  const roots = words(attribute(scope, 'itemref')).map((id) => byId.get(id));
  const inside = (element: DomNode): boolean => !isScope(element);
  yield* withProperty(elementsBelow(scope, inside));
  for (const root of roots) {
    if (root === undefined) continue;
    yield* withProperty([root]);
    if (inside(root)) yield* withProperty(elementsBelow(root, inside));
  }
}

function* withProperty(elements: Iterable<DomNode>): Generator<DomNode> {
  for (const element of elements) {
    if (attribute(element, 'itemprop') !== undefined) yield element;
  }
}
