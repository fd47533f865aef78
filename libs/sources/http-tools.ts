/**
 * Implements `SourceHttp`: the guarded client, restricted to the hosts of one source, with redirects, rate limits and error
 * classes. Every hop of a redirect is a separate request: it is counted, waits for a permit, and is checked like the first
 * request.
 *
 * A GET reuses a connection that an earlier GET to the same origin has left, of the same visit or another. If the server has
 * closed it, the GET is repeated once, on a new connection, as a separate request. Every POST has a connection of its own,
 * because it must not be repeated.
 */
import { EgressError, type EgressResponse, type GuardedClient } from '@libs/egress';
import { foldIdentity } from '@libs/kernel';
import { statusError, sourceErrorOf, visitStopped } from './response-status';
import type { RobotsFiles } from './robots/robots-files';
import type { SourceFacts } from './source';
import { SourceAddresses } from './source-addresses';
import { Changed } from './source-errors';
import type { SourceResponse, SourceHttp, SourceRequest } from './source-http';

export interface HttpToolsOptions {
  readonly client: Pick<GuardedClient, 'request'>;
  readonly facts: Pick<SourceFacts, 'slug' | 'hosts' | 'requestHosts'>;
  /** `HREV_SOURCE_ORIGINS` for this source; the client must exempt it. */
  readonly origin: string | null;
  /** Waits for the rate limit that all processes share; awaited before every request. Its errors are rethrown. */
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
  /** The files that every request obeys; absent or null: none is asked for. */
  readonly robots?: RobotsFiles | null;
  /** Version of hrev, for the user agent. */
  readonly version: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** Traffic of one visit so far. */
export interface HttpTraffic {
  readonly requests: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 20 * 1024 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Not sent to another origin after a redirect. */
export const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'apikey',
  'x-api-key',
  'x-goog-api-key',
]);

/** The default user agent, which names hrev; adapters may override it. */
export function userAgent(version: string): string {
  return `hrev/${version} (+https://github.com/hrev/hrev)`;
}

interface Hop {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export class HttpTools implements SourceHttp {
  private readonly addresses: SourceAddresses;
  private readonly totals = { requests: 0, bytesIn: 0, bytesOut: 0 };

  constructor(private readonly options: HttpToolsOptions) {
    this.addresses = new SourceAddresses(options.facts, options.origin);
  }

  get traffic(): HttpTraffic {
    return { ...this.totals };
  }

  async request(address: string, request: SourceRequest = {}): Promise<SourceResponse> {
    const { accept = [] } = request;
    let hop = this.firstHop(address, request);
    for (let redirects = 0; ; redirects++) {
      await this.obeyRobots(hop.url);
      const response = await this.send(hop);
      const next = accept.includes(response.status) ? null : this.nextHop(hop, response);
      if (next === null) return this.read(hop.url, response, accept);
      if (request.isDestination?.(next.url)) return this.read(next.url, response, [response.status]);
      if (redirects === MAX_REDIRECTS)
        throw new Changed(`${this.options.facts.slug} redirects more than ${MAX_REDIRECTS} times`);
      hop = next;
    }
  }

  private firstHop(address: string, { method = 'GET', headers = {}, body }: SourceRequest): Hop {
    return { url: this.addresses.validate(address), method, headers: lowerCase(headers), body };
  }

  private async obeyRobots(url: string): Promise<void> {
    const { robots, client, permit, signal } = this.options;
    if (signal.aborted) throw visitStopped(signal.reason);
    await robots?.check(url, { client, addresses: this.addresses, permit, signal }).catch((error: unknown) => {
      throw sourceErrorOf(error);
    });
  }

  /** Sends the request; repeats a GET once if its connection was kept and ended without a byte of a response. */
  private async send(hop: Hop): Promise<EgressResponse> {
    try {
      return await this.sendOnce(hop, {}).catch((error: unknown) => {
        const isRepeatable = hop.method === 'GET' && error instanceof EgressError && error.endedKeptConnection;
        if (!isRepeatable) throw error;
        return this.sendOnce(hop, { newConnection: true });
      });
    } catch (error) {
      throw sourceErrorOf(error);
    }
  }

  private async sendOnce(hop: Hop, { newConnection = false }): Promise<EgressResponse> {
    const { client, permit, signal, version, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = this.options;
    if (signal.aborted) throw visitStopped(signal.reason);
    await permit();
    const routed = this.addresses.requestFor(hop.url);
    this.totals.requests += 1;
    const response = await client.request(routed.url, {
      source: this.options.facts.slug,
      method: hop.method,
      headers: { 'user-agent': userAgent(version), accept: '*/*', ...hop.headers, ...routed.headers },
      ...(hop.body === undefined ? {} : { body: hop.body }),
      timeoutMs,
      maxBytes,
      signal,
      keepAlive: hop.method === 'GET',
      newConnection,
    });
    this.totals.bytesIn += response.bytesIn;
    this.totals.bytesOut += response.bytesOut;
    return response;
  }

  /** The next request of a redirect; null if the response is not a redirect. Throws `RedirectedAway` if it leaves the source's hosts. */
  private nextHop(hop: Hop, response: EgressResponse): Hop | null {
    const location = response.headers['location'];
    if (!REDIRECTS.has(response.status) || location === undefined) return null;
    const url = this.addresses.validate(location, hop.url);
    const headers =
      new URL(url).origin === new URL(hop.url).origin ? hop.headers : without(hop.headers, CREDENTIAL_HEADERS);
    // Like browsers, repeat a POST only for 307 and 308.
    if (hop.method === 'GET' || response.status === 307 || response.status === 308) return { ...hop, url, headers };
    return { url, method: 'GET', headers: without(headers, new Set(['content-type'])), body: undefined };
  }

  private read(url: string, response: EgressResponse, accept: readonly number[]): SourceResponse {
    const { status, headers } = response;
    const { slug } = this.options.facts;
    const isAccepted = (status >= 200 && status <= 299) || accept.includes(status);
    if (!isAccepted) throw statusError(status, headers['retry-after'], slug, Date.now());
    return { status, url, headers, document: { bytes: response.body, contentType: headers['content-type'] } };
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [foldIdentity(name), value]));
}

function without(headers: Readonly<Record<string, string>>, names: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
}
