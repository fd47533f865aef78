/** The tools of publishers: credentials, and HTTP that reports whether a request may have been processed. */
import type { SourceRequest, PublishResponse } from './source-http';

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
