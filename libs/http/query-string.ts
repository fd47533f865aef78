import { fieldsOf, unreadable, type FieldClass } from './input-fields';
import { BRACKETED } from './input-rules';
import { fillInstance, readInstance } from './read-instance';

/** Every value of every parameter, decoded, in the order given; bracketed names (`a[]`) stay apart. No prototype. */
export type QueryValues = Readonly<Record<string, readonly string[]>>;

/**
 * Parses a query string without its `?`. Broken percent-encoding is 400. Nothing is merged, nested or converted, so a
 * scalar given twice can be told from one given once, and a parameter named `__proto__` is a name like any other.
 */
export function parseQueryString(text: string | undefined): QueryValues {
  const values = Object.create(null) as Record<string, string[]>;
  for (const pair of (text ?? '').split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    (values[name] ??= []).push(value);
  }
  return values;
}

/** The names in a query string, each once, in the order given; those with broken percent-encoding are left out. */
export function parameterNames(text: string): readonly string[] {
  const names = new Set<string>();
  for (const pair of text.split('&')) {
    const [name = ''] = pair.split('=', 1);
    const isPlain = !/[%+]/.test(name);
    if (name !== '') names.add(isPlain ? name : decodeOrEmpty(name));
  }
  names.delete('');
  return [...names];
}

function decodeOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) throw unreadable('The query has broken percent-encoding');
    throw error;
  }
}

/**
 * Fills a class from a query. Unknown parameters are ignored (contract §1.3). A scalar in array spelling (`limit[]=5`)
 * is 422; a scalar given twice is 400, whatever else is wrong.
 */
export function readQuery<T extends object>(type: FieldClass<T>, values: QueryValues): T {
  const raw: Record<string, unknown> = {};
  for (const [name, { many }] of fieldsOf(type)) {
    const plain = values[name] ?? [];
    const bracketed = values[`${name}[]`] ?? [];
    if (plain.length + bracketed.length === 0) continue;
    if (many) raw[name] = [...plain, ...bracketed];
    else if (plain.length > 1) throw unreadable(`${name} is given ${plain.length} times`);
    else raw[name] = bracketed.length > 0 ? BRACKETED : plain[0];
  }
  return Object.assign(new type(), defaultsOf(type), readInstance(type, raw, ''));
}

const defaultsByClass = new WeakMap<object, object>();

/** What the fields of a class hold where nothing was sent: most fields of most requests, so they are read once. */
function defaultsOf(type: FieldClass): object {
  const known = defaultsByClass.get(type);
  if (known) return known;
  const nothing = [...fieldsOf(type)].map(([name, { many }]) => [name, many ? [] : undefined]);
  const defaults = fillInstance(type, Object.fromEntries(nothing) as Record<string, unknown>);
  defaultsByClass.set(type, defaults);
  return defaults;
}
