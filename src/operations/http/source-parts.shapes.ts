import { ApiSchema } from '@nestjs/swagger';
import { BodyInteger, BodyText, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { UNREAD_PARTS } from '@libs/sources';
import { COUNTED_FIELDS, SOURCE_EVENTS, type RoadAges, type SourceEvent } from '@src/collection';
import type { FieldDrift } from '../drift-reader.service';

@ApiSchema({ description: 'The visits of a source in one hour.' })
export class SourceHourShown extends Shape({
  hour: { type: 'date-time', description: 'Begin of the hour.' },
  visits: {
    type: 'integer',
    description: 'Visits that ended in the hour, without those that failed because of their link.',
    example: 40,
  },
  succeeded: { type: 'integer', description: 'Visits that succeeded.', example: 39 },
}) {}

@ApiSchema({ description: 'A kind of failed visits.' })
export class SourceTroubleShown extends Shape({
  code: { type: 'string', description: 'Code of `scrape_error`.', example: 'timeout' },
  visits: { type: 'integer', description: 'Visits of the last 24 hours.', example: 11 },
  share: { type: 'number', description: 'Share of all visits, 0 to 1.', example: 0.011 },
  of_links: {
    type: 'boolean',
    description:
      'Whether it says something about the links alone: their pages do not exist, or their owners gave no access. Such visits do ' +
      'not count for the state of the source.',
    example: false,
  },
}) {}

@ApiSchema({ description: 'How many of the reviews that are read from a source have a field.' })
export class SourceFieldShown extends Shape({
  field: { type: 'string', values: COUNTED_FIELDS, description: 'The field.' },
  now: {
    type: 'number',
    nullable: true,
    description: 'Share with the field now, 0 to 1; null if nothing was read.',
    example: 0.62,
  },
  normal: {
    type: 'number',
    nullable: true,
    description: 'Usual share of 14 days; null if too little was read.',
    example: 0.996,
  },
  alarm_below: {
    type: 'number',
    nullable: true,
    description: 'An alarm is raised below this share; null if the field raises none.',
    example: 0.946,
  },
  alarm: { type: 'boolean', description: 'Whether an alarm is open.', example: true },
  alarm_since: { type: 'date-time', nullable: true, description: 'Since when the alarm is open.' },
  reviews: { type: 'integer', description: 'Reviews that `now` was computed from.', example: 480 },
}) {}

@ApiSchema({
  description:
    'How long ago the links of a source were read, by one of its roads. Without frozen links and links that are off.',
})
export class RoadAgesShown extends Shape({
  road: {
    type: 'string',
    nullable: true,
    description: 'Name of the road that read them last; null for links of which no collection has begun.',
    example: 'public',
  },
  links: { type: 'integer', description: 'Number of links.', example: 3110 },
  never_read: {
    type: 'integer',
    description: 'Links that were never read with success. They have no age.',
    example: 4,
  },
  p50_seconds: {
    type: 'integer',
    nullable: true,
    description: 'Half of the links were read at most so many seconds ago; null if none was read.',
    example: 10_900,
  },
  p95_seconds: {
    type: 'integer',
    nullable: true,
    description: '95 % of the links were read at most so many seconds ago; null if none was read.',
    example: 21_400,
  },
}) {}

@ApiSchema({
  description: 'A part of reviews or of their object that pages of a source showed and that could not be read.',
})
export class SourceUnreadShown extends Shape({
  part: {
    type: 'string',
    values: UNREAD_PARTS,
    description: 'The part. `review`: whole reviews; `name`, `average` and `count` are those of the object.',
    example: 'date',
  },
  count: { type: 'integer', description: 'How often it was not read in the last 24 hours.', example: 12 },
  visits: { type: 'integer', description: 'Visits in which it was not read.', example: 3 },
}) {}

@ApiSchema({ description: 'What happened to a source.' })
export class SourceEventShown extends Shape({
  id: { type: 'integer', description: 'Id of the event.' },
  at: { type: 'date-time', description: 'When it happened.' },
  kind: { type: 'string', values: SOURCE_EVENTS, description: 'What happened.' },
  facts: {
    type: 'object',
    description: 'Figures and reasons, by kind.',
    example: { reason: 'The platform asked us to stop' },
  },
}) {}

@ApiSchema({ description: 'The visit of the link that was tried last.' })
export class SourceTrialShown extends Shape({
  link_id: { type: 'integer', description: 'The link.' },
  run_id: { type: 'integer', description: 'The run.' },
  state: { type: 'string', values: ['queued', 'running', 'ended'], description: 'State of the visit.' },
  outcome: {
    type: 'string',
    nullable: true,
    values: ['success', 'failed', 'dropped'],
    description: 'How the visit ended.',
  },
  scrape_error: { type: 'string', nullable: true, description: 'Why it failed.', example: null },
  pages: { type: 'integer', description: 'Pages that were read.', example: 20 },
  read: { type: 'integer', description: 'Reviews that were read.', example: 400 },
  ended_at: { type: 'date-time', nullable: true, description: 'When the visit ended.' },
}) {}

@ApiSchema({ description: 'Why a source is paused or resumed.' })
export class SourceReasonBody extends Input({
  reason: BodyText({
    description: 'The reason, for other operators and the audit trail.',
    min: 1,
    max: 300,
    example: 'The platform asked us to stop',
  }),
}) {}

@ApiSchema({ description: 'The link to try.' })
export class SourceTrialBody extends Input({
  link_id: BodyInteger({
    description: 'A link of the source; null: one whose last collection succeeded.',
    nullable: true,
    example: null,
  }),
}) {}

@ApiSchema({ description: 'A planned visit.' })
export class SourceTrialStarted extends Shape({
  link_id: { type: 'integer', description: 'The link.' },
  run_id: { type: 'integer', description: 'The run.' },
}) {}

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
