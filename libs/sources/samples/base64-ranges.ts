/** Finds parts of a text that are base64 of a text with personal strings. */
import type { FoldedStrings } from './folded-text';
import { secretRanges, type Range } from './secret-patterns';
import { decodeOnce, type DecodedText } from './decoded-text';

/** 8 characters are 6 bytes, the shortest string that is searched. */
const RUN = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
const OFFSETS = [0, 1, 2, 3];
const LEVELS = 2;

/**
 * The ranges of the text that are base64, also in its form for addresses, of a text with one of the strings or with an address or a number
 * of a person. `known` holds the results of earlier runs. A run may begin with other characters of the alphabet, so it is decoded from each of the first four. Linear.
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
  return OFFSETS.some((offset) =>
    isPersonalText(Buffer.from(run.slice(offset), 'base64').toString('utf8'), strings, offset === 0),
  );
}

function isPersonalText(decoded: string, strings: FoldedStrings, isWhole: boolean): boolean {
  if (strings.isIn(decoded)) return true;
  // By chance, bytes have the form of an address: only a text is examined.
  if (isWhole && !decoded.includes('\u0000') && !decoded.includes('\ufffd') && !secretRanges(decoded).next().done)
    return true;
  let level: DecodedText = { text: decoded, starts: null, ends: null };
  for (let depth = 0; depth < LEVELS && /[\\&%]/.test(level.text); depth += 1) {
    level = decodeOnce(level);
    if (strings.isIn(level.text)) return true;
  }
  return false;
}
