/** Reads RDFa Lite: `typeof`, `property`, `resource`, with or without `vocab`. Ignores names of other vocabularies (`og:`). */
import { attribute, elementsBelow, splitWords, type DomNode } from '../../html/dom';
import { addValue, localName, MAX_DEPTH, propertyName, type Block, type Item, type Value } from './item';
import { propertyValue } from './property-value';
import { renderRaw } from './raw';

/** The items of the page that do not belong to another item. */
export function readRdfa(root: DomNode): Block {
  const items: Item[] = [];
  for (const element of elementsBelow(root, (candidate) => !isScope(candidate))) {
    if (isScope(element)) items.push(itemOf(element, 0));
  }
  return items;
}

const isScope = (element: DomNode): boolean => attribute(element, 'typeof') !== undefined;

function itemOf(scope: DomNode, depth: number): Item {
  const properties = new Map<string, Value[]>();
  const elements = depth > MAX_DEPTH ? [] : elementsBelow(scope, (candidate) => !isScope(candidate));
  for (const element of elements) {
    for (const name of splitWords(attribute(element, 'property')).map(propertyName)) {
      if (name === null) continue;
      addValue(properties, name, isScope(element) ? itemOf(element, depth + 1) : propertyValue(element, name));
    }
  }
  const types = splitWords(attribute(scope, 'typeof'))
    .map(localName)
    .filter((type) => type !== null);
  const id = (attribute(scope, 'resource') ?? attribute(scope, 'about'))?.trim() ?? null;
  return { types, id, properties, raw: renderRaw(types, id, properties) };
}
