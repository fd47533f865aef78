/** Plain HTTP for adapters: the guarded client behind a face that adapters cannot misuse. */
import type { ForeignBytes } from './parsing/parser';

export interface SourceRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Statuses the adapter wants to read itself; every other one outside 2xx is thrown by class. */
  readonly accept?: readonly number[];
}

interface AnswerHead {
  readonly status: number;
  /** The address that answered, after redirects within the source's own hosts, as the platform's own address. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer to a visit. What stands in it is read by a parser and by nothing else (`VisitTools.parse`). */
export interface SourceAnswer extends AnswerHead {
  /** The body as it came. */
  readonly document: ForeignBytes;
}

/** An answer to a publisher: a few fields about one reply, so small that it is read in place. */
export interface SourceResponse extends AnswerHead {
  readonly body: string;
  /** The body as JSON; throws where it is none. */
  json(): unknown;
}

export interface SourceHttp {
  /**
   * One request to one of the source's hosts. Redirects within those hosts are followed (at most 5), others throw.
   * Throws `Gone` (404, 410), `Blocked` (401, 403, 451, a refused address), `Throttled` (429), `Temporary` (408, 5xx, network,
   * time-out), `Changed` (any other status, a body over the size limit).
   */
  request(url: string, request?: SourceRequest): Promise<SourceAnswer>;
}
