import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import type { ReplyTimeFigures } from '../../domain/reply-figures';
import type { ReplyTimesOfObject as TimesOfObject, ReplyTimesSummary } from '../../reply-times.service';
import { presentAccess, TrialAccessFigures } from '../figures.shapes';
import { presentMeta, SummaryMeta } from './analytics.shapes';

@ApiSchema({ description: 'How many reviews were answered, and how soon.' })
export class ReplyTimes extends Shape({
  review_count: { type: 'integer', description: 'Number of reviews.' },
  answered_count: { type: 'integer', description: 'Reviews with a reply.' },
  answered_share: {
    type: 'number',
    nullable: true,
    description: '`answered_count` divided by `review_count`, to four decimals; null without reviews.',
    example: 0.4213,
  },
  times_from: {
    type: 'date',
    nullable: true,
    description:
      'Null: the fields below are of all answered reviews. A date: more than a million are answered in the period, and the fields are of the reviews published since then.',
    example: null,
  },
  median_hours: {
    type: 'number',
    nullable: true,
    description:
      'Median of the hours from `review_date` to `reply_date` of the replies in `timed_count`, which are rounded to one decimal each; null without one.',
    example: 19.5,
  },
  p90_hours: {
    type: 'number',
    nullable: true,
    description: 'Ninety percent of the replies in `timed_count` took at most this time; null without one.',
    example: 96.2,
  },
  timed_count: {
    type: 'integer',
    description: 'Replies whose time is known. A reply that is dated up to a day before its review counts as 0 hours.',
  },
  early_count: {
    type: 'integer',
    description: 'Replies that are dated more than a day before their review, which was edited; they have no time.',
  },
  undated_count: {
    type: 'integer',
    description: 'Replies where the date of the reply or of the review is not known; they have no time.',
  },
}) {}

@ApiSchema({ description: 'The reply times of one platform.' })
export class ReplyTimesOfSource extends Shape(ReplyTimes, {
  source_id: { type: 'integer', description: 'The platform.' },
  source_name: { type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' },
}) {}

@ApiSchema({ description: 'The reply times of one object.' })
export class ReplyTimesOfObject extends Shape(ReplyTimes, {
  object_id: { type: 'integer', description: 'The object.' },
  name: { type: 'string', description: 'Name of the object.', example: 'Harbour Hotel Porto' },
}) {}

@ApiSchema({ description: 'The reply times of an object, a folder or the account, in total and by platform.' })
export class AnalyticsReplyTimes extends Shape({
  meta: { type: () => SummaryMeta, description: 'Filters as applied.' },
  total: { type: () => ReplyTimes, description: 'All platforms together.' },
  by_source: {
    type: () => ReplyTimesOfSource,
    list: true,
    description: 'One item per platform, ordered by id, including platforms without reviews.',
  },
  access: { type: () => TrialAccessFigures, optional: true, description: 'Present only on trial access.' },
}) {}

export function presentReplyTimes(summary: ReplyTimesSummary): AnalyticsReplyTimes {
  return {
    meta: presentMeta(summary.applied),
    total: presentTimes(summary.total),
    by_source: summary.bySource.map(({ sourceId, sourceName, figures }) => ({
      source_id: sourceId,
      source_name: sourceName,
      ...presentTimes(figures),
    })),
    ...presentAccess(summary.access),
  };
}

export function presentReplyTimesOfObject({ objectId, name, figures }: TimesOfObject): ReplyTimesOfObject {
  return { object_id: objectId, name, ...presentTimes(figures) };
}

function presentTimes(figures: ReplyTimeFigures): ReplyTimes {
  return {
    review_count: figures.reviews,
    answered_count: figures.answered,
    answered_share: figures.answeredShare,
    times_from: figures.timesFrom,
    median_hours: figures.medianHours,
    p90_hours: figures.p90Hours,
    timed_count: figures.timed,
    early_count: figures.early,
    undated_count: figures.undated,
  };
}
