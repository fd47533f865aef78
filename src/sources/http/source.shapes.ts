/** The wire form of sources (contract §2.4, §4.13). v3 names the field `name` of v2 `slug` and adds the limits of replies. */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime } from '@libs/kernel';
import { endOfRoad } from '@libs/sources';
import type { CatalogueSource, Connecting } from '../source-catalogue';

abstract class SourceFields extends Shape({
  id: { type: 'integer', description: 'Platform id; filters reviews and analytics (`source_ids`).' },
  display_name: { type: 'string', description: 'Display name.', example: 'Trustpilot' },
  base_url: {
    type: 'string',
    description: 'Address of the platform; empty if this version no longer supports the platform.',
    example: 'https://www.trustpilot.com',
  },
  rating_scale: { type: 'number', description: "The platform's own rating scale.", example: 5 },
  has_reply: { type: 'boolean', description: 'Reviews on this platform can carry organization replies.' },
  has_images: { type: 'boolean', description: 'Reviews on this platform can carry photos.' },
  is_active: {
    type: 'boolean',
    description: 'Whether the platform is collected. One that is not collected and has no links is not listed.',
  },
  created_at: { type: 'date-time', description: 'When the platform was added to this installation.' },
}) {}

@ApiSchema({ description: 'A platform of this installation.' })
export class SourceV2 extends Shape(SourceFields, {
  name: { type: 'string', description: 'Machine name; filters webhooks (`allowed_sources`).', example: 'trustpilot' },
}) {}

@ApiSchema({ description: 'A value that a person enters to connect an object to a platform.' })
export class SourceConnectionField extends Shape({
  name: { type: 'string', description: 'Name of the field in `fields` of POST /v3/connections.', example: 'api_key' },
  secret: { type: 'boolean', description: 'The value is a secret; it is never returned.' },
  required: { type: 'boolean', description: 'The field must be filled, whichever of `alternatives` is chosen.' },
  description: {
    type: 'string',
    description: 'Where the person finds the value.',
    example: 'In Trustpilot Business under Integrations > Developers > APIs.',
  },
}) {}

@ApiSchema({ description: 'One of several sets of fields, any of which opens a connection.' })
export class SourceConnectionSet extends Shape({
  title: { type: 'string', description: 'What the values are, as the name of a choice.', example: 'Places API key' },
  required: {
    type: 'string',
    list: true,
    description: 'Names of the fields that must all be filled.',
    example: ['places_api_key'],
  },
  optional: {
    type: 'string',
    list: true,
    description: 'Names of further fields that only this set uses.',
    example: ['place_id'],
  },
}) {}

@ApiSchema({ description: 'How objects are connected to a platform, and what a connection allows.' })
export class SourceConnecting extends Shape({
  oauth: { type: 'boolean', description: 'Persons connect with the sign-in of the platform.' },
  ready: {
    type: 'boolean',
    description: 'Connecting is possible now; false until the operator has registered the OAuth client.',
  },
  fields: {
    type: () => SourceConnectionField,
    list: true,
    description: 'The fields of a connection without the sign-in.',
  },
  alternatives: {
    type: () => SourceConnectionSet,
    list: true,
    description:
      'Sets of fields of which one must be filled; empty: the required fields suffice. A field in no set belongs to all of them.',
  },
  can_replace: { type: 'boolean', description: 'A published reply can be replaced.' },
  can_delete: { type: 'boolean', description: 'A published reply can be deleted.' },
  moderated: { type: 'boolean', description: 'The platform shows replies only after moderation.' },
}) {}

@ApiSchema({ description: 'A way to read the reviews of an object on a platform.' })
export class SourceRoad extends Shape({
  name: { type: 'string', description: 'Name of the road, unique in the platform.', example: 'business-api' },
  read_by: {
    type: 'string',
    values: ['public', 'owner', 'both'],
    description:
      '`public`: the public pages, used for objects without a connection. `owner`: the connection of the object. `both`: the connection and the public pages. The same values as `read_by` of a link.',
  },
  shows: {
    type: 'string',
    values: ['all', 'newest', 'selection'],
    description: 'Which reviews are visible: all, the newest, or some that the platform selects.',
  },
  limit_reviews: {
    type: 'integer',
    nullable: true,
    description: 'Largest number of visible reviews; null if none is known.',
  },
  limit_days: {
    type: 'integer',
    nullable: true,
    description: 'Age in days of the oldest visible review; null if none is known.',
  },
  order: {
    type: 'string',
    values: ['newest_first', 'unordered'],
    description: 'Order of the list. Lists without an order are read completely in each collection.',
  },
  evidence: {
    type: 'string',
    values: ['recorded', 'documented'],
    description: 'Whether the formats are known from recorded responses of the platform, or only from documentation.',
  },
  ends_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the platform ends this way; null if it has announced no end.',
    example: '2027-01-21T00:00:00',
  },
  min_every_seconds: {
    type: 'integer',
    nullable: true,
    description:
      'The schedule collects links that are read in this way at most once in so many seconds; null: no limit.',
    example: 21_600,
  },
}) {}

@ApiSchema({ description: 'A platform of this installation.' })
export class Source extends Shape(SourceFields, {
  slug: { type: 'string', description: 'Machine name; filters webhooks (`allowed_sources`).', example: 'trustpilot' },
  can_publish_reply: {
    type: 'boolean',
    description: 'The service can publish replies on this platform; distinct from `has_reply`.',
  },
  reply_max_length: {
    type: 'integer',
    nullable: true,
    description: 'Longest reply that the platform accepts; null if no reply can be published or no limit is known.',
  },
  reply_length_unit: {
    type: 'string',
    nullable: true,
    values: ['characters', 'bytes'],
    description: 'Unit of `reply_max_length`.',
  },
  connection: {
    type: () => SourceConnecting,
    nullable: true,
    description: 'How objects are connected to the platform; null if they are not.',
  },
  roads: {
    type: () => SourceRoad,
    list: true,
    description: 'The ways to read reviews. Without a public one, an object must be connected.',
  },
}) {}

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
    roads: source.roads.map(presentRoad),
  };
}

/** A road of a source. */
export function presentRoad({
  name,
  readBy,
  shows,
  limit,
  order,
  evidence,
  endsAt = null,
  minEveryHours,
}: CatalogueSource['roads'][number]): SourceRoad {
  return {
    name,
    read_by: readBy,
    shows,
    limit_reviews: limit !== null && 'reviews' in limit ? limit.reviews : null,
    limit_days: limit !== null && 'days' in limit ? limit.days : null,
    order,
    evidence,
    ends_at: endsAt === null ? null : wireTime(endOfRoad(endsAt)),
    min_every_seconds: minEveryHours === undefined ? null : minEveryHours * 3_600,
  };
}

function presentConnecting(
  sourceId: number,
  { hasConsent, fields, alternatives, canReplace, canDelete, moderated }: Connecting,
  readyIds: ReadonlySet<number>,
): SourceConnecting {
  return {
    oauth: hasConsent,
    ready: !hasConsent || readyIds.has(sourceId),
    fields: fields.map(({ name, secret, required, description }) => ({ name, secret, required, description })),
    alternatives: alternatives.map(({ title, required, optional }) => ({ title, required, optional: optional ?? [] })),
    can_replace: canReplace,
    can_delete: canDelete,
    moderated,
  };
}
