import { z } from 'zod';
import { tool, type Tool } from '../tool';
import { ARGUMENT } from './arguments';

const COUNTS = z.record(z.string(), z.int()).describe('Number of reviews by rating, 1 to 5.');
/** The newest periods of a series that are shown. */
const MOST_PERIODS = 100;

const SELECTION = {
  object_id: ARGUMENT.objectId.optional(),
  folder_id: ARGUMENT.folderId.optional(),
  sources: ARGUMENT.sources.optional(),
  from: ARGUMENT.from.optional(),
  to: ARGUMENT.to.optional(),
} as const;

interface Selection {
  readonly object_id?: number | undefined;
  readonly folder_id?: number | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The selection as a query; the whole account where it names neither an object nor a folder. */
function queryOf({ object_id, folder_id, sources, from, to }: Selection) {
  const isWhole = object_id === undefined && folder_id === undefined;
  return {
    ...(isWhole && { scope: 'account' as const }),
    ...(object_id !== undefined && { object_id }),
    ...(folder_id !== undefined && { folder_id }),
    ...(sources && { source_slugs: [...sources] }),
    ...(from && { published_from: from }),
    ...(to && { published_to: to }),
  };
}

const analyticsSummary = tool({
  name: 'analytics_summary',
  toolset: 'analytics',
  title: 'Summarize figures',
  description:
    'Exact figures of an object, a folder or the whole account: number of reviews, average rating, ratings, replies, unanswered negative reviews, each platform. Deleted reviews are not counted.',
  hasForeignText: false,
  writes: false,
  input: z.object({
    ...SELECTION,
    min_rating: ARGUMENT.minRating.optional(),
    max_rating: ARGUMENT.maxRating.optional(),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    objects: z.int(),
    reviews: z.int(),
    average_rating: z.number().nullable(),
    with_text: z.int(),
    by_rating: COUNTS,
    with_reply: z.int(),
    unanswered_negative: z.int().describe('Reviews of 1 and 2 stars without a reply.'),
    median_reply_hours: z.number().nullable(),
    last_reply_at: z.string().nullable(),
    hidden_by_trial: z.int().describe('Reviews that the trial of the account leaves out.'),
    by_source: z.array(
      z.object({
        source_id: z.int(),
        name: z.string(),
        reviews: z.int(),
        average_rating: z.number().nullable(),
        with_reply: z.int().nullable(),
        latest_review_at: z.string().nullable(),
      }),
    ),
  }),
  async run({ min_rating, max_rating, ...selection }, { hrev, signal }) {
    const bounds = { ...(min_rating !== undefined && { min_rating }), ...(max_rating !== undefined && { max_rating }) };
    const { meta, summary, by_source, access } = await hrev.analytics.get(
      { ...queryOf(selection), ...bounds },
      { signal },
    );
    return {
      from: meta.published_from,
      to: meta.published_to,
      objects: meta.object_ids.length,
      reviews: summary.total_reviews,
      average_rating: summary.avg_rating,
      with_text: summary.reviews_with_text,
      by_rating: summary.rating_distribution,
      with_reply: summary.reply.total_with_reply,
      unanswered_negative: summary.reply.unanswered_negative,
      median_reply_hours: summary.reply.median_hours,
      last_reply_at: summary.reply.last_reply_date,
      hidden_by_trial: access?.hidden_total ?? 0,
      by_source: by_source.map((source) => ({
        source_id: source.source_id,
        name: source.source_name,
        reviews: source.review_count,
        average_rating: source.avg_rating,
        with_reply: source.total_with_reply,
        latest_review_at: source.latest_review_date,
      })),
    };
  },
});

const analyticsTimeseries = tool({
  name: 'analytics_timeseries',
  toolset: 'analytics',
  title: 'Figures over time',
  description: `Number of reviews, average rating and replies for each day, week or month of an object, a folder or the whole account; with sources one series for each platform. At most the newest ${MOST_PERIODS} periods are shown; without from the last 90 days.`,
  hasForeignText: false,
  writes: false,
  input: z.object({
    ...SELECTION,
    sources: ARGUMENT.sources.max(5).optional(),
    granularity: z.enum(['day', 'week', 'month']).default('week'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    granularity: z.string(),
    shown: z.string(),
    series: z.array(
      z.object({
        source_id: z.int().describe('0: all platforms together.'),
        name: z.string(),
        periods: z.array(
          z.object({ period: z.string(), reviews: z.int(), average_rating: z.number().nullable(), replies: z.int() }),
        ),
      }),
    ),
  }),
  async run({ granularity, ...selection }, { hrev, signal }) {
    const { meta, series } = await hrev.analytics.getTimeseries({ ...queryOf(selection), granularity }, { signal });
    const all = series[0]?.timeseries.length ?? 0;
    return {
      from: meta.published_from,
      to: meta.published_to,
      granularity,
      shown: `the newest ${Math.min(all, MOST_PERIODS)} of ${all} periods`,
      series: series.map(({ source_id, source_name: name, timeseries }) => ({
        source_id,
        name,
        periods: timeseries.slice(-MOST_PERIODS).map((point) => ({
          period: point.period,
          reviews: point.review_count,
          average_rating: point.avg_rating,
          replies: point.reply_count,
        })),
      })),
    };
  },
});

export const ANALYTICS_TOOLS: readonly Tool[] = [analyticsSummary, analyticsTimeseries];
