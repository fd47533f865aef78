/**
 * Notifications: messages of a platform that something has changed at a card. They are wake-ups, and say nothing that is stored: a
 * collection reads the reviews. The operator sets the subscription up; contract §10.1.
 */
import type { PublishTools } from './publisher';

/** A message that waits in a subscription. */
export interface CardMessage {
  /** Acknowledges this delivery of the message. */
  readonly id: string;
  /** The names of the changed cards, as the ends of the cards of connections; empty: it names none. */
  readonly cards: readonly string[];
}

export interface PlatformNotifications {
  /**
   * Up to 100 messages; none if none arrives soon. A message that is not acknowledged is delivered again. `tools` has the credentials of
   * the operator. Throws `SubscriptionRefused`, or a `PublishError` for what may pass.
   */
  pull(subscription: string, tools: PublishTools): Promise<readonly CardMessage[]>;
  /** Acknowledges deliveries. Throws as `pull`. */
  acknowledge(subscription: string, ids: readonly string[], tools: PublishTools): Promise<void>;
}

/** The subscription cannot be read until the operator acts. The message says why. */
export class SubscriptionRefused extends Error {}
