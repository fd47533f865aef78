import { Gone } from './source-errors';
import type { PlatformSource, VisitTools } from './source';

/**
 * The canonical address of the page that a link stands for. A short link is followed, with one request; an address that is no
 * page of the platform, or leads to none, is `Gone`.
 */
export async function pageAddress(
  url: string,
  source: Pick<PlatformSource, 'match'>,
  { http }: Pick<VisitTools, 'http'>,
): Promise<string> {
  const match = source.match(new URL(url));
  if (match?.kind === 'page') return match.canonicalUrl;
  if (match?.kind !== 'short') throw new Gone('the address is no page of this platform any more');
  const answer = await http.request(url);
  const resolved = source.match(new URL(answer.url));
  if (resolved?.kind !== 'page') throw new Gone('the short link does not lead to a page of an object');
  return resolved.canonicalUrl;
}
