import {
  PageQuery,
  QueryBoolean,
  QueryDate,
  QueryEnum,
  QueryIds,
  QueryInstant,
  QueryNumber,
  QueryText,
} from '@libs/http';
import type { FeedDirection, FeedSort, FeedQueryParams } from '../../domain/feed-filter';

/** The parameters of the feed that both versions share (contract §4.4). */
export class FeedParameters extends PageQuery {
  @QueryIds({ description: 'Only these links. Ids outside the addressed composition match nothing.', default: [] })
  readonly link_ids!: readonly number[];

  @QueryIds({ description: 'Only these platforms, ids from `GET /sources`; empty: all.', default: [] })
  readonly source_ids!: readonly number[];

  @QueryEnum({
    description:
      'What to sort by: publication date, rating, or the date of the reply. Reviews without one come last in both directions.',
    values: ['date', 'rating', 'reply_date'],
    default: 'date',
  })
  readonly sort_by!: FeedSort;

  @QueryEnum({ description: 'Direction; ties are by id, latest first.', values: ['desc', 'asc'], default: 'desc' })
  readonly sort_order!: FeedDirection;

  @QueryNumber({
    description: 'Inclusive minimum. 0: no bound; includes unrated reviews.',
    min: 0,
    max: 5,
  })
  readonly min_rating?: number;

  @QueryNumber({
    description: 'Inclusive maximum. Excludes unrated reviews unless `min_rating` is 0.',
    min: 1,
    max: 5,
  })
  readonly max_rating?: number;

  @QueryDate({ description: 'Inclusive lower bound of `review_date`; undated reviews do not match.' })
  readonly published_from?: string;

  @QueryDate({ description: 'Inclusive upper bound of `review_date`; undated reviews do not match.' })
  readonly published_to?: string;

  @QueryInstant({ description: 'Only reviews that changed strictly after this time. UTC if it has no zone.' })
  readonly updated_after?: string;

  @QueryBoolean({ description: 'With or without images.' })
  readonly has_images?: boolean;

  @QueryBoolean({ description: 'With or without videos.' })
  readonly has_videos?: boolean;

  @QueryBoolean({ description: 'With or without text.' })
  readonly has_text?: boolean;

  @QueryBoolean({ description: 'With or without a reply of the organization.' })
  readonly has_reply?: boolean;

  @QueryText({
    description: 'Substring of the text, case-insensitive; fewer than two non-whitespace characters are ignored.',
    maxLength: 100,
  })
  readonly search?: string;

  @QueryBoolean({ description: "Adds `raw_review`, the platform's own record.", default: false })
  readonly include_raw!: boolean;

  @QueryBoolean({ description: 'Also reviews that were deleted on the platform.', default: false })
  readonly include_deleted!: boolean;

  @QueryBoolean({
    description: 'Only reviews that were deleted on the platform; takes precedence over `include_deleted`.',
    default: false,
  })
  readonly only_deleted!: boolean;

  @QueryBoolean({ description: 'Also hidden reviews.', default: false })
  readonly show_hidden!: boolean;

  @QueryBoolean({
    description: 'Pinned reviews first, by position. Applies only if a single object is addressed.',
    default: false,
  })
  readonly show_pinned!: boolean;

  @QueryBoolean({
    description: 'Fills `positive` and `negative` if the platform has the two parts.',
    default: false,
  })
  readonly separate_pos_neg!: boolean;
}

/** Maps the query to parameters of the service. */
export function feedParamsOf(query: FeedParameters): FeedQueryParams {
  return {
    linkIds: query.link_ids,
    sourceIds: query.source_ids,
    sortBy: query.sort_by,
    sortOrder: query.sort_order,
    minRating: query.min_rating,
    maxRating: query.max_rating,
    publishedFrom: query.published_from,
    publishedTo: query.published_to,
    updatedAfter: query.updated_after,
    hasImages: query.has_images,
    hasVideos: query.has_videos,
    hasText: query.has_text,
    hasReply: query.has_reply,
    search: query.search,
    includeDeleted: query.include_deleted,
    onlyDeleted: query.only_deleted,
    showHidden: query.show_hidden,
    showPinned: query.show_pinned,
  };
}
