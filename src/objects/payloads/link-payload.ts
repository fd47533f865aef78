/**
 * A link on the wire (contract §2.1, §2.2). Declared here and not in `links`, because responses about objects contain links, and
 * `links` is above `objects`.
 */
import { ApiSchema } from '@nestjs/swagger';
import { BodyText, Shown } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { LinkStatus } from '../domain/object-status';
import type { LinkOutcome, LinkRefusalCode, LinkView, LinkWarning } from '../object-links.port';

const LINK_STATUSES = ['pending', 'in_progress', 'success', 'failed'] as const satisfies readonly LinkStatus[];
const REFUSAL_CODES = [
  'source_not_detected',
  'source_url_invalid',
  'source_requires_upgrade',
  'source_already_linked',
  'link_already_added',
] as const satisfies readonly LinkRefusalCode[];

const LINK_WARNINGS = ['count_mismatch', 'many_reviews_missing'] as const satisfies readonly LinkWarning[];

@ApiSchema({ description: 'An address to be linked.' })
export class LinkAddress {
  @BodyText({
    description: 'Page of the object on a platform; the platform is detected from it.',
    min: 1,
    max: 2048,
    example: 'https://www.trustpilot.com/review/example.com',
  })
  readonly url!: string;
}

@ApiSchema({ description: 'What became of an address.' })
export class LinkResult {
  @Shown({
    type: 'string',
    description: 'The address as it was sent.',
    example: 'https://www.trustpilot.com/review/example.com',
  })
  readonly url!: string;

  @Shown({ type: 'integer', nullable: true, description: 'The new link; null where the address was refused.' })
  readonly link_id!: number | null;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'Machine name of the platform; null where none was detected.',
    example: 'trustpilot',
  })
  readonly source_name!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'Own name of the link; null where it has none.' })
  readonly link_name!: string | null;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'Why the address was refused, for people; null where it was linked.',
  })
  readonly error!: string | null;

  @Shown({
    type: 'string',
    nullable: true,
    values: REFUSAL_CODES,
    description: 'Why the address was refused, for machines; null where it was linked.',
  })
  readonly error_code!: LinkRefusalCode | null;
}

/** A link as v2 shows it. */
@ApiSchema({ description: 'A page of an object on a platform, with the outcome of its last collection.' })
export class LinkV2 {
  @Shown({ type: 'integer', description: 'Id of the link.' })
  readonly id!: number;

  @Shown({
    type: 'string',
    description: 'Page of the object on the platform, in canonical form.',
  })
  readonly url!: string;

  @Shown({ type: 'integer', description: 'Platform id, see the sources.' })
  readonly source_id!: number;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'Own name of the link inside the object; takes precedence over `auto_name`.',
  })
  readonly link_name!: string | null;

  @Shown({
    type: 'string',
    nullable: true,
    description: "Name read from the platform after the platform's label; only the label until the name was read.",
    example: 'Trustpilot: Hotel Example',
  })
  readonly auto_name!: string | null;

  @Shown({
    type: 'string',
    description: 'Name of the object as the platform shows it; empty until it was read.',
    example: 'Hotel Example',
  })
  readonly scraped_object_name!: string;

  @Shown({ type: 'boolean', description: 'Whether reviews are collected for this link.' })
  readonly is_active!: boolean;

  @Shown({ type: 'boolean', description: 'Whether the link may be shown to others.' })
  readonly is_public!: boolean;

  @Shown({
    type: 'date-time',
    nullable: true,
    description:
      'Since when this link is collected only once a week, after ten lasting failures in a row; null otherwise.',
  })
  readonly frozen_at!: string | null;

  @Shown({
    type: 'string',
    values: LINK_STATUSES,
    description: 'Outcome of the last collection, or that one is running.',
  })
  readonly scrape_status!: LinkStatus;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'What prevented the last collection: a stable code and a text.',
    example: 'page_not_found: the page does not exist',
  })
  readonly scrape_error!: string | null;

  @Shown({ type: 'date-time', nullable: true, description: 'When the link was last collected.' })
  readonly last_scraped_at!: string | null;

  @Shown({ type: 'local-date-time', nullable: true, description: 'Publication date of the freshest collected review.' })
  readonly last_scraped_review_date!: string | null;

  @Shown({ type: 'date-time', description: 'When the link was added.' })
  readonly created_at!: string;
}

/** A link as v3 shows it: also how complete its collection is. */
@ApiSchema({
  description: 'A page of an object on a platform, with the outcome and the completeness of its collection.',
})
export class Link extends LinkV2 {
  @Shown({ type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' })
  readonly source_slug!: string;

  @Shown({ type: 'integer', nullable: true, description: 'How many reviews the platform claims to have.' })
  readonly platform_review_count!: number | null;

  @Shown({ type: 'integer', description: 'How many reviews were collected that the platform still shows.' })
  readonly collected_count!: number;

  @Shown({
    type: 'number',
    nullable: true,
    description: '0 to 1: the collected share of the count of the platform; null where the platform gives none.',
    example: 0.98,
  })
  readonly completeness!: number | null;

  @Shown({
    type: 'string',
    nullable: true,
    description:
      'Why the last collection ended where it did. `complete`: the whole list was read. `window_limit`: the platform shows ' +
      'only its newest reviews, and all of those were read. `known_reached`: everything further down was known. ' +
      '`count_mismatch`: the list ended, but the platform counts more reviews, or fewer, than it held; the whole list is ' +
      'read again. After a failed collection, the code of `scrape_error`: `blocked`, …',
    example: 'complete',
  })
  readonly stop_reason!: string | null;

  @Shown({
    type: 'string',
    nullable: true,
    values: LINK_WARNINGS,
    description:
      'What is doubtful although the last collection succeeded; null where nothing is. `count_mismatch`: the platform ' +
      'counts more reviews, or fewer, than were found, by more than two and more than 2 %. The next collection reads the ' +
      'whole list again; if the count keeps disagreeing, later ones do so at growing intervals, at least weekly. ' +
      '`many_reviews_missing`: a fifth of the reviews or more were missing at once, and none was marked as deleted.',
  })
  readonly warning!: LinkWarning | null;
}

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
    platform_review_count: link.platformReviewCount,
    collected_count: link.collectedCount,
    completeness: link.completeness,
    stop_reason: link.stopReason,
    warning: link.warning,
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
