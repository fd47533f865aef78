/**
 * Splits a name into its words, whatever separates them: every blank of Unicode, visible or not, and escapes that were left in the name.
 * What looks like one word because its separator is not seen must not be stored as one.
 */
import { decodeEntities } from '@libs/sources';

/**
 * White space, controls, and characters that show nothing: zero-width spaces, fillers of Hangul and Braille, marks of direction. Soft
 * hyphens, variation selectors and tags of flags are part of a word; joiners are, except between letters that do not join.
 */
const LETTERS = ['Latin', 'Greek', 'Cyrillic', 'Han', 'Hiragana', 'Katakana']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const JOINERS = String.raw`\u034f\u200c\u200d`;
const UNJOINED = String.raw`[${LETTERS}\p{Script=Hangul}]`;
const BLANKS = String.raw`\s\p{Cc}\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\uffa0\ufff0-\ufffb\u{13441}\u{13442}\u{1d173}-\u{1d17a}\u{e0000}\u{e0001}`;
const SEPARATORS = new RegExp(`(?:[${BLANKS}]|(?<=${UNJOINED})[${JOINERS}]+(?=${UNJOINED}))+`, 'u');
const SOFT_HYPHENS = /\u00ad/g;

/** Most names: letters of scripts without fillers, between single spaces. */
const PLAIN = new RegExp(`^[${LETTERS}.'’-]+(?: [${LETTERS}.'’-]+)*$`, 'u');

/** The words of a name, without the blanks between them. */
export function wordsOf(name: string): string[] {
  if (PLAIN.test(name)) return name.split(' ');
  return withoutEscapes(name)
    .replace(SOFT_HYPHENS, '')
    .split(SEPARATORS)
    .filter((word) => word !== '');
}

/** A reference that is escaped twice needs two passes. */
const MAX_PASSES = 3;

/** The name without the escapes of HTML, JavaScript and addresses. No name is written with them. */
function withoutEscapes(name: string): string {
  let decoded = name;
  for (let pass = 0; pass < MAX_PASSES && /[&\\%]/.test(decoded); pass += 1) {
    const next = decodeEntities(decoded)
      .replace(CODE_POINT, (escape, ...digits: (string | undefined)[]) => characterOf(escape, digits))
      .replace(PERCENT, percentDecoded);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

const CODE_POINT = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;

function characterOf(escape: string, [point, unit, byte]: readonly (string | undefined)[]): string {
  const code = parseInt(point ?? unit ?? byte ?? '', 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}

function percentDecoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}
