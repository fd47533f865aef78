import type { PlatformSource } from './source';
import type { UrlMatch } from './url-tools';
import { readWrittenAddress } from './written-address';

/** The source of an address, or the reason why it has none (contract §4.6), with an error code of contract §7.2. */
export type Detection =
  | { readonly source: PlatformSource; readonly match: Exclude<UrlMatch, { kind: 'invalid' }> }
  | {
      readonly error: 'source_not_detected' | 'source_url_invalid';
      readonly reason: string;
      /** The platform of a known host. */
      readonly slug?: string;
    };

/**
 * All sources of this process. The constructor checks that ids and slugs are unique and that no two sources claim the same host,
 * so an invalid registration fails at start, not during a collection.
 */
export class SourceRegistry {
  private readonly sourcesBySlug: ReadonlyMap<string, PlatformSource>;

  constructor(readonly sources: readonly PlatformSource[]) {
    const slugs = new Map<string, PlatformSource>();
    const ids = new Set<number>();
    const hosts = new Map<string, string>();
    for (const source of sources) {
      const { slug, id } = source.facts;
      if (slugs.has(slug)) throw new Error(`two sources are named ${slug}`);
      slugs.set(slug, source);
      if (id !== null) {
        if (ids.has(id)) throw new Error(`two sources have the id ${id}`);
        ids.add(id);
      }
      for (const host of source.facts.hosts) {
        const owner = hosts.get(host);
        if (owner !== undefined) throw new Error(`${slug} and ${owner} both claim ${host}`);
        hosts.set(host, slug);
      }
    }
    this.sourcesBySlug = slugs;
  }

  bySlug(slug: string): PlatformSource | undefined {
    return this.sourcesBySlug.get(slug);
  }

  /** Recognizes the platform of an address, without network access. */
  detect(address: string): Detection {
    const url = readWrittenAddress(address);
    if (typeof url === 'string') return { error: 'source_url_invalid', reason: url };
    for (const source of this.sources) {
      const match = source.match(url);
      if (match === null) continue;
      if (match.kind === 'invalid')
        return { error: 'source_url_invalid', reason: match.reason, slug: source.facts.slug };
      return { source, match };
    }
    return { error: 'source_not_detected', reason: 'No supported platform has this address' };
  }
}
