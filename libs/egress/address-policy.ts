/**
 * The addresses and ports that the service may reach (contract §11). Pure functions: no network, no clock.
 *
 * IPv6 is an allow-list: only global unicast 2000::/3, without the ranges below. Most of the remaining space is unassigned, and
 * every transition form (mapped, compatible, NAT64, Teredo, 6to4) can embed an IPv4 address. IPv4 is a deny-list: IANA's
 * special-purpose registry in full, plus the one public address that a cloud uses for internal services. Ready-made lists
 * (`net.BlockList` with the usual ranges, `unicast` of ipaddr.js) miss some of these ranges, so only the parser of ipaddr.js is
 * used.
 */
import { isIP } from 'node:net';
import * as ipaddr from 'ipaddr.js';

/** A forbidden range; `reason` is its name in error messages. `allowPrivate` allows the ranges that are `openInDevelopment`. */
interface Range {
  readonly cidr: [ipaddr.IPv4 | ipaddr.IPv6, number];
  readonly reason: string;
  readonly openInDevelopment: boolean;
}

const range = (cidr: string, reason: string, openInDevelopment = false): Range => ({
  cidr: ipaddr.parseCIDR(cidr),
  reason,
  openInDevelopment,
});

const FORBIDDEN_IPV4: readonly Range[] = [
  range('0.0.0.0/8', 'this network'),
  range('10.0.0.0/8', 'private', true),
  range('100.64.0.0/10', 'carrier-grade NAT'),
  range('127.0.0.0/8', 'loopback', true),
  range('169.254.0.0/16', 'link-local'),
  range('172.16.0.0/12', 'private', true),
  range('192.0.0.0/24', 'protocol assignments'),
  range('192.0.2.0/24', 'documentation'),
  range('192.31.196.0/24', 'AS112'),
  range('192.52.193.0/24', 'AMT relay'),
  range('192.88.99.0/24', '6to4 relay'),
  range('192.168.0.0/16', 'private', true),
  range('192.175.48.0/24', 'AS112'),
  range('198.18.0.0/15', 'benchmark'),
  range('198.51.100.0/24', 'documentation'),
  range('203.0.113.0/24', 'documentation'),
  range('224.0.0.0/4', 'multicast'),
  range('240.0.0.0/4', 'reserved'),
  // Azure's wire server: a public address that is reachable only from virtual machines and serves their credentials.
  range('168.63.129.16/32', 'cloud-internal'),
];

const FORBIDDEN_GLOBAL_IPV6: readonly Range[] = [
  range('2001::/23', 'protocol assignments'), // Teredo, ORCHID, benchmark and more
  range('2001:db8::/32', 'documentation'),
  range('2002::/16', '6to4'),
  range('3fff::/20', 'documentation'),
];

/** Everything outside global unicast is refused. These ranges have a more precise reason, or are opened by `allowPrivate`. */
const NAMED_IPV6: readonly Range[] = [
  range('::1/128', 'loopback', true),
  range('::/128', 'unspecified'),
  range('::/96', 'IPv4-compatible'),
  range('64:ff9b::/32', 'NAT64'),
  range('fc00::/7', 'private', true),
  range('fe80::/10', 'link-local'),
  range('fec0::/10', 'site-local'),
  range('ff00::/8', 'multicast'),
];

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

export interface AddressOptions {
  /** Development only (`HREV_ALLOW_PRIVATE_TARGETS`): allows loopback and private ranges, and no others. */
  readonly allowPrivate?: boolean;
}

/**
 * Returns why this IP address is forbidden, or null if it is allowed. Accepts the notation that resolvers and sockets return;
 * other texts ("127.1", a name, a zone id) are refused as "not an IP address". A mapped address (`::ffff:a.b.c.d`) is treated
 * as its IPv4 address.
 */
export function forbiddenAddress(ip: string, { allowPrivate = false }: AddressOptions = {}): string | null {
  if (isIP(ip) === 0 || ip.includes('%')) return 'not an IP address';
  const address = readAddress(ip);
  const hit = address.kind() === 'ipv4' ? find(address, FORBIDDEN_IPV4) : forbiddenIpv6(address);
  if (hit === null) return null;
  return allowPrivate && hit.openInDevelopment ? null : hit.reason;
}

/** Normalizes an address; a mapped address becomes its IPv4 address. Throws for a text that is no address, or that has a zone id. */
export function canonicalAddress(ip: string): string {
  return readAddress(ip).toNormalizedString();
}

function readAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 {
  // ipaddr.js treats `::8.8.8.8` (IPv4-compatible) as a mapped address. The URL parser rewrites it in hexadecimal, which
  // ipaddr.js reads correctly.
  const normalized = isIP(ip) === 6 ? new URL(`http://[${ip}]/`).hostname.slice(1, -1) : ip;
  return ipaddr.process(normalized);
}

function forbiddenIpv6(address: ipaddr.IPv4 | ipaddr.IPv6): Pick<Range, 'reason' | 'openInDevelopment'> | null {
  if (address.match(GLOBAL_UNICAST)) return find(address, FORBIDDEN_GLOBAL_IPV6);
  return find(address, NAMED_IPV6) ?? { reason: 'not a public address', openInDevelopment: false };
}

/**
 * The range that contains the address, or null. All ranges must have the family of the address: `match` throws for the other
 * family.
 */
function find(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Range[]): Range | null {
  return ranges.find(({ cidr }) => address.match(cidr)) ?? null;
}

/** Suffixes of names on internal networks. Such names are refused whatever address they resolve to. */
const INTERNAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'svc',
];

/**
 * Returns why a host *name* (lower case, no trailing dot) is refused before any look-up, or null. Single labels and internal
 * suffixes are names of a local network; a search list or a hosts file could map them to any address.
 */
export function forbiddenHostName(name: string): string | null {
  if (name === '') return 'no host';
  if (INTERNAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`)))
    return 'a name of an internal network';
  return name.includes('.') ? null : 'a name without a domain';
}

/** Rules for one kind of outgoing request. `forbiddenAddress` applies to all kinds in addition. */
export interface EgressPolicy {
  readonly protocols: readonly ('http:' | 'https:')[];
  readonly maxUrlLength: number;
  allowsPort(port: number): boolean;
}

/** Adapters: the two standard HTTP ports. */
export const ADAPTER_EGRESS: EgressPolicy = {
  protocols: ['https:', 'http:'],
  maxUrlLength: 16_384,
  allowsPort: (port) => port === 80 || port === 443,
};

/** Webhook targets: https only, on 443 or any unprivileged port; other low ports belong to mail, SSH and similar services. */
export const WEBHOOK_EGRESS: EgressPolicy = {
  protocols: ['https:'],
  maxUrlLength: 2_048,
  allowsPort: (port) => port === 443 || (port >= 1_024 && port <= 65_535),
};
