import { parsedUrl } from '@libs/kernel';
import type { PlatformSource, UrlMatch } from './source';

/** The source of an address, or the reason why it has none (contract §4.6), with an error code of contract §7.2. */
export type Detection =
  | { readonly source: PlatformSource; readonly match: Exclude<UrlMatch, { kind: 'invalid' }> }
  | {
      readonly error: 'source_not_detected' | 'source_url_invalid';
      readonly reason: string;
      /** The platform of a known host. */
      readonly slug?: string;
    };

const MAX_URL_LENGTH = 2048;

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
    const url = readUrl(address);
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

function readUrl(address: string): URL | string {
  const trimmed = address.trim();
  if (trimmed.length > MAX_URL_LENGTH) return `The address is longer than ${MAX_URL_LENGTH} characters`;
  // The URL parser silently drops tabs and newlines and turns backslashes into slashes; refuse such addresses.
  // eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
  if (/[\u0000-\u0020\u007f\\]/.test(trimmed))
    return 'The address contains a blank, a backslash or a control character';
  const url = parsedUrl(trimmed);
  if (url === null) return 'This is not an address';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The address must begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name';
  return url;
}
