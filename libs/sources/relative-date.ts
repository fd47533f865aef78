// cspell:ignore Hace hace semanas
/**
 * Converts relative dates of review pages ("3 weeks ago", "hace 2 semanas", "2週間前") to dates.
 *
 * `Intl.RelativeTimeFormat` generates the phrases of every language, and the table maps them back. The key of a phrase is its
 * *skeleton*: lower case, digits replaced by `#`, without whitespace, full stops and invisible marks. Phrases that Intl does not
 * generate ("a month ago") are in `relative-phrases.ts`.
 *
 *     "Hace 2 semanas"  ->  hace#semanas  ->  { unit: week, amount: the number }
 *     "أمس"             ->  أمس           ->  { unit: day, amount: 1 }
 *
 * A relative date is never exact: pages round, and their time zone is unknown. Contract §10.4: it is resolved against the time of
 * collection and never overwrites a more precise stored date.
 */
import { wireTime, type LocalDateTime } from '@libs/kernel';
import { EXTRA_PHRASES, type RelativeUnit } from './relative-phrases';

export type { RelativeUnit };

export interface RelativeDate {
  /** To the second for seconds, minutes and hours; midnight for days and longer units. */
  readonly date: LocalDateTime;
  /** The value of `CollectedReview.datePrecision`. */
  readonly precision: 'relative';
  /** The unit of the phrase. */
  readonly unit: RelativeUnit;
}

/** The meaning of a skeleton; if `amount` is null, the number in the text is the amount. */
interface Meaning {
  readonly unit: RelativeUnit;
  readonly amount: number | null;
}

const LANGUAGES = (
  'en es pt fr de it nl ca sv da nb fi is pl cs sk sl hr sr bg ro hu ru uk el tr ' +
  'et lv lt he ar fa hi th vi id ms ja ko zh zh-Hant'
).split(' ');
const UNITS: readonly RelativeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];
/** Numbers that cover every plural form of the languages above (Slavic 1/2/5/11/21, Arabic dual, 3-10, 11-99, 100). */
const SAMPLES = [1, 2, 3, 4, 5, 8, 11, 20, 21, 100];
/** Older dates are parsing errors. */
const EARLIEST_YEAR = 1990;
const MAX_PHRASE_LENGTH = 60;

let mergedTable: ReadonlyMap<string, Meaning | null> | null = null;
const tables = new Map<string, ReadonlyMap<string, Meaning | null>>();

/**
 * Resolves a relative phrase at `now`. Returns null if the text is not such a phrase, refers to the future, or has different units
 * in different languages. The phrases of `language` (a page's `lang`) take precedence. Calculates in UTC; a week is seven days;
 * months and years are calendar months and years, with the last day of a shorter month.
 */
export function resolveRelativeDate(text: string, now: Date, language?: string): RelativeDate | null {
  if (text.length > MAX_PHRASE_LENGTH) return null;
  const { skeleton, numbers } = skeletonOf(text);
  const meaning = meaningOf(skeleton, language);
  const amount = meaning?.amount ?? numbers[0];
  if (!meaning || numbers.length > 1 || !Number.isSafeInteger(amount)) return null;
  const moment = earlier(now, amount ?? 0, meaning.unit);
  // For a number that is too large, the time is NaN, and the comparison is false.
  if (!(moment.getTime() >= Date.UTC(EARLIEST_YEAR, 0, 1))) return null;
  return { date: wireTime(moment), precision: 'relative', unit: meaning.unit };
}

function meaningOf(skeleton: string, language: string | undefined): Meaning | null {
  const inLanguage = language === undefined ? undefined : tableOf(language)?.get(skeleton);
  return inLanguage ?? allLanguages().get(skeleton) ?? null;
}

function skeletonOf(text: string): { skeleton: string; numbers: readonly number[] } {
  const numbers: number[] = [];
  const skeleton = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Nd}/gu, latinDigit)
    .replace(/\d+/g, (digits) => {
      numbers.push(Number(digits));
      return '#';
    })
    // Whitespace, direction marks and joiners differ between pages and versions of Intl; full stops end sentences and
    // abbreviations.
    .replace(/[\s\p{Cf}.]+/gu, '');
  return { skeleton, numbers };
}

/** In Unicode the ten digits of a script are consecutive, so the value of a digit is its distance from the zero. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

function allLanguages(): ReadonlyMap<string, Meaning | null> {
  if (mergedTable) return mergedTable;
  const merged = new Map<string, Meaning | null>();
  for (const language of LANGUAGES) {
    for (const [skeleton, meaning] of tableOf(language) ?? []) add(merged, skeleton, meaning);
  }
  for (const [phrase, unit, amount] of EXTRA_PHRASES) add(merged, skeletonOf(phrase).skeleton, { unit, amount });
  mergedTable = merged;
  return merged;
}

/** The phrases of one language, generated at first use; null for a language that Intl does not support. */
function tableOf(language: string): ReadonlyMap<string, Meaning | null> | null {
  const cached = tables.get(language);
  if (cached) return cached;
  // A page's `lang` is foreign text: `xx_YY` throws, and for an unknown language Intl uses the system's language.
  const locale = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? language : '';
  if (locale === '' || Intl.RelativeTimeFormat.supportedLocalesOf(locale.slice(0, 11)).length === 0) return null;
  const table = phrasesOf(locale.slice(0, 11));
  if (tables.size < 200) tables.set(language, table);
  return table;
}

function phrasesOf(locale: string): ReadonlyMap<string, Meaning | null> {
  const table = new Map<string, Meaning | null>();
  for (const style of ['long', 'short', 'narrow'] as const) {
    const numeric = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { style, numeric: 'always' });
    const named = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { style, numeric: 'auto' });
    for (const unit of UNITS) {
      for (const n of SAMPLES) addPhrase(table, numeric.format(-n, unit), unit, n);
      for (const n of [0, 1, 2]) addPhrase(table, named.format(-n, unit), unit, n);
    }
  }
  return table;
}

function addPhrase(table: Map<string, Meaning | null>, phrase: string, unit: RelativeUnit, n: number): void {
  const { skeleton, numbers } = skeletonOf(phrase);
  // Some narrow forms are "-2 m", with a unit that is ambiguous.
  if (/^[-−]/.test(skeleton)) return;
  add(table, skeleton, { unit, amount: numbers.length === 0 ? n : null });
  // Intl appends the number to Hebrew duals, "two-weeks (2)"; pages do not.
  if (skeleton.endsWith('(#)')) add(table, skeleton.slice(0, -3), { unit, amount: n });
}

/** Adds a phrase. A skeleton with two meanings (minutes or months) maps to null, because no date is better than a wrong date. */
function add(table: Map<string, Meaning | null>, skeleton: string, meaning: Meaning | null): void {
  const existing = table.get(skeleton);
  const isSame = existing?.unit === meaning?.unit && existing?.amount === meaning?.amount;
  table.set(skeleton, existing === undefined || isSame ? meaning : null);
}

const STEP_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

function earlier(now: Date, amount: number, unit: RelativeUnit): Date {
  if (unit === 'month' || unit === 'year') return monthsEarlier(now, unit === 'month' ? amount : amount * 12);
  const moment = new Date(now.getTime() - amount * STEP_MS[unit]);
  return unit === 'day' || unit === 'week' ? midnight(moment) : moment;
}

function monthsEarlier(now: Date, months: number): Date {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return first;
}

function midnight(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
}
