/**
 * The contract of publishers. A publisher is the client of one platform's reply API: it publishes and deletes replies through
 * the connection of an object, and reads back the reply that the platform stores.
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
import type { PublishResponse, SourceRequest } from './source-http';

/** The review to reply to, as the service stored it. */
export interface ReviewAddress {
  readonly externalId: string;
  /** The canonical address of the object's page. */
  readonly objectUrl: string;
  /** The card of the connection. */
  readonly card: string;
  /** The id of the review on the road of the connection, if that road has ids of its own and has read the review; else null. */
  readonly idOnOwnerRoad: string | null;
  /** The stored record of the platform, with masked names. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly hasText: boolean;
}

/** The reply that the platform stores. `unknown`: the platform does not return the state, for example during moderation. */
export type ReplyOnPlatform =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'found';
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
  /** A published reply can be overwritten. */
  readonly canReplace: boolean;
  readonly canDelete: boolean;
  /** The platform shows replies only after moderation. */
  readonly moderated: boolean;
  /** A review without a text cannot be answered. */
  readonly needsReviewText: boolean;
  /** Publishes the reply; replaces an existing one if `canReplace`. */
  publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult>;
  /** Deletes the reply; does nothing if there is none. Throws `PlatformRefused` unless `canDelete`. */
  remove(review: ReviewAddress, tools: PublishTools): Promise<void>;
  readBack(review: ReviewAddress, tools: PublishTools): Promise<ReplyOnPlatform>;
}

/** Secrets and settings of a connection, by the field names of the publisher, and the tokens that the publisher has saved. */
export type Credentials = Readonly<Record<string, string>>;

/** A request of a publisher. All requests except GET and token requests write. */
export type PublishRequest = ReadingRequest | WritingRequest;

type RequestOptions = Omit<SourceRequest, 'method' | 'accept'>;

export type ReadingRequest =
  | (RequestOptions & { readonly method?: 'GET' })
  /** A token request, used by `access/authorized.ts` only: a POST that changes nothing public. */
  | (RequestOptions & { readonly method: 'POST'; readonly effect: 'reads' });

/** Sent only while the caller has its lease. If the connection breaks, the outcome of the request is unknown. */
export interface WritingRequest extends RequestOptions {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly effect?: never;
}

/** HTTP for publishers: only the publisher's hosts, no redirects; every status is returned. */
export interface PublishHttp {
  /**
   * Sends one request. Throws `NotSent` if it failed and did not reach the platform or only reads, `TooLate` if the caller's lease
   * expired before a write request was sent, and `OutcomeUnknown` if a write request failed after it was sent.
   */
  request(url: string, request?: PublishRequest): Promise<PublishResponse>;
}

export interface PublishTools {
  readonly http: PublishHttp;
  readonly credentials: Credentials;
  /** Stores refreshed tokens: merges `changed` into the stored credentials. */
  saveCredentials(changed: Credentials): Promise<void>;
  readonly signal: AbortSignal;
  /** On the database's clock. */
  readonly now: Date;
}
