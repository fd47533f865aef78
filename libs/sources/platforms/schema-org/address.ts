/**
 * Addresses of hosts that an operator declared. Every page of such a host may be an object's page: only the page itself
 * can tell, and detection asks no network (contract §4.6). So the one form of an address takes away what never changes a
 * page: scheme, case of the host, default port, fragment, the order of the query, and marks of advertising.
 */
import type { UrlMatch } from '../../source';
import { hostBelongsTo } from '../../url-tools';

const TRACKING =
  /^(?:utm_\w*|mtm_\w*|pk_\w*|matomo_\w*|hsa_\w*|_hs\w*|gclid|gclsrc|gad_\w*|dclid|gbraid|wbraid|fbclid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igshid|igsh|epik|srsltid|mc_cid|mc_eid|mkt_tok|_ga|_gl|vero_id|oly_anon_id|oly_enc_id|rb_clickid|s_cid|wickedid|_openstat|scid)$/i;
/** What a person pastes by mistake: the address of a picture or a document. */
const NO_PAGE =
  /\.(?:avif|bmp|css|csv|docx?|gif|gz|ico|jpe?g|js|json|mp[34]|pdf|png|svg|txt|webm|webp|xlsx?|xml|zip)$/i;

/** What an address is to the source that declared `hosts` (each with its subdomains); null where the host is foreign. */
export function matchDeclared(url: URL, hosts: readonly string[]): UrlMatch | null {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const declared =
    hosts.find((candidate) => bare(candidate) === bare(host)) ??
    hosts.find((candidate) => hostBelongsTo(host, candidate));
  if (declared === undefined) return null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.port !== '' && url.port !== '80' && url.port !== '443') {
    return { kind: 'invalid', reason: 'Pages are read on the usual ports only' };
  }
  if (NO_PAGE.test(url.pathname)) return { kind: 'invalid', reason: 'This is the address of a file and not of a page' };
  // With and without `www.` are one site; which of them answers is what the operator declared.
  const canonicalHost = bare(declared) === bare(host) ? declared : host;
  return { kind: 'page', canonicalUrl: `https://${canonicalHost}${url.pathname}${canonicalQuery(url.search)}` };
}

/** Every host that pages of these hosts may redirect between. */
export function hostsWithTwins(hosts: readonly string[]): readonly string[] {
  return [...new Set(hosts.flatMap((host) => [host, bare(host)]))];
}

const bare = (host: string): string => host.replace(/^www\./, '');

/** The query without advertising marks, sorted by name; the spelling of what stays is the site's business. */
function canonicalQuery(search: string): string {
  const named = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => ({ part, name: part.split('=', 1)[0] ?? '' }))
    .filter(({ name }) => !TRACKING.test(name));
  // By code unit and not by a language, so that it is the same on every machine; equal names keep their order.
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return named.length === 0 ? '' : `?${named.map(({ part }) => part).join('&')}`;
}
