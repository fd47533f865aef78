/**
 * The common form of schema.org data. JSON-LD, microdata and RDFa are read into items; the rest of the parser works on items
 * only.
 *
 * Names are local ("Review", "reviewBody"), without vocabulary URLs and prefixes. Text values are plain text: entities are
 * decoded and `<br>` is a line break.
 *
 * An item without properties refers to the node of the page that has its id (`references.ts`). The functions below then read the
 * properties of that node, so a reference is read like its node wherever an item may occur.
 */
export type Value = string | Item;

export interface Item {
  readonly types: readonly string[];
  /** `@id`, `itemid` or `resource`, as written. */
  readonly id: string | null;
  /** Without those of the node to which the item refers. */
  readonly properties: ReadonlyMap<string, readonly Value[]>;
  /** The item as JSON: the node of the page for JSON-LD, a JSON-LD rendering for microdata and RDFa. */
  readonly raw: { readonly [key: string]: unknown };
  /** Set once, after all blocks of the page have been read; absent if the item is no reference or the page has no such node. */
  reference?: Reference;
}

export interface Reference {
  /** The nodes of the page with the item's id, in the page's order; at least one. */
  readonly nodes: readonly Item[];
  /** Whether these values of a node may be read. All references of a page together have a limit. */
  readonly mayRead: (values: readonly Value[]) => boolean;
}

/** Deeper markup is not read: no page needs it, and it could exhaust the stack. */
export const MAX_DEPTH = 24;

/** The top-level items of one script block, or of all microdata or all RDFa of a page. */
export type Block = readonly Item[];

export const isItem = (value: Value | undefined): value is Item => typeof value === 'object';

/** The node to which an item refers, else the item. */
export const nodeOf = (item: Item): Item => item.reference?.nodes[0] ?? item;

/** Whether an item refers to a node that the page does not have. */
export const isUnknown = (item: Item): boolean =>
  item.id !== null && item.properties.size === 0 && item.reference === undefined;

/** The types of an item and of the node to which it refers. */
export const typesOf = (item: Item): readonly string[] =>
  item.reference === undefined ? item.types : [...item.types, ...item.reference.nodes.flatMap(({ types }) => types)];

/** All values of one property. */
function valuesAt(item: Item, name: string): readonly Value[] {
  if (item.reference === undefined) return item.properties.get(name) ?? [];
  const { nodes, mayRead } = item.reference;
  for (const node of nodes) {
    const values = node.properties.get(name) ?? [];
    if (values.length > 0) return mayRead(values) ? values : [];
  }
  return [];
}

/** All values of the first of these properties that has values. */
export function valuesOf(item: Item, ...names: readonly string[]): readonly Value[] {
  for (const name of names) {
    const values = valuesAt(item, name);
    if (values.length > 0) return values;
  }
  return [];
}

/** All values of all of these properties, in the order of the names. */
export const allValuesOf = (item: Item, ...names: readonly string[]): readonly Value[] =>
  names.flatMap((name) => valuesAt(item, name));

/** The first text among the values of these properties, in the order of the names. */
export function textOf(item: Item, ...names: readonly string[]): string | null {
  for (const name of names) {
    for (const value of valuesAt(item, name)) {
      const text = isItem(value) ? null : value.trim();
      if (text !== null && text !== '') return text;
    }
  }
  return null;
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
  const known = localNames.get(name);
  if (known !== undefined) return known;
  const trimmed = name.trim();
  const local =
    /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)?([A-Za-z][A-Za-z0-9_-]*)\/?$/.exec(trimmed)?.[1] ?? null;
  if (localNames.size < MAX_KNOWN_NAMES && name.length < MAX_KNOWN_LENGTH) localNames.set(name, local);
  return local;
}

/** The names of a page repeat in each of its items. */
const localNames = new Map<string, string | null>();
const MAX_KNOWN_NAMES = 2_000;
const MAX_KNOWN_LENGTH = 100;

/** A property's local name in lower camel case; sites also write `Review` for `review`. */
export function propertyName(name: string): string | null {
  const local = localName(name);
  if (local === null || !/^[A-Z]/.test(local)) return local;
  return local.charAt(0).toLowerCase() + local.slice(1);
}
