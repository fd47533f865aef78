/**
 * Author names as the service stores them (contract §2.3): the first word unchanged, every further word as its first letter and a dot.
 * Full names are never stored.
 *
 *   Anna Maria Kowalska → Anna M. K.      Zoë → Zoë      A Google user → A Google user
 */

/** Names that platforms show for anonymous authors; they are stored unchanged. */
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

/** The masked name; null for null and for a name of whitespace only. A masked name is returned unchanged. */
export function maskAuthor(name: string | null): string | null {
  const words = (name ?? '').split(/[\s\u200b]+/u).filter((word) => word !== '');
  if (words.length === 0) return null;
  const joined = words.join(' ');
  if (PLACEHOLDERS.has(joined.toLowerCase())) return joined;
  return [words[0], ...words.slice(1).map(initial)].join(' ');
}

/** Segmentation is slow, so it is used only for words without letters and digits. */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The first letter or digit of a word with its combining marks, or the first grapheme of a word without letters and digits. */
function initial(word: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0];
  return `${letter ?? [...graphemes.segment(word)][0]?.segment ?? ''}.`;
}
