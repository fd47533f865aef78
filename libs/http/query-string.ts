import { fieldsOf, unreadable, type FieldClass } from './input-fields';
import { BRACKETED } from './input-rules';
import { fillInstance, readInstance } from './read-instance';

/** The decoded values of each parameter, in order. `a` and `a[]` are different names. The object has no prototype. */
export type QueryValues = Readonly<Record<string, readonly string[]>>;

/**
 * Parses a query string without its `?`. Throws 400 for malformed percent-encoding. Values are not merged, nested or converted: a
 * parameter that is given twice has two values, and `__proto__` is an ordinary name.
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

/** The distinct names in a query string, in order, without names that have malformed percent-encoding. */
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
 * Creates an instance of a class from a query. Ignores unknown parameters (contract §1.2). Throws 422 if a single value is in list
 * notation (`limit[]=5`), and 400 if it is given twice; the 400 takes precedence over other errors.
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

/** The values of all fields for an empty query. Cached, because most requests contain few parameters. */
function defaultsOf(type: FieldClass): object {
  const cached = defaultsByClass.get(type);
  if (cached) return cached;
  const absent = [...fieldsOf(type)].map(([name, { many }]) => [name, many ? [] : undefined]);
  const defaults = fillInstance(type, Object.fromEntries(absent) as Record<string, unknown>);
  defaultsByClass.set(type, defaults);
  return defaults;
}
