/**
 * Texts as earlier versions of the parsers stored them, for comparisons with the same texts as they are read today. A stored review keeps
 * its identity when a parser learns to decode something.
 */
import { decodeHTML } from 'entities';

/**
 * Escapes of scripts, also without the backslash that earlier versions dropped: `\x27`, `x27`, `\u{1f600}`, `u{1f600}`, and `\u0027`, whose
 * backslash was kept.
 */
const ESCAPE = /\\?(?<!&#)x([0-9a-fA-F]{2})|\\?u\{0{0,8}([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})/g;
const TAG = /<[^<>]*>/g;
const LAST_CODE_POINT = 0x10ffff;

/**
 * Decodes the escapes and character references of a text and removes its tags, whether or not they were part of it: `x27` in a text that
 * is correct is decoded too. So the result is equal for a stored text and the same text read today, and is never stored or shown. Takes
 * linear time.
 */
export function comparableText(text: string): string {
  const unescaped = text.replace(ESCAPE, (whole, two?: string, braced?: string, four?: string) => {
    const code = parseInt(two ?? braced ?? four ?? '', 16);
    return code > LAST_CODE_POINT ? whole : String.fromCodePoint(code);
  });
  return decodeHTML(unescaped).replace(TAG, ' ').toWellFormed();
}
