/**
 * A forward proxy on loopback for all traffic of the browser. A browser resolves names, follows redirects and opens WebSockets by
 * itself, and its interception hooks see neither redirect targets nor WebSockets. All connections of the browser go through the
 * proxy, so the proxy can check them.
 *
 * Each page visit gets a session: a random credential with its own rules, counters and lifetime. Requests without a valid
 * credential get 407, so neither other processes of this machine nor the browser's own background services can use
 * the proxy. Each connection is checked: the host is allowed, its address is public (`dial.ts` connects to the checked
 * address), and the session has not exceeded its byte limit.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { parsedUrl } from '@libs/kernel';
import { ADAPTER_EGRESS } from './address-policy';
import { dial } from './dial';
import { asEgressError, EgressError } from './egress-error';
import type { GuardedClientOptions } from './guarded-client';
import { forwardPlainRequest } from './forward-plain-request';
import { OpenProxySession, type ProxySession, type ProxyRules } from './proxy-session';
import { DnsResolver } from './resolver';
import { isExempt, readTarget, type Target } from './target';

export type { ProxySession, ProxyRules, ProxyTraffic } from './proxy-session';

const HEADERS_TIMEOUT_MS = 10_000;
const CHALLENGE = 'Basic realm="hrev"';

export class FilteringProxy {
  private readonly server: Server;
  private readonly sessions = new Map<string, OpenProxySession>();

  /** Accepts the options of the guarded client, so that the same rules apply to both. */
  constructor(private readonly options: GuardedClientOptions = {}) {
    this.server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: 0 });
    this.server.on('request', (request, response) => void this.handlePlain(request, response));
    this.server.on('connect', (request, socket: Duplex, head: Buffer) => void this.handleTunnel(request, socket, head));
  }

  /** Listens on a free port of 127.0.0.1. */
  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(0, '127.0.0.1', () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    // The proxy alone must not keep the process alive.
    this.server.unref();
  }

  /** `http://127.0.0.1:<port>`; only after `start`. */
  get origin(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Creates a session. It is valid until it is closed or exceeds its byte limit. */
  openSession(rules: ProxyRules): ProxySession {
    const password = randomBytes(24).toString('hex');
    const username = randomBytes(8).toString('hex');
    const session = new OpenProxySession(username, password, rules, () => this.sessions.delete(username));
    this.sessions.set(username, session);
    return session;
  }

  /** Closes every connection and the port. */
  async stop(): Promise<void> {
    for (const session of [...this.sessions.values()]) session.close();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async handlePlain(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = this.sessionOf(request);
    if (session === null) {
      response.writeHead(407, { 'proxy-authenticate': CHALLENGE, 'content-length': 0, connection: 'close' }).end();
      return;
    }
    try {
      session.track(request.socket);
      const target = this.checkedTarget(request.url ?? '', session);
      if (target.secure) throw new EgressError('refused', 'Encrypted pages require CONNECT');
      await forwardPlainRequest(request, response, target, await this.dial(target, session), session);
    } catch (error) {
      this.recordFailure(error, request.url ?? '', session);
      // Send no response: the browser could mistake it for the platform's.
      request.socket.destroy();
    }
  }

  private async handleTunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const session = this.sessionOf(request);
    if (session === null) {
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\n${EMPTY}`);
      return;
    }
    try {
      session.track(client);
      const upstream = await this.dial(this.checkedTarget(this.tunnelAddress(request.url ?? ''), session), session);
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) upstream.write(head);
      session.join(client, upstream);
    } catch (error) {
      this.recordFailure(error, `https://${request.url ?? ''}`, session);
      if (!client.destroyed) client.end(`HTTP/1.1 403 Forbidden\r\n${EMPTY}`);
    }
  }

  /** Adds a scheme to the `host:port` of a CONNECT. Only exempt origins depend on the scheme. */
  private tunnelAddress(authority: string): string {
    const httpAddress = `http://${authority}`;
    const url = parsedUrl(httpAddress);
    return url !== null && isExempt(url.origin, this.options) ? httpAddress : `https://${authority}`;
  }

  private checkedTarget(address: string, session: OpenProxySession): Target {
    const target = readTarget(address, ADAPTER_EGRESS, this.options);
    if (session.rules.allowsHost(target.host)) return target;
    throw new EgressError('refused', `The host ${target.host} is not allowed for this page`);
  }

  private async dial(target: Target, session: OpenProxySession): Promise<Socket> {
    const resolver = this.options.resolver ?? new DnsResolver();
    // TLS is between the browser and the host, so this is a plain TCP connection.
    const upstream = await dial(target, { ...this.options, resolver, secure: false, signal: session.signal });
    session.track(upstream);
    return upstream;
  }

  private recordFailure(error: unknown, address: string, session: OpenProxySession): void {
    const host = parsedUrl(address)?.hostname ?? 'unknown';
    const failure = asEgressError(error, host);
    if (failure.kind === 'refused') session.recordRefusal(host, failure.message);
  }

  private sessionOf(request: IncomingMessage): OpenProxySession | null {
    const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':', 2);
    const session = this.sessions.get(username);
    return session !== undefined && sameSecret(password, session.password) ? session : null;
  }
}

const EMPTY = 'Content-Length: 0\r\nConnection: close\r\n\r\n';

function sameSecret(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
