/**
 * Author names as the service stores them (contract §2.3): the first word as it is, every further word as its first letter with a dot.
 * Full names are never stored.
 *
 *   Anna Maria Kowalska → Anna M. K.      Zoë → Zoë      A Google user → A Google user
 */

/** Names that platforms show for anonymous authors; none identifies a person. */
const PLACEHOLDERS = new Set([
  'a google user',
  'google user',
  'anonymous',
  'anonymous user',
  'a tripadvisor member',
  'former user',
  'deleted user',
  'пользователь 2гис',
  'аноним',
]);

/** The masked name; null stays null, blanks become null. Masking a masked name changes nothing. */
export function maskAuthor(name: string | null): string | null {
  const words = (name ?? '').split(/[\s\u200b]+/u).filter((word) => word !== '');
  if (words.length === 0) return null;
  const joined = words.join(' ');
  if (PLACEHOLDERS.has(joined.toLowerCase())) return joined;
  return [words[0], ...words.slice(1).map(initial)].join(' ');
}

/** Slow, so it is used only for words without letters and digits. */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** First letter of a word with its marks; brackets before it are skipped. Of a word of emoji, the first one. */
function initial(word: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0];
  return `${letter ?? [...graphemes.segment(word)][0]?.segment ?? ''}.`;
}
