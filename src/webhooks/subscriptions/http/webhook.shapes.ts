/** The wire form of a webhook (contract §2.7). It never contains the secret, or the values of its own headers. */
import { ApiSchema } from '@nestjs/swagger';
import { BodyEnum, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import type { Caller } from '@src/auth';
import { targetWithoutSecrets } from '../../domain/shown-target';
import { EVENT_TYPES, FORMATS, type Subscription } from '../../domain/subscription';
import type { TestOutcome } from '../test-event.service';

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

const ID = { type: 'integer', description: 'Id of the webhook.' } as const;
const TARGET = {
  type: 'string',
  description:
    'The URL that receives the deliveries. Persons with the role viewer get it without user information, values of the query and parts of the path that look like tokens: `…` replaces them.',
  example: 'https://example.com/hooks/reviews',
} as const;
const SETTINGS = {
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
} as const;

@ApiSchema({ description: 'A URL that receives events.' })
export class WebhookV2 extends Shape({ id: ID, target: TARGET, ...SETTINGS }) {}

@ApiSchema({ description: 'A URL that receives events, or a listener, whose deliveries a client claims.' })
export class Webhook extends Shape({
  id: ID,
  target: { ...TARGET, nullable: true, description: `${TARGET.description} Null for a listener.` },
  listener: {
    type: 'boolean',
    description: 'true: it has no target. Its deliveries wait until a client claims them.',
    example: false,
  },
  last_claim_at: {
    type: 'date-time',
    nullable: true,
    description:
      'Of a listener: when a client last claimed deliveries, to the minute, or its creation; a week later it is removed. Null for every other webhook.',
    example: null,
  },
  ...SETTINGS,
  header_names: {
    type: 'string',
    list: true,
    description: 'The names of its own headers, in the order of the request. Their values are never returned.',
    example: ['X-Team'],
  },
  format: {
    type: 'string',
    values: FORMATS,
    description: 'Whose message the bodies of its deliveries are; `hrev`: the bodies of the reference.',
    example: 'hrev',
  },
}) {}

@ApiSchema({ description: 'Which test event is sent.' })
export class TestBody extends Input({
  event_type: BodyEnum({
    description: 'One of the types that the webhook is subscribed to; the first one by default.',
    values: EVENT_TYPES,
    optional: true,
    example: 'reviews.new',
  }),
}) {}

const testFields = (first: string, more: string) =>
  ({
    success: { type: 'boolean', description: 'Whether the receiver answered with a 2xx.' },
    delivery_id: { type: 'integer', description: 'Delivery id of the test event.' },
    event: { type: 'string', values: EVENT_TYPES, description: `Type of the event: ${first}` },
    status_code: { type: 'integer', nullable: true, description: 'Status of the response; null if none arrived.' },
    duration_ms: { type: 'integer', description: 'From the DNS look-up to the status line, in milliseconds.' },
    error: {
      type: 'string',
      nullable: true,
      description: `Why it failed: \`bad_status\`, or without a response \`timeout\`, \`dns\`, \`tls\`, \`refused\`, \`unreachable\`, \`reset\`, \`blocked_address\`, \`bad_answer\`, or \`switched_off\`: the operator has switched off all deliveries, and nothing was sent${more}; null on success.`,
      example: null,
    },
  }) as const;

@ApiSchema({ description: 'The result of the test event.' })
export class TestResultV2 extends Shape(testFields('the first subscribed one.', '')) {}

@ApiSchema({ description: 'The result of the test event.' })
export class TestResult extends Shape(
  testFields(
    'that of the request, or the first subscribed one.',
    ', or of a listener `waiting`: no client has answered it yet',
  ),
) {}

export const presentTestV2 = (outcome: TestOutcome): TestResultV2 => presentTest(outcome);

export function presentTest({ deliveryId, statusCode, durationMs, ...result }: TestOutcome): TestResult {
  return { ...result, delivery_id: deliveryId, status_code: statusCode, duration_ms: durationMs };
}

/** A webhook as a caller sees it: viewers and keys that may only propose see its target without secrets. */
export function presentWebhook(webhook: Subscription, caller: Pick<Caller, 'personId' | 'keyScope'>): Webhook {
  const { id, ...settings } = settingsOf(webhook);
  return {
    id,
    target: webhook.target === null ? null : shownTarget(webhook.target, caller),
    ...settings,
    listener: webhook.target === null,
    last_claim_at: wireTimeOrNull(webhook.lastClaimAt),
    header_names: webhook.headerNames,
    format: webhook.format,
  };
}

/** As `presentWebhook`, of a webhook that has a target. */
export function presentWebhookV2(webhook: Subscription, caller: Pick<Caller, 'personId' | 'keyScope'>): WebhookV2 {
  if (webhook.target === null) throw new Error('a listener is not part of v2');
  const { id, ...settings } = settingsOf(webhook);
  return { id, target: shownTarget(webhook.target, caller), ...settings };
}

function shownTarget(target: string, { personId, keyScope }: Pick<Caller, 'personId' | 'keyScope'>): string {
  const seesSecrets = keyScope === 'propose' ? false : personId === null || keyScope !== 'read_only';
  return seesSecrets ? target : targetWithoutSecrets(target);
}

function settingsOf(webhook: Subscription): Omit<WebhookV2, 'target'> {
  return {
    id: webhook.id,
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
