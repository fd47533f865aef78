/** The wire form of a webhook (contract §2.7), the same in both versions. It never contains the secret. */
import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { Caller } from '@src/auth';
import { targetWithoutSecrets } from '../../domain/shown-target';
import { EVENT_TYPES, type Subscription } from '../../domain/subscription';

@ApiSchema({ description: 'Which reviews are delivered; the fields combine with AND.' })
export class WebhookFilters {
  @Shown({ type: 'integer', list: true, optional: true, description: 'Rating buckets 0-5.' })
  readonly allowed_ratings?: readonly number[];

  @Shown({ type: 'string', list: true, optional: true, nullable: true, description: 'Machine names of platforms.' })
  readonly allowed_sources?: readonly string[] | null;

  @Shown({ type: 'boolean', optional: true, description: 'true: only reviews with text.' })
  readonly has_text?: boolean;

  @Shown({ type: 'boolean', optional: true, description: 'true: only reviews with photos.' })
  readonly has_images?: boolean;
}

@ApiSchema({ description: 'A URL that receives events.' })
export class Webhook {
  @Shown({ type: 'integer', description: 'Id of the webhook.' })
  readonly id!: number;

  @Shown({
    type: 'string',
    description:
      'The URL that receives the deliveries. Persons with the role viewer get it without user information, values of the query and parts of the path that look like tokens: `…` replaces them.',
    example: 'https://example.com/hooks/reviews',
  })
  readonly target!: string;

  @Shown({
    type: 'integer',
    list: true,
    nullable: true,
    description:
      'Objects of the account; null: all. Deleted objects are omitted. If all of them were deleted, no event is sent.',
  })
  readonly object_ids!: readonly number[] | null;

  @Shown({ type: 'string', list: true, values: EVENT_TYPES, description: 'Events that it receives.' })
  readonly event_types!: readonly string[];

  @Shown({ type: 'string', description: '`immediate` or `daily_<HOUR>` (UTC).', example: 'immediate' })
  readonly bucket_window!: string;

  @Shown({ type: () => WebhookFilters, description: 'As set; an omitted field does not filter.' })
  readonly filters!: WebhookFilters;

  @Shown({ type: 'boolean', description: 'false: paused.' })
  readonly is_active!: boolean;

  @Shown({ type: 'integer', description: 'Consecutive failed attempts; a success sets it to 0.' })
  readonly failure_count!: number;

  @Shown({ type: 'date-time', nullable: true, description: 'When an attempt last failed.' })
  readonly last_failure_at!: string | null;

  @Shown({ type: 'date-time', description: 'When it was created.' })
  readonly created_at!: string;

  @Shown({ type: 'date-time', description: 'When its settings were last changed.' })
  readonly updated_at!: string;
}

@ApiSchema({ description: 'The result of the test event.' })
export class TestResult {
  @Shown({ type: 'boolean', description: 'Whether the receiver answered with a 2xx.' })
  readonly success!: boolean;

  @Shown({ type: 'integer', description: 'Delivery id of the test event.' })
  readonly delivery_id!: number;

  @Shown({ type: 'string', values: EVENT_TYPES, description: 'Type of the event: the first subscribed one.' })
  readonly event!: string;

  @Shown({ type: 'integer', nullable: true, description: 'Status of the response; null if none arrived.' })
  readonly status_code!: number | null;

  @Shown({ type: 'integer', description: 'From the DNS look-up to the status line, in milliseconds.' })
  readonly duration_ms!: number;

  @Shown({
    type: 'string',
    nullable: true,
    description:
      'Why it failed: `bad_status`, or without a response `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer`; null on success.',
    example: null,
  })
  readonly error!: string | null;
}

/** A webhook as a caller sees it: viewers see its target without secrets. */
export function presentWebhook(
  webhook: Subscription,
  { personId, keyScope }: Pick<Caller, 'personId' | 'keyScope'>,
): Webhook {
  const isViewer = personId !== null && keyScope === 'read_only';
  return {
    id: webhook.id,
    target: isViewer ? targetWithoutSecrets(webhook.target) : webhook.target,
    object_ids: webhook.objectIds,
    event_types: webhook.eventTypes,
    bucket_window: webhook.bucketWindow,
    filters: webhook.filters,
    is_active: webhook.isActive,
    failure_count: webhook.failureCount,
    last_failure_at: wireTimeOrNull(webhook.lastFailureAt),
    created_at: wireTime(webhook.createdAt),
    updated_at: wireTime(webhook.updatedAt),
  };
}
