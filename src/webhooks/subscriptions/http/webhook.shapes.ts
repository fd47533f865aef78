/** The wire form of a webhook (contract §2.7), the same in both versions. It never contains the secret. */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { Caller } from '@src/auth';
import { targetWithoutSecrets } from '../../domain/shown-target';
import { EVENT_TYPES, type Subscription } from '../../domain/subscription';

@ApiSchema({ description: 'Which reviews are delivered; the fields combine with AND.' })
export class WebhookFilters extends Shape({
  allowed_ratings: { type: 'integer', list: true, optional: true, description: 'Rating buckets 0-5.' },
  allowed_sources: {
    type: 'string',
    list: true,
    optional: true,
    nullable: true,
    description: 'Machine names of platforms.',
  },
  has_text: { type: 'boolean', optional: true, description: 'true: only reviews with text.' },
  has_images: { type: 'boolean', optional: true, description: 'true: only reviews with photos.' },
}) {}

@ApiSchema({ description: 'A URL that receives events.' })
export class Webhook extends Shape({
  id: { type: 'integer', description: 'Id of the webhook.' },
  target: {
    type: 'string',
    description:
      'The URL that receives the deliveries. Persons with the role viewer get it without user information, values of the query and parts of the path that look like tokens: `…` replaces them.',
    example: 'https://example.com/hooks/reviews',
  },
  object_ids: {
    type: 'integer',
    list: true,
    nullable: true,
    description:
      'Objects of the account; null: all. Deleted objects are omitted. If all of them were deleted, no event is sent.',
  },
  event_types: { type: 'string', list: true, values: EVENT_TYPES, description: 'Events that it receives.' },
  bucket_window: { type: 'string', description: '`immediate` or `daily_<HOUR>` (UTC).', example: 'immediate' },
  filters: { type: () => WebhookFilters, description: 'As set; an omitted field does not filter.' },
  is_active: { type: 'boolean', description: 'false: paused.' },
  failure_count: { type: 'integer', description: 'Consecutive failed attempts; a success sets it to 0.' },
  last_failure_at: { type: 'date-time', nullable: true, description: 'When an attempt last failed.' },
  created_at: { type: 'date-time', description: 'When it was created.' },
  updated_at: { type: 'date-time', description: 'When its settings were last changed.' },
}) {}

@ApiSchema({ description: 'The result of the test event.' })
export class TestResult extends Shape({
  success: { type: 'boolean', description: 'Whether the receiver answered with a 2xx.' },
  delivery_id: { type: 'integer', description: 'Delivery id of the test event.' },
  event: { type: 'string', values: EVENT_TYPES, description: 'Type of the event: the first subscribed one.' },
  status_code: { type: 'integer', nullable: true, description: 'Status of the response; null if none arrived.' },
  duration_ms: { type: 'integer', description: 'From the DNS look-up to the status line, in milliseconds.' },
  error: {
    type: 'string',
    nullable: true,
    description:
      'Why it failed: `bad_status`, or without a response `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer`, or `switched_off`: the operator has switched off all deliveries, and nothing was sent; null on success.',
    example: null,
  },
}) {}

/** A webhook as a caller sees it: viewers and keys that may only propose see its target without secrets. */
export function presentWebhook(
  webhook: Subscription,
  { personId, keyScope }: Pick<Caller, 'personId' | 'keyScope'>,
): Webhook {
  const seesSecrets = keyScope === 'propose' ? false : personId === null || keyScope !== 'read_only';
  return {
    id: webhook.id,
    target: seesSecrets ? webhook.target : targetWithoutSecrets(webhook.target),
    object_ids: webhook.objectIds,
    event_types: webhook.eventTypes,
    bucket_window: webhook.batchWindow,
    filters: webhook.filters,
    is_active: webhook.isActive,
    failure_count: webhook.failureCount,
    last_failure_at: wireTimeOrNull(webhook.lastFailureAt),
    created_at: wireTime(webhook.createdAt),
    updated_at: wireTime(webhook.updatedAt),
  };
}
