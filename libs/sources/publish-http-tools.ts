/**
 * Implements `PublishHttp`: the guarded client, restricted to the hosts of the source's connections. Redirects are not followed, because a reply
 * must not be sent elsewhere. Every status is returned. The error of a failed request states whether the platform may have
 * processed it.
 */
import { EgressError, type EgressResponse } from '@libs/egress';
import { decodeAnyText } from './decode-text';
import { userAgent, type HttpToolsOptions } from './http-tools';
import { NotSent, OutcomeUnknown, PlatformRefused, PublishError, TooLate } from './publish-errors';
import type { PublishHttp, PublishRequest, WritingRequest } from './publisher';
import type { PlatformSource } from './source';
import { SourceAddresses } from './source-addresses';
import { Throttled } from './source-errors';
import type { PublishResponse } from './source-http';

export interface PublishHttpToolsOptions extends Omit<HttpToolsOptions, 'facts' | 'robots' | 'maxBytes'> {
  /** Requests are restricted to the hosts of its connections. */
  readonly source: Pick<PlatformSource, 'facts' | 'connecting'>;
  /** Waits for the rate limit that all processes share; awaited before every request. Its errors become `NotSent`. */
  readonly permit: () => Promise<void>;
  /**
   * Called in the tick in which a write request is written to its connection. Throws if the caller's lease has expired; the
   * request is then not sent and fails with `TooLate`.
   */
  readonly beforeWrite: () => void;
}

const TIMEOUT_MS = 30_000;
/** Publishers parse responses without a parsing thread; the largest responses are lists of 100 locations or reviews. */
const MAX_BYTES = 1024 * 1024;

export class PublishHttpTools implements PublishHttp {
  private readonly addresses: SourceAddresses;

  constructor(private readonly options: PublishHttpToolsOptions) {
    const { slug } = options.source.facts;
    this.addresses = new SourceAddresses({ slug, hosts: options.source.connecting?.hosts ?? [] }, options.origin);
  }

  async request(address: string, request: PublishRequest = {}): Promise<PublishResponse> {
    const url = this.ownAddress(address);
    await this.waitForPermit();
    const { slug } = this.options.source.facts;
    const response = await this.send(url, request).catch((error: unknown) => {
      throw publishErrorOf(error, slug, isWriting(request));
    });
    // The platform may have processed the request, so a byte that is not valid must not fail it.
    const body = decodeAnyText(response.body, response.headers['content-type']);
    return {
      status: response.status,
      url,
      headers: response.headers,
      body,
      json: () => parseJson(body, slug, isWriting(request)),
    };
  }

  private ownAddress(address: string): string {
    const { slug } = this.options.source.facts;
    try {
      return this.addresses.validate(address);
    } catch (error) {
      throw new PlatformRefused(`${slug} led to an address outside its own hosts`, { cause: error });
    }
  }

  /** Waits for a permit; throws `NotSent` if it is refused or the signal is aborted. */
  private async waitForPermit(): Promise<void> {
    const { signal, permit, source } = this.options;
    try {
      signal.throwIfAborted();
      await permit();
      signal.throwIfAborted();
    } catch (error) {
      if (error instanceof PublishError) throw error;
      const delayMs = error instanceof Throttled ? error.retryAfterMs : null;
      throw new NotSent(`${source.facts.slug} received no request`, delayMs, { cause: error });
    }
  }

  private send(url: string, request: PublishRequest): Promise<EgressResponse> {
    const { client, version, signal, beforeWrite, timeoutMs = TIMEOUT_MS } = this.options;
    const routed = this.addresses.requestFor(url);
    return client.request(routed.url, {
      source: this.options.source.facts.slug,
      method: request.method ?? 'GET',
      headers: { 'user-agent': userAgent(version), accept: 'application/json', ...request.headers, ...routed.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      signal,
      ...(isWriting(request) ? { beforeSend: beforeWrite } : {}),
    });
  }
}

function isWriting(request: PublishRequest): request is WritingRequest {
  return (request.method ?? 'GET') !== 'GET' && (!('effect' in request) || request.effect !== 'reads');
}

/** Classifies an `EgressError` by whether the platform may have processed the request; returns other errors unchanged. */
function publishErrorOf(error: unknown, slug: string, isWrite: boolean): unknown {
  if (!(error instanceof EgressError)) return error;
  if (error.kind === 'withheld')
    return new TooLate(`${slug} received no request: the lease has expired`, null, { cause: error });
  if (isWrite && error.mayHaveArrived) {
    return new OutcomeUnknown(`${slug} did not confirm the request (${error.kind})`, { cause: error });
  }
  return new NotSent(`${slug} could not be reached (${error.kind})`, null, { cause: error });
}

/**
 * Parses the body. Throws `OutcomeUnknown` if the response of a write request is not JSON. The error does not contain the body.
 */
function parseJson(body: string, slug: string, isWrite: boolean): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    const message = `${slug} sent a response that is not JSON`;
    throw isWrite ? new OutcomeUnknown(message) : new NotSent(message);
  }
}
