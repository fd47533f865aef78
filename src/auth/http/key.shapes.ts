/** The wire form of the keys that persons manage in the console (contract §4.15). */
import { ApiSchema } from '@nestjs/swagger';
import { BodyEnum, BodyInstant, BodyName, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { ISSUED_SCOPES, KEY_SCOPES } from '../domain/key-scope';
import type { ConsoleKey, IssuedConsoleKey } from '../console-keys.service';

@ApiSchema({ description: 'A key to create in the console.' })
export class NewConsoleKeyBody extends Input({
  name: BodyName({ description: 'Name of the key in lists.', min: 1, max: 100, example: 'dashboard' }),
  scope: BodyEnum({
    description: 'Scope of the key; `full` needs a fresh proof of the person.',
    values: ISSUED_SCOPES,
  }),
  expires_at: BodyInstant({
    description: 'From this time on, requests with the key get 401. Must be in the future; absent or null: never.',
    optional: true,
    nullable: true,
    example: '2099-12-31T00:00:00Z',
  }),
}) {}

@ApiSchema({ description: 'A key of the account, without its text.' })
export class ApiKey extends Shape({
  id: { type: 'integer', description: 'Id of the key.', example: 12 },
  name: { type: 'string', nullable: true, description: 'Name of the key.', example: 'dashboard' },
  scope: { type: 'string', values: KEY_SCOPES, description: 'Scope of the key.', example: 'read_only' },
  prefix: { type: 'string', description: 'First characters of the key.', example: 'hrev_4fGh2K' },
  created_at: { type: 'date-time', description: 'When the key was created.' },
  created_by: {
    type: 'string',
    nullable: true,
    description: 'Name of the person who created it; null: it was not created in the console.',
    example: 'Ana',
  },
  expires_at: { type: 'date-time', nullable: true, description: 'When the key expires or expired; null: never.' },
  last_used_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the key was last used, to the minute; null: never.',
  },
  last_used_ip: {
    type: 'string',
    nullable: true,
    description: 'Client address of the last use.',
    example: '203.0.113.7',
  },
  requests_7d: {
    type: 'integer',
    description: 'Admitted requests of the current day (UTC) and the six days before it, up to 15 seconds late.',
    example: 812,
  },
}) {}

@ApiSchema({ description: 'A new key with its text, which is shown only once.' })
export class CreatedApiKey extends Shape(ApiKey, {
  key: {
    type: 'string',
    description: 'The text of the key; shown only once.',
    example: 'hrev_4fGh2K0000000000000000000000000000000000000000000000',
  },
}) {}

export function presentConsoleKey(key: ConsoleKey): ApiKey {
  return {
    id: key.id,
    name: key.name,
    scope: key.keyScope,
    prefix: key.displayPrefix,
    created_at: wireTime(key.createdAt),
    created_by: key.createdByName,
    expires_at: wireTimeOrNull(key.expiresAt),
    last_used_at: wireTimeOrNull(key.lastUsedAt),
    last_used_ip: key.lastUsedIp,
    requests_7d: key.requests7d,
  };
}

export function presentCreatedKey(issued: IssuedConsoleKey): CreatedApiKey {
  return { ...presentConsoleKey(issued), key: issued.key };
}
