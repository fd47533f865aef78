// cspell:ignore abefnrtuvx
/**
 * Decodes the escapes of JSON and of JavaScript strings. Templates escape texts for scripts (`\x27`, `\u{1F600}`, a line
 * continuation) and print them into JSON, which has fewer escapes.
 *
 * An escape that does not state one character remains as written, with its backslash: `\u12`, `\x2`, `\q`. So does an octal
 * number above 127, because some languages print code points and others print bytes of UTF-8.
 */
const ESCAPE =
  /\\(?:u\{([0-9a-fA-F]{1,8})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?)|(\r\n|[\ud800-\udbff][\udc00-\udfff]|[^]))/g;
const LAST_CODE_POINT = 0x10ffff;
const LAST_ASCII = 0x7f;

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
/** A backslash before the end of a line continues the string on the next line. */
const LINE_ENDS = new Set(['\n', '\r', '\r\n', '\u2028', '\u2029']);
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;

/** Decodes the escapes of a string once. Like that of `JSON.parse`, the result may contain lone surrogates and NUL. */
export function decodeEscapes(text: string): string {
  return text.replace(
    ESCAPE,
    (escape, braced?: string, four?: string, eight?: string, two?: string, octal?: string, other = '') => {
      const hexadecimal = braced ?? four ?? eight ?? two;
      if (hexadecimal !== undefined) return character(parseInt(hexadecimal, 16), LAST_CODE_POINT) ?? escape;
      if (octal !== undefined) return character(parseInt(octal, 8), LAST_ASCII) ?? escape;
      return characterAfterBackslash(other) ?? escape;
    },
  );
}

const character = (code: number, last: number): string | null => (code <= last ? String.fromCodePoint(code) : null);

/** The character of an escape without a number, as in JavaScript; null for a letter or digit that has no meaning. */
function characterAfterBackslash(other: string): string | null {
  if (LINE_ENDS.has(other)) return '';
  return CONTROLS.get(other) ?? (LETTER_OR_DIGIT.test(other) ? null : other);
}

/** Whether a text contains what `decodeEscapes` would not have left: a backslash before a letter or digit that an escape has. */
export const hasEscape = (text: string): boolean => /\\[abefnrtuvxNUX0-9]/.test(text);
