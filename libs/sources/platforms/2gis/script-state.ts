/**
 * 2GIS writes its state into the page as JSON inside a string literal of a script:
 *
 *   var initialState = JSON.parse('{"data":{…}}');
 *
 * The script is not executed: the literal is found, its escapes are decoded, and the JSON is parsed.
 */
import { Changed } from '../../source-errors';
import { readJson } from '../../read-shape';

/** The value of `name = JSON.parse('…')`; null if the page has none. Throws `Changed` if it is truncated or invalid. */
export function scriptState(html: string, name: string): unknown {
  const start = literalStart(html, name);
  if (start === null) return null;
  return readJson(readLiteral(html, start, name), `The page's ${name}`);
}

/** Index of the opening quote. Uses `indexOf`, because documents are large; the name may also occur without an assignment. */
function literalStart(html: string, name: string): number | null {
  for (let at = html.indexOf(name); at >= 0; at = html.indexOf(name, at + 1)) {
    const assignment = /^\s{0,8}=\s{0,8}JSON\.parse\(\s{0,8}(?=['"])/.exec(
      html.slice(at + name.length, at + name.length + 64),
    );
    if (assignment !== null) return at + name.length + assignment[0].length;
  }
  return null;
}

function readLiteral(html: string, start: number, name: string): string {
  const quote = html.charAt(start);
  for (let at = start + 1; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (character === '\\') at += 1;
    else if (character === quote) return unescape(html.slice(start + 1, at));
  }
  throw new Changed(`The page's ${name} is truncated`);
}

const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/g;
const SINGLE_CHARACTER: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\u0000',
  // A backslash at the end of a line continues the literal on the next one.
  '\n': '',
  '\r\n': '',
};

/** Letters of incomplete escapes, and octal digits. */
const UNKNOWN = /^[ux1-9]$/;

/** Decodes the escapes of a JavaScript string literal. */
function unescape(literal: string): string {
  return literal.replace(ESCAPE, (whole, point?: string, unit?: string, byte?: string, single?: string) => {
    // An escape that JavaScript does not have is kept, and the JSON with it is refused.
    if (single !== undefined) return UNKNOWN.test(single) ? whole : (SINGLE_CHARACTER[single] ?? single);
    const code = Number.parseInt(point ?? unit ?? byte ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
