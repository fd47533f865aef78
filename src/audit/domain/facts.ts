/**
 * What the trail keeps of a thing before and after an act: plain values by name. Whoever notes an act leaves secrets out;
 * what has the shape of one is taken out here all the same, since people paste keys into names.
 */
export type Fact = string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact };
export type Facts = Readonly<Record<string, Fact>>;

const REDACTED = '[redacted]';
/** A key, or a signing secret in either of its forms (base64 with both alphabets), wherever it stands in a text. */
const SECRET_SHAPES = [/hrev_[0-9A-Za-z]{40,60}/g, /whsec_[\w+/=-]{20,60}/g];
const LONGEST_TEXT = 500;
const LONGEST_LIST = 100;

/** As it is kept: without anything that looks like a secret, long texts and lists cut and marked as such. */
export function keptFacts(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, kept(fact)]));
}

/** What a change changed: the fields whose values differ, as they were and as they are; null where none does. */
export function differing(before: Facts, after: Facts): { readonly before: Facts; readonly after: Facts } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return names.length === 0 ? null : { before: only(before, names), after: only(after, names) };
}

function only(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(names.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])));
}

function kept(fact: Fact): Fact {
  if (typeof fact === 'string') return keptText(fact);
  if (fact === null || typeof fact !== 'object') return fact;
  if (!isList(fact)) return keptFacts(fact);
  const shown = fact.slice(0, LONGEST_LIST).map(kept);
  return fact.length > LONGEST_LIST ? [...shown, `… ${fact.length - LONGEST_LIST} more`] : shown;
}

const isList = (fact: Fact): fact is readonly Fact[] => Array.isArray(fact);

function keptText(text: string): string {
  const open = SECRET_SHAPES.reduce((rest, shape) => rest.replace(shape, REDACTED), text);
  return open.length > LONGEST_TEXT ? `${open.slice(0, LONGEST_TEXT)}…` : open;
}
