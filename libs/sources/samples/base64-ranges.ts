/** Finds parts of a text that are base64 of a text with personal strings. */
import type { FoldedStrings } from './folded-text';
import { secretRanges, type Range } from './secret-patterns';
import { decodeOnce, type DecodedText } from './decoded-text';

/** 8 characters are 6 bytes, the shortest string that is searched. */
const RUN = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
const OFFSETS = [0, 1, 2, 3];
/** The shortest text between other bytes in which addresses and numbers of persons are searched. */
const LEAST_TEXT = 10;
/** How often a decoded text is decoded again: escapes of JSON, of HTML or of an address. */
const LEVELS = 2;

/**
 * The ranges of the text that are base64, also in the alphabet for URLs, of a text that contains one of the strings, or an address or a number
 * of a person. A run of characters of the alphabet may begin before the base64, as in `id-…`: four characters encode three bytes, so each run
 * is decoded from each of its first four characters. The time is linear. `known` has the results of earlier runs.
 */
export function* base64Ranges(
  text: string,
  strings: FoldedStrings,
  known = new Map<string, boolean>(),
): Generator<Range> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const isPersonal = known.get(run) ?? isPersonalRun(run, strings);
    known.set(run, isPersonal);
    if (isPersonal) yield [index, index + run.length];
  }
}

function isPersonalRun(run: string, strings: FoldedStrings): boolean {
  return OFFSETS.some((offset) => isPersonalText(Buffer.from(run.slice(offset), 'base64').toString('utf8'), strings));
}

function isPersonalText(decoded: string, strings: FoldedStrings): boolean {
  if (strings.isIn(decoded)) return true;
  // By chance, short runs of bytes have the form of an address. Characters around the base64 decode to such bytes.
  const parts = decoded.replaceAll('\u0000', '\ufffd').split('\ufffd');
  const texts = parts.filter(({ length }) => length >= LEAST_TEXT);
  if (texts.some((text) => !secretRanges(text).next().done)) return true;
  let level: DecodedText = { text: decoded, starts: null, ends: null };
  for (let depth = 0; depth < LEVELS && /[\\&%]/.test(level.text); depth += 1) {
    level = decodeOnce(level);
    if (strings.isIn(level.text)) return true;
  }
  return false;
}
