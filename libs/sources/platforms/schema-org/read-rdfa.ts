/** Reads RDFa Lite: `typeof`, `property`, `resource`, with or without `vocab`. Ignores names of other vocabularies (`og:`). */
import { attribute, elementsBelow, splitWords, type DomNode } from '../../html/dom';
import { localName, MAX_DEPTH, propertyName, type Block, type Item, type Value } from './item';
import { addProperty, propertiesOf, propertyValue, type ReadProperties } from './property-value';
import { renderRaw } from './raw';
import { topLevelScopes } from './top-level';

/** The items of the page that do not belong to another item. `language` is the page's `lang`. */
export function readRdfa(root: DomNode, language?: string): Block {
  return [...topLevelScopes(root, isScope, isProperty)].map((element) => itemOf(element, language, 0));
}

const isScope = (element: DomNode): boolean => attribute(element, 'typeof') !== undefined;
const isProperty = (element: DomNode): boolean => attribute(element, 'property') !== undefined;

function itemOf(scope: DomNode, language: string | undefined, depth: number): Item {
  const read: ReadProperties = new Map();
  const elements = depth > MAX_DEPTH ? [] : elementsBelow(scope, (candidate) => !isScope(candidate));
  for (const element of elements) {
    for (const name of splitWords(attribute(element, 'property')).map(propertyName)) {
      if (name === null) continue;
      const value = isScope(element) ? itemOf(element, language, depth + 1) : referenceOrValue(element, name);
      addProperty(read, name, value, element);
    }
  }
  const properties = propertiesOf(read, language);
  const types = splitWords(attribute(scope, 'typeof'))
    .map(localName)
    .filter((type) => type !== null);
  const id = (attribute(scope, 'resource') ?? attribute(scope, 'about'))?.trim() ?? null;
  return { types, id, properties, raw: renderRaw(types, id, properties) };
}

/** An empty element with `resource` refers to the item with that id: `<span property="author" resource="#person-7"></span>`. */
function referenceOrValue(element: DomNode, name: string): Value {
  const text = propertyValue(element, name);
  const id = attribute(element, 'resource')?.trim() ?? '';
  return text.trim() !== '' || id === '' ? text : { types: [], id, properties: new Map(), raw: { '@id': id } };
}
