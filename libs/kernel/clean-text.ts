/**
 * Removes NUL and replaces lone surrogates by U+FFFD. PostgreSQL refuses NUL in text and lone surrogates in jsonb, and replaces
 * lone surrogates in text. A hash of the cleaned text therefore equals the hash of the stored text.
 */
export function cleanText(text: string): string {
  // A fast path: nearly all texts are clean, and the texts of a review are cleaned several times.
  if (text.isWellFormed() && !text.includes('\u0000')) return text;
  return text.toWellFormed().replaceAll('\u0000', '');
}

/** The cleaned and trimmed text, or null if it is empty. */
export function cleanTextOrNull(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const cleaned = cleanText(text).trim();
  return cleaned === '' ? null : cleaned;
}

/** Line ends of other systems and of Unicode. NEL (U+0085) is none: in foreign texts it is an ellipsis in the wrong charset. */
const LINE_ENDS = /\r\n|[\r\v\f\u2028\u2029]/g;

/** What cleaning, NFC or the line ends may change: no Latin or Cyrillic letter, and no punctuation. */
const CHANGEABLE = /[\0\v\f\r\u0300-\u03ff\u0483-\u200f\u2028-\uffff]/;

/**
 * A foreign text as it is stored and compared: cleaned and trimmed, in Unicode's form NFC, with `\n` as the only line end; null if it is
 * empty. Not for addresses and ids, which name something else in another form.
 */
export function storedTextOrNull(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  // Most texts stay as they are, and each collected review has several.
  const plain = CHANGEABLE.test(text) ? cleanText(text).normalize('NFC').replace(LINE_ENDS, '\n') : text;
  return plain.trim() || null;
}
