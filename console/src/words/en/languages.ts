const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The code of reviews without a known language. */
export const UNKNOWN_LANGUAGE = 'und';

/** The English name of a language code; the code itself if it has none. Browsers name `und` "root". */
export const languageName = (code: string): string =>
  code === UNKNOWN_LANGUAGE ? 'Not known' : (names.of(code) ?? code);
