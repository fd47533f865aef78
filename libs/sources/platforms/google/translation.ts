// cspell:disable
/**
 * Texts that Google translated contain both languages:
 *
 *   (Translated by Google) Too loud.      Zu laut.
 *
 *   (Original)                            (Translated by Google)
 *   Zu laut.                              Too loud.
 *
 * A mark begins a paragraph. Anywhere else it is the author's words. Some surfaces print the marks in the language of the reader.
 */
import { cleanTextOrNull } from '@libs/kernel';

/** Known from texts that public programs read. */
const TRANSLATED = [
  'Translated by Google',
  'Übersetzt von Google',
  'Traduit par Google',
  'Traducido por Google',
  'Traducción de Google',
  'Traduzione di Google',
  'Traduzido pelo Google',
  'Vertaald door Google',
  'Przetłumaczone przez Google',
  'Перевод Google',
  'Google tarafından çevrildi',
  'Google による翻訳',
  'Googleによる翻訳',
  '由 Google 提供翻譯',
  '由 Google 提供翻译',
];
const ORIGINAL = [
  'Original',
  'Originale',
  'Origineel',
  'Orijinal',
  'Texto original',
  "Avis d'origine",
  'Avis d’origine',
  'Wersja oryginalna',
  'Оригинал',
  '原文',
  '原始評論',
];

/** A mark at the beginning of a paragraph, and the blanks up to its text, which may be a line further. */
const mark = (names: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<=^|\n[ \t]*\n)[ \t]*[(（](?:${names.join('|')})[)）][ \t]*(\n?)`, 'g');
const TRANSLATED_MARK = mark(TRANSLATED);
const ORIGINAL_MARK = mark(ORIGINAL);

/**
 * The author's text without Google's translation. A text with a mark of a translation and no original is returned unchanged, because
 * nothing says which part of it is the author's.
 */
export function originalText(text: string | null): string | null {
  if (text === null) return null;
  const plain = text.replace(/\r\n?/g, '\n').trim();
  const translations = [...plain.matchAll(TRANSLATED_MARK)];
  const first = translations[0];
  if (first === undefined) return text;
  return first.index === 0 ? afterTranslation(plain) : beforeTranslation(plain, translations);
}

/** The original follows the last paragraph that begins with its mark. */
function afterTranslation(text: string): string | null {
  const original = [...text.matchAll(ORIGINAL_MARK)].at(-1);
  return original === undefined ? text : cleanTextOrNull(text.slice(original.index + original[0].length));
}

/** Google writes this mark on a line of its own, which an author's paragraph hardly is. */
function beforeTranslation(text: string, translations: readonly RegExpExecArray[]): string | null {
  const translation = translations.find(([, lineEnd]) => lineEnd === '\n') ?? translations[0];
  const original = text.slice(0, translation?.index);
  const [start] = original.matchAll(ORIGINAL_MARK);
  return cleanTextOrNull(start?.index === 0 ? original.slice(start[0].length) : original);
}
