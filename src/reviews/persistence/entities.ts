import { AccountChangeEntity } from './account-change.entity';
import { LinkMonthEntity } from './link-month.entity';
import { LinkStatEntity } from './link-stat.entity';
import { LinkTotalEntity } from './link-total.entity';
import { ReviewEntity } from './review.entity';
import { ReviewRawEntity } from './review-raw.entity';
import { ReviewRoadEntity } from './review-road.entity';
import { SyncScopeChangeEntity } from './sync-scope-change.entity';

/** The tables of this context. */
export const REVIEWS_ENTITIES = [
  AccountChangeEntity,
  ReviewEntity,
  ReviewRawEntity,
  ReviewRoadEntity,
  LinkStatEntity,
  LinkMonthEntity,
  LinkTotalEntity,
  SyncScopeChangeEntity,
];
