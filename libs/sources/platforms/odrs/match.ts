/**
 * Addresses of applications (contract §4.5, §4.6): pages of Flathub and of apps.gnome.org that contain the id of the application,
 * and the address of its reviews. Many ids have a second form that ends with `.desktop`; the canonical form is without it.
 *
 *   https://flathub.org/de/apps/org.example.Lantern  →  https://odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern
 *
 * The pages of apps.gnome.org have had short names instead of ids since 2023. Such a page contains the id, so the first collection reads
 * it (gnome-page.ts):
 *
 *   https://apps.gnome.org/de/Lantern/  →  https://apps.gnome.org/Lantern/
 */
import { hostBelongsTo, hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

const GNOME_HOST = 'apps.gnome.org';

export const HOSTS = ['odrs.gnome.org', 'flathub.org', GNOME_HOST] as const;

const API = 'https://odrs.gnome.org/1.0/reviews/api/app';
const LANGUAGE = '(?:/[a-z]{2,3}(?:[-_@][A-Za-z]{2,8}){0,2})?';
const FLATHUB_PATHS: readonly RegExp[] = [
  new RegExp(`^${LANGUAGE}/apps/(?:details/)?([^/]+)(?:/|$)`),
  // The file that installs an application.
  /^\/repo\/appstream\/([^/]+)\.flatpakref$/,
];
const PATHS: Readonly<Record<(typeof HOSTS)[number], readonly RegExp[]>> = {
  'odrs.gnome.org': [/^\/1\.0\/reviews\/api\/(?:app|ratings)\/([^/]+)\/?$/],
  'flathub.org': FLATHUB_PATHS,
  'apps.gnome.org': [new RegExp(`^${LANGUAGE}/app/([^/]+)(?:/|$)`)],
};
/** The short name of an application; names of languages and of other pages begin with a lower-case letter. */
const SHORT_NAME_PATH = new RegExp(`^${LANGUAGE}/([A-Z][A-Za-z0-9]{1,60})/?$`);
/** At least three parts, as in all ids of AppStream; both servers accept these characters. */
const APP_ID = /^(?=.{6,200}$)[A-Za-z_][\w-]*\.[\w-]+(?:\.[\w-]+)+$/;
const SUFFIX = '.desktop';

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const id = appIdOf(url);
  const name =
    id === null && hostBelongsTo(url.hostname, GNOME_HOST) ? SHORT_NAME_PATH.exec(url.pathname)?.[1] : undefined;
  if (name !== undefined) return { kind: 'short', canonicalUrl: `https://${GNOME_HOST}/${name}/` };
  if (id === null)
    return invalidAddress(
      'This is not a page with the id of an application: it must be like flathub.org/apps/org.example.App',
    );
  return { kind: 'page', canonicalUrl: appAddress(id) };
}

/** The canonical address of an application. */
export function appAddress(id: string): string {
  return `${API}/${id}`;
}

/** The id of the application in an address, without `.desktop`; null if there is none. */
export function appIdOf(url: URL): string | null {
  const host = HOSTS.find((owned) => hostBelongsTo(url.hostname, owned));
  const id = host && PATHS[host].map((path) => path.exec(url.pathname)?.[1]).find((found) => found !== undefined);
  return id === undefined ? null : baseId(id);
}

/** An id without `.desktop`; null if it is not the id of an application. */
export function baseId(id: string): string | null {
  if (!APP_ID.test(id)) return null;
  // `org.telegram.desktop` is a complete id: without its end it would be too short.
  const base = id.endsWith(SUFFIX) ? id.slice(0, -SUFFIX.length) : id;
  return APP_ID.test(base) ? base : id;
}
