/**
 * Addresses of plugins and themes on WordPress.org (contract §4.5, §4.6). The page in the directory, the support forum and the list
 * of reviews have one canonical form, for all languages:
 *
 *   https://de.wordpress.org/plugins/example-forms/#reviews   →  https://wordpress.org/support/plugin/example-forms/reviews/
 *   https://wordpress.org/themes/example-theme/               →  https://wordpress.org/support/theme/example-theme/reviews/
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

/** The forum and, as a subdomain, the API with names and counters. */
export const HOSTS = ['wordpress.org'] as const;

/** A plugin or a theme. */
export interface Project {
  readonly kind: 'plugin' | 'theme';
  readonly slug: string;
}

/** `wordpress.org` itself, or the site of a language, such as `de` or `pt-br`. */
const PAGE_HOST = /^(?:(?:www|[a-z]{2,3}(?:-[a-z]{2,8})?)\.)?wordpress\.org\.?$/;
/** Short subdomains that are not languages. */
const OTHER_HOSTS: ReadonlySet<string> = new Set(['api.wordpress.org', 'irc.wordpress.org']);

const SLUG = '([a-z0-9][a-z0-9_-]{0,199})';
/** `/extend` is the place of the directories before 2013. */
const DIRECTORY_PATH = new RegExp(`^(?:/extend)?/(plugin|theme)s/${SLUG}(?:/|$)`);
const FORUM_PATH = new RegExp(`^/support/(plugin|theme)/${SLUG}(?:/|$)`);
const OLD_FORUM_PATH = new RegExp(`^/support/view/(plugin|theme)-reviews/${SLUG}(?:/|$)`);
/** Paths of the directories that are lists or forms, not a plugin or a theme. */
const RESERVED: ReadonlySet<string> = new Set([
  'about',
  'author',
  'browse',
  'commercial',
  'developers',
  'getting-started',
  'page',
  'search',
  'tag',
  'tags',
  'upload',
  'wp-json',
]);

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  if (!PAGE_HOST.test(url.hostname) || OTHER_HOSTS.has(url.hostname.replace(/\.$/, '')))
    return invalidAddress('This host of WordPress.org has no pages of plugins or themes');
  if (/^\/support\/topic\//.test(url.pathname))
    return invalidAddress('This is the address of a single topic; give that of the plugin or theme');
  const project = projectOf(url);
  if (project === null)
    return invalidAddress('This is not a page of a plugin or theme: it must be /plugins/{name}/ or /themes/{name}/');
  return { kind: 'page', canonicalUrl: listAddress(project) };
}

/** The plugin or theme in an address of any form, or null. */
export function projectOf({ pathname }: URL): Project | null {
  const path = pathname.toLowerCase();
  const found = DIRECTORY_PATH.exec(path) ?? FORUM_PATH.exec(path) ?? OLD_FORUM_PATH.exec(path);
  const slug = found?.[2];
  if (slug === undefined || RESERVED.has(slug)) return null;
  return { kind: found?.[1] === 'theme' ? 'theme' : 'plugin', slug };
}

/** The address of the list of reviews. */
export function listAddress({ kind, slug }: Project): string {
  return `https://wordpress.org/support/${kind}/${slug}/reviews/`;
}
