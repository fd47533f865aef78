/**
 * Reads and caches the robots.txt of hosts, for operators who obey it (`HREV_ROBOTS=obey`). RFC 9309 §2.3.1: a file that does not
 * exist (4xx) allows every page; one that cannot be read (5xx, network) allows none.
 */
import { EgressError, type EgressResponse, type GuardedClient } from '@libs/egress';
import { parsedUrl } from '@libs/kernel';
import { decodeAnyText } from '../decode-text';
import type { SourceAddresses } from '../source-addresses';
import { DisallowedByRobots } from '../source-errors';
import { allows, ALLOWS_ALL, READ_BYTES, robotsRules, type RobotsRules } from './robots-rules';

/** The name by which the files address hrev, in lower case. */
export const PRODUCT_TOKEN = 'hrev';

/** What a file is requested with: the tools of the visit. */
export interface RobotsTools {
  readonly client: Pick<GuardedClient, 'request'>;
  readonly addresses: SourceAddresses;
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
}

export interface RobotsFilesOptions {
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Remembered {
  /** Null if the file could not be read. */
  readonly rules: RobotsRules | null;
  readonly until: number;
}

/** A file is used for a day (RFC 9309 §2.4). */
const KEPT_MS = 24 * 3_600_000;
const UNREADABLE_KEPT_MS = 600_000;
const MAX_HOSTS = 100;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 20_000;
/** A larger file cannot be read. Of a file, 500 KiB are read. */
const MAX_BYTES = 4 * READ_BYTES;

export class RobotsFiles {
  private readonly files = new Map<string, Remembered>();

  constructor(private readonly options: RobotsFilesOptions) {}

  /** Throws `DisallowedByRobots` if the address may not be requested, and the errors of `permit`. */
  async check(address: string, tools: RobotsTools): Promise<void> {
    const url = new URL(address);
    const rules = await this.rulesOf(url.origin, tools);
    if (rules === null) throw new DisallowedByRobots(`robots.txt of ${url.host} cannot be read`);
    if (!allows(rules, url)) throw new DisallowedByRobots(`robots.txt of ${url.host} does not allow this page`);
  }

  private async rulesOf(origin: string, tools: RobotsTools): Promise<RobotsRules | null> {
    const now = (this.options.now ?? Date.now)();
    const remembered = this.files.get(origin);
    if (remembered !== undefined && remembered.until > now) return remembered.rules;
    const rules = await this.read(`${origin}/robots.txt`, tools);
    this.files.delete(origin);
    this.files.set(origin, { rules, until: now + (rules === null ? UNREADABLE_KEPT_MS : KEPT_MS) });
    const [oldest] = this.files.keys();
    if (this.files.size > MAX_HOSTS && oldest !== undefined) this.files.delete(oldest);
    return rules;
  }

  /** The rules of a file; null if it cannot be read. */
  private async read(address: string, tools: RobotsTools): Promise<RobotsRules | null> {
    let next = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await this.request(next, tools);
      if (response === null) return null;
      const target = response.status >= 300 && response.status <= 399 ? response.headers['location'] : undefined;
      if (target === undefined) return rulesIn(response);
      const url = parsedUrl(target, next);
      if (url === null || !/^https?:$/.test(url.protocol)) return null;
      next = url.href;
    }
    // After five redirects the file counts as one that does not exist.
    return ALLOWS_ALL;
  }

  /** Null if no response arrived. A file may be on another host, but a stand-in has those of its platform only. */
  private async request(address: string, tools: RobotsTools): Promise<EgressResponse | null> {
    const { client, addresses, permit, signal } = tools;
    const isReachable = addresses.origin === null || addresses.owns(new URL(address).hostname);
    if (!isReachable) return null;
    await permit();
    const routed = addresses.requestFor(address);
    const headers = { 'user-agent': this.options.userAgent, accept: 'text/plain, */*;q=0.1', ...routed.headers };
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    try {
      return await client.request(routed.url, { source: addresses.slug, headers, signal, ...limits });
    } catch (error) {
      if (error instanceof EgressError && error.kind !== 'aborted') return null;
      throw error;
    }
  }
}

/** RFC 9309 §2.3.1: 2xx is the file, 4xx is no file, and everything else says nothing. */
function rulesIn({ status, body, headers }: EgressResponse): RobotsRules | null {
  if (status >= 400 && status <= 499) return ALLOWS_ALL;
  if (status < 200 || status > 299) return null;
  return robotsRules(decodeAnyText(body.subarray(0, READ_BYTES), headers['content-type']), PRODUCT_TOKEN);
}
