/**
 * A reference implementation of analytics (contract §4.7, §4.8) for tests: it reads every review from its table and counts in
 * arrays. It shares no code with the product.
 */
import type { Database } from '@libs/database';

export interface ReferenceReview {
  readonly id: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  /** Local date as text; null if the review has no date. */
  readonly date: string | null;
  readonly rating: number | null;
  readonly hasText: boolean;
  readonly hasImages: boolean;
  readonly hasReply: boolean;
  readonly replyDate: string | null;
  readonly language: string;
}

export interface ReferenceQuestion {
  readonly range: { readonly from: string; readonly to: string; readonly undated: boolean };
  readonly minRating: number;
  readonly maxRating: number;
  readonly sourceIds: readonly number[];
  readonly visiblePerLink: number | null;
  readonly languages?: readonly string[] | undefined;
}

/** The reviews that count: not deleted, on links that are not removed, of active objects of the account. */
export function readReference(database: Database, accountId: number): Promise<readonly ReferenceReview[]> {
  return database.query<ReferenceReview>(
    `select r.id, r.object_id as "objectId", r.link_id as "linkId", r.source_id as "sourceId", r.review_date as date,
       r.rating, r.text is not null as "hasText", r.images is not null as "hasImages",
       r.reply_text is not null as "hasReply", r.reply_date as "replyDate", r.language
     from review r, link l, tracked_object o
     where r.account_id = $1 and r.deleted_at is null and l.id = r.link_id and l.deleted_at is null
       and o.id = r.object_id and o.is_active and o.deleted_at is null`,
    [accountId],
  );
}

export function referenceSummary(reviews: readonly ReferenceReview[], question: ReferenceQuestion): object {
  const counted = countedAmong(reviews, question);
  const sources = [...new Set(counted.map((review) => review.sourceId))].sort((a, b) => a - b);
  return {
    total: figures(counted),
    lastReplyDate: latest(counted.flatMap((review) => (review.hasReply ? (review.replyDate ?? []) : []))),
    medianReplyHours: medianReplyHours(repliesRead(reviews, counted, question)),
    bySource: sources.map((sourceId) => {
      const ofSource = counted.filter((review) => review.sourceId === sourceId);
      const latestReviewDate = latest(ofSource.flatMap((review) => review.date ?? []));
      return { sourceId, figures: figures(ofSource), latestReviewDate };
    }),
    hiddenTotal:
      question.visiblePerLink === null ? null : reviews.length - visibleOf(reviews, question.visiblePerLink).length,
  };
}

/** The figures of each language, by language. */
export function referenceLanguages(reviews: readonly ReferenceReview[], question: ReferenceQuestion): object {
  return groupsOf(countedAmong(reviews, question), (review) => review.language, figures);
}

/** The reply times in total, and of each source and object with reviews, by their ids. `most`: of how many replies. */
export function referenceReplyTimes(
  reviews: readonly ReferenceReview[],
  question: ReferenceQuestion,
  most: number,
): object {
  const counted = countedAmong(reviews, question);
  const from = question.visiblePerLink === null ? timesFrom(reviews, question, most) : null;
  const times = (group: readonly ReferenceReview[]): object => replyTimes(group, from);
  return {
    total: times(counted),
    bySource: groupsOf(counted, (review) => String(review.sourceId), times),
    byObject: groupsOf(counted, (review) => String(review.objectId), times),
  };
}

/** The first day of the newest months that have together at most `most` answered reviews, of any rating and language; null if none is left out. */
function timesFrom(
  reviews: readonly ReferenceReview[],
  { range, sourceIds }: ReferenceQuestion,
  most: number,
): string | null {
  const monthOf = (date: string | null): string => String(date).slice(0, 7);
  const answered = reviews.filter(
    ({ date, hasReply, sourceId }) =>
      hasReply && date !== null && (sourceIds.length === 0 || sourceIds.includes(sourceId)),
  );
  const months = answered
    .map(({ date }) => monthOf(date))
    .filter((month) => month >= monthOf(range.from) && month <= monthOf(range.to));
  const fits = (month: string): boolean => months.filter((other) => other >= month).length <= most;
  const newestFirst = [...new Set(months)].sort().reverse();
  const first = newestFirst.findLast(fits) ?? newestFirst[0];
  if (first === undefined || newestFirst.every(fits)) return null;
  return `${first}-01` > range.from ? `${first}-01` : null;
}

function groupsOf(
  reviews: readonly ReferenceReview[],
  keyOf: (review: ReferenceReview) => string,
  count: (reviews: readonly ReferenceReview[]) => object,
): object {
  const keys = [...new Set(reviews.map(keyOf))];
  return Object.fromEntries(keys.map((key) => [key, count(reviews.filter((review) => keyOf(review) === key))]));
}

function replyTimes(reviews: readonly ReferenceReview[], from: string | null): object {
  const allAnswered = reviews.filter((review) => review.hasReply);
  const answered = allAnswered.filter(({ date }) => from === null || (date !== null && date >= from));
  const tenths = answered
    .flatMap((review) => delayHours(review) ?? [])
    .map((hours) => Math.round(hours * 10))
    .sort((a, b) => a - b);
  const early = answered.filter(({ date, replyDate }) => isEarly(date, replyDate)).length;
  return {
    reviews: reviews.length,
    answered: allAnswered.length,
    answeredShare: reviews.length === 0 ? null : Number((allAnswered.length / reviews.length).toFixed(4)),
    timesFrom: from,
    medianHours: hoursAt(tenths, 5),
    p90Hours: hoursAt(tenths, 9),
    timed: tenths.length,
    early,
    undated: answered.length - tenths.length - early,
  };
}

const isEarly = (date: string | null, replyDate: string | null): boolean =>
  date !== null && replyDate !== null && timeOf(replyDate) < timeOf(date) - DAY_MS;

/** The hours at a share, which is in tenths too: interpolated between the two nearest values, to one decimal. */
function hoursAt(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place / 10)], sorted[Math.ceil(place / 10)]];
  if (low === undefined || high === undefined) return null;
  return Math.round(low + ((high - low) * (place % 10)) / 10) / 10;
}

const timeOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/** One series for each requested source (0: all sources), with one point per period, in order. */
export function referenceSeries(
  reviews: readonly ReferenceReview[],
  question: ReferenceQuestion & { readonly granularity: 'day' | 'week' | 'month' },
): object {
  const counted = countedAmong(reviews, { ...question, sourceIds: [] });
  const names = new Set<string>();
  for (let time = Date.parse(question.range.from); time <= Date.parse(question.range.to); time += DAY_MS) {
    names.add(periodName(new Date(time), question.granularity));
  }
  return question.sourceIds.map((sourceId) => {
    const byName = new Map<string, ReferenceReview[]>([...names].map((name) => [name, []]));
    for (const review of counted) {
      if (sourceId !== 0 && review.sourceId !== sourceId) continue;
      byName
        .get(periodName(new Date(`${String(review.date).slice(0, 10)}T00:00:00Z`), question.granularity))
        ?.push(review);
    }
    return { sourceId, points: [...byName].map(([period, inside]) => ({ period, figures: figures(inside) })) };
  });
}

const DAY_MS = 86_400_000;

function countedAmong(reviews: readonly ReferenceReview[], question: ReferenceQuestion): readonly ReferenceReview[] {
  const visibleReviews = question.visiblePerLink === null ? reviews : visibleOf(reviews, question.visiblePerLink);
  return visibleReviews.filter(
    (review) =>
      (question.sourceIds.length === 0 || question.sourceIds.includes(review.sourceId)) &&
      isDated(review, question.range) &&
      isRated(review, question) &&
      (!question.languages?.length || question.languages.includes(review.language)),
  );
}

function isDated({ date }: ReferenceReview, { from, to, undated }: ReferenceQuestion['range']): boolean {
  return date === null ? undated : date.slice(0, 10) >= from && date.slice(0, 10) <= to;
}

function isRated({ rating }: ReferenceReview, { minRating, maxRating }: ReferenceQuestion): boolean {
  return rating === null ? minRating === 0 : rating / 100 >= minRating && rating / 100 <= maxRating;
}

/** The newest reviews of every link; reviews without a date count as the oldest. */
function visibleOf(reviews: readonly ReferenceReview[], perLink: number): readonly ReferenceReview[] {
  const byLink = new Map<number, ReferenceReview[]>();
  for (const review of reviews) byLink.set(review.linkId, [...(byLink.get(review.linkId) ?? []), review]);
  const newestFirst = (a: ReferenceReview, b: ReferenceReview): number =>
    (b.date ?? '').localeCompare(a.date ?? '') || b.id - a.id;
  return [...byLink.values()].flatMap((ofLink) => ofLink.sort(newestFirst).slice(0, perLink));
}

function figures(reviews: readonly ReferenceReview[]): object {
  const ratings = reviews.flatMap((review) => review.rating ?? []);
  const sum = ratings.reduce((total, rating) => total + BigInt(rating), 0n);
  const count = BigInt(ratings.length);
  const bucket = (star: number): readonly ReferenceReview[] =>
    reviews.filter(
      ({ rating }) => rating !== null && rating >= star * 100 && (star === 5 || rating < star * 100 + 100),
    );
  const counts = (select: (star: number) => readonly ReferenceReview[]): object => ({
    1: select(1).length,
    2: select(2).length,
    3: select(3).length,
    4: select(4).length,
    5: select(5).length,
  });
  const reviewsWithReply = (star: number): readonly ReferenceReview[] =>
    bucket(star).filter((review) => review.hasReply);
  return {
    reviewCount: reviews.length,
    averageRating: count === 0n ? null : Number((sum * 2n + count) / (count * 2n)) / 100,
    withText: reviews.filter((review) => review.hasText).length,
    withImages: reviews.filter((review) => review.hasImages).length,
    withReply: reviews.filter((review) => review.hasReply).length,
    unansweredNegative: reviews.filter(({ rating, hasReply }) => rating !== null && rating < 300 && !hasReply).length,
    byRating: counts(bucket),
    repliesByRating: counts(reviewsWithReply),
  };
}

/** The replies whose delay is known: of more than 1,000, the newest of each object in proportion to its reviews. */
function repliesRead(
  reviews: readonly ReferenceReview[],
  counted: readonly ReferenceReview[],
  { sourceIds, visiblePerLink }: ReferenceQuestion,
): readonly ReferenceReview[] {
  const isWhole = visiblePerLink !== null || counted.filter((review) => review.hasReply).length <= REPLY_SAMPLE;
  if (isWhole) return counted;
  const covered = reviews.filter((review) => sourceIds.length === 0 || sourceIds.includes(review.sourceId));
  return [...new Set(covered.map((review) => review.objectId))].flatMap((objectId) => {
    const share = (REPLY_SAMPLE * covered.filter((review) => review.objectId === objectId).length) / covered.length;
    return counted
      .filter((review) => review.objectId === objectId && delayHours(review) !== null)
      .sort((a, b) => (b.replyDate ?? '').localeCompare(a.replyDate ?? '') || b.id - a.id)
      .slice(0, Math.ceil(share));
  });
}

const REPLY_SAMPLE = 1_000;

/** Null if a date is missing, or if the reply is dated more than a day before the review. */
function delayHours({ hasReply, date, replyDate }: ReferenceReview): number | null {
  if (!hasReply || date === null || replyDate === null) return null;
  const hours = (timeOf(replyDate) - timeOf(date)) / 3_600_000;
  return hours < -24 ? null : Math.max(hours, 0);
}

function medianReplyHours(reviews: readonly ReferenceReview[]): number | null {
  const hours = reviews.flatMap((review) => delayHours(review) ?? []).sort((a, b) => a - b);
  const [low, high] = [hours[Math.ceil(hours.length / 2) - 1], hours[Math.floor(hours.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10;
}

function latest(dates: readonly string[]): string | null {
  return dates.length === 0 ? null : dates.reduce((a, b) => (a > b ? a : b)).slice(0, 10);
}

/** The name of a period. ISO week 1 is the week with the year's first Thursday. */
function periodName(day: Date, granularity: 'day' | 'week' | 'month'): string {
  const date = day.toISOString().slice(0, 10);
  if (granularity === 'day') return date;
  if (granularity === 'month') return date.slice(0, 7);
  const thursday = new Date(day);
  while (thursday.getUTCDay() !== 4) {
    thursday.setUTCDate(thursday.getUTCDate() + (day.getUTCDay() >= 1 && day.getUTCDay() <= 4 ? 1 : -1));
  }
  let week = 1;
  const earlier = new Date(thursday);
  for (;;) {
    earlier.setUTCDate(earlier.getUTCDate() - 7);
    if (earlier.getUTCFullYear() !== thursday.getUTCFullYear()) break;
    week += 1;
  }
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}
