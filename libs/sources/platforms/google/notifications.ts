/**
 * Google's notifications about places, which Cloud Pub/Sub holds until they are pulled:
 * https://docs.cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/pull
 * https://developers.google.com/my-business/content/notification-setup
 *
 * The documentation names the fields of a notification (`location_name`, `review_name`) but not its form. A notification is only a wake-up,
 * so the names of places are taken from wherever they stand in its data and attributes.
 */
import { z } from 'zod';
import { EgressError } from '@libs/egress';
import { publisherCall } from '../../access/authorized';
import { serviceAccountTokens } from '../../access/service-account';
import { SubscriptionRefused, type CardMessage, type PlatformNotifications } from '../../notifications';
import { AccessRevoked, isSuccess, NotSent, publishFailure } from '../../publish-errors';
import type { PublishTools } from '../../publisher';
import { readShape } from '../../read-shape';
import type { PublishResponse } from '../../source-http';
import { errorCodeOf } from './failures';

const PLATFORM = 'Cloud Pub/Sub';
const API = 'https://pubsub.googleapis.com/v1';
export const PUBSUB_SCOPE = 'https://www.googleapis.com/auth/pubsub';
const MAX_MESSAGES = 100;
/** Notifications are short. Only so much of one is read. */
const MAX_CHARACTERS = 64 * 1024;

const tokens = serviceAccountTokens('google-notifications', PUBSUB_SCOPE);

const pullShape = z.looseObject({
  receivedMessages: z
    .array(
      z.looseObject({
        ackId: z.string().min(1),
        message: z
          .looseObject({ data: z.string().nullish(), attributes: z.record(z.string(), z.string()).nullish() })
          .nullish(),
      }),
    )
    .nullish(),
});

export const notifications: PlatformNotifications = {
  async pull(subscription, tools) {
    const response = await send(subscription, 'pull', { maxMessages: MAX_MESSAGES }, tools).catch((error: unknown) => {
      // Google holds the request for an unstated time while no message waits.
      if (error instanceof NotSent && error.cause instanceof EgressError && error.cause.kind === 'timeout') return null;
      throw error;
    });
    // Without messages the response may be empty.
    if (response === null || response.body.trim() === '') return [];
    const { receivedMessages } = readShape(pullShape, response.json(), 'The list of notifications');
    return (receivedMessages ?? []).map(({ ackId, message }): CardMessage => ({
      id: ackId,
      cards: placesIn(decoded(message?.data ?? ''), ...Object.values(message?.attributes ?? {})),
    }));
  },

  async acknowledge(subscription, ids, tools) {
    if (ids.length > 0) await send(subscription, 'acknowledge', { ackIds: ids }, tools);
  },
};

const decoded = (data: string): string => Buffer.from(data.slice(0, 2 * MAX_CHARACTERS), 'base64').toString('utf8');

/** The names of the places that the texts contain, each once. */
function placesIn(...texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) =>
    [...text.slice(0, MAX_CHARACTERS).matchAll(/\blocations\/[A-Za-z0-9_-]{1,64}/g)].map(([name]) => name),
  );
  return [...new Set(names)];
}

async function send(
  subscription: string,
  method: 'pull' | 'acknowledge',
  body: object,
  tools: PublishTools,
): Promise<PublishResponse> {
  const response = await publisherCall(PLATFORM, tokens, tools, {
    url: `${API}/${subscription}:${method}`,
    method: 'POST',
    // Both may be repeated: a message is only delivered again.
    effect: 'reads',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw error instanceof AccessRevoked ? new SubscriptionRefused(error.message) : error;
  });
  if (isSuccess(response)) return response;
  const detail = errorCodeOf(response);
  const failure = publishFailure(response, { platform: PLATFORM, requestKind: 'read', detail });
  throw REFUSALS[response.status] === undefined
    ? failure
    : new SubscriptionRefused(`${failure.message}. ${REFUSALS[response.status]}`);
}

/** What the statuses mean that do not pass by themselves. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The subscription cannot be pulled: is it one for pull, and is its name right?',
  401: 'Google does not accept the service account.',
  403: 'The service account needs the role Pub/Sub Subscriber on the subscription.',
  404: 'The subscription does not exist. Google deletes one that was not read for 31 days, unless it never expires.',
};
