/**
 * Reads the address of an outgoing request, before any lookup. The raw text is judged first: the URL parser silently
 * drops tabs and newlines, turns backslashes into slashes and rewrites `127.1`, `2130706433`, `0x7f.1` and circled
 * digits, so what was judged must be what the parser made of a harmless text. Names are judged again by their answers
 * when the connection is made (`dial.ts`).
 */
import { isIP } from 'node:net';
import { parsedUrl } from '@libs/kernel';
import { forbiddenAddress, forbiddenHostName, type EgressPolicy } from './address-policy';
import { EgressError } from './egress-error';

/** What an operator opened on purpose. */
export interface Exemptions {
  /** Exact origins (`http://127.0.0.1:4001`) that may be reached whatever their address and port. */
  readonly exemptOrigins?: readonly string[];
  /** Development only: loopback and private addresses, plain http and any port. */
  readonly allowPrivate?: boolean;
}

export interface Target {
  readonly url: URL;
  /** IP address without brackets, or lower-case name without a trailing dot. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The operator opened exactly this origin: its address is not judged. */
  readonly exempt: boolean;
}

/** Why this address is refused without asking the network, or null. For a friendly answer when a target is saved. */
export function targetRefusal(address: string, policy: EgressPolicy, exemptions: Exemptions = {}): string | null {
  try {
    readTarget(address, policy, exemptions);
    return null;
  } catch (error) {
    if (error instanceof EgressError) return error.message;
    throw error;
  }
}

/** The target of a request; throws `EgressError('refused')` with a sentence for people. */
export function readTarget(address: string, policy: EgressPolicy, exemptions: Exemptions = {}): Target {
  const url = parse(address, policy.maxUrlLength);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('The address must begin with https://');
  if (url.username !== '' || url.password !== '') throw refused('The address must not contain a user name');
  const host = bareHost(url.hostname);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const exempt = isExempt(url.origin, exemptions);
  if (!exempt) {
    if (exemptions.allowPrivate !== true) judgeAgainstPolicy(url.protocol, port, policy);
    judgeHost(host, exemptions);
  }
  return { url, host, port, secure, exempt };
}

/** Whether exactly this origin was opened by the operator. */
export function isExempt(origin: string, { exemptOrigins = [] }: Exemptions): boolean {
  return exemptOrigins.includes(origin);
}

/** Refuses a host by its name or literal address alone. `host` as `Target.host`. */
export function judgeHost(host: string, { allowPrivate = false }: Exemptions): void {
  const literal = isIP(host) !== 0;
  if (!literal && allowPrivate) return;
  const reason = literal ? forbiddenAddress(host, { allowPrivate }) : forbiddenHostName(host);
  if (reason !== null) throw refused(`The host ${host} is not public (${reason})`);
}

/** `[::1]` without brackets, `Example.com.` as `example.com`. */
export function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

function parse(address: string, maxLength: number): URL {
  if (address.length > maxLength) throw refused(`The address is longer than ${maxLength} characters`);
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f-\u00a0\\]/.test(address)) {
    throw refused('The address contains a blank, a backslash or a control character');
  }
  const url = parsedUrl(address);
  if (url === null) throw refused('This is not an address');
  return url;
}

function judgeAgainstPolicy(protocol: 'http:' | 'https:', port: number, policy: EgressPolicy): void {
  if (!policy.protocols.includes(protocol)) throw refused('The address must begin with https://');
  if (!policy.allowsPort(port)) throw refused(`Port ${port} is not allowed`);
}

function refused(message: string): EgressError {
  return new EgressError('refused', message);
}
