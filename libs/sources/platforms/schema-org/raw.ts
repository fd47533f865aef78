/**
 * Reduces the record of a review before it is stored. JSON-LD has no fixed schema: any part may contain personal data such as
 * telephone and address, and `itemReviewed` may contain the whole product with all its reviews. The author is reduced to names,
 * every other person to the type, the reviewed item to its id and name; extremely deep or long values are omitted. The rest of the
 * node is stored unchanged. The remaining names are masked by the paths in `RAW_PRIVACY`.
 */
import type { Item, Value } from './item';
import { isItem } from './item';

const AUTHOR_KEYS = ['author', 'creator', 'reviewer'];
const RAW_DEPTH = 10;
const MAX_TEXT = 100_000;
const MAX_LIST = 200;
/** Properties with personal data, at any depth. */
const PERSONAL =
  /^(?:author|creator|reviewer|contributor|editor|sender|recipient|accountablePerson|copyrightHolder|maintainer|producer|provider|sponsor|translator|person|customer|user|email|telephone|faxNumber|address|birthDate|givenName|familyName|additionalName|ipAddress)$/i;

/** Paths of the names in `raw` (`SourceFacts.rawPrivacy`); other personal data has been removed. */
export const RAW_PRIVACY = {
  names: AUTHOR_KEYS.flatMap((key) => [key, `${key}.name`, `${key}.*`, `${key}.*.name`]),
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

/** Returns the record of a review without personal data except names. Mask the names before the record is stored. */
export function rawOf(review: Item): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(review.raw)
      .map(([key, value]) => [key, reduceProperty(localKey(key), value)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

const localKey = (key: string): string => key.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/, '');

function reduceProperty(key: string, value: unknown): unknown {
  if (AUTHOR_KEYS.includes(key)) return authorNames(value);
  if (key === 'itemReviewed') return itemReference(value);
  return reduceValue(key, value, 1);
}

/** Reduces `"Anna"`, `{name: "Anna", url, image}` and lists of them to type and name. */
function authorNames(value: unknown): unknown {
  // If the author is a URL, it is the address of a profile, not a name.
  if (typeof value === 'string') return /^(?:https?:)?\/\//i.test(value) ? undefined : value.slice(0, MAX_TEXT);
  if (Array.isArray(value))
    return value
      .slice(0, MAX_LIST)
      .map(authorNames)
      .filter((name) => name !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const { '@type': type, name } = value as Record<string, unknown>;
  return { ...(typeof type === 'string' ? { '@type': type } : {}), ...(typeof name === 'string' ? { name } : {}) };
}

function itemReference(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter(
    ([key, part]) => /^(?:@type|@id|name|url)$/.test(key) && typeof part === 'string',
  );
  return Object.fromEntries(entries);
}

function reduceValue(key: string, value: unknown, depth: number): unknown {
  if (PERSONAL.test(key) || depth > RAW_DEPTH) return undefined;
  if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  if (Array.isArray(value))
    return value
      .slice(0, MAX_LIST)
      .map((part) => reduceValue(key, part, depth + 1))
      .filter((part) => part !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const type: unknown = (value as Record<string, unknown>)['@type'];
  const isPerson = (Array.isArray(type) ? type : [type]).some(
    (name) => typeof name === 'string' && localKey(name) === 'Person',
  );
  if (isPerson) return { '@type': 'Person' };
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, reduceValue(localKey(name), part, depth + 1)] as const)
      .filter(([, part]) => part !== undefined),
  );
}
