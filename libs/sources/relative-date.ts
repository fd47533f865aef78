// cspell:ignore Hace hace semanas
/**
 * Relative dates as review pages print them ("3 weeks ago", "hace 2 semanas", "2週間前"), turned back into a date.
 *
 * The phrases are not written down here: `Intl.RelativeTimeFormat` can produce them for every language, so the table is
 * made by running it forwards and is read backwards. A phrase becomes a *skeleton*: lower case, every digit Latin, the
 * number replaced by `#`, all blanks and invisible marks removed; one look into a map then answers. The few words that
 * Intl does not produce ("a month ago") stand in `relative-phrases.ts`.
 *
 *     "Hace 2 semanas"  ->  hace#semanas  ->  { unit: week, amount: the number }
 *     "أمس"             ->  أمس           ->  { unit: day, amount: 1 }
 *
 * A relative date is never exact: the page rounds, and its "today" is its own. Contract §10.4: it is resolved against the
 * moment of collection and never overwrites a better date already stored.
 */
import { wireTime, type LocalDateTime } from '@libs/kernel';
import { SPOKEN_PHRASES, type RelativeUnit } from './relative-phrases';

export type { RelativeUnit };

export interface RelativeDate {
  /** To the second for seconds, minutes and hours; midnight for days and longer units, which say nothing of the hour. */
  readonly date: LocalDateTime;
  /** The value of `CollectedReview.datePrecision`. */
  readonly precision: 'relative';
  /** How coarse the phrase was. */
  readonly unit: RelativeUnit;
}

/** What a skeleton means; `amount` null is the number in the text. */
interface Meaning {
  readonly unit: RelativeUnit;
  readonly amount: number | null;
}

const LANGUAGES = (
  'en es pt fr de it nl ca sv da nb fi is pl cs sk sl hr sr bg ro hu ru uk el tr ' +
  'et lv lt he ar fa hi th vi id ms ja ko zh zh-Hant'
).split(' ');
const UNITS: readonly RelativeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];
/** One number of every plural form that the languages above distinguish (Slavic 1/2/5/11/21, Arabic dual, 3-10, 11-99, 100). */
const SAMPLES = [1, 2, 3, 4, 5, 8, 11, 20, 21, 100];
/** Nothing was reviewed on the web before; a phrase that leads further back is a misreading. */
const EARLIEST_YEAR = 1990;
const MAX_PHRASE_LENGTH = 60;

let shared: ReadonlyMap<string, Meaning | null> | null = null;
const byLanguage = new Map<string, ReadonlyMap<string, Meaning | null>>();

/**
 * The date that a relative phrase means at `now`, or null where the text is no such phrase, is about the future, or
 * means different units in different languages. `language` (a page's `lang`) is asked first and decides such cases.
 * The clock is UTC's; weeks are seven days, months and years are the calendar's, cut to the last day of a shorter month.
 */
export function resolveRelativeDate(text: string, now: Date, language?: string): RelativeDate | null {
  if (text.length > MAX_PHRASE_LENGTH) return null;
  const { skeleton, numbers } = skeletonOf(text);
  const meaning = meaningOf(skeleton, language);
  const amount = meaning?.amount ?? numbers[0];
  if (!meaning || numbers.length > 1 || !Number.isSafeInteger(amount)) return null;
  const moment = earlier(now, amount ?? 0, meaning.unit);
  // NaN compares false: a number too large for a Date is refused by the same line.
  if (!(moment.getTime() >= Date.UTC(EARLIEST_YEAR, 0, 1))) return null;
  return { date: wireTime(moment), precision: 'relative', unit: meaning.unit };
}

function meaningOf(skeleton: string, language: string | undefined): Meaning | null {
  const own = language === undefined ? undefined : tableOf(language)?.get(skeleton);
  return own ?? allLanguages().get(skeleton) ?? null;
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
    // Blanks, direction marks and joiners differ between pages and Intl versions; full stops end sentences and abbreviations.
    .replace(/[\s\p{Cf}.]+/gu, '');
  return { skeleton, numbers };
}

/** Unicode keeps the ten digits of every script in one run, so a digit's value is its distance from the run's zero. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

function allLanguages(): ReadonlyMap<string, Meaning | null> {
  if (shared) return shared;
  const merged = new Map<string, Meaning | null>();
  for (const language of LANGUAGES) {
    for (const [skeleton, meaning] of tableOf(language) ?? []) add(merged, skeleton, meaning);
  }
  for (const [phrase, unit, amount] of SPOKEN_PHRASES) add(merged, skeletonOf(phrase).skeleton, { unit, amount });
  shared = merged;
  return merged;
}

/** The phrases of one language, made at first use; null for what Intl does not know. */
function tableOf(language: string): ReadonlyMap<string, Meaning | null> | null {
  const known = byLanguage.get(language);
  if (known) return known;
  // A page's `lang` is foreign text: `xx_YY` throws, and an unknown language would silently speak this machine's.
  const locale = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? language : '';
  if (locale === '' || Intl.RelativeTimeFormat.supportedLocalesOf(locale.slice(0, 11)).length === 0) return null;
  const table = phrasesOf(locale.slice(0, 11));
  if (byLanguage.size < 200) byLanguage.set(language, table);
  return table;
}

function phrasesOf(locale: string): ReadonlyMap<string, Meaning | null> {
  const table = new Map<string, Meaning | null>();
  for (const style of ['long', 'short', 'narrow'] as const) {
    const counted = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { style, numeric: 'always' });
    const spoken = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { style, numeric: 'auto' });
    for (const unit of UNITS) {
      for (const n of SAMPLES) addPhrase(table, counted.format(-n, unit), unit, n);
      for (const n of [0, 1, 2]) addPhrase(table, spoken.format(-n, unit), unit, n);
    }
  }
  return table;
}

function addPhrase(table: Map<string, Meaning | null>, phrase: string, unit: RelativeUnit, n: number): void {
  const { skeleton, numbers } = skeletonOf(phrase);
  // Some narrow forms are a bare "-2 m": too little to be told from a number, and different units share them.
  if (/^[-−]/.test(skeleton)) return;
  add(table, skeleton, { unit, amount: numbers.length === 0 ? n : null });
  // Hebrew's duals carry their number in brackets, "two-weeks (2)"; no page prints that.
  if (skeleton.endsWith('(#)')) add(table, skeleton.slice(0, -3), { unit, amount: n });
}

/** Two meanings of one skeleton are none: guessing between minutes and months is worse than no date. */
function add(table: Map<string, Meaning | null>, skeleton: string, meaning: Meaning | null): void {
  const before = table.get(skeleton);
  const same = before?.unit === meaning?.unit && before?.amount === meaning?.amount;
  table.set(skeleton, before === undefined || same ? meaning : null);
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
