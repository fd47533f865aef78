/** The few words around the reviews of an embed. `{n}`, `{m}`, `{r}` and `{s}` are replaced. */
export interface EmbedWords {
  /** The number of shown reviews `{n}` and of all `{m}`. */
  readonly shown: string;
  /** Follows `shown` where only ratings from `{r}` on are shown. */
  readonly rated: string;
  /** Follows where only some platforms `{s}` are shown. */
  readonly from: string;
  /** The average `{r}` of all reviews. */
  readonly average: string;
  /** The rating `{r}` of a review. */
  readonly rating: string;
  readonly anonymous: string;
  /** The link to a review on its platform `{s}`. */
  readonly source: string;
  readonly empty: string;
  readonly failed: string;
}

export const EMBED_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'ru', 'ar', 'he'] as const;
export type EmbedLanguage = (typeof EMBED_LANGUAGES)[number];

const RIGHT_TO_LEFT: readonly EmbedLanguage[] = ['ar', 'he'];

// cspell:disable
export const EMBED_WORDS: Readonly<Record<EmbedLanguage, EmbedWords>> = {
  en: {
    shown: '{n} of {m} reviews shown',
    rated: ', rated {r} and higher',
    from: ', from {s}',
    average: '{r} of 5 on average over all reviews',
    rating: '{r} of 5',
    anonymous: 'Anonymous',
    source: 'Read on {s}',
    empty: 'No reviews yet',
    failed: 'The reviews cannot be shown now',
  },
  de: {
    shown: '{n} von {m} Bewertungen gezeigt',
    rated: ', ab {r} Sternen',
    from: ', von {s}',
    average: 'Durchschnitt aller Bewertungen: {r} von 5',
    rating: '{r} von 5',
    anonymous: 'Anonym',
    source: 'Auf {s} lesen',
    empty: 'Noch keine Bewertungen',
    failed: 'Die Bewertungen können gerade nicht gezeigt werden',
  },
  fr: {
    shown: '{n} avis sur {m} affichés',
    rated: ', notés {r} et plus',
    from: ', de {s}',
    average: 'Moyenne de tous les avis : {r} sur 5',
    rating: '{r} sur 5',
    anonymous: 'Anonyme',
    source: 'Lire sur {s}',
    empty: 'Pas encore d’avis',
    failed: 'Les avis ne peuvent pas être affichés pour le moment',
  },
  es: {
    shown: '{n} de {m} reseñas mostradas',
    rated: ', con {r} o más',
    from: ', de {s}',
    average: 'Media de todas las reseñas: {r} de 5',
    rating: '{r} de 5',
    anonymous: 'Anónimo',
    source: 'Leer en {s}',
    empty: 'Aún no hay reseñas',
    failed: 'Las reseñas no se pueden mostrar ahora',
  },
  it: {
    shown: '{n} recensioni su {m} mostrate',
    rated: ', con {r} o più',
    from: ', da {s}',
    average: 'Media di tutte le recensioni: {r} su 5',
    rating: '{r} su 5',
    anonymous: 'Anonimo',
    source: 'Leggi su {s}',
    empty: 'Ancora nessuna recensione',
    failed: 'Le recensioni non possono essere mostrate ora',
  },
  nl: {
    shown: '{n} van {m} beoordelingen getoond',
    rated: ', met {r} of hoger',
    from: ', van {s}',
    average: 'Gemiddelde van alle beoordelingen: {r} van 5',
    rating: '{r} van 5',
    anonymous: 'Anoniem',
    source: 'Lees op {s}',
    empty: 'Nog geen beoordelingen',
    failed: 'De beoordelingen kunnen nu niet worden getoond',
  },
  ru: {
    shown: 'Показано отзывов: {n} из {m}',
    rated: ', с оценкой от {r}',
    from: ', с площадок: {s}',
    average: 'Средняя оценка всех отзывов: {r} из 5',
    rating: '{r} из 5',
    anonymous: 'Аноним',
    source: 'Читать на {s}',
    empty: 'Отзывов пока нет',
    failed: 'Отзывы сейчас нельзя показать',
  },
  ar: {
    shown: 'عُرض {n} من {m} من التقييمات',
    rated: '، بتقييم {r} فأعلى',
    from: '، من {s}',
    average: 'متوسط جميع التقييمات: {r} من 5',
    rating: '{r} من 5',
    anonymous: 'مجهول',
    source: 'اقرأ على {s}',
    empty: 'لا توجد تقييمات بعد',
    failed: 'لا يمكن عرض التقييمات الآن',
  },
  he: {
    shown: 'מוצגות {n} מתוך {m} ביקורות',
    rated: ', בדירוג {r} ומעלה',
    from: ', מאת {s}',
    average: 'ממוצע כל הביקורות: {r} מתוך 5',
    rating: '{r} מתוך 5',
    anonymous: 'אנונימי',
    source: 'לקריאה ב-{s}',
    empty: 'אין עדיין ביקורות',
    failed: 'לא ניתן להציג את הביקורות כעת',
  },
};

// cspell:enable

export const directionOf = (language: EmbedLanguage): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';

export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w)\}/g, (_, name: string) => String(values[name] ?? ''));

/** What is left out, and how much: always shown, and true for a reader who knows nothing else (contract §4.23). */
export interface Selected {
  readonly shown: number;
  readonly total: number;
  readonly minRating: number | null;
  /** Names of the platforms, if only some are shown. */
  readonly sources: readonly string[];
}

/** "12 of 48 reviews shown, rated 4 and higher". */
export function noticeOf({ shown, total, minRating, sources }: Selected, language: EmbedLanguage): string {
  const words = EMBED_WORDS[language];
  const number = new Intl.NumberFormat(language);
  return [
    filled(words.shown, { n: number.format(shown), m: number.format(total) }),
    minRating === null ? '' : filled(words.rated, { r: number.format(minRating) }),
    sources.length === 0 ? '' : filled(words.from, { s: sources.join(', ') }),
  ].join('');
}
