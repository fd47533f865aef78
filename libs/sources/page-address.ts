import { Gone } from './source-errors';
import type { PlatformSource, VisitTools } from './source';

/**
 * Resolves the address of a link to the canonical address of its page. A short link is followed until a redirect names the page, which
 * is not requested: its own visit may need a browser. Throws `Gone` if the address does not lead to a page of the platform.
 */
export async function pageAddress(
  url: string,
  source: Pick<PlatformSource, 'match' | 'resolveShort'>,
  tools: Pick<VisitTools, 'http' | 'parse'>,
): Promise<string> {
  const match = source.match(new URL(url));
  if (match?.kind === 'page') return match.canonicalUrl;
  if (match?.kind !== 'short') throw new Gone('the address is no longer a page of this platform');
  if (source.resolveShort !== undefined) return source.resolveShort(match.canonicalUrl, tools);
  const isDestination = (address: string): boolean => source.match(new URL(address))?.kind === 'page';
  const response = await tools.http.request(match.canonicalUrl, { isDestination });
  const resolved = source.match(new URL(response.url));
  if (resolved?.kind !== 'page') throw new Gone('the short link does not lead to a page of an object');
  return resolved.canonicalUrl;
}
