import { ApiSchema } from '@nestjs/swagger';
import { BodyEnum, BodyInstant, BodyName, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { ISSUED_SCOPES, KEY_SCOPES, type IssuedKey, type KeyRecord } from '@src/auth';

const STATUSES = ['active', 'expired', 'revoked'] as const;

@ApiSchema({ description: 'A key to issue.' })
export class NewKeyBody extends Input({
  scope: BodyEnum({
    description: 'Scope of the key. Keys of scope `master` are created on the command line.',
    values: ISSUED_SCOPES,
  }),
  name: BodyName({
    description: 'Name of the key in lists.',
    min: 1,
    max: 100,
    optional: true,
    nullable: true,
    example: 'dashboard',
  }),
  expires_at: BodyInstant({
    description: 'From this time on, requests with the key get 401. Must be in the future; absent or null: never.',
    optional: true,
    nullable: true,
    example: '2099-12-31T00:00:00Z',
  }),
}) {}

@ApiSchema({ description: 'A key of an account, without its secret.' })
export class AccountKey extends Shape({
  id: { type: 'integer', description: 'Id of the key.', example: 12 },
  name: { type: 'string', nullable: true, description: 'Name of the key.', example: 'dashboard' },
  scope: { type: 'string', values: KEY_SCOPES, description: 'Scope of the key.', example: 'read_only' },
  prefix: { type: 'string', description: 'First characters of the key.', example: 'hrev_4fGh2K' },
  status: { type: 'string', values: STATUSES, description: 'Only an `active` key is accepted.', example: 'active' },
  created_at: { type: 'date-time', description: 'When the key was issued.' },
  expires_at: { type: 'date-time', nullable: true, description: 'When the key expires or expired; null: never.' },
  revoked_at: { type: 'date-time', nullable: true, description: 'When the key was revoked; null: it is not revoked.' },
  last_used_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the key was last used, to the minute; null: never.',
  },
}) {}

@ApiSchema({ description: 'A new key with its text, which is shown only once.' })
export class IssuedAccountKey extends Shape(AccountKey, {
  key: {
    type: 'string',
    description: 'The text of the key; shown only once.',
    example: 'hrev_4fGh2K0000000000000000000000000000000000000000000000',
  },
}) {}

export function presentKey(key: KeyRecord): AccountKey {
  return {
    id: key.id,
    name: key.name,
    scope: key.keyScope,
    prefix: key.displayPrefix,
    status: statusOf(key),
    created_at: wireTime(key.createdAt),
    expires_at: wireTimeOrNull(key.expiresAt),
    revoked_at: wireTimeOrNull(key.revokedAt),
    last_used_at: wireTimeOrNull(key.lastUsedAt),
  };
}

export function presentIssued(issued: IssuedKey): IssuedAccountKey {
  return { ...presentKey(issued), key: issued.key };
}

function statusOf({ revokedAt, isExpired }: KeyRecord): (typeof STATUSES)[number] {
  if (revokedAt !== null) return 'revoked';
  return isExpired ? 'expired' : 'active';
}
