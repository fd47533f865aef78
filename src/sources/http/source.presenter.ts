/** The wire form of sources (contract §2.4, §4.13). v3 names the field `name` of v2 `slug` and adds the limits of replies. */
import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { CatalogueSource, Connecting } from '../source-catalogue';

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

@ApiSchema({ description: 'A value that a person enters to connect an object to a platform.' })
export class SourceConnectionField {
  @Shown({ type: 'string', description: 'Name of the field in `fields` of POST /v3/connections.', example: 'api_key' })
  readonly name!: string;

  @Shown({ type: 'boolean', description: 'The value is a secret; it is never returned.' })
  readonly secret!: boolean;

  @Shown({ type: 'boolean', description: 'The field must be filled.' })
  readonly required!: boolean;

  @Shown({
    type: 'string',
    description: 'Where the person finds the value.',
    example: 'In Trustpilot Business under Integrations > Developers > APIs.',
  })
  readonly description!: string;
}

@ApiSchema({ description: 'How objects are connected to a platform, and what a connection allows.' })
export class SourceConnecting {
  @Shown({ type: 'boolean', description: 'Persons connect with the sign-in of the platform.' })
  readonly oauth!: boolean;

  @Shown({
    type: 'boolean',
    description: 'Connecting is possible now; false until the operator has registered the OAuth client.',
  })
  readonly ready!: boolean;

  @Shown({
    type: () => SourceConnectionField,
    list: true,
    description: 'The fields of a connection without the sign-in.',
  })
  readonly fields!: readonly SourceConnectionField[];

  @Shown({ type: 'boolean', description: 'A published reply can be replaced.' })
  readonly can_replace!: boolean;

  @Shown({ type: 'boolean', description: 'A published reply can be deleted.' })
  readonly can_delete!: boolean;

  @Shown({ type: 'boolean', description: 'The platform shows replies only after moderation.' })
  readonly moderated!: boolean;
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

  @Shown({
    type: () => SourceConnecting,
    nullable: true,
    description: 'How objects are connected to the platform; null if the service cannot publish replies there.',
  })
  readonly connection!: SourceConnecting | null;
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

/** `readyIds`: the sources whose OAuth client is registered. */
export function presentSource(source: CatalogueSource, readyIds: ReadonlySet<number>): Source {
  return {
    ...sharedFields(source),
    slug: source.slug,
    can_publish_reply: source.canPublishReply,
    reply_max_length: source.replyMaxLength,
    reply_length_unit: source.replyLengthUnit,
    connection: source.connecting && presentConnecting(source.id, source.connecting, readyIds),
  };
}

function presentConnecting(
  sourceId: number,
  { hasConsent, fields, canReplace, canDelete, moderated }: Connecting,
  readyIds: ReadonlySet<number>,
): SourceConnecting {
  return {
    oauth: hasConsent,
    ready: !hasConsent || readyIds.has(sourceId),
    fields: fields.map(({ name, secret, required, description }) => ({ name, secret, required, description })),
    can_replace: canReplace,
    can_delete: canDelete,
    moderated,
  };
}
