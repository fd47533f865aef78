/** The review feed (filtered, ordered, in pages) and the single review (contract §4.4). */
export { FeedModule } from './feed.module';
export { feedParamsOf, filterParamsOf } from './http/feed-parameters.shapes';
export { ObjectFeedParameters, ObjectFilterParameters } from './http/v3/reviews.controller';
export { ReviewBatchesModule } from './review-batches.module';
export { BATCH_FIELDS, ReviewBatchesService, type BatchScope } from './review-batches.service';
export { ReviewExportService } from './review-export.service';
export { ReviewFeedService, type FeedSnapshot } from './review-feed.service';
