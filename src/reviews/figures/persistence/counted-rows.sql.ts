/**
 * SQL of the counted reviews: selects of (`object_id`, `source_id`, `at`, `rating`, `n`, `n_text`, `n_images`, `n_reply`). The caller sums their
 * rows. Rating 0 is unrated.
 */
import type { Provenance, RatingRange } from '../../domain/feed-filter';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import type { DateRange } from '../../domain/whole-months';
import { isLive, ofCoverage, visibleRows } from '../../persistence/review-rows.sql';
import type { SqlValues } from '../../persistence/sql-values';
import type { CountPart } from '../domain/count-plan';
import type { CountedRange, CountedScope } from '../domain/counted';

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

/** The condition on the provenance of rows. It begins with ` and`; it is empty if every row passes. */
export function provenanceOfRows(provenance: Provenance | undefined): string {
  if (provenance === undefined) return '';
  return provenance === 'imported' ? ' and r.import_id is not null' : ' and r.import_id is null';
}

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

/** Returns a select of the rows of one part of a plan. */
export function partRows(part: CountPart, scope: CountedScope, values: SqlValues): string {
  switch (part.from) {
    case 'archive':
      return archiveRows(scope, values);
    case 'undated':
      return monthRows(scope, `= '-infinity'`, part.sign, values);
    case 'months':
      return monthRows(scope, monthsBetween(part.first, part.end, values), part.sign, values);
    case 'rows':
      return liveRows(scope, `${datedBetween(part.range, values)}`, part.sign, values);
  }
}

/** The reviews inside a trial's cut, which are counted from rows because they are few. */
export function trialRows(scope: CountedScope, perLink: number, range: CountedRange, values: SqlValues): string {
  return `${countedColumns(1)} from (${visibleRows(scope.coverage, perLink, values)}) r
    where ${trialConditions(scope, range, values)}`;
}

/**
 * The reviews of any plan that only imports have brought. No counter has them by month or rating; the partial index of imported reviews has
 * only them.
 */
export function importedRows(scope: CountedScope, range: CountedRange, sign: 1 | -1, values: SqlValues): string {
  const conditions = trialConditions({ ...scope, provenance: 'imported' }, range, values);
  return `(${countedColumns(sign)} from review r where ${ofCoverage('r', scope.coverage, values)} and ${conditions})`;
}

/** The conditions on the rows of a trial's cut. */
export function trialConditions(scope: CountedScope, range: CountedRange, values: SqlValues): string {
  const dated = datedBetween(range, values);
  const dates = range.undated ? `(r.review_date is null or (${dated}))` : dated;
  return `${isLive('r')} and ${dates}${ratingOfRows(scope.rating, values)}${provenanceOfRows(scope.provenance)}`;
}

const flagBit = (row: string, flag: number): string => `((${row}.flags & ${flag}) / ${flag})`;

function countedColumns(sign: 1 | -1): string {
  return `select r.object_id, r.source_id, r.review_date::date as at, coalesce(r.rating, 0) as rating, ${sign}::int as n,
    ${sign} * ${flagBit('r', REVIEW_FLAGS.text)} as n_text, ${sign} * ${flagBit('r', REVIEW_FLAGS.images)} as n_images,
    ${sign} * ${flagBit('r', REVIEW_FLAGS.reply)} as n_reply`;
}

/**
 * The rows of one object are ordered by date, which makes the planner choose the index of dates. Without the order, in an account
 * that the statistics do not contain, a range of a few days read all 5,000 reviews in another index: 254 blocks instead of 3.
 */
function liveRows({ coverage, rating }: CountedScope, dates: string, sign: 1 | -1, values: SqlValues): string {
  const order = coverage.objectIds.length === 1 ? ' order by r.review_date desc nulls last' : '';
  return `(${countedColumns(sign)} from review r
    where ${ofCoverage('r', coverage, values)} and ${dates} and ${isLive('r')}${ratingOfRows(rating, values)}${order})`;
}

function archiveRows({ coverage, rating }: CountedScope, values: SqlValues): string {
  return `select s.object_id, s.source_id, null::date as at, s.rating, s.n, s.n * ${flagBit('s', REVIEW_FLAGS.text)} as n_text,
      s.n * ${flagBit('s', REVIEW_FLAGS.images)} as n_images, s.n * ${flagBit('s', REVIEW_FLAGS.reply)} as n_reply
    from link_stat s
    where ${ofCoverage('s', coverage, values)} and ${isLive('s')} and ${ratingBetween('s.rating', rating, values)}`;
}

function monthRows({ coverage, rating }: CountedScope, months: string, sign: 1 | -1, values: SqlValues): string {
  return `select m.object_id, m.source_id, m.month as at, m.rating, ${sign} * m.n as n, ${sign} * m.n_text as n_text,
      ${sign} * m.n_images as n_images, ${sign} * m.n_reply as n_reply
    from link_month m
    where ${ofCoverage('m', coverage, values)} and m.month ${months} and ${ratingBetween('m.rating', rating, values)}`;
}

/** Excludes the month `-infinity`, which counts the undated reviews. */
function monthsBetween(first: string, end: string, values: SqlValues): string {
  const from = first === '-infinity' ? `> '-infinity'` : `>= ${values.add(first, 'timestamp')}`;
  return end === 'infinity' ? from : `${from} and m.month < ${values.add(end, 'timestamp')}`;
}
