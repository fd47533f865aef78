/** The review feed (filtered, ordered, in pages) and the single review (contract §4.4). */
export type { FeedSnapshot } from './domain/feed-snapshot';
export { FeedModule } from './feed.module';
export { feedParamsOf } from './http/feed-parameters.shapes';
export { ObjectFeedQuery } from './http/v3/reviews.controller';
export { ReviewExportService } from './review-export.service';
export { ReviewFeedService } from './review-feed.service';
