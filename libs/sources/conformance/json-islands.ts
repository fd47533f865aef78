/** Finds the JSON in a document of a platform: the document itself, scripts of a page, literals of scripts, and texts within JSON. */

/** JSON in a document, and the document with other JSON in its place. */
export interface JsonIsland {
  readonly value: unknown;
  readonly documentWith: (value: unknown) => string;
}

const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script/gi;
const LITERAL = /JSON\.parse\(\s*'((?:[^'\\]|\\[\s\S])*)'/g;

/** The JSON of a document; empty for a document without JSON. */
export function jsonIslandsOf(text: string): readonly JsonIsland[] {
  const whole = islandAt(text, text.startsWith(")]}'") ? 4 : 0, text.length);
  if (whole !== null) return [whole];
  return [...text.matchAll(SCRIPT)].flatMap((match) => {
    const start = match.index + match[0].length - '</script'.length - (match[1] ?? '').length;
    const end = start + (match[1] ?? '').length;
    const island = islandAt(text, start, end);
    return island === null ? literalsIn(text, start, end) : [island];
  });
}

function islandAt(text: string, start: number, end: number): JsonIsland | null {
  const parsed = parsedContainer(text.slice(start, end));
  if (parsed === null) return null;
  return { value: parsed, documentWith: (value) => text.slice(0, start) + JSON.stringify(value) + text.slice(end) };
}

function literalsIn(text: string, start: number, end: number): readonly JsonIsland[] {
  return [...text.slice(start, end).matchAll(LITERAL)].flatMap((match) => {
    const literal = match[1] ?? '';
    const from = start + match.index + match[0].indexOf("'") + 1;
    const parsed = parsedContainer(literal.replace(/\\([\s\S])/g, '$1'));
    // Other escapes than of quotes and backslashes are not written by the sandbox.
    if (parsed === null) return [];
    const escaped = (value: unknown): string => JSON.stringify(value).replace(/[\\']/g, '\\$&');
    return [
      {
        value: parsed,
        documentWith: (value: unknown) => text.slice(0, from) + escaped(value) + text.slice(from + literal.length),
      },
    ];
  });
}

/** The object or list in a text; null if it is something else. */
export function parsedContainer(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
