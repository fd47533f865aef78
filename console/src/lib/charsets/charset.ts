/**
 * Finds the charset of a file that does not state it. A byte order mark and valid UTF-8 are certain. Otherwise the charset is the one
 * in which the most words are spelled with the letters of one language, so a person must see the result and be able to correct it.
 */
import { TextDecoder } from '@exodus/bytes/encoding-browser.js';
import { ALPHABETS } from './alphabets';

/** The charsets that a person can choose, by their names in the Encoding standard. */
export const CHARSETS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'macintosh',
] as const;

export type Charset = (typeof CHARSETS)[number];

export interface FoundCharset {
  readonly charset: Charset;
  /** The bytes prove it; otherwise it is the most likely one. */
  readonly isCertain: boolean;
}

/** How much of a file is looked at, where its bytes do not prove the charset. */
const SAMPLE_BYTES = 256 * 1024;
/** The share of NUL bytes on one side of the pairs, from which a text is UTF-16: Latin letters have one each. */
const NUL_SHARE = 0.4;

const BYTE_ORDER_MARKS: readonly (readonly [Charset, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The charset of these bytes. */
export function charsetOf(bytes: Uint8Array): FoundCharset {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte));
  if (marked !== undefined) return { charset: marked[0], isCertain: true };
  const pairs = utf16Of(bytes);
  if (pairs !== null) return { charset: pairs, isCertain: false };
  if (isUtf8(bytes)) return { charset: 'utf-8', isCertain: true };
  return { charset: singleByteOf(bytes.subarray(0, SAMPLE_BYTES)), isCertain: false };
}

/** The text of these bytes, without a byte order mark. Bytes that the charset does not have become U+FFFD. */
export const decoded = (bytes: Uint8Array, charset: Charset): string => new TextDecoder(charset).decode(bytes);

function utf16Of(bytes: Uint8Array): Charset | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const nuls = [0, 0];
  for (const [place, byte] of sample.entries()) if (byte === 0) nuls[place % 2] = (nuls[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls.map((count) => count / (sample.length / 2));
  if (odd > NUL_SHARE && even < odd / 4) return 'utf-16le';
  return even > NUL_SHARE && odd < even / 4 ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function singleByteOf(bytes: Uint8Array): Charset {
  const scores = [...new Set(ALPHABETS.map(({ charset }) => charset as Charset))].map((charset) => ({
    charset,
    score: scoreOf(decoded(bytes, charset), charset),
  }));
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).charset;
}

/** The weight of the words with other letters than A to Z that one alphabet of the charset explains, less the places without a letter. */
function scoreOf(text: string, charset: string): number {
  const alphabets = ALPHABETS.filter((one) => one.charset === charset);
  let score = -(text.match(NO_TEXT)?.length ?? 0);
  for (const word of text.split(BETWEEN_WORDS)) {
    const foreign = [...word].filter((char) => char > '\x7f');
    if (foreign.length === 0 || word.length < 2 || !isSpelledWell(word)) continue;
    const fitting = alphabets.filter(({ letters }) => foreign.every((char) => letters.has(char)));
    score += Math.max(0, ...fitting.map(({ weight }) => weight)) * (1 + new Set(foreign).size / 100);
  }
  return score;
}

const BETWEEN_WORDS = /[^\p{L}\p{M}]+/u;
/** Controls, and bytes that the charset does not have. */
const NO_TEXT = /(?![\t\r\n])\p{Cc}|\uFFFD/gu;
const LATIN = /\p{Script=Latin}/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{M}]/u;

/** One script, and no capital after a small letter: both happen where bytes are read in another charset. */
const isSpelledWell = (word: string): boolean =>
  !/\p{Ll}\p{Lu}/u.test(word) && !(LATIN.test(word) && OTHER_SCRIPT.test(word));
