/**
 * Parses and checks the address of an outgoing request, before any look-up. The raw text is checked before it is parsed as a URL,
 * because the parser silently drops tabs and newlines, turns backslashes into slashes and rewrites `127.1`, `2130706433`,
 * `0x7f.1` and circled digits. The addresses of a name are checked when the connection is made (`dial.ts`).
 */
import { isIP } from 'node:net';
import { foldHost, parsedUrl } from '@libs/kernel';
import { forbiddenAddress, forbiddenHostName, type EgressPolicy } from './address-policy';
import { EgressError } from './egress-error';

/** Exceptions from the rules for addresses, set by the operator. */
export interface Exemptions {
  /** Exact origins (`http://127.0.0.1:4001`) that are allowed with any address and port. */
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
  /** The operator exempted exactly this origin: its address is not checked. */
  readonly exempt: boolean;
}

/** Returns the reason why this address is refused, or null. Uses no network: for validation when a target is saved. */
export function targetRefusal(address: string, policy: EgressPolicy, exemptions: Exemptions = {}): string | null {
  try {
    readTarget(address, policy, exemptions);
    return null;
  } catch (error) {
    if (error instanceof EgressError) return error.message;
    throw error;
  }
}

/** Parses and checks the target of a request; throws `EgressError('refused')` with a message for clients. */
export function readTarget(address: string, policy: EgressPolicy, exemptions: Exemptions = {}): Target {
  const url = parse(address, policy.maxUrlLength);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refusal('The address must begin with https://');
  if (url.username !== '' || url.password !== '') throw refusal('The address must not contain a user name');
  const host = bareHost(url.hostname);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const exempt = isExempt(url.origin, exemptions);
  if (!exempt) {
    if (exemptions.allowPrivate !== true) checkPolicy(url.protocol, port, policy);
    checkHost(host, exemptions);
  }
  return { url, host, port, secure, exempt };
}

/** Whether the operator exempted exactly this origin. */
export function isExempt(origin: string, { exemptOrigins = [] }: Exemptions): boolean {
  return exemptOrigins.includes(origin);
}

/** Checks a host by its name or literal address alone; throws `EgressError('refused')`. `host` as in `Target.host`. */
export function checkHost(host: string, { allowPrivate = false }: Exemptions): void {
  const literal = isIP(host) !== 0;
  if (!literal && allowPrivate) return;
  const reason = literal ? forbiddenAddress(host, { allowPrivate }) : forbiddenHostName(host);
  if (reason !== null) throw refusal(`The host ${host} is not public (${reason})`);
}

/** Removes brackets (`[::1]`) and the trailing dot, and converts to lower case (`Example.com.`). */
export function bareHost(hostname: string): string {
  return foldHost(hostname.replace(/^\[|\]$/g, ''));
}

function parse(address: string, maxLength: number): URL {
  if (address.length > maxLength) throw refusal(`The address is longer than ${maxLength} characters`);
  // eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
  if (/[\u0000-\u0020\u007f-\u00a0\\]/.test(address)) {
    throw refusal('The address contains a blank, a backslash or a control character');
  }
  const url = parsedUrl(address);
  if (url === null) throw refusal('This is not an address');
  return url;
}

function checkPolicy(protocol: 'http:' | 'https:', port: number, policy: EgressPolicy): void {
  if (!policy.protocols.includes(protocol)) throw refusal('The address must begin with https://');
  if (!policy.allowsPort(port)) throw refusal(`Port ${port} is not allowed`);
}

function refusal(message: string): EgressError {
  return new EgressError('refused', message);
}
