/** Deliveries in the API reference: the `webhooks` part of each version's OpenAPI document (contract §6). */
import type { SentEvent } from '@libs/http';
import {
  EVENT_KINDS,
  EVENT_TYPES,
  V2_EVENT_TYPES,
  type EventType,
  type SchemaVersion,
} from '../../domain/subscription';
import { ReviewsEventV2, RunFinishedEventV2 } from '../../payloads/body.v2';
import { ReviewsEvent, RunFinishedEvent } from '../../payloads/body.v3';
import { renderSample } from '../../payloads/sample';

const HEADERS: SentEvent['headers'] = {
  'X-Hrev-Event': { type: 'string', description: 'Event type, as `event` in the body.' },
  'X-Hrev-Delivery-Id': { type: 'integer', description: 'Id of the delivery, the same on every retry.' },
  'X-Hrev-Event-Id': { type: 'integer', description: 'Id of the first review; 0 for `scrape.run.finished`.' },
  'X-Hrev-Timestamp': { type: 'integer', description: 'Unix seconds of this attempt; part of the signature.' },
  'X-Hrev-Signature': {
    type: 'string',
    description:
      '`sha256=<hex>`: HMAC-SHA256, keyed with the signing secret, of the timestamp, a dot and the raw body. For 24 hours after a rotation of the secret the header has several signatures, separated by commas: accept the request if one matches. Reject timestamps more than 300 seconds away.',
  },
  'webhook-id': {
    type: 'string',
    description: 'As `X-Hrev-Delivery-Id`. This and the next two follow Standard Webhooks.',
  },
  'webhook-timestamp': { type: 'integer', description: 'As `X-Hrev-Timestamp`.' },
  'webhook-signature': {
    type: 'string',
    description:
      '`v1,<base64>`: HMAC-SHA256, keyed with the bytes of the signing secret, of the id, a dot, the timestamp, a dot and the raw body. After a rotation of the secret the header has several signatures, separated by spaces. Libraries for Standard Webhooks check it, with `standard_secret` of `GET /v3/webhooks/secret` as their secret.',
  },
  traceparent: {
    type: 'string',
    isOptional: true,
    description:
      'The span of this request in the form of W3C Trace Context, if the operator records traces: a receiver that records traces continues this one. Not signed.',
  },
};

const SEQUENCE: SentEvent['headers'] = {
  'X-Hrev-Sequence': {
    type: 'integer',
    isOptional: true,
    description:
      'Numbers the deliveries of the webhook in the order of their creation, from 1 and without gaps, the same on every retry: a number that was left out is a delivery that has not arrived yet. Absent in test events, and in deliveries that are older than the numbers. Not signed.',
  },
};

const DELIVERY_RULES =
  'POST to `target`. Any 2xx within 15 seconds is a success; its body is ignored. 408, 429, 5xx and a missing response are retried, up to 30 attempts in about 12 hours; any other status is final. Sent at least once: deduplicate by `X-Hrev-Delivery-Id`.';

const EXAMPLE_TIME = new Date('2026-11-20T21:00:00Z');

function describeEvent(event: EventType, schemaVersion: SchemaVersion, body: SentEvent['body']): SentEvent {
  const bytes = renderSample({ event, schemaVersion, deliveryId: 4738, occurredAt: EXAMPLE_TIME, test: false });
  return {
    name: event,
    summary: EVENT_KINDS[event].summary,
    description: DELIVERY_RULES,
    headers: schemaVersion === 3 ? { ...HEADERS, ...SEQUENCE } : HEADERS,
    body,
    example: JSON.parse(bytes.toString('utf8')) as unknown,
  };
}

export const SENT_EVENTS_V2: readonly SentEvent[] = V2_EVENT_TYPES.map((event) =>
  describeEvent(event, 2, event === 'scrape.run.finished' ? RunFinishedEventV2 : ReviewsEventV2),
);

export const SENT_EVENTS: readonly SentEvent[] = EVENT_TYPES.map((event) =>
  describeEvent(event, 3, event === 'scrape.run.finished' ? RunFinishedEvent : ReviewsEvent),
);
