import { ApiSchema } from '@nestjs/swagger';
import { BodyInteger, BodyText, Shown } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { UNREAD_PARTS } from '@libs/sources';
import { COUNTED_FIELDS, SOURCE_EVENTS, type RoadAges, type SourceEvent } from '@src/collection';
import { SourceRoad } from '@src/sources';
import { SOURCE_STATES } from '../domain/source-state';
import type { FieldDrift } from '../drift-reader.service';
import type { SourceReport, SourcesTotals } from '../sources-report.service';

@ApiSchema({ description: 'The visits of a source in one hour.' })
export class SourceHourShown {
  @Shown({ type: 'date-time', description: 'Begin of the hour.' })
  readonly hour!: string;

  @Shown({
    type: 'integer',
    description: 'Visits that ended in the hour, without those that failed because of their link.',
    example: 40,
  })
  readonly visits!: number;

  @Shown({ type: 'integer', description: 'Visits that succeeded.', example: 39 })
  readonly succeeded!: number;
}

@ApiSchema({ description: 'A kind of failed visits.' })
export class SourceTroubleShown {
  @Shown({ type: 'string', description: 'Code of `scrape_error`.', example: 'timeout' })
  readonly code!: string;

  @Shown({ type: 'integer', description: 'Visits of the last 24 hours.', example: 11 })
  readonly visits!: number;

  @Shown({ type: 'number', description: 'Share of all visits, 0 to 1.', example: 0.011 })
  readonly share!: number;

  @Shown({
    type: 'boolean',
    description:
      'Whether it says something about the links alone: their pages do not exist, or their owners gave no access. Such visits do ' +
      'not count for the state of the source.',
    example: false,
  })
  readonly of_links!: boolean;
}

@ApiSchema({ description: 'How many of the reviews that are read from a source have a field.' })
export class SourceFieldShown {
  @Shown({ type: 'string', values: COUNTED_FIELDS, description: 'The field.' })
  readonly field!: string;

  @Shown({
    type: 'number',
    nullable: true,
    description: 'Share with the field now, 0 to 1; null if nothing was read.',
    example: 0.62,
  })
  readonly now!: number | null;

  @Shown({
    type: 'number',
    nullable: true,
    description: 'Usual share of 14 days; null if too little was read.',
    example: 0.996,
  })
  readonly normal!: number | null;

  @Shown({
    type: 'number',
    nullable: true,
    description: 'An alarm is raised below this share; null if the field raises none.',
    example: 0.946,
  })
  readonly alarm_below!: number | null;

  @Shown({ type: 'boolean', description: 'Whether an alarm is open.', example: true })
  readonly alarm!: boolean;

  @Shown({ type: 'date-time', nullable: true, description: 'Since when the alarm is open.' })
  readonly alarm_since!: string | null;

  @Shown({ type: 'integer', description: 'Reviews that `now` was computed from.', example: 480 })
  readonly reviews!: number;
}

@ApiSchema({
  description:
    'How long ago the links of a source were read, by one of its roads. Without frozen links and links that are off.',
})
export class RoadAgesShown {
  @Shown({
    type: 'string',
    nullable: true,
    description: 'Name of the road that read them last; null for links of which no collection has begun.',
    example: 'public',
  })
  readonly road!: string | null;

  @Shown({ type: 'integer', description: 'Number of links.', example: 3110 })
  readonly links!: number;

  @Shown({ type: 'integer', description: 'Links that were never read with success. They have no age.', example: 4 })
  readonly never_read!: number;

  @Shown({
    type: 'integer',
    nullable: true,
    description: 'Half of the links were read at most so many seconds ago; null if none was read.',
    example: 10_900,
  })
  readonly p50_seconds!: number | null;

  @Shown({
    type: 'integer',
    nullable: true,
    description: '95 % of the links were read at most so many seconds ago; null if none was read.',
    example: 21_400,
  })
  readonly p95_seconds!: number | null;
}

@ApiSchema({
  description: 'A part of reviews or of their object that pages of a source showed and that could not be read.',
})
export class SourceUnreadShown {
  @Shown({
    type: 'string',
    values: UNREAD_PARTS,
    description: 'The part. `review`: whole reviews; `name`, `average` and `count` are those of the object.',
    example: 'date',
  })
  readonly part!: string;

  @Shown({ type: 'integer', description: 'How often it was not read in the last 24 hours.', example: 12 })
  readonly count!: number;

  @Shown({ type: 'integer', description: 'Visits in which it was not read.', example: 3 })
  readonly visits!: number;
}

@ApiSchema({ description: 'What happened to a source.' })
export class SourceEventShown {
  @Shown({ type: 'integer', description: 'Id of the event.' })
  readonly id!: number;

  @Shown({ type: 'date-time', description: 'When it happened.' })
  readonly at!: string;

  @Shown({ type: 'string', values: SOURCE_EVENTS, description: 'What happened.' })
  readonly kind!: string;

  @Shown({
    type: 'object',
    description: 'Figures and reasons, by kind.',
    example: { reason: 'The platform asked us to stop' },
  })
  readonly facts!: Readonly<Record<string, unknown>>;
}

@ApiSchema({ description: 'What a source lets us read, over all accounts.' })
export class AdminSource {
  @Shown({ type: 'integer', description: 'Id of the source.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'Short name of the source.', example: 'trustpilot' })
  readonly slug!: string;

  @Shown({ type: 'string', description: 'Name of the source.', example: 'Trustpilot' })
  readonly display_name!: string;

  @Shown({
    type: 'string',
    values: ['api', 'http', 'browser', 'both', 'declared', 'removed'],
    description: 'How the source is read. `both`: with a browser where HTTP alone is refused.',
  })
  readonly how!: string;

  @Shown({ type: 'boolean', description: "Whether owners sign in at the platform, with the operator's OAuth client." })
  readonly has_oauth_client!: boolean;

  @Shown({
    type: 'string',
    values: SOURCE_STATES,
    description:
      '`paused` by the operator; `resting` after refusals; `failing`: most visits of three hours failed, for several accounts if several have links, and not because of their links; `drift`: an alarm about a field is open; `idle`: no visit in 24 hours.',
  })
  readonly state!: string;

  @Shown({ type: 'date-time', nullable: true, description: 'Since when the source is paused.' })
  readonly paused_at!: string | null;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'Why the source is paused.',
    example: 'The platform asked us to stop',
  })
  readonly pause_reason!: string | null;

  @Shown({ type: 'date-time', nullable: true, description: 'No visit is made before this time.' })
  readonly rests_until!: string | null;

  @Shown({
    type: 'number',
    nullable: true,
    description:
      'Share of the visits of 24 hours that succeeded, without those that failed because of their link; null without visits.',
    example: 0.978,
  })
  readonly success_24h!: number | null;

  @Shown({ type: 'integer', description: 'Visits of 24 hours.', example: 3120 })
  readonly visits_24h!: number;

  @Shown({ type: () => SourceHourShown, list: true, description: 'The last 24 hours, oldest first.' })
  readonly hours!: readonly SourceHourShown[];

  @Shown({ type: () => SourceTroubleShown, list: true, description: 'Failed visits of 24 hours, most frequent first.' })
  readonly troubles!: readonly SourceTroubleShown[];

  @Shown({ type: 'integer', description: 'Requests of the current day (UTC).', example: 7930 })
  readonly requests_used!: number;

  @Shown({
    type: 'integer',
    nullable: true,
    description: 'Most requests per day; null if this version cannot read the source.',
    example: 10000,
  })
  readonly ceiling!: number | null;

  @Shown({ type: 'integer', description: 'Links that are on.', example: 3122 })
  readonly links!: number;

  @Shown({ type: 'integer', description: 'Links that are frozen after lasting failures.', example: 12 })
  readonly frozen!: number;

  @Shown({ type: 'date-time', nullable: true, description: 'When a visit last succeeded, within 30 days.' })
  readonly last_good_at!: string | null;

  @Shown({
    type: () => RoadAgesShown,
    list: true,
    description: 'How long ago its links were read, by road; links of which no collection has begun come last.',
  })
  readonly ages!: readonly RoadAgesShown[];

  @Shown({
    type: () => SourceFieldShown,
    list: true,
    description:
      'The fields of its reviews. `review` is the review itself: of the reviews that the pages show, those that were read.',
  })
  readonly drift!: readonly SourceFieldShown[];

  @Shown({
    type: () => SourceUnreadShown,
    list: true,
    description: 'What its pages showed in the last 24 hours and could not be read, the most frequent part first.',
  })
  readonly unread_24h!: readonly SourceUnreadShown[];
}

@ApiSchema({ description: 'The visit of the link that was tried last.' })
export class SourceTrialShown {
  @Shown({ type: 'integer', description: 'The link.' })
  readonly link_id!: number;

  @Shown({ type: 'integer', description: 'The run.' })
  readonly run_id!: number;

  @Shown({ type: 'string', values: ['queued', 'running', 'ended'], description: 'State of the visit.' })
  readonly state!: string;

  @Shown({
    type: 'string',
    nullable: true,
    values: ['success', 'failed', 'dropped'],
    description: 'How the visit ended.',
  })
  readonly outcome!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'Why it failed.', example: null })
  readonly scrape_error!: string | null;

  @Shown({ type: 'integer', description: 'Pages that were read.', example: 20 })
  readonly pages!: number;

  @Shown({ type: 'integer', description: 'Reviews that were read.', example: 400 })
  readonly read!: number;

  @Shown({ type: 'date-time', nullable: true, description: 'When the visit ended.' })
  readonly ended_at!: string | null;
}

@ApiSchema({ description: 'A source with its roads and events.' })
export class AdminSourceWhole extends AdminSource {
  @Shown({
    type: () => SourceRoad,
    list: true,
    description: 'The ways to read reviews, the public one first; empty if this version cannot read the source.',
  })
  readonly roads!: readonly SourceRoad[];

  @Shown({ type: () => SourceEventShown, list: true, description: 'The last 50 events, latest first.' })
  readonly events!: readonly SourceEventShown[];

  @Shown({
    type: () => SourceTrialShown,
    nullable: true,
    description: 'The last trial of a link; null if there is none.',
  })
  readonly trial!: SourceTrialShown | null;
}

@ApiSchema({ description: 'Links that are frozen for one reason.' })
export class FrozenReasonShown {
  @Shown({ type: 'string', description: 'Code of `scrape_error`.', example: 'page_not_found' })
  readonly code!: string;

  @Shown({ type: 'integer', description: 'Number of links.', example: 58 })
  readonly links!: number;
}

@ApiSchema({ description: 'Figures over all sources.' })
export class SourcesTotalsShown {
  @Shown({ type: 'integer', description: 'Links that are due within the hour.', example: 1204 })
  readonly due_1h!: number;

  @Shown({ type: 'integer', description: 'Visits of 24 hours.', example: 18640 })
  readonly visits_24h!: number;

  @Shown({
    type: 'number',
    nullable: true,
    description:
      'Share of the visits of 24 hours that ended soon after the link was due, within a tenth of the period; null without visits.',
    example: 0.971,
  })
  readonly on_time_24h!: number | null;

  @Shown({ type: 'integer', description: 'New reviews of 24 hours.', example: 41870 })
  readonly new_24h!: number;

  @Shown({ type: 'integer', description: 'Links that are frozen after lasting failures.', example: 63 })
  readonly frozen!: number;

  @Shown({ type: () => FrozenReasonShown, list: true, description: 'Why they are frozen, most frequent first.' })
  readonly frozen_reasons!: readonly FrozenReasonShown[];
}

@ApiSchema({ description: 'All sources.' })
export class AdminSourceList {
  @Shown({ type: () => AdminSource, list: true, description: 'The sources, by id.' })
  readonly data!: readonly AdminSource[];

  @Shown({ type: () => SourcesTotalsShown, description: 'Figures over all sources.' })
  readonly totals!: SourcesTotalsShown;
}

@ApiSchema({ description: 'Why a source is paused or resumed.' })
export class SourceReasonBody {
  @BodyText({
    description: 'The reason, for other operators and the audit trail.',
    min: 1,
    max: 300,
    example: 'The platform asked us to stop',
  })
  readonly reason!: string;
}

@ApiSchema({ description: 'The link to try.' })
export class SourceTrialBody {
  @BodyInteger({
    description: 'A link of the source; null: one whose last collection succeeded.',
    nullable: true,
    example: null,
  })
  readonly link_id!: number | null;
}

@ApiSchema({ description: 'A planned visit.' })
export class SourceTrialStarted {
  @Shown({ type: 'integer', description: 'The link.' })
  readonly link_id!: number;

  @Shown({ type: 'integer', description: 'The run.' })
  readonly run_id!: number;
}

const rounded = (share: number | null): number | null => (share === null ? null : Math.round(share * 10_000) / 10_000);

function presentField({ field, share, usual, alarmBelow, alarm, reviews }: FieldDrift): SourceFieldShown {
  return {
    field,
    now: rounded(share),
    normal: rounded(usual),
    alarm_below: rounded(alarmBelow),
    alarm: alarm !== null,
    alarm_since: wireTimeOrNull(alarm?.raisedAt ?? null),
    reviews,
  };
}

const inSeconds = (age: number | null): number | null => (age === null ? null : Math.max(0, Math.round(age)));

const presentAges = ({ road, links, neverRead, p50, p95 }: RoadAges): RoadAgesShown => ({
  road,
  links,
  never_read: neverRead,
  p50_seconds: inSeconds(p50),
  p95_seconds: inSeconds(p95),
});

export function presentSource(report: SourceReport): AdminSource {
  const { source, day } = report;
  return {
    id: source.id,
    slug: source.slug,
    display_name: source.displayName,
    how: report.way,
    has_oauth_client: report.hasConsent,
    state: report.state,
    paused_at: wireTimeOrNull(report.pausedAt),
    pause_reason: report.pauseReason,
    rests_until: wireTimeOrNull(report.restsUntil),
    success_24h: rounded(day.judged === 0 ? null : day.succeeded / day.judged),
    visits_24h: day.visits,
    hours: day.hours.map(({ hour, visits, succeeded }) => ({ hour: wireTime(hour), visits, succeeded })),
    troubles: day.troubles.map(({ code, visits, share, isOfLinks }) => ({
      ...{ code, visits, share: rounded(share) ?? 0 },
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

export const presentEvent = ({ id, at, kind, facts }: SourceEvent): SourceEventShown => ({
  id,
  at: wireTime(at),
  kind,
  facts,
});

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
