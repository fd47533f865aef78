/**
 * The contract between hrev and a platform whose reviews it can answer. A publisher knows one platform's reply interface:
 * it proves that credentials open a card, publishes, takes away, and tells what the platform holds.
 *
 * What a publisher promises:
 * - one call is one attempt: it repeats nothing that may have been done, except after an answer that proves that it was
 *   not (a 401 of an expired token);
 * - whatever fails is thrown as one of `publish-errors.ts`; `OutcomeUnknown` where the platform may hold the reply;
 * - `readBack` changes nothing and may be called at any time;
 * - no credential and no text shows in an error.
 *
 * Contract §4.5, §7.4.
 */
import type { LocalDateTime } from '@libs/kernel';
import type { SourceRequest, SourceResponse } from './source-http';

/** Secrets and settings of a connection, by the names that the publisher declares, and tokens that it saved itself. */
export type Credentials = Readonly<Record<string, string>>;

/** One thing that a person must, or may, give to connect. */
export interface CredentialField {
  readonly name: string;
  /** Never shown again once entered. */
  readonly secret: boolean;
  readonly description: string;
  readonly required: boolean;
}

/** What a platform gave for an object and its secrets; adapters read through it where they can only read with it. */
export interface SourceConnection {
  readonly credentials: Credentials;
  /** The platform's id of the object, as `check` gave it. */
  readonly card: string;
  /** Keeps refreshed tokens: `changed` is laid over what is stored. */
  saveCredentials(changed: Credentials): Promise<void>;
}

/** What a publisher sends. Everything but a GET and a call for a token changes something. */
export type PublishRequest = ReadingRequest | WritingRequest;

type Sent = Omit<SourceRequest, 'method' | 'accept'>;

export type ReadingRequest =
  | (Sent & { readonly method?: 'GET' })
  /** Asks for a token (`access/authorized.ts`, and nobody else): a POST that the public sees nothing of. */
  | (Sent & { readonly method: 'POST'; readonly effect: 'reads' });

/** Leaves only as long as the caller may write. What it did is not known where the connection is cut. */
export interface WritingRequest extends Sent {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly effect?: never;
}

/** The way out for publishers: hosts of the publisher only, no redirects, every status is an answer. */
export interface PublishHttp {
  /**
   * One request. Throws `NotSent` where nothing reached the platform or the request was one that only reads, `TooLate`
   * where a writing one was about to leave after the caller's time, and `OutcomeUnknown` where a writing one was on its way
   * when it broke.
   */
  request(url: string, request?: PublishRequest): Promise<SourceResponse>;
}

export interface PublishTools {
  readonly http: PublishHttp;
  readonly credentials: Credentials;
  /** Keeps refreshed tokens: `changed` is laid over what is stored. */
  saveCredentials(changed: Credentials): Promise<void>;
  readonly signal: AbortSignal;
  /** By the database's clock. */
  readonly now: Date;
}

/** The review that is answered, as the service stored it. */
export interface ReviewAddress {
  readonly externalId: string;
  /** The canonical address of the object's page. */
  readonly objectUrl: string;
  /** The connection's card. */
  readonly card: string;
  /** The stored record, with masked names. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly hasText: boolean;
}

/** What the platform holds now. `unknown`: it cannot be told (moderated, not shown yet). */
export type HeldReply =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'held';
      readonly text: string;
      readonly state: 'published' | 'pending' | 'rejected';
      readonly at: LocalDateTime | null;
      /** The platform's own word on a rejection. */
      readonly detail: string | null;
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'review_gone' };

export type PublishResult =
  | { readonly kind: 'published'; readonly at: LocalDateTime | null }
  /** Taken to be moderated, not shown yet; `readBack` or a collection sees it later. */
  | { readonly kind: 'accepted' };

export interface ReplyPublisher {
  /** The only hosts it may talk to; each covers its subdomains. */
  readonly hosts: readonly string[];
  readonly credentialFields: readonly CredentialField[];
  /** A published reply can be overwritten. */
  readonly canReplace: boolean;
  readonly canDelete: boolean;
  /** Every reply waits for the platform's moderation before it shows. */
  readonly moderated: boolean;
  /** A review without a text cannot be answered. */
  readonly needsReviewText: boolean;
  /** Proves the credentials and that the card is theirs; gives the card's id and name. */
  check(objectUrl: string, tools: PublishTools): Promise<{ readonly card: string; readonly name: string | null }>;
  /** Publishes, or overwrites where `canReplace`. */
  publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult>;
  /** Takes the reply away; one that is not there is no error. Throws `PlatformRefused` where not `canDelete`. */
  remove(review: ReviewAddress, tools: PublishTools): Promise<void>;
  readBack(review: ReviewAddress, tools: PublishTools): Promise<HeldReply>;
}
