/** Plain HTTP for adapters: an interface to the guarded client, restricted to the source's hosts and rate limits. */
import type { ForeignBytes } from './parsing/parser';

export interface SourceRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Statuses that are returned to the adapter; every other status outside 2xx throws its error class. */
  readonly accept?: readonly number[];
  /** Redirects are followed up to an address for which this is true; it is the `url` of the response, and is not requested. */
  readonly isDestination?: (url: string) => boolean;
}

interface ResponseHead {
  readonly status: number;
  /** The platform's address of the response, after redirects within the source's own hosts. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The response to a visit's request. Only parsers read its body (`VisitTools.parse`). */
export interface SourceResponse extends ResponseHead {
  /** The undecoded body. */
  readonly document: ForeignBytes;
}

/** The response to a publisher's request: a few fields about one reply, so it needs no parsing thread. */
export interface PublishResponse extends ResponseHead {
  readonly body: string;
  /** Parses the body as JSON; throws if it is invalid. */
  json(): unknown;
}

export interface SourceHttp {
  /**
   * Sends a request to one of the source's hosts. Follows up to 5 redirects within those hosts; other redirects throw. Throws
   * `Gone` (404, 410), `Blocked` (401, 403, 451, a refused address), `Throttled` (429), `Temporary` (408, 5xx, network, timeout),
   * `Changed` (any other status, a body over the size limit).
   */
  request(url: string, request?: SourceRequest): Promise<SourceResponse>;
}
