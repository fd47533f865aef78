/**
 * Selects one of several translations of a text. Values of one property with different languages are translations of each other;
 * values without a language are parts of the text and are all kept.
 */

/** Keys of a language map (`{"en": "Bright.", "de": "Hell."}`). `id` and `url` are properties, although they have the same form. */
const LANGUAGE_TAG = /^(?!(?:id|url)$)[a-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/;

/**
 * Returns the values without those in other languages than one: the language of the page, else its primary language, else the
 * first. Values without a language, and the values of a property that has one language, are unchanged. `languageOf` returns the
 * language of a value, undefined if it has none.
 */
export function inOneLanguage<T>(
  values: readonly T[],
  pageLanguage: string | undefined,
  languageOf: (value: T) => string | undefined = taggedLanguage,
): readonly T[] {
  if (values.length < 2) return values;
  const languages = values.map((value) => languageOf(value)?.toLowerCase());
  const distinct = [...new Set(languages.filter((language) => language !== undefined))];
  if (distinct.length < 2) return values;
  const chosen = chosenLanguage(distinct, pageLanguage);
  return values.filter((_, index) => languages[index] === undefined || languages[index] === chosen);
}

/** The text or texts of a language map in the language that `inOneLanguage` selects; null if the value is no language map. */
export function fromLanguageMap(value: unknown, pageLanguage: string | undefined): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => key === '@none' || LANGUAGE_TAG.test(key))) return null;
  const byLanguage = new Map(
    Object.entries(value as Record<string, unknown>).map(([key, text]) => [key.toLowerCase(), text]),
  );
  return [...byLanguage.values()].every(isText)
    ? byLanguage.get(chosenLanguage([...byLanguage.keys()], pageLanguage))
    : null;
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((part) => typeof part === 'string'));

function chosenLanguage(languages: readonly string[], pageLanguage: string | undefined): string {
  const wanted = pageLanguage?.toLowerCase() ?? '';
  const primary = (language: string): string => language.split('-', 1)[0] ?? '';
  return (
    languages.find((language) => language === wanted) ??
    languages.find((language) => primary(language) === primary(wanted)) ??
    languages[0] ??
    ''
  );
}

/** The language of a JSON-LD value (`{"@value": "Bright.", "@language": "en"}`). */
function taggedLanguage(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { '@value': text, '@language': language } = value as Record<string, unknown>;
  return text !== undefined && typeof language === 'string' ? language : undefined;
}
