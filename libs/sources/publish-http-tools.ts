/**
 * Plain HTTP as publishers see it (`PublishHttp`): the guarded client, narrowed to the publisher's hosts. No redirect is
 * followed, as a reply must not wander; every status is an answer; and a request that broke is told by what it can have
 * done, not by why it broke.
 */
import { EgressError, type EgressResponse, type GuardedClient } from '@libs/egress';
import { decodeText } from './decode-text';
import { userAgent } from './http-tools';
import { NotSent, OutcomeUnknown, PlatformRefused, PublishError, TooLate } from './publish-errors';
import type { PublishHttp, PublishRequest, WritingRequest } from './publisher';
import type { PlatformSource } from './source';
import { SourceAddresses } from './source-addresses';
import { Throttled } from './source-errors';
import type { SourceResponse } from './source-http';

export interface PublishHttpToolsOptions {
  readonly client: Pick<GuardedClient, 'request'>;
  /** Its publisher's hosts are the only ones. */
  readonly source: Pick<PlatformSource, 'facts' | 'publisher'>;
  /** `HREV_SOURCE_ORIGINS` for this source; the client must exempt it. */
  readonly origin: string | null;
  /** Awaited before every request: the politeness that all processes share. Its rejection is `NotSent`. */
  readonly permit: () => Promise<void>;
  /**
   * Called in the tick in which a writing request is handed to its connection; throws where the caller may change nothing
   * any more. The request is not sent then: `TooLate`.
   */
  readonly beforeWrite: () => void;
  readonly signal: AbortSignal;
  /** Of hrev, for the user agent. */
  readonly version: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** Publishers read their answers in place: the largest are lists of a hundred places or reviews. */
const MAX_BYTES = 1024 * 1024;

export class PublishHttpTools implements PublishHttp {
  private readonly addresses: SourceAddresses;

  constructor(private readonly options: PublishHttpToolsOptions) {
    const { slug } = options.source.facts;
    this.addresses = new SourceAddresses({ slug, hosts: options.source.publisher?.hosts ?? [] }, options.origin);
  }

  async request(address: string, request: PublishRequest = {}): Promise<SourceResponse> {
    const url = this.ownAddress(address);
    await this.permitted();
    const { slug } = this.options.source.facts;
    const answer = await this.send(url, request).catch((error: unknown) => {
      throw failureOf(error, slug, writes(request));
    });
    const body = decodeText(answer.body, answer.headers['content-type']);
    return {
      status: answer.status,
      url,
      headers: answer.headers,
      body,
      json: () => parsed(body, slug, writes(request)),
    };
  }

  private ownAddress(address: string): string {
    const { slug } = this.options.source.facts;
    try {
      return this.addresses.own(address);
    } catch (error) {
      throw new PlatformRefused(`${slug} led to an address that is not its own`, { cause: error });
    }
  }

  /** Waits for the source's turn; nothing has been sent when it does not come. */
  private async permitted(): Promise<void> {
    const { signal, permit, source } = this.options;
    try {
      signal.throwIfAborted();
      await permit();
      signal.throwIfAborted();
    } catch (error) {
      if (error instanceof PublishError) throw error;
      const wait = error instanceof Throttled ? error.retryAfterMs : null;
      throw new NotSent(`${source.facts.slug} was not asked`, wait, { cause: error });
    }
  }

  private send(url: string, request: PublishRequest): Promise<EgressResponse> {
    const { client, version, signal, beforeWrite, timeoutMs = TIMEOUT_MS } = this.options;
    const real = this.addresses.real(url);
    return client.request(real.url, {
      method: request.method ?? 'GET',
      headers: { 'user-agent': userAgent(version), accept: 'application/json', ...request.headers, ...real.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      signal,
      ...(writes(request) ? { beforeSend: beforeWrite } : {}),
    });
  }
}

function writes(request: PublishRequest): request is WritingRequest {
  return (request.method ?? 'GET') !== 'GET' && (!('effect' in request) || request.effect !== 'reads');
}

/** A failure of ours is a fault and passes through; one of the line is told by what it may have done. */
function failureOf(error: unknown, slug: string, mayChange: boolean): unknown {
  if (!(error instanceof EgressError)) return error;
  if (error.kind === 'withheld') return new TooLate(`${slug} was not asked any more`, null, { cause: error });
  if (mayChange && error.mayHaveArrived) {
    return new OutcomeUnknown(`${slug} did not say what became of the request (${error.kind})`, { cause: error });
  }
  return new NotSent(`${slug} could not be reached (${error.kind})`, null, { cause: error });
}

/** An answer that cannot be read leaves open what was done; it is shown to nobody. */
function parsed(body: string, slug: string, mayChange: boolean): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    const message = `${slug} answered with something that is not JSON`;
    throw mayChange ? new OutcomeUnknown(message) : new NotSent(message);
  }
}
