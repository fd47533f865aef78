/**
 * Reads the JSON-LD blocks of a page leniently. Contexts are not fetched: the terms of pages are schema.org terms even if the
 * page declares another context, and the address of a context is foreign data.
 *
 * Servers write a list as an object with numbers as keys if an element was removed before (`{"0": …, "2": …}`), or with the ids of
 * the elements (`{"5f0c-a1": {…}}`). A node has no properties with such names, so the values are the elements of a list.
 */
import type { CheerioAPI } from 'cheerio';
import { plainText } from '../../html/plain-text';
import { isItem, localName, MAX_DEPTH, propertyName, type Block, type Item, type Value } from './item';
import { parseLenientJson } from './lenient-json';
import { fromLanguageMap, inOneLanguage } from './translations';
import { mayRepeat, PROSE_PROPERTIES } from './vocabulary';

export interface JsonLd {
  readonly blocks: readonly Block[];
  /** Whether a block with reviews could not be parsed, so the list may be incomplete. */
  readonly hasUnreadableReviews: boolean;
}

type JsonObject = { readonly [key: string]: unknown };
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads all `application/ld+json` blocks in document order; `textOf` maps the content of a script to its text (see
 * `script-bodies.ts`). Never throws for invalid content.
 */
export function readJsonLd($: CheerioAPI, textOf: (content: string) => string = (content) => content): JsonLd {
  const language = $('html').attr('lang')?.trim();
  const blocks: Block[] = [];
  let hasUnreadableReviews = false;
  for (const script of $('script[type]').toArray()) {
    if (!/^\s*application\/ld\+json\b/i.test($(script).attr('type') ?? '')) continue;
    const text = textOf($(script).text());
    try {
      blocks.push(itemsOf(documentOf(text), { depth: 0, language }));
    } catch {
      hasUnreadableReviews ||= /review/i.test(text);
    }
  }
  return { blocks, hasUnreadableReviews };
}

/** The value of a block. Some templates encode the document twice, so that it is a string with JSON. */
function documentOf(text: string): unknown {
  const value = parseLenientJson(text, isRepeatable);
  return typeof value === 'string' ? parseLenientJson(value, isRepeatable) : value;
}

const isRepeatable = (key: string): boolean => mayRepeat(key, key.startsWith('@') ? null : propertyName(key));

interface Position {
  readonly depth: number;
  /** The page's `lang`, unvalidated. */
  readonly language: string | undefined;
}

const below = ({ depth, language }: Position): Position => ({ depth: depth + 1, language });

/** The top-level items of a document: the elements of lists and of `@graph`, otherwise the object itself. */
const itemsOf = (value: unknown, position: Position): readonly Item[] => valuesAt(value, position).filter(isItem);

/** Keys of an object that contain other nodes and do not describe the object itself. */
const CONTAINERS = ['@graph', '@included'];
/** Keys of an object that describe nothing. */
const EMPTY_KEYS = new Set([...CONTAINERS, '@context']);
const WRAPPERS = ['@value', '@list', '@set'];

/** The keys of an object under which it has the elements of a list. */
const elementKeysOf = (value: JsonObject): readonly string[] =>
  Object.keys(value).filter((key) => isNumbered(key) || (ID_WITH_DIGIT.test(key) && isTyped(value[key])));

const isNumbered = (key: string): boolean => {
  const first = key.charCodeAt(0);
  return first >= DIGIT_ZERO && first <= DIGIT_NINE && /^\d{1,20}$/.test(key);
};
const DIGIT_ZERO = '0'.charCodeAt(0);
const DIGIT_NINE = '9'.charCodeAt(0);
/** An id, if its value is a node. Sites also write sizes of images in this form: `"300x200": "/small.jpg"`. */
const ID_WITH_DIGIT = /^\d[\w-]{0,100}$/;
const isTyped = (value: unknown): boolean => isObject(value) && (value['@type'] ?? value['type']) !== undefined;

/** A value as a list: the elements of a list in any form, otherwise the value. */
function elementsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const keys = isObject(value) ? elementKeysOf(value) : [];
  return isObject(value) && keys.length > 0 ? keys.map((key) => value[key]) : [value];
}

function valuesAt(value: unknown, position: Position): readonly Value[] {
  if (position.depth > MAX_DEPTH) return [];
  if (typeof value !== 'object' || value === null) return plainValue(value);
  const inner = below(position);
  if (Array.isArray(value)) return inOneLanguage(value, inner.language).flatMap((element) => valuesAt(element, inner));
  return isObject(value) ? valuesOfObject(value, position) : [];
}

function valuesOfObject(value: JsonObject, position: Position): readonly Value[] {
  const inner = below(position);
  const wrapper = WRAPPERS.find((name) => Object.hasOwn(value, name));
  if (wrapper !== undefined) return valuesAt(value[wrapper], inner);
  const elementKeys = elementKeysOf(value);
  const own = isNode(Object.keys(value), new Set(elementKeys)) ? [itemOf(value, position)] : [];
  const containers = CONTAINERS.filter((name) => value[name] !== undefined);
  if (elementKeys.length === 0 && containers.length === 0) return own;
  const elements = inOneLanguage(
    elementKeys.map((key) => value[key]),
    inner.language,
  );
  const contained = [...elements, ...containers.map((name) => value[name])];
  return [...own, ...contained.flatMap((element) => valuesAt(element, inner))];
}

/** Whether the keys of an object describe a node, apart from the nodes that it contains. Lists that are written as objects may have `length`. */
function isNode(keys: readonly string[], elementKeys: ReadonlySet<string>): boolean {
  return keys.some((key) => {
    if (EMPTY_KEYS.has(key) || elementKeys.has(key) || (elementKeys.size > 0 && key === 'length')) return false;
    // The id of an object with a graph is the name of the graph.
    return key !== '@id' || !keys.includes('@graph');
  });
}

function itemOf(node: JsonObject, position: Position): Item {
  const properties = new Map<string, readonly Value[]>();
  for (const [key, value] of Object.entries(node)) {
    const name = nameOfKey(key);
    if (name === null) continue;
    const text = PROSE_PROPERTIES.has(name) ? fromLanguageMap(value, position.language) : null;
    const values = valuesAt(text ?? value, below(position));
    const existing = properties.get(name);
    if (values.length > 0) properties.set(name, existing === undefined ? values : [...existing, ...values]);
  }
  addReversed(node['@reverse'], properties, below(position));
  const id = node['@id'] ?? node['id'];
  return {
    types: typesOf(node['@type'] ?? node['type']),
    id: typeof id === 'string' ? id.trim() : null,
    properties,
    raw: node,
  };
}

/** `id` and `type` are other names of `@id` and `@type` in schema.org's context. */
function nameOfKey(key: string): string | null {
  return key.startsWith('@') || key === 'id' || key === 'type' ? null : propertyName(key);
}

/** `@reverse: { itemReviewed: [...] }` is equivalent to `review: [...]`. */
function addReversed(reverse: unknown, properties: Map<string, readonly Value[]>, position: Position): void {
  if (!isObject(reverse)) return;
  const reviews = valuesAt(reverse['itemReviewed'] ?? reverse['schema:itemReviewed'], position).filter(isItem);
  if (reviews.length > 0) properties.set('review', [...(properties.get('review') ?? []), ...reviews]);
}

function typesOf(value: unknown): readonly string[] {
  const types = elementsOf(value).filter((type) => typeof type === 'string');
  return types.map(localName).filter((type) => type !== null);
}

function plainValue(value: unknown): readonly Value[] {
  if (typeof value === 'string') return [plainText(value)];
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}
