/**
 * The common form of schema.org data. JSON-LD, microdata and RDFa are read into items; the rest of the parser works on items
 * only.
 *
 * Names are local ("Review", "reviewBody"), without vocabulary URLs and prefixes. Text values are plain text: entities are
 * decoded and `<br>` is a line break.
 */
export type Value = string | Item;

export interface Item {
  readonly types: readonly string[];
  /** `@id`, `itemid` or `resource`, as written. */
  readonly id: string | null;
  readonly properties: ReadonlyMap<string, readonly Value[]>;
  /** The item as JSON: the node of the page for JSON-LD, a JSON-LD rendering for microdata and RDFa. */
  readonly raw: { readonly [key: string]: unknown };
}

/** Deeper markup is not read: no page needs it, and it could exhaust the stack. */
export const MAX_DEPTH = 24;

/** The top-level items of one script block, or of all microdata or all RDFa of a page. */
export type Block = readonly Item[];

export const isItem = (value: Value | undefined): value is Item => typeof value === 'object';

/** All values of the first of these properties that has values. */
export function valuesOf(item: Item, ...names: readonly string[]): readonly Value[] {
  for (const name of names) {
    const values = item.properties.get(name);
    if (values !== undefined && values.length > 0) return values;
  }
  return [];
}

/** The first text among the values of these properties, in the order of the names. */
export function textOf(item: Item, ...names: readonly string[]): string | null {
  for (const name of names) {
    for (const value of item.properties.get(name) ?? []) {
      const text = isItem(value) ? null : value.trim();
      if (text !== null && text !== '') return text;
    }
  }
  return null;
}

/** Appends a value to a property. */
export function addValue(properties: Map<string, Value[]>, name: string, value: Value): void {
  const values = properties.get(name);
  if (values === undefined) properties.set(name, [value]);
  else values.push(value);
}

/** A text, or the name of an item; for properties that can be either. */
export function nameOf(value: Value | undefined): string | null {
  if (value === undefined) return null;
  if (!isItem(value)) return value.trim() === '' ? null : value.trim();
  const parts = [textOf(value, 'givenName'), textOf(value, 'familyName')].filter((part) => part !== null);
  return textOf(value, 'name') ?? (parts.length > 0 ? parts.join(' ') : textOf(value, 'alternateName'));
}

/** `https://schema.org/Review`, `schema:Review` and `Review` are `Review`; names of other vocabularies are null. */
export function localName(name: string): string | null {
  const trimmed = name.trim();
  const local = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)?([A-Za-z][A-Za-z0-9_-]*)\/?$/.exec(trimmed)?.[1];
  return local ?? null;
}

/** A property's local name in lower camel case; sites also write `Review` for `review`. */
export function propertyName(name: string): string | null {
  const local = localName(name);
  return local === null ? null : local.charAt(0).toLowerCase() + local.slice(1);
}
