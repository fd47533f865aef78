/**
 * Addresses of applications (contract §4.5, §4.6): pages of Flathub and of apps.gnome.org that contain the id of the application,
 * and the address of its reviews. Many ids have a second form that ends with `.desktop`; the canonical form is without it.
 *
 *   https://flathub.org/de/apps/org.example.Lantern  →  https://odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern
 */
import type { UrlMatch } from '../../source';
import { hostBelongsTo, hostOwnedBy } from '../../url-tools';

export const HOSTS = ['odrs.gnome.org', 'flathub.org', 'apps.gnome.org'] as const;

const API = 'https://odrs.gnome.org/1.0/reviews/api/app';
const PATHS: Readonly<Record<(typeof HOSTS)[number], RegExp>> = {
  'odrs.gnome.org': /^\/1\.0\/reviews\/api\/app\/([^/]+)\/?$/,
  'flathub.org': /^\/(?:[a-z]{2,3}(?:-[A-Za-z]{2,4})?\/)?apps\/(?:details\/)?([^/]+)(?:\/|$)/,
  'apps.gnome.org': /^\/(?:[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?\/)?app\/([^/]+)(?:\/|$)/,
};
/** At least three parts, as in all ids of AppStream; both servers accept these characters. */
const APP_ID = /^(?=.{6,200}$)[A-Za-z_][\w-]*\.[\w-]+(?:\.[\w-]+)+$/;
const SUFFIX = '.desktop';

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = appIdOf(url);
  if (id === null) {
    return {
      kind: 'invalid',
      reason: 'This is not a page with the id of an application: it must be like flathub.org/apps/org.example.App',
    };
  }
  return { kind: 'page', canonicalUrl: `${API}/${id}` };
}

/** The id of the application in an address, without `.desktop`; null if there is none. */
export function appIdOf(url: URL): string | null {
  const host = HOSTS.find((owned) => hostBelongsTo(url.hostname, owned));
  const id = host === undefined ? undefined : PATHS[host].exec(url.pathname)?.[1];
  if (id === undefined || !APP_ID.test(id)) return null;
  // `org.telegram.desktop` is a complete id: without its end it would be too short.
  const base = id.endsWith(SUFFIX) ? id.slice(0, -SUFFIX.length) : id;
  return APP_ID.test(base) ? base : id;
}
