const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language code; the code itself if it has none. `und` is "Unknown language". */
export const languageName = (code: string): string => names.of(code) ?? code;
