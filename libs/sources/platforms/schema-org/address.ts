/**
 * Addresses of hosts that an operator declared. Every page of such a host may be an object's page: only its content can decide
 * that, and detection uses no network (contract §4.6). The canonical form therefore normalizes only the parts that never select
 * another page: scheme, case of the host and its form in Unicode or in ASCII, default port, fragment, the spelling of escapes (RFC 3986
 * section 6.2.2), order of the query, and tracking parameters.
 */
import { hostBelongsTo, invalidAddress, type UrlMatch } from '../../url-tools';

const TRACKING =
  /^(?:utm_\w*|mtm_\w*|pk_\w*|matomo_\w*|hsa_\w*|_hs\w*|gclid|gclsrc|gad_\w*|dclid|gbraid|wbraid|fbclid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igshid|igsh|epik|srsltid|mc_cid|mc_eid|mkt_tok|_ga|_gl|vero_id|oly_anon_id|oly_enc_id|rb_clickid|s_cid|wickedid|_openstat|scid|_branch_match_id|msockid|_kx|_ke|__hs\w*|piwik_\w*)$/i;
/** Paths of images and documents, which are not pages. */
const FILE_PATH =
  /\.(?:avif|bmp|css|csv|docx?|gif|gz|ico|jpe?g|js|json|mp[34]|pdf|png|svg|txt|webm|webp|xlsx?|xml|zip)$/i;

/** Classifies an address for the source with `hosts` (each with its subdomains); null for a foreign host. */
export function matchDeclared(url: URL, hosts: readonly string[]): UrlMatch | null {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const declared =
    hosts.find((candidate) => withoutWww(candidate) === withoutWww(host)) ??
    hosts.find((candidate) => hostBelongsTo(host, candidate));
  if (declared === undefined) return null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.port !== '' && url.port !== '80' && url.port !== '443')
    return invalidAddress('Only ports 80 and 443 are supported');
  if (FILE_PATH.test(url.pathname)) return invalidAddress('This is the address of a file, not of a page');
  // The host with and without `www.` is the same site; use the declared one.
  const canonicalHost = withoutWww(declared) === withoutWww(host) ? declared : host;
  const path = `${plainEscapes(url.pathname)}${canonicalQuery(plainEscapes(url.search))}`;
  return { kind: 'page', canonicalUrl: `https://${canonicalHost}${path}` };
}

/** Writes escapes in upper case, and characters that need none without them. */
function plainEscapes(part: string): string {
  return part.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Returns the hosts with and without `www.`; pages may redirect between the two. */
export function withWwwVariants(hosts: readonly string[]): readonly string[] {
  return [...new Set(hosts.flatMap((host) => [host, withoutWww(host)]))];
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** The query without tracking parameters, sorted by name and otherwise unchanged. */
function canonicalQuery(search: string): string {
  const parameters = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => ({ part, name: part.split('=', 1)[0] ?? '' }))
    .filter(({ name }) => !TRACKING.test(name));
  // Compare code units, independently of the locale; equal names keep their order.
  parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return parameters.length === 0 ? '' : `?${parameters.map(({ part }) => part).join('&')}`;
}
