/**
 * Relative phrases that review pages print and `Intl.RelativeTimeFormat` does not generate: "a month ago" instead of "1 month
 * ago", number words, other word orders. Used by `relative-date.ts`, which ignores case and whitespace. If the amount is null,
 * the phrase contains the number; the digit in the table matches every number.
 */
export type RelativeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

type Phrase = readonly [phrase: string, unit: RelativeUnit, amount: number | null];

const withAmountOne = (phrasesByUnit: Readonly<Partial<Record<RelativeUnit, readonly string[]>>>): readonly Phrase[] =>
  Object.entries(phrasesByUnit).flatMap(([unit, phrases]) =>
    phrases.map((phrase): Phrase => [phrase, unit as RelativeUnit, 1]),
  );

const numbered = (unit: RelativeUnit, ...phrases: readonly string[]): readonly Phrase[] =>
  phrases.map((phrase): Phrase => [phrase, unit, null]);

/** One of each unit, without a digit. */
const ONE_OF_EACH: readonly Phrase[] = withAmountOne({
  second: ['a second ago', 'one second ago'],
  minute: [
    'a minute ago',
    'one minute ago',
    'hace un minuto',
    'há um minuto',
    'il y a une minute',
    'vor einer Minute',
    'un minuto fa',
    'een minuut geleden',
    'минуту назад',
    'минуту тому',
    'minutę temu',
    'bir dakika önce',
    'för en minut sedan',
    'en minut sedan',
  ],
  hour: [
    'an hour ago',
    'a hour ago',
    'one hour ago',
    'hace una hora',
    'há uma hora',
    'uma hora atrás',
    'il y a une heure',
    'vor einer Stunde',
    "un'ora fa",
    'un’ora fa',
    'een uur geleden',
    'час назад',
    'годину тому',
    'godzinę temu',
    'bir saat önce',
    'för en timme sedan',
    'en timme sedan',
  ],
  day: [
    'a day ago',
    'one day ago',
    'hace un día',
    'há um dia',
    'um dia atrás',
    'il y a un jour',
    'vor einem Tag',
    'un giorno fa',
    'een dag geleden',
    'день назад',
    'день тому',
    'dzień temu',
    'bir gün önce',
    'för en dag sedan',
    'en dag sedan',
  ],
  week: [
    'a week ago',
    'one week ago',
    'hace una semana',
    'há uma semana',
    'uma semana atrás',
    'il y a une semaine',
    'vor einer Woche',
    'una settimana fa',
    'een week geleden',
    'неделю назад',
    'тиждень тому',
    'tydzień temu',
    'bir hafta önce',
    'för en vecka sedan',
    'en vecka sedan',
  ],
  month: [
    'a month ago',
    'one month ago',
    'hace un mes',
    'há um mês',
    'um mês atrás',
    'il y a un mois',
    'vor einem Monat',
    'un mese fa',
    'een maand geleden',
    'месяц назад',
    'місяць тому',
    'miesiąc temu',
    'bir ay önce',
    'för en månad sedan',
    'en månad sedan',
  ],
  year: [
    'a year ago',
    'one year ago',
    'hace un año',
    'há um ano',
    'um ano atrás',
    'il y a un an',
    'vor einem Jahr',
    'un anno fa',
    'een jaar geleden',
    'год назад',
    'рік тому',
    'rok temu',
    'bir yıl önce',
    'för ett år sedan',
    'ett år sedan',
  ],
});

/** Numbered phrases with another word order or another abbreviation than Intl's. */
const OTHER_ORDERS: readonly Phrase[] = [
  ...numbered('minute', '5 mins ago', '5 minutos atrás', '5分钟之前', '5 minuti fa'),
  ...numbered('hour', '5 hrs ago', '5 h ago', '5 horas atrás', '5小时之前'),
  ...numbered('day', '5 dias atrás', '5 días atrás', '5天之前', '5 일 전'),
  ...numbered('week', '5 wks ago', '5 semanas atrás', '5 semana atrás', '5星期前', '5个星期前', '5 個星期前'),
  ...numbered('month', '5 mos ago', '5 meses atrás', '5 mês atrás', '5ヶ月前', '5ヵ月前', '5ケ月前', '5 달 전'),
  ...numbered('year', '5 yrs ago', '5 anos atrás', '5 ano atrás', '5 años atrás', '5 лет тому назад'),
];

const NOW: readonly Phrase[] = [
  ['just now', 'second', 0],
  ['right now', 'second', 0],
  ['a moment ago', 'second', 0],
  ['a few seconds ago', 'second', 0],
  ['moments ago', 'second', 0],
  ['только что', 'second', 0],
  ['gerade eben', 'second', 0],
  ["à l'instant", 'second', 0],
  ['à l’instant', 'second', 0],
  ['ahora mismo', 'second', 0],
  ['agora mesmo', 'second', 0],
  ['刚刚', 'second', 0],
  ['たった今', 'second', 0],
];

export const EXTRA_PHRASES: readonly Phrase[] = [...ONE_OF_EACH, ...OTHER_ORDERS, ...NOW];
