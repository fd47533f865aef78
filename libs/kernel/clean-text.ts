/**
 * Text that a database, a queue and a JSON reader can all hold: well-formed Unicode without NUL. PostgreSQL refuses NUL
 * in text and lone surrogates in jsonb, and turns lone surrogates in text silently into U+FFFD; done here first, a hash
 * of the text is the hash of what is stored.
 */
export function cleanText(text: string): string {
  // Nearly all text is clean already, and every collected review comes through here several times.
  if (text.isWellFormed() && !text.includes('\u0000')) return text;
  return text.toWellFormed().replaceAll('\u0000', '');
}

/** Trimmed clean text, or null where nothing is left. */
export function cleanTextOrNull(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const cleaned = cleanText(text).trim();
  return cleaned === '' ? null : cleaned;
}
