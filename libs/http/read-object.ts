import { collectProblems, fieldsOf, invalid, type FieldClass } from './input-fields';

/**
 * Fills a class from a JSON object: every declared field read, required ones there, undeclared ones refused (a typing
 * mistake in a write must not pass silently, decisions §2). `path` is empty for the body itself.
 */
export function readObject<T extends object>(type: FieldClass<T>, raw: unknown, path: string): T {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw invalid(path, 'must be an object');
  const fields = fieldsOf(type);
  const given = new Map<string, unknown>(Object.entries(raw));
  const values = new type() as Record<string, unknown>;
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const readers = [...fields.values()].map((field) => () => {
    const value = given.get(field.name);
    if (value !== undefined) values[field.name] = field.read(value, at(field.name));
    else if (field.required) throw invalid(at(field.name), 'is required');
  });
  const strangers = [...given.keys()].filter((name) => !fields.has(name));
  const refusals = strangers.map((name) => () => {
    throw invalid(at(shortened(name)), 'is not a known field');
  });
  collectProblems([...readers, ...refusals]);
  return values as T;
}

const MAX_SHOWN = 60;

/** A name as it may be shown to the one who sent it: short and well-formed. */
function shortened(name: string): string {
  const clean = name.toWellFormed().replaceAll('\u0000', '\uFFFD');
  return clean.length > MAX_SHOWN ? `${clean.slice(0, MAX_SHOWN)}…` : clean;
}
