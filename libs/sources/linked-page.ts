/** Resolves the address of a link when an object is connected: requests of connections do not follow redirects (publish-http-tools.ts). */
import { parsedUrl } from '@libs/kernel';
import { PlatformRefused } from './publish-errors';
import type { PublishTools } from './publisher';
import type { PlatformSource } from './source';

const MAX_REDIRECTS = 5;

/**
 * Returns the canonical address of the page to which an address of the platform leads. A short link is followed for five redirects.
 * Throws `PlatformRefused` if it does not lead to `what`, such as "a place on Google Maps".
 */
export async function linkedPage(
  objectUrl: string,
  { match, what }: Pick<PlatformSource, 'match'> & { readonly what: string },
  { http }: Pick<PublishTools, 'http'>,
): Promise<string> {
  let url = objectUrl;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const found = match(new URL(url));
    if (found?.kind === 'page') return found.canonicalUrl;
    const { headers } = await http.request(url);
    const next = parsedUrl(headers['location'] ?? '', url);
    if (next === null || headers['location'] === undefined) break;
    url = next.href;
  }
  throw new PlatformRefused(`The address does not lead to ${what}`);
}
