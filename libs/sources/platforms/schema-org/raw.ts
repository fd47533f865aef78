/**
 * Reduces the record of a review before it is stored. JSON-LD has no fixed schema: any part may contain personal data such as
 * telephone and address, and `itemReviewed` may contain the whole product with all its reviews. The author is reduced to names,
 * every other person to the type, the reviewed item to its id and name; extremely deep or long values are omitted. References that
 * the parser follows are replaced by their nodes. The rest of the node is stored unchanged.
 *
 * The remaining names are masked by the paths in `RAW_PRIVACY`. They are written here as the parser reads them: in the markup a
 * name may contain entities and escapes, which would hide the blanks between its words.
 */
import { authorNameOf, comparableName } from './names';
import { isItem, localName, propertyName, typesOf, valuesOf, type Item, type Reference, type Value } from './item';
import { UNREAD } from './unread';
import { AUTHOR_PROPERTIES, NODE_PROPERTIES } from './vocabulary';

const RAW_DEPTH = 10;
/** References that are followed from one reference to the next. */
const MAX_HOPS = 3;
const MAX_TEXT = 100_000;
const MAX_LIST = 200;
/** Longer texts are no names. */
const MAX_NAME = 300;
/** Properties with personal data, at any depth. */
const PERSONAL =
  /^(?:author|creator|reviewer|contributor|editor|sender|recipient|accountablePerson|copyrightHolder|maintainer|producer|provider|sponsor|translator|person|customer|user|email|telephone|faxNumber|address|birthDate|givenName|familyName|additionalName|ipAddress)$/i;

/** Paths of the names in `raw` (`SourceFacts.rawPrivacy`); other personal data has been removed. */
export const RAW_PRIVACY = {
  names: AUTHOR_PROPERTIES.flatMap((key) => [key, `${key}.name`, `${key}.*`, `${key}.*.name`]),
  drop: [] as readonly string[],
} as const;

/** Renders an item of microdata or RDFa as JSON-LD. */
export function renderRaw(
  types: readonly string[],
  id: string | null,
  properties: ReadonlyMap<string, readonly Value[]>,
): Record<string, unknown> {
  const jsonOf = (value: Value): unknown => (isItem(value) ? value.raw : value);
  return Object.fromEntries<unknown>([
    ...(types.length > 0 ? [['@type', types.length === 1 ? types[0] : types] as const] : []),
    ...(id === null ? [] : [['@id', id] as const]),
    ...[...properties].map(
      ([name, values]) => [name, values.length === 1 ? jsonOf(values[0] ?? '') : values.map(jsonOf)] as const,
    ),
  ]);
}

export interface RawContext {
  /** The author of the review, as `CollectedReview.author` has it, and the single names in it. */
  readonly author: string | null;
  readonly names: readonly string[];
  /** The references of the page, by their objects in the markup. */
  readonly references: ReadonlyMap<object, Reference>;
}

/** Returns the record of a review without personal data except names. Mask the names before the record is stored. */
export function rawOf(review: Item, context: RawContext): Record<string, unknown> {
  const reducer = new Reducer(context);
  const entries = Object.entries(review.raw).map(([key, value]) => {
    const name = propertyName(key) ?? key;
    if (AUTHOR_PROPERTIES.includes(name)) return [name, namesIn(valuesOf(review, name))] as const;
    return [localKey(key), name === 'itemReviewed' ? itemReference(value) : reducer.reduce(name, value, 1, 0)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const localKey = (key: string): string =>
  key.includes(':') ? key.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/, '') : key;

/** Reduces authors to types and names. Unread names are omitted. */
function namesIn(authors: readonly Value[]): unknown {
  const reduced = authors
    .slice(0, MAX_LIST)
    .map(reduceAuthor)
    .filter((author) => author !== undefined);
  if (reduced.length === 0) return undefined;
  return authors.length === 1 ? reduced[0] : reduced;
}

function reduceAuthor(author: Value): unknown {
  const reading = authorNameOf(author);
  const name = reading === null || reading === UNREAD ? undefined : reading.slice(0, MAX_TEXT);
  if (!isItem(author)) return name;
  const [type] = typesOf(author);
  return { ...(type === undefined ? {} : { '@type': type }), ...(name === undefined ? {} : { name }) };
}

function itemReference(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter(
    ([key, part]) => /^(?:@type|@id|name|url)$/.test(key) && typeof part === 'string',
  );
  return Object.fromEntries(entries);
}

class Reducer {
  private readonly names: ReadonlySet<string>;
  private readonly longestName: number;

  constructor(private readonly context: RawContext) {
    this.names = new Set(context.names.map(comparableName));
    this.longestName = Math.max(0, ...context.names.map((name) => name.length));
  }

  reduce(key: string, value: unknown, depth: number, hops: number): unknown {
    if (PERSONAL.test(key) || depth > RAW_DEPTH) return undefined;
    if (typeof value === 'string') return this.reduceText(value);
    if (Array.isArray(value))
      return value
        .slice(0, MAX_LIST)
        .map((part) => this.reduce(key, part, depth + 1, hops))
        .filter((part) => part !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const node = NODE_PROPERTIES.has(key) && hops < MAX_HOPS ? this.nodeOf(value) : undefined;
    return node === undefined ? this.reduceObject(value, depth, hops) : this.reduceObject(node, depth, hops + 1);
  }

  private reduceObject(value: object, depth: number, hops: number): unknown {
    const type: unknown = (value as Record<string, unknown>)['@type'];
    const isPerson = (Array.isArray(type) ? type : [type]).some(
      (name) => typeof name === 'string' && localName(name) === 'Person',
    );
    if (isPerson) return { '@type': 'Person' };
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, part]) => [name, this.reduce(propertyName(name) ?? name, part, depth + 1, hops)] as const)
        .filter(([, part]) => part !== undefined),
    );
  }

  /** The node of a reference, if the references of the page have not reached their limit. */
  private nodeOf(value: object): object | undefined {
    const reference = this.context.references.get(value);
    const [node] = reference?.nodes ?? [];
    return node !== undefined && reference?.mayRead([node]) === true ? node.raw : undefined;
  }

  /** A text that is a name of an author in any spelling becomes the author, who is masked wherever it is a whole value. */
  private reduceText(text: string): string | undefined {
    if (!this.isName(text)) return text.slice(0, MAX_TEXT);
    return this.names.size === 1 ? (this.context.author ?? undefined) : undefined;
  }

  private isName(text: string): boolean {
    // Only markup makes a text much longer than the name in it.
    const maxLength = /[&<]/.test(text.slice(0, MAX_NAME)) ? MAX_NAME : 2 * this.longestName;
    return text.length <= maxLength && this.names.has(comparableName(text));
  }
}
