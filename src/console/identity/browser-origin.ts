import { isIP, type Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { AppError, parsedUrl } from '@libs/kernel';
import type { Request } from 'express';

/** The cookies of the console for one origin. */
export interface CookieNames {
  readonly session: string;
  readonly browser: string;
  readonly isSecure: boolean;
}

/** The parts of a request that show its origin. */
export type BrowserRequest = Pick<Request, 'headers'> & { readonly socket: Pick<Socket, 'remoteAddress'> };

/** The site for which a browser makes a passkey. */
export interface PasskeySite {
  readonly origin: string;
  readonly rpId: string;
}

const SECURE: CookieNames = { session: '__Host-hrev', browser: '__Host-hrev-browser', isSecure: true };
/** Plain http is possible on loopback only, where the prefix `__Host-` cannot be used. */
const PLAIN: CookieNames = { session: 'hrev-session', browser: 'hrev-browser', isSecure: false };
const LOOPBACK_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
/** The address of the other end of a connection inside the machine. */
const LOOPBACK_SOCKET = /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/;

/**
 * The address under which browsers use the console: `HREV_PUBLIC_URL`, or without it the host of the request. Then the host must be a
 * loopback address, and the connection must come from this machine: a client can write any host. With an `HREV_PUBLIC_URL` on loopback
 * the connection may come from elsewhere, as it does in a container whose port is published on loopback.
 */
@Injectable()
export class BrowserOrigin {
  private readonly publicOrigin: string | null;
  private readonly trustsAnySocket: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    const origin = config.HREV_PUBLIC_URL === null ? null : new URL(config.HREV_PUBLIC_URL).origin;
    // On loopback, `localhost` and 127.0.0.1 are equal: the address that the browser uses counts.
    this.trustsAnySocket = origin !== null && LOOPBACK_ORIGIN.test(origin);
    this.publicOrigin = this.trustsAnySocket ? null : origin;
  }

  /** Throws `forbidden` if the console is used over the network and `HREV_PUBLIC_URL` is not set. */
  of({ headers, socket }: BrowserRequest): string {
    if (this.publicOrigin !== null) return this.publicOrigin;
    const host = headers.host ?? '';
    const isLocal = this.trustsAnySocket || LOOPBACK_SOCKET.test(socket.remoteAddress ?? '');
    // The pattern permits ports that no address has.
    if (isLocal && LOOPBACK.test(host) && parsedUrl(`http://${host}`) !== null) return `http://${host}`;
    throw new AppError(
      'forbidden',
      'The console is used over a network: the operator must set HREV_PUBLIC_URL to its https address',
    );
  }

  /** The site for passkeys; null if the host is an IP address, for which browsers make none. */
  passkeySite(request: BrowserRequest): PasskeySite | null {
    const origin = this.of(request);
    const { hostname } = new URL(origin);
    const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
    return isIpAddress ? null : { origin, rpId: hostname };
  }

  cookies(request: BrowserRequest): CookieNames {
    return this.of(request).startsWith('https:') ? SECURE : PLAIN;
  }

  /**
   * Throws `forbidden` unless a request that may write comes from a page of the console: forms and scripts of other sites cannot
   * send these headers (ASVS 3.5.1).
   */
  assertFromConsole(request: BrowserRequest & Pick<Request, 'method'>): void {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { headers } = request;
    const site = headers['sec-fetch-site'];
    const isFromConsole =
      /^application\/json\b/i.test(headers['content-type'] ?? '') &&
      headers['x-hrev-console'] === '1' &&
      (site === undefined || site === 'same-origin') &&
      headers.origin === this.of(request);
    if (!isFromConsole) throw new AppError('forbidden', 'The request does not come from a page of the console');
  }
}

/** Whether a request has a cookie of a session, on https or on loopback. */
export function hasSessionCookie(request: Pick<Request, 'headers'>): boolean {
  return [SECURE, PLAIN].some(({ session }) => cookieOf(request, session) !== null);
}

/**
 * Whether a page of the console sends the request because of an act of the person. Pages mark requests that they send by themselves, such
 * as those after a live event; event streams and images have no headers of a page.
 */
export function isActOfPerson({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['x-hrev-console'] === '1' && headers['x-hrev-background'] === undefined;
}

/** The value of a cookie; null if it is absent or appears twice. */
export function cookieOf({ headers }: Pick<Request, 'headers'>, name: string): string | null {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}
