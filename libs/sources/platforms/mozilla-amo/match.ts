/**
 * Addresses of add-ons (contract §4.5, §4.6). An add-on is named by its slug, its number or its GUID. Which of them
 * belong together cannot be read from an address. The platform ignores the case of slugs: it redirects to the address in lower case. The
 * case of a GUID is kept. The locale and the application do not matter.
 *
 *   https://addons.mozilla.org/de/android/addon/Tab-Lantern/reviews/?score=1  →  https://addons.mozilla.org/firefox/addon/tab-lantern/
 */
import { decodedPart, hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

export const HOSTS = ['addons.mozilla.org'] as const;

const ADDON_PATH = /^\/(?:[a-z]{2,3}(?:-[A-Za-z]{2,4})?\/)?(?:(?:firefox|android)\/)?addon\/([^/]+)(?:\/|$)/;
const SLUG_OR_NUMBER = /^[\p{L}\p{M}\p{N}_~-]{1,255}$/u;
const GUID = /^(?:\{[\da-f-]{36}\}|[\w.-]{0,200}@[\w.-]{1,200})$/i;

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const name = addonOf(url);
  if (name === null)
    return invalidAddress('This is not a page of an add-on: it must be like addons.mozilla.org/firefox/addon/name/');
  return { kind: 'page', canonicalUrl: addonUrl(name) };
}

/** The slug, number or GUID of the add-on in an address, decoded; null if there is none. */
export function addonOf(url: URL): string | null {
  const name = decodedPart(ADDON_PATH.exec(url.pathname)?.[1] ?? '');
  if (name === null) return null;
  if (SLUG_OR_NUMBER.test(name)) return name.toLowerCase();
  return GUID.test(name) ? name : null;
}

/** The canonical address of an add-on. */
export function addonUrl(name: string): string {
  return `https://addons.mozilla.org/firefox/addon/${encodeURIComponent(name)}/`;
}
