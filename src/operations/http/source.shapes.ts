import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { SourceRoad } from '@src/sources';
import { SOURCE_STATES } from '../domain/source-state';
import type { SourceReport, SourcesTotals } from '../sources-report.service';
import {
  presentAges,
  presentField,
  RoadAgesShown,
  rounded,
  SourceEventShown,
  SourceFieldShown,
  SourceHourShown,
  SourceTrialShown,
  SourceTroubleShown,
  SourceUnreadShown,
} from './source-parts.shapes';

@ApiSchema({ description: 'What a source lets us read, over all accounts.' })
export class AdminSource extends Shape({
  id: { type: 'integer', description: 'Id of the source.' },
  slug: { type: 'string', description: 'Short name of the source.', example: 'trustpilot' },
  display_name: { type: 'string', description: 'Name of the source.', example: 'Trustpilot' },
  how: {
    type: 'string',
    values: ['api', 'http', 'browser', 'both', 'declared', 'removed'],
    description: 'How the source is read. `both`: with a browser where HTTP alone is refused.',
  },
  has_oauth_client: {
    type: 'boolean',
    description: "Whether owners sign in at the platform, with the operator's OAuth client.",
  },
  state: {
    type: 'string',
    values: SOURCE_STATES,
    description:
      '`paused` by the operator; `resting` after refusals; `failing`: most visits of three hours failed, for several accounts if several have links, and not because of their links; `drift`: an alarm about a field is open; `idle`: no visit in 24 hours.',
  },
  paused_at: { type: 'date-time', nullable: true, description: 'Since when the source is paused.' },
  pause_reason: {
    type: 'string',
    nullable: true,
    description: 'Why the source is paused.',
    example: 'The platform asked us to stop',
  },
  rests_until: { type: 'date-time', nullable: true, description: 'No visit is made before this time.' },
  success_24h: {
    type: 'number',
    nullable: true,
    description:
      'Share of the visits of 24 hours that succeeded, without those that failed because of their link; null without visits.',
    example: 0.978,
  },
  visits_24h: { type: 'integer', description: 'Visits of 24 hours.', example: 3120 },
  hours: { type: () => SourceHourShown, list: true, description: 'The last 24 hours, oldest first.' },
  troubles: {
    type: () => SourceTroubleShown,
    list: true,
    description: 'Failed visits of 24 hours, most frequent first.',
  },
  requests_used: { type: 'integer', description: 'Requests of the current day (UTC).', example: 7930 },
  ceiling: {
    type: 'integer',
    nullable: true,
    description: 'Most requests per day; null if this version cannot read the source.',
    example: 10000,
  },
  links: { type: 'integer', description: 'Links that are on.', example: 3122 },
  frozen: { type: 'integer', description: 'Links that are frozen after lasting failures.', example: 12 },
  last_good_at: { type: 'date-time', nullable: true, description: 'When a visit last succeeded, within 30 days.' },
  ages: {
    type: () => RoadAgesShown,
    list: true,
    description: 'How long ago its links were read, by road; links of which no collection has begun come last.',
  },
  drift: {
    type: () => SourceFieldShown,
    list: true,
    description:
      'The fields of its reviews. `review` is the review itself: of the reviews that the pages show, those that were read.',
  },
  unread_24h: {
    type: () => SourceUnreadShown,
    list: true,
    description: 'What its pages showed in the last 24 hours and could not be read, the most frequent part first.',
  },
}) {}

@ApiSchema({ description: 'A source with its roads and events.' })
export class AdminSourceWhole extends Shape(AdminSource, {
  roads: {
    type: () => SourceRoad,
    list: true,
    description: 'The ways to read reviews, the public one first; empty if this version cannot read the source.',
  },
  events: { type: () => SourceEventShown, list: true, description: 'The last 50 events, latest first.' },
  trial: {
    type: () => SourceTrialShown,
    nullable: true,
    description: 'The last trial of a link; null if there is none.',
  },
}) {}

@ApiSchema({ description: 'Links that are frozen for one reason.' })
export class FrozenReasonShown extends Shape({
  code: { type: 'string', description: 'Code of `scrape_error`.', example: 'page_not_found' },
  links: { type: 'integer', description: 'Number of links.', example: 58 },
}) {}

@ApiSchema({ description: 'Figures over all sources.' })
export class SourcesTotalsShown extends Shape({
  due_1h: { type: 'integer', description: 'Links that are due within the hour.', example: 1204 },
  visits_24h: { type: 'integer', description: 'Visits of 24 hours.', example: 18640 },
  on_time_24h: {
    type: 'number',
    nullable: true,
    description:
      'Share of the visits of 24 hours that ended soon after the link was due, within a tenth of the period; null without visits.',
    example: 0.971,
  },
  new_24h: { type: 'integer', description: 'New reviews of 24 hours.', example: 41870 },
  frozen: { type: 'integer', description: 'Links that are frozen after lasting failures.', example: 63 },
  frozen_reasons: {
    type: () => FrozenReasonShown,
    list: true,
    description: 'Why they are frozen, most frequent first.',
  },
}) {}

@ApiSchema({ description: 'All sources.' })
export class AdminSourceList extends Shape({
  data: { type: () => AdminSource, list: true, description: 'The sources, by id.' },
  totals: { type: () => SourcesTotalsShown, description: 'Figures over all sources.' },
}) {}

export function presentSource(report: SourceReport): AdminSource {
  const { source, day } = report;
  return {
    id: source.id,
    slug: source.slug,
    display_name: source.displayName,
    how: report.way,
    has_oauth_client: report.source.connecting?.hasConsent ?? false,
    state: report.state,
    paused_at: wireTimeOrNull(report.pausedAt),
    pause_reason: report.pauseReason,
    rests_until: wireTimeOrNull(report.restsUntil),
    success_24h: rounded(day.judged === 0 ? null : day.succeeded / day.judged),
    visits_24h: day.visits,
    hours: day.hours.map(({ hour, visits, succeeded }) => ({ hour: wireTime(hour), visits, succeeded })),
    troubles: day.troubles.map(({ code, visits, share, isOfLinks }) => ({
      code,
      visits,
      share: rounded(share) ?? 0,
      of_links: isOfLinks,
    })),
    requests_used: report.requestsUsed,
    ceiling: report.ceiling,
    links: report.links,
    frozen: report.frozen,
    last_good_at: wireTimeOrNull(report.lastGoodAt),
    ages: report.ages.map(presentAges),
    drift: report.drift.map(presentField),
    unread_24h: report.unread.map(({ part, unread, links }) => ({ part, count: unread, visits: links })),
  };
}

export function presentTotals(totals: SourcesTotals): SourcesTotalsShown {
  return {
    due_1h: totals.dueWithinHour,
    visits_24h: totals.visits,
    on_time_24h: rounded(totals.visits === 0 ? null : totals.onTime / totals.visits),
    new_24h: totals.newReviews,
    frozen: totals.frozen,
    frozen_reasons: totals.frozenReasons.map(({ code, n }) => ({ code, links: n })),
  };
}
