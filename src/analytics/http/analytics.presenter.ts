import { wireTime } from '@libs/kernel';
import type { Applied, Series, SourceFigures, Summary, Timeseries, TrialAccess } from '../analytics.service';
import type { Distribution } from '../domain/figures';
import type {
  RatingCounts,
  ReplyCounts,
  ReviewCounts,
  SourceSummary,
  TimeseriesOfSource,
  TimeseriesPoint,
  TrialAccessFigures,
} from './figures.payload';

/** The filters of a result: the fields with the same names in both versions. */
export interface AppliedFilters {
  readonly published_from: string;
  readonly published_to: string;
  readonly source_ids: readonly number[];
  readonly generated_at: string;
}

export function presentApplied({ range, sourceIds, generatedAt }: Applied): AppliedFilters {
  return {
    published_from: range.from,
    published_to: range.to,
    source_ids: sourceIds,
    generated_at: wireTime(generatedAt),
  };
}

/** Ids of the addressed object and folder; null if the query does not address one. */
export function addressedIds({ selection }: Applied): { objectId: number | null; folderId: number | null } {
  return {
    objectId: selection.kind === 'object' ? selection.objectId : null,
    folderId: selection.kind === 'folder' ? selection.folderId : null,
  };
}

export function presentTotals({ total }: Summary): ReviewCounts {
  return {
    total_reviews: total.reviewCount,
    avg_rating: total.averageRating,
    reviews_with_text: total.withText,
    reviews_with_images: total.withImages,
    rating_distribution: ratingCounts(total.byRating),
  };
}

export function presentReplies({ total, lastReplyDate }: Summary): ReplyCounts {
  return {
    total_with_reply: total.withReply,
    unanswered_negative: total.unansweredNegative,
    reply_by_rating: ratingCounts(total.repliesByRating),
    last_reply_date: lastReplyDate,
  };
}

export function presentSourceSummary(source: SourceFigures): SourceSummary {
  const { figures } = source;
  return {
    source_id: source.sourceId,
    source_name: source.sourceName,
    review_count: figures.reviewCount,
    avg_rating: figures.averageRating,
    total_with_reply: figures.withReply,
    reviews_with_text: figures.withText,
    reviews_with_images: figures.withImages,
    rating_distribution: ratingCounts(figures.byRating),
    reply_distribution: ratingCounts(figures.repliesByRating),
    latest_review_date: source.latestReviewDate,
  };
}

/** The field `access`; present only on trial access. */
export function presentAccess(access: TrialAccess | null): { access?: TrialAccessFigures } {
  if (access === null) return {};
  const { limitPerLink, hiddenTotal } = access;
  const message =
    `Trial access: only the latest ${limitPerLink} reviews of each link are counted; ` +
    `${hiddenTotal} more have been collected.`;
  return { access: { reason: 'trial', limit_per_link: limitPerLink, hidden_total: hiddenTotal, message } };
}

export function presentSeries({ series }: Timeseries): readonly TimeseriesOfSource[] {
  return series.map((one) => ({
    source_id: one.sourceId,
    source_name: one.sourceName,
    timeseries: one.points.map(presentPoint),
  }));
}

function presentPoint({ period, figures }: Series['points'][number]): TimeseriesPoint {
  return {
    period,
    review_count: figures.reviewCount,
    avg_rating: figures.averageRating,
    reviews_with_text: figures.withText,
    reviews_with_images: figures.withImages,
    reply_count: figures.withReply,
    rating_distribution: ratingCounts(figures.byRating),
    reply_distribution: ratingCounts(figures.repliesByRating),
  };
}

function ratingCounts(counts: Distribution): RatingCounts {
  return { '1': counts[1], '2': counts[2], '3': counts[3], '4': counts[4], '5': counts[5] };
}
