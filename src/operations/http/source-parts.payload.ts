import { ApiSchema } from '@nestjs/swagger';
import { BodyInteger, BodyText, Shown } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { UNREAD_PARTS } from '@libs/sources';
import { COUNTED_FIELDS, SOURCE_EVENTS, type RoadAges, type SourceEvent } from '@src/collection';
import type { FieldDrift } from '../drift-reader.service';

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

/** A share with four digits after the point. */
export const rounded = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 10_000) / 10_000;

export function presentField({ field, share, usual, alarmBelow, alarm, reviews }: FieldDrift): SourceFieldShown {
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

export const presentAges = ({ road, links, neverRead, p50, p95 }: RoadAges): RoadAgesShown => ({
  road,
  links,
  never_read: neverRead,
  p50_seconds: inSeconds(p50),
  p95_seconds: inSeconds(p95),
});

export const presentEvent = ({ id, at, kind, facts }: SourceEvent): SourceEventShown => ({
  id,
  at: wireTime(at),
  kind,
  facts,
});
