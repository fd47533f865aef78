/**
 * Reads the JSON-LD blocks of a page leniently. Contexts are not fetched: the terms of pages are schema.org terms even if the
 * page declares another context, and the address of a context is foreign data.
 */
import type { CheerioAPI } from 'cheerio';
import { plainText } from './html-text';
import { isItem, localName, MAX_DEPTH, propertyName, type Block, type Item, type Value } from './item';
import { parseLenientJson } from './lenient-json';
import { mayRepeat } from './vocabulary';

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
  const blocks: Block[] = [];
  let hasUnreadableReviews = false;
  for (const script of $('script[type]').toArray()) {
    if (!/^\s*application\/ld\+json\b/i.test($(script).attr('type') ?? '')) continue;
    const text = textOf($(script).text());
    try {
      blocks.push(itemsOf(documentOf(text), 0));
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

/** The top-level items of a document: each element of arrays and of `@graph`, otherwise the object itself. */
function itemsOf(value: unknown, depth: number): readonly Item[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((element) => itemsOf(element, depth + 1));
  if (!isObject(value)) return [];
  const graph = itemsOf(value['@graph'], depth + 1);
  const own = Object.keys(value).some((key) => key !== '@graph' && key !== '@context' && key !== '@id');
  return own ? [itemOf(value, depth), ...graph] : graph;
}

function itemOf(node: JsonObject, depth: number): Item {
  const properties = new Map<string, readonly Value[]>();
  for (const [key, value] of Object.entries(node)) {
    const name = key.startsWith('@') ? null : propertyName(key);
    if (name === null) continue;
    const values = valuesAt(value, depth + 1);
    if (values.length > 0) properties.set(name, [...(properties.get(name) ?? []), ...values]);
  }
  addReversed(node['@reverse'], properties, depth + 1);
  const id = node['@id'] ?? node['id'];
  return {
    types: typesOf(node['@type'] ?? node['type']),
    id: typeof id === 'string' ? id.trim() : null,
    properties,
    raw: node,
  };
}

/** `@reverse: { itemReviewed: [...] }` is equivalent to `review: [...]`. */
function addReversed(reverse: unknown, properties: Map<string, readonly Value[]>, depth: number): void {
  if (!isObject(reverse)) return;
  const reviews = valuesAt(reverse['itemReviewed'] ?? reverse['schema:itemReviewed'], depth).filter(isItem);
  if (reviews.length > 0) properties.set('review', [...(properties.get('review') ?? []), ...reviews]);
}

function typesOf(value: unknown): readonly string[] {
  const types = (Array.isArray(value) ? value : [value]).filter((type) => typeof type === 'string');
  return types.map(localName).filter((type) => type !== null);
}

function valuesAt(value: unknown, depth: number): readonly Value[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, depth + 1));
  if (!isObject(value)) return plainValue(value);
  const wrapper = ['@value', '@list', '@set'].find((name) => Object.hasOwn(value, name));
  return wrapper === undefined ? [itemOf(value, depth)] : valuesAt(value[wrapper], depth + 1);
}

function plainValue(value: unknown): readonly Value[] {
  if (typeof value === 'string') return [plainText(value)];
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}
