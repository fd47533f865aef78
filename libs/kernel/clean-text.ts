/**
 * Removes NUL and replaces lone surrogates by U+FFFD. PostgreSQL refuses NUL in text and lone surrogates in jsonb, and replaces lone
 * surrogates in text; because this runs first, a hash of the text is the hash of the stored text.
 */
export function cleanText(text: string): string {
  // Nearly all texts are clean, and those of a review are cleaned several times.
  if (text.isWellFormed() && !text.includes('\u0000')) return text;
  return text.toWellFormed().replaceAll('\u0000', '');
}

/** The cleaned and trimmed text, or null where it is empty. */
export function cleanTextOrNull(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const cleaned = cleanText(text).trim();
  return cleaned === '' ? null : cleaned;
}
