/** The value of a property in microdata and RDFa. */
import { attribute, visibleText, type DomNode } from '../../html/dom';
import type { Value } from './item';
import { inOneLanguage } from './translations';

/** The values of the properties of an item, each with the `lang` of its element. */
export type ReadProperties = Map<string, { readonly value: Value; readonly language: string | undefined }[]>;

/** Appends the value that `element` has for a property. */
export function addProperty(read: ReadProperties, name: string, value: Value, element: DomNode): void {
  const entry = { value, language: attribute(element, 'lang')?.trim() || undefined };
  const entries = read.get(name);
  if (entries === undefined) read.set(name, [entry]);
  else entries.push(entry);
}

/** The properties of an item; of translations the one in the language of the page. */
export function propertiesOf(
  read: ReadProperties,
  pageLanguage: string | undefined,
): ReadonlyMap<string, readonly Value[]> {
  return new Map(
    [...read].map(([name, entries]) => [
      name,
      inOneLanguage(entries, pageLanguage, ({ language }) => language).map(({ value }) => value),
    ]),
  );
}

/** Properties for which the value of a link is its address; for other properties it is the link's visible text. */
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

/**
 * The value of a property that is not an item: `content` (which sites put on any element), else `datetime`, else the element's
 * own attribute or text. An attribute that a template left empty is ignored if the element has a text.
 */
export function propertyValue(element: DomNode, property: string): string {
  const attributeValue =
    attribute(element, 'content') ??
    attribute(element, 'datetime') ??
    attribute(element, valueAttribute(element.name, property));
  return attributeValue === undefined || attributeValue.trim() === '' ? visibleText(element) : attributeValue;
}

/** The name of the attribute that contains the value of an element; empty if there is none. */
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
