import { fieldsOf, invalid, type FieldClass, type FieldFacts } from './input-fields';
import { UNFIT } from './input-rules';
import { readInstance } from './read-instance';

/**
 * Fills a class from a JSON object. Required fields must be present and unknown fields are refused (contract §1.3). `path` is the path
 * of the object in the body; empty for the body itself.
 *
 * The object is sifted before the libraries see it, because they are not made for hostile input. class-transformer takes the
 * `constructor` of an object for its class and throws where it is a number, skips fields named `constructor` and `__proto__`, reads a
 * whole list before a rule limits its length, and compares each name with all others. class-validator looks names up in a plain
 * object, in which `constructor` always exists.
 */
export function readObject<T extends object>(type: FieldClass<T>, raw: unknown, path: string): T {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw invalid(path, 'must be an object');
  return readInstance(type, siftObject(type, raw), path);
}

/** As many as one error reports. */
const MAX_UNKNOWN = 5;

/** The declared fields, and the names of unknown fields under keys (`unknown 1`) that no class declares. */
function siftObject(type: FieldClass, raw: object): Record<string, unknown> {
  const fields = fieldsOf(type);
  const sifted: Record<string, unknown> = {};
  let unknown = 0;
  for (const [name, value] of Object.entries(raw)) {
    const facts = fields.get(name);
    if (facts) sifted[name] = sift(facts, value);
    else if (unknown < MAX_UNKNOWN) sifted[`unknown ${(unknown += 1)}`] = shortened(name);
  }
  return sifted;
}

/** Keeps one item more than allowed, which is enough to refuse the list. Null is an invalid item of a list. */
function sift(facts: FieldFacts, value: unknown): unknown {
  if (facts.maxItems === undefined) return siftOne(facts, value);
  if (!Array.isArray(value)) return isObjectOrArray(value) ? UNFIT : value;
  const items: readonly unknown[] = value.slice(0, facts.maxItems + 1);
  return items.map((item) => (item === null ? UNFIT : siftOne(facts, item)));
}

function siftOne({ model }: FieldFacts, value: unknown): unknown {
  if (!isObjectOrArray(value)) return value;
  return model && !Array.isArray(value) ? siftObject(model(), value) : UNFIT;
}

const isObjectOrArray = (value: unknown): value is object => typeof value === 'object' && value !== null;

const MAX_SHOWN = 60;

/** A name as an error repeats it: short and well-formed. */
function shortened(name: string): string {
  const clean = name.toWellFormed().replaceAll('\u0000', '\uFFFD');
  return clean.length > MAX_SHOWN ? `${clean.slice(0, MAX_SHOWN)}…` : clean;
}
