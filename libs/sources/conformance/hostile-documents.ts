/**
 * Documents made from a real answer of a platform so that a careless reader takes too long over them: one value long, deep or wide,
 * or the whole answer many times over. They are made of the answer itself, so that each value of each platform's own shape is met
 * where its parser looks at it.
 */

export interface HostileDocument {
  readonly what: string;
  readonly text: string;
}

/** Characters of what takes the place of a value. Work that is quadratic in it takes many seconds. */
const LENGTH = 100_000;
/** Values that are replaced in one document, spread over it. */
const MOST_PLACES = 30;

/** What regular expressions, scanners and cleaners stumble over; each between two letters, so that no pattern ends with it. */
const FILLINGS = [' ', '<', '&', '…', '1', '-', '/', 'a ', '&lt;', '<br/>', '<a b=', '\\n'];
const repeated = (what: string): string => what.repeat(Math.ceil(LENGTH / what.length));

interface Place {
  readonly start: number;
  readonly end: number;
  readonly kind: 'string' | 'number' | 'text';
}

/** A string of JSON or an attribute (but no key), a number of JSON, a text between two tags. */
const PLACES: readonly (readonly [Place['kind'], RegExp])[] = [
  ['string', /"(?:[^"\\]|\\.)*"(?<isKey>\s*:)?/gs],
  ['number', /(?<=[:[,]\s*)-?\d+(?:\.\d+)?(?=\s*[,\]}])/g],
  ['text', /(?<=>)[^<>{}]+(?=<)/g],
];

/** All hostile documents of one answer. */
export function* hostileDocumentsOf(text: string): Generator<HostileDocument> {
  yield { what: 'the answer many times over', text: repeated(text) };
  yield { what: 'the answer without its last quarter', text: text.slice(0, (text.length * 3) / 4) };
  for (const place of placesOf(text)) {
    for (const { what, value } of valuesFor(place.kind)) {
      const before = text.slice(Math.max(0, place.start - 40), place.start).replaceAll(/\s+/g, ' ');
      yield { what: `${what} after ${before}`, text: text.slice(0, place.start) + value + text.slice(place.end) };
    }
  }
}

/** Each value once: those of one list are alike, and told apart by nothing but digits in what stands before them. */
function placesOf(text: string): readonly Place[] {
  const places = new Map<string, Place>();
  for (const [kind, pattern] of PLACES) {
    for (const match of text.matchAll(pattern)) {
      if (match.groups?.['isKey'] !== undefined) continue;
      const before = text.slice(Math.max(0, match.index - 20), match.index).replaceAll(/\d+/g, '0');
      if (!places.has(`${kind} ${before}`))
        places.set(`${kind} ${before}`, { start: match.index, end: match.index + match[0].length, kind });
    }
  }
  const all = [...places.values()];
  const step = Math.max(1, all.length / MOST_PLACES);
  return Array.from({ length: Math.min(all.length, MOST_PLACES) }, (_, n) => all[Math.floor(n * step)]).filter(
    (place) => place !== undefined,
  );
}

function* valuesFor(kind: Place['kind']): Generator<{ what: string; value: string }> {
  if (kind === 'number') {
    yield { what: 'a number of many digits', value: repeated('9') };
  } else {
    const quote = kind === 'string' ? '"' : '';
    for (const filling of FILLINGS)
      yield { what: `"${filling}" again and again`, value: `${quote}x${repeated(filling)}x${quote}` };
  }
  if (kind === 'text') {
    yield { what: 'elements in each other', value: repeated('<div>') };
    yield { what: 'elements beside each other', value: repeated('<i></i>') };
  } else {
    const depth = LENGTH / 10;
    yield { what: 'lists in each other', value: '['.repeat(depth) + ']'.repeat(depth) };
    yield { what: 'objects in each other', value: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` };
    yield { what: 'a list of many', value: `[${repeated('"a",')}1]` };
    yield { what: 'an object of many', value: `{${Array.from({ length: depth }, (_, n) => `"k${n}":1`).join(',')}}` };
  }
}
