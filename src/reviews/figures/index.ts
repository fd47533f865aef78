/** Counts of the reviews of an object, a folder or the account, for analytics (contract §4.7, §4.8). */
export type { CountCell, CountedRange, CountedScope, Granularity } from './domain/counted';
export { FiguresModule } from './figures.module';
export { NewestDatesQuery, type CountedSources, type NewestDates } from './persistence/newest-dates.query';
export { OldestUnansweredQuery } from './persistence/oldest-unanswered.query';
export { ReplyDelayQuery } from './persistence/reply-delay.query';
export { NO_REPLY_TIMES, ReplyTimesQuery, type ReplyTimes } from './persistence/reply-times.query';
export { ReviewCountQuery } from './persistence/review-count.query';
