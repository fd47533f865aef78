/**
 * Addresses of Google Maps (contract §4.5, §4.6). A place has many addresses: with its feature id in the path, its number (cid)
 * or its place id in the query, on the host of every country. They have one canonical form:
 *
 *   https://www.google.de/maps/place/Alte+Mühle/@52.5,13.4,17z/data=!4m5!3m4!1s0x47a8:0x1f4!8m2   ┐
 *   https://maps.google.com/?cid=500                                                              ├→ …/maps?cid=500
 *   https://search.google.com/local/writereview?placeid=ChIJ…                                     │
 *   https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sCi9D!2m1!1s0x0:0x1f4             ┘
 *
 * A feature id consists of two numbers; the second is the cid. A place id of the usual form (`ChIJ…`) is a feature id in base64.
 * Other place ids are kept. Names and coordinates do not identify a place.
 */
import { parsedUrl } from '@libs/kernel';
import { decodedPart, hostOwnedBy, invalidAddress, subdomainOf, type UrlMatch } from '../../url-tools';

/** Endings of Google's country domains, after `google.`. */
const ENDINGS =
  'com ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi fm ' +
  'fr ga ge gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn mu mv mw ne nl no ' +
  'nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt vg vu ws ' +
  'co.ao co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve ' +
  'co.vi co.za co.zm co.zw com.af com.ag com.ar com.au com.bd com.bh com.bn com.bo com.br com.bz com.co com.cu com.cy com.do ' +
  'com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.ly com.mm com.mt com.mx com.my ' +
  'com.na com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk com.pr com.py com.qa com.sa com.sb com.sg com.sl ' +
  'com.sv com.tj com.tr com.tw com.ua com.uy com.vc com.vn';
const GOOGLE_HOSTS = ENDINGS.split(' ').map((ending) => `google.${ending}`);
const SHORT_HOSTS = ['goo.gl', 'g.page', 'g.co', 'share.google', 'search.app'] as const;

/** Hosts of the APIs, which have no pages. */
export const API_HOSTS: readonly string[] = [
  'oauth2.googleapis.com',
  'mybusiness.googleapis.com',
  'mybusinessaccountmanagement.googleapis.com',
  'mybusinessbusinessinformation.googleapis.com',
  'places.googleapis.com',
  'pubsub.googleapis.com',
];

export const HOSTS: readonly string[] = [...GOOGLE_HOSTS, ...SHORT_HOSTS];

/** Subdomains with pages of places; other subdomains belong to other services of Google. */
const PAGE_SUBDOMAINS: ReadonlySet<string> = new Set(['', 'www', 'maps', 'search', 'local', 'business']);
const MAX_CID = 2n ** 64n - 1n;
const FEATURE_ID = /0x[0-9a-f]{1,16}:0x([0-9a-f]{1,16})(?![0-9a-f])/i;
const PLACE_ID = /^[A-Za-z0-9_-]{10,255}$/;
const CID_PARAMETERS = ['cid', 'ludocid'] as const;
/** Older addresses have the position before the number of the place. */
const POSITION = /^-?\d{1,10},-?\d{1,10},/;
const PLACE_ID_PARAMETERS = ['placeid', 'place_id', 'query_place_id', 'destination_place_id'] as const;

export function match(url: URL): UrlMatch | null {
  const host = url.hostname.replace(/\.$/, '');
  if (hostOwnedBy(host, SHORT_HOSTS)) return matchShort(url, host);
  const subdomain = subdomainOf(host, GOOGLE_HOSTS);
  if (subdomain === null) return null;
  if (subdomain === 'consent') return matchLeadingPage(url.searchParams.get('continue'));
  if (!PAGE_SUBDOMAINS.has(subdomain)) return null;
  if (url.pathname === '/url') return matchLeadingPage(url.searchParams.get('q') ?? url.searchParams.get('url'));
  if (url.pathname === '/share.google') return matchShared(url.searchParams.get('q') ?? '');
  const place = placeOf(url);
  if (place !== null) return { kind: 'page', canonicalUrl: addressOf(place) };
  return invalidAddress(
    'This address does not identify a place: open the place on Google Maps and copy the address from there',
  );
}

/** A place: its number (cid), or a place id that does not contain the number. */
export type Place = { readonly cid: string } | { readonly placeId: string };

export function addressOf(place: Place): string {
  if ('cid' in place) return `https://www.google.com/maps?cid=${place.cid}`;
  return `https://www.google.com/maps/place/?q=place_id:${place.placeId}`;
}

/** The place in an address, or null. */
export function placeOf(url: URL): Place | null {
  return numberedPlace(url) ?? placeWithId(url.searchParams) ?? placeWithFeature(url);
}

function numberedPlace({ hostname, pathname, searchParams }: URL): Place | null {
  // `local.google.com/place?id=500`; elsewhere `id` has other meanings.
  const names = hostname.startsWith('local.') && pathname === '/place' ? [...CID_PARAMETERS, 'id'] : CID_PARAMETERS;
  const cids = names.map((name) => cidOf((searchParams.get(name) ?? '').replace(POSITION, '')));
  const cid = cids.find((candidate) => candidate !== null);
  return cid === undefined ? null : { cid };
}

function placeWithId(query: URLSearchParams): Place | null {
  const parameter = PLACE_ID_PARAMETERS.map((name) => query.get(name)).find((value) => value !== null);
  const placeId = parameter ?? /^place_id:(.+)$/.exec(query.get('q') ?? '')?.[1];
  return placeId === undefined ? null : placeOfId(placeId);
}

function placeWithFeature(url: URL): Place | null {
  const cidPart = FEATURE_ID.exec(featureText(url))?.[1];
  const cid = cidPart === undefined ? null : cidOf(BigInt(`0x${cidPart}`).toString());
  return cid === null ? null : { cid };
}

/** The place of a place id, with its cid if the id contains one; null if the id is invalid. */
export function placeOfId(placeId: string): Place | null {
  if (!PLACE_ID.test(placeId)) return null;
  const bytes = Buffer.from(placeId, 'base64url');
  // A protobuf message of one field with two little-endian 64-bit numbers, which are the feature id.
  const isFeature =
    bytes.length === 20 && bytes[0] === 0x0a && bytes[1] === 0x12 && bytes[2] === 0x09 && bytes[11] === 0x11;
  if (!isFeature) return { placeId };
  const cid = cidOf(bytes.readBigUInt64LE(12).toString());
  return cid === null ? { placeId } : { cid };
}

/**
 * The parts of an address that may contain a feature id: the data of the path of a place or of a review, the data of a map that a site
 * embeds, `ftid`, and `lrd` of a search.
 */
function featureText(url: URL): string {
  const { pathname, searchParams, hash } = url;
  const query = (name: string): string => searchParams.get(name) ?? '';
  const data = DATA_PATH.exec(pathname)?.[1];
  const inPath = data === undefined ? '' : featureIn(decodedPart(data) ?? '');
  const embedded = pathname === '/maps/embed' ? featureIn(query('pb')) : '';
  const inFragment = /(?:^|[#&])lrd=([^&]*)/.exec(decodedPart(hash) ?? '')?.[1] ?? '';
  return [inPath, embedded, query('ftid'), query('lrd'), inFragment].join(' ');
}

/** The data of a place, or of a review with its place. The data of a route contains several places. */
const DATA_PATH = /^\/maps\/(?:place\/|reviews\/)(?:.*\/)?data=(.*)$/;

/** The feature id in the data of an address; empty if there is none. A review of an older form has it in the second field. */
function featureIn(data: string): string {
  return /![12]s(0x[0-9a-f]+:0x[0-9a-f]+)/i.exec(data)?.[1] ?? '';
}

/** Normalizes a decimal number of at most 64 bits; null for 0, which means "none". */
function cidOf(text: string): string | null {
  if (!/^\d{1,20}$/.test(text)) return null;
  const number = BigInt(text);
  return number > 0n && number <= MAX_CID ? number.toString() : null;
}

interface ShortLinks {
  readonly host: string;
  /** Path prefix of links to Google Maps; other paths of the host are not Google Maps. */
  readonly prefix: string;
  readonly path: RegExp;
}

const SHORT_LINKS: readonly ShortLinks[] = [
  { host: 'maps.app.goo.gl', prefix: '/', path: /^\/[A-Za-z0-9_-]{4,64}$/ },
  // Google's shortener accepted any address; links to Maps have this prefix.
  { host: 'goo.gl', prefix: '/maps', path: /^\/maps\/[A-Za-z0-9_-]{4,64}$/ },
  { host: 'g.page', prefix: '/', path: /^\/(?:r\/)?[A-Za-z0-9_.%-]{2,200}(?=\/review$|$)/ },
  { host: 'g.co', prefix: '/kgs', path: /^\/kgs\/[A-Za-z0-9_-]{4,64}$/ },
  // What the share dialogs of Search give; they lead to any page that was shared.
  { host: 'share.google', prefix: '/', path: /^\/[A-Za-z0-9_-]{4,64}$/ },
  { host: 'search.app', prefix: '/', path: /^\/[A-Za-z0-9_-]{4,64}$/ },
  { host: 'search.app.goo.gl', prefix: '/', path: /^\/[A-Za-z0-9_-]{4,64}$/ },
];

function matchShort({ pathname }: URL, host: string): UrlMatch | null {
  const links = SHORT_LINKS.find((candidate) => candidate.host === host && pathname.startsWith(candidate.prefix));
  if (links === undefined) return null;
  const path = links.path.exec(pathname.replace(/(?<!\/)\/+$/, ''))?.[0];
  if (path === undefined) return invalidAddress('This short link of Google has no code');
  return { kind: 'short', canonicalUrl: `https://${host}${path}` };
}

/** The page to which `share.google` redirects first. */
function matchShared(code: string): UrlMatch {
  return matchShort(new URL(`https://share.google/${encodeURIComponent(code)}`), 'share.google') ?? NO_PLACE;
}

/**
 * Matches a page that precedes another one, whose address is in the query: the consent to cookies, which comes first in some countries,
 * and the redirection of results and mails.
 */
function matchLeadingPage(address: string | null): UrlMatch {
  const page = parsedUrl(address ?? '');
  if (page === null || page.hostname.startsWith('consent.') || page.pathname === '/url') return NO_PLACE;
  return match(page) ?? NO_PLACE;
}

const NO_PLACE = invalidAddress('This is not a page of a place');
