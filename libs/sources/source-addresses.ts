/**
 * Maps the platform's addresses to the addresses of requests. Adapters use only the platform's addresses. An operator may
 * configure a stand-in (`HREV_SOURCE_ORIGINS`, contract §12.2): requests are sent to its origin with the same path and query and
 * with the platform's host name in `X-Hrev-Original-Host`; results contain the platform's addresses.
 */
import { parsedUrl } from '@libs/kernel';
import type { SourceFacts } from './source';
import { RedirectedAway } from './source-errors';
import { hostOwnedBy } from './url-tools';

export interface RoutedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** All hosts to which a source may send requests. */
export function requestHostsOf({ hosts, requestHosts = [] }: Pick<SourceFacts, 'hosts' | 'requestHosts'>): string[] {
  return [...hosts, ...requestHosts];
}

export class SourceAddresses {
  /** `origin`: the stand-in's origin, or null for the platform itself. */
  constructor(
    private readonly facts: Pick<SourceFacts, 'slug' | 'hosts' | 'requestHosts'>,
    readonly origin: string | null,
  ) {}

  get slug(): string {
    return this.facts.slug;
  }

  /** Whether a host belongs to the platform. */
  owns(host: string): boolean {
    return hostOwnedBy(host, requestHostsOf(this.facts));
  }

  /** Validates and normalizes an address of the platform; throws `RedirectedAway` for a foreign host or another scheme. */
  validate(address: string, base?: string): string {
    const url = parsedUrl(address, base);
    if (url === null) throw new RedirectedAway(`${this.facts.slug} led to an invalid address`);
    // A stand-in may use its own origin in links and redirects; map it to the requested host.
    const requested = base === undefined ? null : new URL(base);
    const own =
      url.origin === this.origin && requested !== null
        ? new URL(`${url.pathname}${url.search}${url.hash}`, requested)
        : url;
    const isWeb = own.protocol === 'https:' || own.protocol === 'http:';
    if (!isWeb || !this.owns(own.hostname)) {
      throw new RedirectedAway(
        `${this.facts.slug} led to ${own.hostname || own.protocol}, which is not one of its own hosts`,
      );
    }
    return own.href;
  }

  /** Returns the request to send for an address of the platform. */
  requestFor(address: string): RoutedRequest {
    if (this.origin === null) return { url: address, headers: {} };
    const { pathname, search, hostname } = new URL(address);
    return { url: `${this.origin}${pathname}${search}`, headers: { 'x-hrev-original-host': hostname } };
  }
}
