/**
 * Responses of links (contract §2.1, §2.2). They belong to `objects` because responses of objects contain links and `links`
 * imports `objects`.
 */
import { ApiSchema } from '@nestjs/swagger';
import { BodyText, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { ReadBy } from '@libs/sources';
import { LINK_STATES, linkState } from '../domain/object-state';
import type { LinkStatus } from '../domain/object-status';
import type { LinkView } from '../link-states.port';
import type { LinkOutcome, LinkRefusalCode } from '../object-links.port';

const LINK_STATUSES = ['pending', 'in_progress', 'success', 'failed'] as const satisfies readonly LinkStatus[];
const REFUSAL_CODES = [
  'source_not_detected',
  'source_url_invalid',
  'source_requires_upgrade',
  'source_already_linked',
  'link_already_added',
] as const satisfies readonly LinkRefusalCode[];

const READ_BY = ['public', 'owner', 'both'] as const satisfies readonly ReadBy[];

@ApiSchema({ description: 'An address to be linked.' })
export class LinkAddress extends Input({
  url: BodyText({
    description: 'Page of the object on a platform; the platform is detected from it.',
    min: 1,
    max: 2048,
    example: 'https://www.trustpilot.com/review/example.com',
  }),
}) {}

@ApiSchema({ description: 'The result for an address.' })
export class LinkResult extends Shape({
  url: {
    type: 'string',
    description: 'The address as it was sent.',
    example: 'https://www.trustpilot.com/review/example.com',
  },
  link_id: { type: 'integer', nullable: true, description: 'The new link; null if the address was refused.' },
  source_name: {
    type: 'string',
    nullable: true,
    description: 'Machine name of the platform; null if none was detected.',
    example: 'trustpilot',
  },
  link_name: { type: 'string', nullable: true, description: 'Custom name of the link; null if it has none.' },
  error: {
    type: 'string',
    nullable: true,
    description: 'The reason for the refusal as text; null if the address was linked.',
  },
  error_code: {
    type: 'string',
    nullable: true,
    values: REFUSAL_CODES,
    description: 'The reason for the refusal as a stable code; null if the address was linked.',
  },
}) {}

/** A link in v2. */
@ApiSchema({ description: 'A page of an object on a platform, with the outcome of its last collection.' })
export class LinkV2 extends Shape({
  id: { type: 'integer', description: 'Id of the link.' },
  url: { type: 'string', description: 'Page of the object on the platform, in canonical form.' },
  source_id: { type: 'integer', description: 'Platform id, see the sources.' },
  link_name: {
    type: 'string',
    nullable: true,
    description: 'Custom name of the link inside the object; takes precedence over `auto_name`.',
  },
  auto_name: {
    type: 'string',
    nullable: true,
    description: "The platform's label and the name read from the platform; only the label until the name is read.",
    example: 'Trustpilot: Hotel Example',
  },
  scraped_object_name: {
    type: 'string',
    description: 'Name of the object on the platform; empty until it is read.',
    example: 'Hotel Example',
  },
  is_active: { type: 'boolean', description: 'Whether reviews are collected for this link.' },
  is_public: { type: 'boolean', description: 'Whether the link may be shown to others.' },
  frozen_at: {
    type: 'date-time',
    nullable: true,
    description: 'When collection was reduced to once a week, after ten permanent failures in a row; null otherwise.',
  },
  scrape_status: {
    type: 'string',
    values: LINK_STATUSES,
    description: 'Outcome of the last collection, or `in_progress`.',
  },
  scrape_error: {
    type: 'string',
    nullable: true,
    description: 'Error of the last collection: a stable code and a text.',
    example: 'page_not_found: the page does not exist',
  },
  last_scraped_at: { type: 'date-time', nullable: true, description: 'When the link was last collected.' },
  last_scraped_review_date: {
    type: 'local-date-time',
    nullable: true,
    description: 'Publication date of the newest collected review.',
  },
  created_at: { type: 'date-time', description: 'When the link was added.' },
}) {}

@ApiSchema({ description: 'How far the running collection of a link is.' })
export class LinkProgress extends Shape({
  read: { type: 'integer', description: 'Number of reviews that the collection has read.', example: 340 },
  of: {
    type: 'integer',
    nullable: true,
    description:
      'Number of reviews to read, as last stated by the platform; null if it is not known or if only new reviews are read.',
    example: 1200,
  },
}) {}

/** A link in v3, which adds the completeness of its collection. */
@ApiSchema({
  description: 'A page of an object on a platform, with the outcome and the completeness of its collection.',
})
export class Link extends Shape(LinkV2, {
  source_slug: { type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' },
  state: {
    type: 'string',
    values: LINK_STATES,
    description:
      'The state in one word, the first that holds. `off`: not collected. `collecting`: being read. `paused`: frozen, and tried once a ' +
      'week. `waiting`: not read yet. `refused`: the platform answers and does not let the reviews be read. `failed`: the last collection ' +
      'failed otherwise. `partial`: there is a `warning`, or `completeness` is below 0.98. `up_to_date`: everything was read.',
    example: 'up_to_date',
  },
  platform_review_count: {
    type: 'integer',
    nullable: true,
    description: 'Number of reviews that the platform publishes.',
  },
  collected_count: { type: 'integer', description: 'Number of collected reviews that the platform still shows.' },
  completeness: {
    type: 'number',
    nullable: true,
    description: '0 to 1: the collected share of the count of the platform; null if the platform publishes no count.',
    example: 0.98,
  },
  stop_reason: {
    type: 'string',
    nullable: true,
    description:
      'Reason for the end of the last collection. `complete`: the whole list was read. `window_limit`: everything that the platform ' +
      'shows was read, which may be a part of its reviews, such as the newest. `known_reached`: all older reviews were known. ' +
      '`count_mismatch`: the list ended, but its length differs from the count that the platform states, or it broke off; the whole list is ' +
      'read again. `unread`: the whole list was read, except for what `warning` states. After a failed collection, the code ' +
      'of `scrape_error`: `blocked`, …',
    example: 'complete',
  },
  read_by: {
    type: 'string',
    nullable: true,
    values: READ_BY,
    description:
      'How the last collection read the reviews. `public`: from the public pages of the platform. `owner`: through the connection of the ' +
      'object. `both`: from both. Null before the first collection.',
  },
  road: {
    type: 'string',
    nullable: true,
    description:
      'Name of the road of the last collection; `roads` of the source says what it shows. Null before the first collection.',
    example: 'public',
  },
  warning: {
    type: 'string',
    nullable: true,
    description:
      'Warning about a successful last collection: a code, or a code and a text; null if there is none. `count_mismatch`: the count of the ' +
      'platform differs from the number of reviews found by more than two and more than 2 %, or the list broke off. The next collection reads the ' +
      'whole list again; while the counts differ, later ones do so at growing intervals, at least weekly. ' +
      '`many_reviews_missing`: at least a fifth of the reviews was missing at once, and none was marked as deleted. ' +
      '`unread: 2 dates, 1 review`: what the pages show and could not be read, by part. It stands until a collection that reads the whole ' +
      'list reads everything; until then, no missing review is marked as deleted if reviews were not read.',
    example: 'unread: 2 dates, 1 review',
  },
  next_collection_at: {
    type: 'date-time',
    nullable: true,
    description:
      'When the next collection is due; a time in the past means that it has not been planned yet. Null while none is scheduled.',
  },
  switched_off_since: {
    type: 'date-time',
    nullable: true,
    description:
      'Since when the operator has switched off collection from the platform: the link keeps its due time, and is collected when it is switched ' +
      'on again. Null while it is on.',
    example: null,
  },
  last_full_at: {
    type: 'date-time',
    nullable: true,
    description: 'When a collection last read the whole list and its completeness was proven; null before that.',
  },
  failing_since: {
    type: 'date-time',
    nullable: true,
    description: 'When the first of the failed collections in a row ended; null if the last collection succeeded.',
    example: null,
  },
  failures_in_a_row: {
    type: 'integer',
    description: 'Number of failed collections since the last success.',
    example: 0,
  },
  progress: {
    type: () => LinkProgress,
    nullable: true,
    description: 'How far the running collection is; null while none is running.',
  },
}) {}

export function presentLinkV2(link: LinkView): LinkV2 {
  return {
    id: link.id,
    url: link.url,
    source_id: link.sourceId,
    link_name: link.linkName,
    auto_name: link.autoName,
    scraped_object_name: link.scrapedObjectName ?? '',
    is_active: link.isActive,
    is_public: link.isPublic,
    frozen_at: wireTimeOrNull(link.frozenAt),
    scrape_status: link.scrapeStatus,
    scrape_error: link.scrapeError,
    last_scraped_at: wireTimeOrNull(link.lastScrapedAt),
    last_scraped_review_date: link.lastScrapedReviewDate,
    created_at: wireTime(link.createdAt),
  };
}

export function presentLink(link: LinkView): Link {
  return {
    ...presentLinkV2(link),
    source_slug: link.sourceSlug,
    state: linkState(link),
    platform_review_count: link.platformReviewCount,
    collected_count: link.collectedCount,
    completeness: link.completeness,
    stop_reason: link.stopReason,
    read_by: link.readBy,
    road: link.road,
    warning: link.warning,
    next_collection_at: wireTimeOrNull(link.nextCollectionAt),
    switched_off_since: wireTimeOrNull(link.switchedOffSince),
    last_full_at: wireTimeOrNull(link.lastFullAt),
    failing_since: wireTimeOrNull(link.failingSince),
    failures_in_a_row: link.failuresInARow,
    progress: link.progress === null ? null : { read: link.progress.read, of: link.progress.of },
  };
}

export function presentLinkResult(outcome: LinkOutcome): LinkResult {
  return {
    url: outcome.url,
    link_id: outcome.linkId,
    source_name: outcome.sourceSlug,
    link_name: null,
    error: outcome.refusal?.reason ?? null,
    error_code: outcome.refusal?.code ?? null,
  };
}
