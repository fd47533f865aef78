/**
 * Derives documents that are expensive to parse from a real response of a platform: one value is made long, deep or wide, or the
 * whole response is repeated. The documents keep the format of the response, so the parser reads the changed values.
 */

export interface HostileDocument {
  readonly description: string;
  readonly text: string;
}

/** Length of a replacement in characters; a quadratic algorithm takes many seconds for it. */
const LENGTH = 100_000;
/** Maximum number of values that are replaced, evenly distributed over the response. */
const MAX_SPANS = 30;

/** Texts that are expensive for regular expressions if repeated; enclosed in letters, so that no pattern matches at the end. */
const REPEATED_TEXTS = [' ', '<', '&', '…', '1', '-', '/', 'a ', '&lt;', '<br/>', '<a b=', '\\n'];
const repeated = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length));

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: 'string' | 'number' | 'text';
}

/** Match JSON strings and attribute values (not keys), JSON numbers, and texts between tags. */
const SPAN_PATTERNS: readonly (readonly [Span['kind'], RegExp])[] = [
  ['string', /"(?:[^"\\]|\\.)*"(?<isKey>\s*:)?/gs],
  ['number', /(?<=[:[,]\s*)-?\d+(?:\.\d+)?(?=\s*[,\]}])/g],
  ['text', /(?<=>)[^<>{}]+(?=<)/g],
];

/** Generates all hostile documents of a response. */
export function* hostileDocumentsOf(text: string): Generator<HostileDocument> {
  yield { description: 'the response repeated', text: repeated(text) };
  yield { description: 'the response without its last quarter', text: text.slice(0, (text.length * 3) / 4) };
  for (const span of spansOf(text)) {
    for (const { description, value } of replacementsFor(span.kind)) {
      const before = text.slice(Math.max(0, span.start - 40), span.start).replaceAll(/\s+/g, ' ');
      yield {
        description: `${description} after ${before}`,
        text: text.slice(0, span.start) + value + text.slice(span.end),
      };
    }
  }
}

/** Returns the values to replace. Of several values whose preceding texts differ only in digits, only the first is returned. */
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

function* replacementsFor(kind: Span['kind']): Generator<{ description: string; value: string }> {
  if (kind === 'number') {
    yield { description: 'a number of many digits', value: repeated('9') };
  } else {
    const quote = kind === 'string' ? '"' : '';
    for (const unit of REPEATED_TEXTS)
      yield { description: `"${unit}" repeated`, value: `${quote}x${repeated(unit)}x${quote}` };
  }
  if (kind === 'text') {
    yield { description: 'nested elements', value: repeated('<div>') };
    yield { description: 'sibling elements', value: repeated('<i></i>') };
  } else {
    const depth = LENGTH / 10;
    yield { description: 'nested lists', value: '['.repeat(depth) + ']'.repeat(depth) };
    yield { description: 'nested objects', value: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` };
    yield { description: 'a long list', value: `[${repeated('"a",')}1]` };
    yield {
      description: 'an object with many keys',
      value: `{${Array.from({ length: depth }, (_, n) => `"k${n}":1`).join(',')}}`,
    };
  }
}
