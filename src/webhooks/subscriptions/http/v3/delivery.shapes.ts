/** The wire form of deliveries (contract §4.11). Their bodies are included as they are sent. */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { EVENT_TYPES } from '../../../domain/subscription';
import {
  DELIVERY_STATES,
  type AttemptExchange,
  type Delivery,
  type DeliveryAttempt,
  type WholeDelivery,
} from '../../persistence/delivery.query';

const EXCHANGE =
  'Absent for a key of scope `read_only`. Null if it is not stored: no response arrived, the attempt is older than 7 days, or the webhook had more than 10 successes or 60 failures in that minute.';

@ApiSchema({ description: 'A delivery and its state.' })
export class WebhookDelivery extends Shape({
  delivery_id: { type: 'integer', description: 'As `X-Hrev-Delivery-Id`.' },
  webhook_id: { type: 'integer', description: 'The webhook.' },
  sequence: {
    type: 'integer',
    nullable: true,
    description:
      'As `X-Hrev-Sequence`: numbers the deliveries of the webhook in the order of their creation, from 1 and without gaps. Null for a webhook created through v2, and for deliveries that are older than the numbers.',
    example: 17,
  },
  event: { type: 'string', values: EVENT_TYPES, description: 'Event type.' },
  status: {
    type: 'string',
    values: DELIVERY_STATES,
    description:
      '`pending`: an attempt is in flight or will be made; `failed`: the receiver refused it for good; `dead_letter`: every attempt failed.',
  },
  attempts: { type: 'integer', description: 'Attempts made so far.' },
  tries: {
    type: 'integer',
    description: 'Attempts of the current series; a redelivery of a settled delivery begins a new one.',
    example: 1,
  },
  next_attempt_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the next attempt is due; null once it is settled.',
  },
  switched_off_since: {
    type: 'date-time',
    nullable: true,
    description:
      'Since when the operator has switched off deliveries, or those with reviews of one of its platforms: a `pending` delivery waits, and is sent when they are switched on again. Null while they are on, and once it is settled.',
    example: null,
  },
  last_attempt_at: { type: 'date-time', nullable: true, description: 'When the last attempt began.' },
  last_status_code: {
    type: 'integer',
    nullable: true,
    description: 'Status of the last response; null if none arrived.',
  },
  last_error: {
    type: 'string',
    nullable: true,
    description:
      'Why the last attempt got no response: `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer` or `no_secret`. `body_removed`: there was no attempt before the body was removed.',
    example: 'timeout',
  },
  last_duration_ms: {
    type: 'integer',
    nullable: true,
    description: 'How long the last attempt took, in milliseconds.',
  },
  created_at: { type: 'date-time', description: 'When it was created.' },
  review_count: {
    type: 'integer',
    nullable: true,
    description: 'Reviews of the event, also if the body is `truncated`; null for `scrape.run.finished`.',
  },
  object_ids: {
    type: 'integer',
    list: true,
    description: 'Objects of the reviews, at most the first five; empty for `scrape.run.finished`.',
  },
}) {}

@ApiSchema({ description: 'One attempt to deliver, and its result.' })
export class WebhookDeliveryAttempt extends Shape({
  number: { type: 'integer', description: 'Counts from 1.' },
  started_at: { type: 'date-time', description: 'When it began.' },
  duration_ms: { type: 'integer', description: 'How long it took, in milliseconds.' },
  status_code: { type: 'integer', nullable: true, description: 'Status of the response; null if none arrived.' },
  error: { type: 'string', nullable: true, description: 'Why no response arrived.' },
  retry_after: {
    type: 'integer',
    nullable: true,
    description: 'Seconds that `Retry-After` of the response asked to wait; null without a valid one.',
    example: null,
  },
  request_headers: {
    type: 'object',
    mapOf: 'string',
    nullable: true,
    optional: true,
    description: `Headers that were sent, with shortened signatures, and \`[hidden]\` as the values of the webhook's own headers. ${EXCHANGE}`,
    example: { 'X-Hrev-Event': 'reviews.new', 'X-Hrev-Signature': 'sha256=3f9a17c2…' },
  },
  response_headers: {
    type: 'object',
    mapOf: 'string',
    nullable: true,
    optional: true,
    description: `Headers of the response: at most 50, with values of at most 500 characters, 4 KiB together. ${EXCHANGE}`,
    example: { 'content-type': 'application/json' },
  },
  response_body: {
    type: 'string',
    nullable: true,
    optional: true,
    description: `The first 2 KiB of the response's body as UTF-8; null also if the receiver compressed it. ${EXCHANGE}`,
    example: '{"error":"no healthy host"}',
  },
}) {}

@ApiSchema({ description: 'A delivery with its body and its attempts.' })
export class WebhookDeliveryDetail extends Shape(WebhookDelivery, {
  body: {
    type: 'string',
    nullable: true,
    description:
      'The body, byte for byte as every attempt sends it (JSON, UTF-8); null once the terms of a platform with reviews in it do not allow to keep it.',
  },
  attempt_history: { type: () => WebhookDeliveryAttempt, list: true, description: 'Every attempt, oldest first.' },
}) {}

export function presentDelivery(delivery: Delivery): WebhookDelivery {
  return {
    delivery_id: delivery.id,
    webhook_id: delivery.webhookId,
    sequence: delivery.sequence,
    event: delivery.eventType,
    status: delivery.state,
    attempts: delivery.attempts,
    tries: delivery.tries,
    next_attempt_at: wireTimeOrNull(delivery.nextAttemptAt),
    switched_off_since: wireTimeOrNull(delivery.switchedOffSince),
    last_attempt_at: wireTimeOrNull(delivery.lastAttemptAt),
    last_status_code: delivery.lastStatusCode,
    last_error: delivery.lastError,
    last_duration_ms: delivery.lastDurationMs,
    created_at: wireTime(delivery.createdAt),
    review_count: delivery.reviewCount,
    object_ids: delivery.objectIds,
  };
}

/** `withExchanges`: with the headers and responses of attempts, which only callers who may write see. */
export function presentWholeDelivery(delivery: WholeDelivery, withExchanges: boolean): WebhookDeliveryDetail {
  const { body, history } = delivery;
  const attempts = history.map((one) => ({ ...presentAttempt(one), ...(withExchanges ? presentExchange(one) : {}) }));
  return { ...presentDelivery(delivery), body, attempt_history: attempts };
}

function presentAttempt(attempt: DeliveryAttempt): WebhookDeliveryAttempt {
  const { number, startedAt, durationMs, statusCode, error, retryAfterS } = attempt;
  const head = { number, started_at: wireTime(startedAt), duration_ms: durationMs };
  return { ...head, status_code: statusCode, error, retry_after: retryAfterS };
}

function presentExchange({ requestHeaders, responseHeaders, responseBody }: AttemptExchange) {
  return { request_headers: requestHeaders, response_headers: responseHeaders, response_body: responseBody };
}
