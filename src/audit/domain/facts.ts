/** A property of a target: a JSON value. */
export type Fact = string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact };
/**
 * The properties of a target before or after an action, by name. The caller omits secrets. `storedFacts` also redacts texts that look like
 * a secret, because users paste keys into names.
 */
export type Facts = Readonly<Record<string, Fact>>;

const REDACTED = '[redacted]';
/** A key, or a signing secret, anywhere in a text. A secret is base64 in the standard or in the URL-safe alphabet. */
const SECRET_SHAPES = [/hrev_[0-9A-Za-z]{40,60}/g, /whsec_[\w+/=-]{20,60}/g];
const LONGEST_TEXT = 500;
const LONGEST_LIST = 100;

/** The stored form: texts that look like a secret are redacted, long texts and lists are cut and marked as cut. */
export function storedFacts(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, redactedFact(fact)]));
}

/** The fields whose values differ, before and after the change; null if none does. */
export function changedFields(before: Facts, after: Facts): { readonly before: Facts; readonly after: Facts } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return names.length === 0 ? null : { before: only(before, names), after: only(after, names) };
}

function only(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(names.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])));
}

function redactedFact(fact: Fact): Fact {
  if (typeof fact === 'string') return redactedText(fact);
  if (fact === null || typeof fact !== 'object') return fact;
  if (!isList(fact)) return storedFacts(fact);
  const items = fact.slice(0, LONGEST_LIST).map(redactedFact);
  return fact.length > LONGEST_LIST ? [...items, `… ${fact.length - LONGEST_LIST} more`] : items;
}

const isList = (fact: Fact): fact is readonly Fact[] => Array.isArray(fact);

function redactedText(text: string): string {
  const redacted = SECRET_SHAPES.reduce((rest, shape) => rest.replace(shape, REDACTED), text);
  return redacted.length > LONGEST_TEXT ? `${redacted.slice(0, LONGEST_TEXT)}…` : redacted;
}
