import { fieldsOf, invalid, type FieldClass, type FieldFacts } from './input-fields';
import { UNFIT } from './input-rules';
import { readInstance } from './read-instance';
import { shortened } from './text-rules';

/**
 * Creates an instance of a class from a JSON object. Required fields must be present, and unknown fields are refused (contract
 * §1.3). `path` is the path of the object in the body; empty for the body itself.
 *
 * The object is filtered before it is passed to the libraries, which are not designed for hostile input. class-transformer treats
 * the `constructor` of an object as its class and throws if it is a number, skips fields named `constructor` and `__proto__`,
 * reads a whole list before a rule limits its length, and compares each name with all others. class-validator looks up names in a
 * plain object, in which `constructor` always exists.
 */
export function readObject<T extends object>(type: FieldClass<T>, raw: unknown, path: string): T {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw invalid(path, 'must be an object');
  return readInstance(type, filterObject(type, raw), path);
}

/** A response reports at most this many errors. */
const MAX_UNKNOWN = 5;

/** Keeps the declared fields. Names of unknown fields are stored under keys (`unknown 1`) that no class declares. */
function filterObject(type: FieldClass, raw: object): Record<string, unknown> {
  const fields = fieldsOf(type);
  const filtered: Record<string, unknown> = {};
  let unknown = 0;
  for (const [name, value] of Object.entries(raw)) {
    const facts = fields.get(name);
    if (facts) filtered[name] = filterValue(facts, value);
    else if (unknown < MAX_UNKNOWN) filtered[`unknown ${(unknown += 1)}`] = shortened(name);
  }
  return filtered;
}

/** Keeps one item more than the maximum, so that a rule refuses the list. Null is an invalid item of a list. */
function filterValue(facts: FieldFacts, value: unknown): unknown {
  if (facts.maxEntries !== undefined) return entriesOf(value, facts.maxEntries);
  if (facts.maxItems === undefined) return filterOne(facts, value);
  if (!Array.isArray(value)) return isObjectOrArray(value) ? UNFIT : value;
  const items: readonly unknown[] = value.slice(0, facts.maxItems + 1);
  return items.map((item) => (item === null ? UNFIT : filterOne(facts, item)));
}

/** An object with any names is read as a list of entries, in which no name has a meaning. */
function entriesOf(value: unknown, max: number): unknown {
  if (!isObjectOrArray(value) || Array.isArray(value)) return value === undefined || value === null ? value : UNFIT;
  return Object.entries(value).slice(0, max + 1);
}

function filterOne({ model }: FieldFacts, value: unknown): unknown {
  if (!isObjectOrArray(value)) return value;
  return model && !Array.isArray(value) ? filterObject(model(), value) : UNFIT;
}

const isObjectOrArray = (value: unknown): value is object => typeof value === 'object' && value !== null;
