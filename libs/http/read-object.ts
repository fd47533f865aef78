import { fieldsOf, invalid, type FieldClass, type FieldFacts } from './input-fields';
import { UNFIT } from './input-rules';
import { readInstance } from './read-instance';

/**
 * Fills a class from a JSON object: every declared field read, required ones there, undeclared ones refused (a typing
 * mistake in a write must not pass silently, contract §1.3). `path` is empty for the body itself.
 *
 * What was sent is sifted before the libraries see it, since they are not made for a hostile body. class-transformer
 * takes an object's `constructor` for its class and throws when that is a number, passes over fields called
 * `constructor` and `__proto__` without a word, walks a list of any length before a rule can bound it, and compares each
 * name with all others. class-validator looks names up in an ordinary object, where `constructor` is always known.
 */
export function readObject<T extends object>(type: FieldClass<T>, raw: unknown, path: string): T {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw invalid(path, 'must be an object');
  return readInstance(type, siftObject(type, raw), path);
}

/** At most five unknown fields are reported, so no more are kept. */
const MAX_UNKNOWN = 5;

/** The declared fields; under names that no class declares, the names of those that are not declared. */
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

/** One item more than is allowed is enough to refuse a list for its length. A null in it is a wrong item, not no list. */
function sift(facts: FieldFacts, value: unknown): unknown {
  if (facts.maxItems === undefined) return siftOne(facts, value);
  if (!Array.isArray(value)) return isShape(value) ? UNFIT : value;
  const items: readonly unknown[] = value.slice(0, facts.maxItems + 1);
  return items.map((item) => (item === null ? UNFIT : siftOne(facts, item)));
}

function siftOne({ model }: FieldFacts, value: unknown): unknown {
  if (!isShape(value)) return value;
  return model && !Array.isArray(value) ? siftObject(model(), value) : UNFIT;
}

const isShape = (value: unknown): value is object => typeof value === 'object' && value !== null;

const MAX_SHOWN = 60;

/** A name as it may be shown to the one who sent it: short and well-formed. */
function shortened(name: string): string {
  const clean = name.toWellFormed().replaceAll('\u0000', '\uFFFD');
  return clean.length > MAX_SHOWN ? `${clean.slice(0, MAX_SHOWN)}…` : clean;
}
