/**
 * The contract of publishers. A publisher is the client of one platform's reply interface: it verifies that credentials give
 * access to a card (the platform's entry of the business), publishes and deletes replies, and reads back the reply that the
 * platform stores.
 *
 * Every publisher guarantees:
 * - one call is one attempt: a request that may have been processed is not repeated. A request is sent again only if the response
 *   proves that it was not processed (a 401 for an expired token);
 * - failures are thrown as classes of `publish-errors.ts`, `OutcomeUnknown` if the platform may have stored the reply;
 * - `readBack` changes nothing and may be called at any time;
 * - errors contain no credential and no reply text.
 *
 * Contract §4.5, §7.4.
 */
import type { LocalDateTime } from '@libs/kernel';
import type { PlatformConsent } from './consent';
import type { Credentials, PublishTools } from './publish-http';

export type * from './publish-http';

/** A required or optional field that a client provides to connect. */
export interface CredentialField {
  readonly name: string;
  /** Whether the value is secret; a stored secret is never returned. */
  readonly secret: boolean;
  readonly description: string;
  readonly required: boolean;
}

/** An object's access to a platform. Adapters use it to read reviews from platforms that require a connection. */
export interface SourceConnection {
  readonly credentials: Credentials;
  /** The platform's id of the object, as returned by `check`. */
  readonly card: string;
  /** Stores refreshed tokens: merges `changed` into the stored credentials. */
  saveCredentials(changed: Credentials): Promise<void>;
}

/** The review to reply to, as the service stored it. */
export interface ReviewAddress {
  readonly externalId: string;
  /** The canonical address of the object's page. */
  readonly objectUrl: string;
  /** The card of the connection. */
  readonly card: string;
  /** The stored record of the platform, with masked names. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly hasText: boolean;
}

/** The reply that the platform stores. `unknown`: the platform does not return the state, for example during moderation. */
export type HeldReply =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'held';
      readonly text: string;
      readonly state: 'published' | 'pending' | 'rejected';
      readonly at: LocalDateTime | null;
      /** The platform's reason for a rejection. */
      readonly detail: string | null;
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'review_gone' };

export type PublishResult =
  | { readonly kind: 'published'; readonly at: LocalDateTime | null }
  /** Accepted for moderation and not public yet; `readBack` or a collection finds the published reply later. */
  | { readonly kind: 'accepted' };

export interface ReplyPublisher {
  /** The only hosts of its requests; each includes its subdomains. */
  readonly hosts: readonly string[];
  readonly credentialFields: readonly CredentialField[];
  /** How a person connects with the platform's own sign-in, without typing credentials. */
  readonly consent?: PlatformConsent;
  /** A published reply can be overwritten. */
  readonly canReplace: boolean;
  readonly canDelete: boolean;
  /** The platform shows replies only after moderation. */
  readonly moderated: boolean;
  /** A review without a text cannot be answered. */
  readonly needsReviewText: boolean;
  /** Verifies the credentials and their access to the card; returns the card's id and name. */
  check(objectUrl: string, tools: PublishTools): Promise<{ readonly card: string; readonly name: string | null }>;
  /** Publishes the reply; replaces an existing one if `canReplace`. */
  publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult>;
  /** Deletes the reply; does nothing if there is none. Throws `PlatformRefused` unless `canDelete`. */
  remove(review: ReviewAddress, tools: PublishTools): Promise<void>;
  readBack(review: ReviewAddress, tools: PublishTools): Promise<HeldReply>;
}
