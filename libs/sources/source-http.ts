/** Plain HTTP for adapters: an interface to the guarded client that keeps to the source's hosts and limits. */
import type { ForeignBytes } from './parsing/parser';

export interface SourceRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Statuses that are returned to the adapter; every other status outside 2xx throws its error class. */
  readonly accept?: readonly number[];
}

interface ResponseHead {
  readonly status: number;
  /** The platform's address of the response, after redirects within the source's own hosts. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A response to a visit. Its body is read by parsers only (`VisitTools.parse`). */
export interface SourceResponse extends ResponseHead {
  /** The undecoded body. */
  readonly document: ForeignBytes;
}

/** A response to a publisher: a few fields about one reply, so small that it needs no parsing thread. */
export interface PublishResponse extends ResponseHead {
  readonly body: string;
  /** Parses the body as JSON; throws if it is invalid. */
  json(): unknown;
}

export interface SourceHttp {
  /**
   * Sends a request to one of the source's hosts. Follows up to 5 redirects within those hosts; others throw. Throws `Gone` (404,
   * 410), `Blocked` (401, 403, 451, a refused address), `Throttled` (429), `Temporary` (408, 5xx, network, timeout), `Changed`
   * (any other status, a body over the size limit).
   */
  request(url: string, request?: SourceRequest): Promise<SourceResponse>;
}
