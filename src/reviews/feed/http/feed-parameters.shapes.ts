import {
  Input,
  PAGE_FIELDS,
  QueryBoolean,
  QueryDate,
  QueryEnum,
  QueryIds,
  QueryInstant,
  QueryNumber,
  QueryText,
} from '@libs/http';
import type { FeedFilterParams, FeedQueryParams, Provenance } from '../../domain/feed-filter';

/** The filters of the feed that both versions share (contract §4.4). */
export class FeedFilterParameters extends Input({
  link_ids: QueryIds({
    description: 'Only these links. Ids of links outside the object, folder or account match nothing.',
    default: [],
  }),
  source_ids: QueryIds({ description: 'Only these platforms, ids from `GET /sources`; empty: all.', default: [] }),
  min_rating: QueryNumber({ description: 'Inclusive minimum. 0: no bound; includes unrated reviews.', min: 0, max: 5 }),
  max_rating: QueryNumber({
    description: 'Inclusive maximum. Excludes unrated reviews unless `min_rating` is 0.',
    min: 1,
    max: 5,
  }),
  published_from: QueryDate({ description: 'Inclusive lower bound of `review_date`; undated reviews do not match.' }),
  published_to: QueryDate({ description: 'Inclusive upper bound of `review_date`; undated reviews do not match.' }),
  updated_after: QueryInstant({
    description: 'Only reviews that changed strictly after this time. UTC if it has no zone.',
  }),
  has_images: QueryBoolean({ description: 'With or without images.' }),
  has_videos: QueryBoolean({ description: 'With or without videos.' }),
  has_text: QueryBoolean({ description: 'With or without text.' }),
  has_reply: QueryBoolean({ description: 'With or without a reply of the organization.' }),
  search: QueryText({
    description: 'Substring of the text, case-insensitive; fewer than two non-whitespace characters are ignored.',
    maxLength: 100,
  }),
  include_deleted: QueryBoolean({ description: 'Also reviews that were deleted on the platform.', default: false }),
  only_deleted: QueryBoolean({
    description: 'Only reviews that were deleted on the platform; takes precedence over `include_deleted`.',
    default: false,
  }),
  show_hidden: QueryBoolean({ description: 'Also hidden reviews.', default: false }),
}) {}

/** The parameters of the feed that both versions share: page, filters, order and shape. */
export class FeedParameters extends Input(FeedFilterParameters, {
  ...PAGE_FIELDS,
  sort_by: QueryEnum({
    description:
      'What to sort by: publication date, rating, or the date of the reply. Reviews without one come last in both directions.',
    values: ['date', 'rating', 'reply_date'],
    default: 'date',
  }),
  sort_order: QueryEnum({
    description: 'Direction; ties are by id, latest first.',
    values: ['desc', 'asc'],
    default: 'desc',
  }),
  include_raw: QueryBoolean({ description: "Adds `raw_review`, the platform's own record.", default: false }),
  show_pinned: QueryBoolean({
    description: 'Pinned reviews first, by position. Applies only if a single object is addressed.',
    default: false,
  }),
  separate_pos_neg: QueryBoolean({
    description: 'Fills `positive` and `negative` if the platform has the two parts.',
    default: false,
  }),
}) {}

/** Only v3 has these filters. */
interface OfVersion3 {
  readonly provenance?: Provenance | undefined;
  readonly languages?: readonly string[];
}

/** Maps the filters of a query to parameters of the service. */
export function filterParamsOf(query: FeedFilterParameters & OfVersion3): FeedFilterParams {
  return {
    linkIds: query.link_ids,
    sourceIds: query.source_ids,
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
    provenance: query.provenance,
    languages: query.languages,
    includeDeleted: query.include_deleted,
    onlyDeleted: query.only_deleted,
    showHidden: query.show_hidden,
  };
}

/** Maps the query to parameters of the service. */
export function feedParamsOf(query: FeedParameters & OfVersion3): FeedQueryParams {
  return {
    ...filterParamsOf(query),
    sortBy: query.sort_by,
    sortOrder: query.sort_order,
    showPinned: query.show_pinned,
  };
}
