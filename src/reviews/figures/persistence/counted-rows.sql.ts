/**
 * SQL of the counted reviews: selects of (`key`, `at`, `rating`, `n`, `n_text`, `n_images`, `n_reply`), where `key` is the source, the object or
 * the language. The caller sums their rows. Rating 0 is unrated.
 */
import type { Provenance, RatingRange } from '../../domain/feed-filter';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import type { DateRange } from '../../domain/whole-months';
import { isLive, languageFilter, ofCoverage, visibleRows } from '../../persistence/review-rows.sql';
import type { SqlValues } from '../../persistence/sql-values';
import type { CountPart } from '../domain/count-plan';
import type { CountedRange, CountedScope, CountKey } from '../domain/counted';

/** The rating filter on the key of a counter, in which 0 is unrated. */
export function ratingBetween(key: string, { lowest, highest, unrated }: RatingRange, values: SqlValues): string {
  const minimum = values.add(unrated ? 0 : lowest, 'smallint');
  return `${key} between ${minimum} and ${values.add(highest, 'smallint')}`;
}

/**
 * The rating filter on rows. It begins with ` and`; it is empty if every row passes. No index serves the expression `rating + 0`, so
 * rows are read in the order of dates. The two bounds have different expressions; `ratingCondition` in
 * `feed/persistence/feed-conditions.sql.ts` has the reason and the figures.
 */
export function ratingOfRows({ lowest, highest, unrated }: RatingRange, values: SqlValues): string {
  const upperBound = highest < HIGHEST_RATING ? `(r.rating - 0) <= ${values.add(highest, 'smallint')}` : '';
  if (unrated) return upperBound === '' ? '' : ` and (r.rating is null or ${upperBound})`;
  const lowerBound =
    lowest > LOWEST_RATING ? `(r.rating + 0) >= ${values.add(lowest, 'smallint')}` : 'r.rating is not null';
  return ` and ${lowerBound}${upperBound === '' ? '' : ` and ${upperBound}`}`;
}

function provenanceOfRows(provenance: Provenance | undefined): string {
  if (provenance === undefined) return '';
  return provenance === 'imported' ? ' and r.import_id is not null' : ' and r.import_id is null';
}

/** The conditions on rows that no counter has in every combination. Each begins with ` and`; empty if every row passes. */
export function choiceOfRows({ rating, provenance, languages }: ChosenRows, values: SqlValues): string {
  return `${ratingOfRows(rating, values)}${provenanceOfRows(provenance)}${languageFilter('r.language', languages, values)}`;
}

export type ChosenRows = Pick<CountedScope, 'rating' | 'provenance' | 'languages'>;

/** Whether every rated review passes. */
export const isEveryRating = ({ lowest, highest }: RatingRange): boolean =>
  lowest <= LOWEST_RATING && highest >= HIGHEST_RATING;

/** Bounds of every stored rating, in hundredths. */
const LOWEST_RATING = 100;
const HIGHEST_RATING = 500;

/** Inclusive dates of `r.review_date`; an open side has no condition. */
export function datedBetween({ from, to }: DateRange, values: SqlValues): string {
  const below = to === 'infinity' ? '' : ` and r.review_date < ${values.add(to, 'timestamp')} + interval '1 day'`;
  return `r.review_date >= ${values.add(from, 'timestamp')}${below}`;
}

/** A condition on dates that no index serves. For the figures see `publishedCondition` (`feed/persistence/feed-conditions.sql.ts`). */
export function unindexedDates({ from, to }: DateRange, values: SqlValues): string {
  const below = `(r.review_date - interval '0') < ${values.add(to, 'timestamp')} + interval '1 day'`;
  return `(r.review_date + interval '0') >= ${values.add(from, 'timestamp')} and ${below}`;
}

/** Has a reply and is not deleted. For the form of the condition see `flagsMatch` (`feed/persistence/feed-conditions.sql.ts`). */
export const hasReplyAndIsLive = `((r.flags & ${REVIEW_FLAGS.reply | REVIEW_FLAGS.deleted}) # ${REVIEW_FLAGS.reply}) < 1`;

/** Selects the counted reviews of a scope, by one of their keys. */
export class CountedRows {
  constructor(
    private readonly scope: CountedScope,
    private readonly key: CountKey,
    private readonly values: SqlValues,
  ) {}

  /** Returns a select of the rows of one part of a plan. */
  part(part: CountPart): string {
    switch (part.from) {
      case 'archive':
        return this.archive();
      case 'undated':
        return this.months(`= '-infinity'`, part.sign);
      case 'months':
        return this.months(monthsBetween(part.first, part.end, this.values), part.sign);
      case 'rows':
        return this.live(datedBetween(part.range, this.values), part.sign);
    }
  }

  /** The reviews inside a trial's cut, which are counted from rows because they are few. */
  trial(perLink: number, range: CountedRange): string {
    const { scope, values } = this;
    return `${this.columns(1)} from (${visibleRows(scope.coverage, perLink, values)}) r
      where ${trialConditions(scope, range, values)}`;
  }

  /**
   * The reviews of any plan that only imports have brought. No counter has them by month or rating; the partial index of imported reviews has
   * only them.
   */
  imported(range: CountedRange, sign: 1 | -1): string {
    const { scope, values } = this;
    const conditions = trialConditions({ ...scope, provenance: 'imported' }, range, values);
    return `(${this.columns(sign)} from review r where ${ofCoverage('r', scope.coverage, values)} and ${conditions})`;
  }

  private columns(sign: 1 | -1): string {
    return `select ${this.keyOf('r')}, r.review_date::date as at, coalesce(r.rating, 0) as rating, ${sign}::int as n,
      ${sign} * ${flagBit('r', REVIEW_FLAGS.text)} as n_text, ${sign} * ${flagBit('r', REVIEW_FLAGS.images)} as n_images,
      ${sign} * ${flagBit('r', REVIEW_FLAGS.reply)} as n_reply`;
  }

  /**
   * The rows of one object are ordered by date, which makes the planner choose the index of dates. Without the order, in an account
   * that the statistics do not contain, a range of a few days read all 5,000 reviews in another index: 254 blocks instead of 3.
   */
  private live(dates: string, sign: 1 | -1): string {
    const { coverage, rating, languages } = this.scope;
    const order = coverage.objectIds.length === 1 ? ' order by r.review_date desc nulls last' : '';
    const chosen = choiceOfRows({ rating, languages }, this.values);
    return `(${this.columns(sign)} from review r
      where ${ofCoverage('r', coverage, this.values)} and ${dates} and ${isLive('r')}${chosen}${order})`;
  }

  private archive(): string {
    return `select ${this.keyOf('s')}, null::date as at, s.rating, s.n, s.n * ${flagBit('s', REVIEW_FLAGS.text)} as n_text,
        s.n * ${flagBit('s', REVIEW_FLAGS.images)} as n_images, s.n * ${flagBit('s', REVIEW_FLAGS.reply)} as n_reply
      from link_stat s
      where ${ofCoverage('s', this.scope.coverage, this.values)} and ${isLive('s')} and ${this.countedKeys('s')}`;
  }

  private months(months: string, sign: 1 | -1): string {
    return `select ${this.keyOf('m')}, m.month as at, m.rating, ${sign} * m.n as n, ${sign} * m.n_text as n_text,
        ${sign} * m.n_images as n_images, ${sign} * m.n_reply as n_reply
      from link_month m
      where ${ofCoverage('m', this.scope.coverage, this.values)} and m.month ${months} and ${this.countedKeys('m')}`;
  }

  private countedKeys(row: string): string {
    const { rating, languages } = this.scope;
    return `${ratingBetween(`${row}.rating`, rating, this.values)}${languageFilter(`${row}.language`, languages, this.values)}`;
  }

  /** Only the column that is needed, because the index of dates does not have the language. */
  private keyOf(row: string): string {
    return `${row}.${KEY_COLUMNS[this.key]} as key`;
  }
}

const KEY_COLUMNS: Readonly<Record<CountKey, string>> = {
  source: 'source_id',
  object: 'object_id',
  language: 'language',
};

/** The conditions on the rows of a trial's cut. */
export function trialConditions(scope: CountedScope, range: CountedRange, values: SqlValues): string {
  return `${isLive('r')} and ${inRange(datedBetween(range, values), range)}${choiceOfRows(scope, values)}`;
}

/** A condition on dates, and undated reviews if the range has them. */
export const inRange = (dates: string, range: CountedRange): string =>
  range.undated ? `(r.review_date is null or (${dates}))` : dates;

const flagBit = (row: string, flag: number): string => `((${row}.flags & ${flag}) / ${flag})`;

/** Excludes the month `-infinity`, which counts the undated reviews. */
function monthsBetween(first: string, end: string, values: SqlValues): string {
  const from = first === '-infinity' ? `> '-infinity'` : `>= ${values.add(first, 'timestamp')}`;
  return end === 'infinity' ? from : `${from} and m.month < ${values.add(end, 'timestamp')}`;
}
