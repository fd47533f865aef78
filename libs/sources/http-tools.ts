/**
 * Plain HTTP as adapters see it (`SourceHttp`): the guarded client, narrowed to one source's own hosts, with redirects,
 * politeness and errors dealt with. Every hop is a request of its own: it is counted, waits for its permit and
 * is judged like the first one.
 */
import { EgressError, type EgressResponse, type GuardedClient } from '@libs/egress';
import { errorOfStatus, sourceErrorOf, stopped } from './answer-status';
import type { SourceFacts } from './source';
import { SourceAddresses } from './source-addresses';
import { Changed } from './source-errors';
import type { SourceAnswer, SourceHttp, SourceRequest } from './source-http';

export interface HttpToolsOptions {
  readonly client: Pick<GuardedClient, 'request'>;
  readonly facts: Pick<SourceFacts, 'slug' | 'hosts'>;
  /** `HREV_SOURCE_ORIGINS` for this source; the client must exempt it. */
  readonly origin: string | null;
  /** Awaited before every request: the politeness that all processes share. May reject; its error is passed on. */
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Of hrev, for the user agent. */
  readonly version: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** What the requests of one visit cost so far. */
export interface HttpTraffic {
  readonly requests: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 20 * 1024 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Meant for the origin they were written for, no other. */
const PERSONAL_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie']);

/** Says honestly who asks; adapters may say something else. */
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
  private readonly counted = { requests: 0, bytesIn: 0, bytesOut: 0 };

  constructor(private readonly options: HttpToolsOptions) {
    this.addresses = new SourceAddresses(options.facts, options.origin);
  }

  get traffic(): HttpTraffic {
    return { ...this.counted };
  }

  async request(address: string, request: SourceRequest = {}): Promise<SourceAnswer> {
    const { accept = [] } = request;
    let hop: Hop = {
      url: this.addresses.own(address),
      method: request.method ?? 'GET',
      headers: lowerCase(request.headers ?? {}),
      body: request.body,
    };
    for (let redirects = 0; ; redirects++) {
      const answer = await this.send(hop);
      const next = accept.includes(answer.status) ? null : this.nextHop(hop, answer);
      if (next === null) return this.read(hop.url, answer, accept);
      if (redirects === MAX_REDIRECTS) throw new Changed(`${this.options.facts.slug} redirects without end`);
      hop = next;
    }
  }

  private async send(hop: Hop): Promise<EgressResponse> {
    const { client, permit, signal, version, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = this.options;
    if (signal.aborted) throw stopped(signal.reason);
    await permit();
    const real = this.addresses.real(hop.url);
    try {
      this.counted.requests += 1;
      const answer = await client.request(real.url, {
        method: hop.method,
        headers: { 'user-agent': userAgent(version), accept: '*/*', ...hop.headers, ...real.headers },
        ...(hop.body === undefined ? {} : { body: hop.body }),
        timeoutMs,
        maxBytes,
        signal,
      });
      this.counted.bytesIn += answer.bytesIn;
      this.counted.bytesOut += answer.bytesOut;
      return answer;
    } catch (error) {
      throw error instanceof EgressError ? sourceErrorOf(error) : error;
    }
  }

  /** Where a redirect leads, or null where the answer is none. Throws `LedAway` where it leaves the source's hosts. */
  private nextHop(hop: Hop, answer: EgressResponse): Hop | null {
    const location = answer.headers['location'];
    if (!REDIRECTS.has(answer.status) || location === undefined) return null;
    const url = this.addresses.own(location, hop.url);
    const headers =
      new URL(url).origin === new URL(hop.url).origin ? hop.headers : without(hop.headers, PERSONAL_HEADERS);
    // As browsers do: only 307 and 308 repeat a POST.
    if (hop.method === 'GET' || answer.status === 307 || answer.status === 308) return { ...hop, url, headers };
    return { url, method: 'GET', headers: without(headers, new Set(['content-type'])), body: undefined };
  }

  private read(url: string, answer: EgressResponse, accept: readonly number[]): SourceAnswer {
    const { status, headers } = answer;
    const { slug } = this.options.facts;
    const isWanted = (status >= 200 && status <= 299) || accept.includes(status);
    if (!isWanted) throw errorOfStatus(status, headers['retry-after'], slug, Date.now());
    return { status, url, headers, document: { bytes: answer.body, contentType: headers['content-type'] } };
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function without(headers: Readonly<Record<string, string>>, names: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
}
