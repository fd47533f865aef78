/** The wire form of connections (contract §4.15). Secrets are never shown. */
import { ApiSchema } from '@nestjs/swagger';
import { BodyInteger, BodyText, BodyTexts, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { ListedConnection } from '../persistence/connection.store';

@ApiSchema({ description: 'An object and the credentials for its card on a platform.' })
export class NewConnectionBody extends Input({
  object_id: BodyInteger({ description: 'The object; it has a link on the platform.', example: 17 }),
  source: BodyText({ description: 'Machine name of the platform.', min: 1, max: 64, example: 'trustpilot' }),
  fields: BodyTexts({
    description: 'Values by the names of `connection.fields` in GET /v3/sources. Empty values count as absent.',
    maxEntries: 20,
    maxLength: 16_384,
    example: { api_key: '…', api_secret: '…', business_user_id: '…' },
  }),
}) {}

@ApiSchema({ description: 'The connection of an object to its card on a platform, without its credentials.' })
export class Connection extends Shape({
  id: { type: 'integer', description: 'Id of the connection.', example: 5 },
  object_id: { type: 'integer', description: 'The object.', example: 17 },
  object_name: { type: 'string', description: 'Name of the object.', example: 'Harbor Hotel Porto' },
  source_slug: { type: 'string', description: 'Machine name of the platform.', example: 'google' },
  card: { type: 'string', description: "The platform's id of the card.", example: 'accounts/1/locations/2' },
  card_name: {
    type: 'string',
    nullable: true,
    description: 'Name of the card on the platform.',
    example: 'Harbor Hotel',
  },
  status: {
    type: 'string',
    values: ['active', 'revoked'],
    description: '`revoked`: the platform no longer accepts the access; connect again.',
  },
  way: {
    type: 'string',
    values: ['oauth', 'fields'],
    description: 'Whether a person connected with the sign-in of the platform, or entered credentials.',
  },
  checked_at: { type: 'date-time', description: 'When the platform last accepted or refused the access.' },
  created_at: { type: 'date-time', description: 'When the object was first connected.' },
  revoked_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the platform refused the access; null while active.',
  },
  error: {
    type: 'string',
    nullable: true,
    description: 'Why the platform refused the access; null while active.',
    example: 'Google no longer accepts the connection (invalid_grant)',
  },
}) {}

@ApiSchema({ description: 'The result of a check of a connection.' })
export class ConnectionCheck extends Shape({
  status: {
    type: 'string',
    values: ['active', 'revoked', 'unknown'],
    description: '`unknown`: the platform gave no usable response; the connection is unchanged.',
  },
  reason: { type: 'string', nullable: true, description: 'The reason, as a text; null for `active`.' },
}) {}

export function presentConnection(connection: ListedConnection, sourceSlug: string): Connection {
  return {
    id: connection.id,
    object_id: connection.objectId,
    object_name: connection.objectName,
    source_slug: sourceSlug,
    card: connection.card,
    card_name: connection.cardName,
    status: connection.status,
    way: connection.grantId === null ? 'fields' : 'oauth',
    checked_at: wireTime(connection.checkedAt),
    created_at: wireTime(connection.createdAt),
    revoked_at: wireTimeOrNull(connection.revokedAt),
    error: connection.error,
  };
}
