/** The wire form of sources (contract §2.4, §4.13). v3 names the field `name` of v2 `slug` and adds the limits of replies. */
import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { CatalogueSource } from '../source-catalogue';

abstract class SourceFields {
  @Shown({ type: 'integer', description: 'Platform id; filters reviews and analytics (`source_ids`).' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'Display name.', example: 'Trustpilot' })
  readonly display_name!: string;

  @Shown({
    type: 'string',
    description: 'Address of the platform; empty if this version no longer supports the platform.',
    example: 'https://www.trustpilot.com',
  })
  readonly base_url!: string;

  @Shown({ type: 'number', description: "The platform's own rating scale.", example: 5 })
  readonly rating_scale!: number;

  @Shown({ type: 'boolean', description: 'Reviews on this platform can carry organization replies.' })
  readonly has_reply!: boolean;

  @Shown({ type: 'boolean', description: 'Reviews on this platform can carry photos.' })
  readonly has_images!: boolean;

  @Shown({
    type: 'boolean',
    description: 'Whether the platform is collected. One that is not collected and has no links is not listed.',
  })
  readonly is_active!: boolean;

  @Shown({ type: 'date-time', description: 'When the platform was added to this installation.' })
  readonly created_at!: string;
}

@ApiSchema({ description: 'A platform of this installation.' })
export class SourceV2 extends SourceFields {
  @Shown({ type: 'string', description: 'Machine name; filters webhooks (`allowed_sources`).', example: 'trustpilot' })
  readonly name!: string;
}

@ApiSchema({ description: 'A platform of this installation.' })
export class Source extends SourceFields {
  @Shown({ type: 'string', description: 'Machine name; filters webhooks (`allowed_sources`).', example: 'trustpilot' })
  readonly slug!: string;

  @Shown({
    type: 'boolean',
    description: 'The service can publish replies on this platform; distinct from `has_reply`.',
  })
  readonly can_publish_reply!: boolean;

  @Shown({
    type: 'integer',
    nullable: true,
    description: 'Longest reply that the platform accepts; null if no reply can be published or no limit is known.',
  })
  readonly reply_max_length!: number | null;

  @Shown({
    type: 'string',
    nullable: true,
    values: ['characters', 'bytes'],
    description: 'Unit of `reply_max_length`.',
  })
  readonly reply_length_unit!: 'characters' | 'bytes' | null;
}

function sharedFields(source: CatalogueSource): SourceFields {
  return {
    id: source.id,
    display_name: source.displayName,
    base_url: source.baseUrl,
    rating_scale: source.ratingScale,
    has_reply: source.hasReply,
    has_images: source.hasImages,
    is_active: source.isActive,
    created_at: wireTime(source.createdAt),
  };
}

export function presentSourceV2(source: CatalogueSource): SourceV2 {
  return { ...sharedFields(source), name: source.slug };
}

export function presentSource(source: CatalogueSource): Source {
  return {
    ...sharedFields(source),
    slug: source.slug,
    can_publish_reply: source.canPublishReply,
    reply_max_length: source.replyMaxLength,
    reply_length_unit: source.replyLengthUnit,
  };
}
