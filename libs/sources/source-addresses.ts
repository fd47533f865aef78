/**
 * Where an adapter's requests really go. Adapters know the platform's own addresses only; an operator may put another
 * origin in their place (`HREV_SOURCE_ORIGINS`, contract §12.2): same path and query, the platform's host name in
 * `X-Hrev-Original-Host`. What comes back is spoken of by the platform's own address again.
 */
import { parsedUrl } from '@libs/kernel';
import type { SourceFacts } from './source';
import { LedAway } from './source-errors';
import { hostOwnedBy } from './url-tools';

export interface RealRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export class SourceAddresses {
  /** `origin`: where the source was put, or null for the platform itself. */
  constructor(
    private readonly facts: Pick<SourceFacts, 'slug' | 'hosts'>,
    readonly origin: string | null,
  ) {}

  /** Whether a host is the platform's, or stands for it. */
  owns(host: string): boolean {
    return hostOwnedBy(host, this.facts.hosts);
  }

  /** The platform's address that a request may be made to; throws `LedAway` for a foreign host or another scheme. */
  own(address: string, base?: string): string {
    const url = parsedUrl(address, base);
    if (url === null) throw new LedAway(`${this.facts.slug} led to something that is no address`);
    // A stand-in may name itself in its links; that is the host which was asked.
    const asked = base === undefined ? null : new URL(base);
    const own =
      url.origin === this.origin && asked !== null ? new URL(`${url.pathname}${url.search}${url.hash}`, asked) : url;
    const isWeb = own.protocol === 'https:' || own.protocol === 'http:';
    if (!isWeb || !this.owns(own.hostname)) {
      throw new LedAway(`${this.facts.slug} led to ${own.hostname || own.protocol}, which is not one of its own hosts`);
    }
    return own.href;
  }

  /** What is sent for a platform's address. */
  real(address: string): RealRequest {
    if (this.origin === null) return { url: address, headers: {} };
    const { pathname, search, hostname } = new URL(address);
    return { url: `${this.origin}${pathname}${search}`, headers: { 'x-hrev-original-host': hostname } };
  }
}
