/**
 * Derives documents from a real response of a platform that are expensive for a careless parser: one value made long, deep or
 * wide, or the whole response repeated. Because they keep the format of the response, the values are at the positions that its
 * parser reads.
 */

export interface HostileDocument {
  readonly what: string;
  readonly text: string;
}

/** Length of a replaced value in characters. Quadratic work on it takes many seconds. */
const LENGTH = 100_000;
/** Maximum number of replaced values per document, spread over it. */
const MAX_SPANS = 30;

/** Repeated texts that are expensive for regular expressions and scanners; enclosed in letters, so that no pattern matches at the end. */
const REPEATED_TEXTS = [' ', '<', '&', '…', '1', '-', '/', 'a ', '&lt;', '<br/>', '<a b=', '\\n'];
const repeated = (what: string): string => what.repeat(Math.ceil(LENGTH / what.length));

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: 'string' | 'number' | 'text';
}

/** JSON strings and attribute values (not keys), JSON numbers, texts between tags. */
const SPAN_PATTERNS: readonly (readonly [Span['kind'], RegExp])[] = [
  ['string', /"(?:[^"\\]|\\.)*"(?<isKey>\s*:)?/gs],
  ['number', /(?<=[:[,]\s*)-?\d+(?:\.\d+)?(?=\s*[,\]}])/g],
  ['text', /(?<=>)[^<>{}]+(?=<)/g],
];

/** Generates all hostile documents of a response. */
export function* hostileDocumentsOf(text: string): Generator<HostileDocument> {
  yield { what: 'the response repeated', text: repeated(text) };
  yield { what: 'the response without its last quarter', text: text.slice(0, (text.length * 3) / 4) };
  for (const span of spansOf(text)) {
    for (const { what, value } of valuesFor(span.kind)) {
      const before = text.slice(Math.max(0, span.start - 40), span.start).replaceAll(/\s+/g, ' ');
      yield { what: `${what} after ${before}`, text: text.slice(0, span.start) + value + text.slice(span.end) };
    }
  }
}

/** Each kind of value once: values of one list differ only in the digits of the text before them. */
function spansOf(text: string): readonly Span[] {
  const spans = new Map<string, Span>();
  for (const [kind, pattern] of SPAN_PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      if (match.groups?.['isKey'] !== undefined) continue;
      const before = text.slice(Math.max(0, match.index - 20), match.index).replaceAll(/\d+/g, '0');
      if (!spans.has(`${kind} ${before}`))
        spans.set(`${kind} ${before}`, { start: match.index, end: match.index + match[0].length, kind });
    }
  }
  const all = [...spans.values()];
  const step = Math.max(1, all.length / MAX_SPANS);
  return Array.from({ length: Math.min(all.length, MAX_SPANS) }, (_, n) => all[Math.floor(n * step)]).filter(
    (span) => span !== undefined,
  );
}

function* valuesFor(kind: Span['kind']): Generator<{ what: string; value: string }> {
  if (kind === 'number') {
    yield { what: 'a number of many digits', value: repeated('9') };
  } else {
    const quote = kind === 'string' ? '"' : '';
    for (const unit of REPEATED_TEXTS)
      yield { what: `"${unit}" repeated`, value: `${quote}x${repeated(unit)}x${quote}` };
  }
  if (kind === 'text') {
    yield { what: 'nested elements', value: repeated('<div>') };
    yield { what: 'sibling elements', value: repeated('<i></i>') };
  } else {
    const depth = LENGTH / 10;
    yield { what: 'nested lists', value: '['.repeat(depth) + ']'.repeat(depth) };
    yield { what: 'nested objects', value: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` };
    yield { what: 'a long list', value: `[${repeated('"a",')}1]` };
    yield {
      what: 'an object with many keys',
      value: `{${Array.from({ length: depth }, (_, n) => `"k${n}":1`).join(',')}}`,
    };
  }
}
