/** The review feed (filtered, ordered, in pages) and the single review (contract §4.4). */
export { FeedModule } from './feed.module';
export { feedParamsOf } from './http/feed-parameters.shapes';
export { ObjectFeedParameters } from './http/v3/reviews.controller';
export { ReviewExportService } from './review-export.service';
export { ReviewFeedService, type FeedSnapshot } from './review-feed.service';
