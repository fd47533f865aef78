/**
 * A forward proxy on loopback that the browser's whole traffic goes through. A browser resolves names, follows redirects
 * and opens WebSockets by itself, and its interception hooks see neither redirect targets nor WebSockets; the proxy sees
 * every connection, because the browser has no other way out.
 *
 * Each user of it (one page visit) gets a pass: a random credential with rules, counters and a life of its own. Without
 * a valid pass nothing is answered but 407, so neither other processes of this machine nor the browser's own background
 * services can use it. For each connection: allowed host? public address (`dial.ts`, pinned)? bytes left?
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
import { OpenPass, type ProxyPass, type ProxyRules } from './proxy-pass';
import { DnsResolver } from './resolver';
import { isExempt, readTarget, type Target } from './target';

export type { ProxyPass, ProxyRules, ProxyTraffic } from './proxy-pass';

const HEADERS_TIMEOUT_MS = 10_000;
const CHALLENGE = 'Basic realm="hrev"';

export class FilteringProxy {
  private readonly server: Server;
  private readonly passes = new Map<string, OpenPass>();

  /** The options are those of the guarded client: one rule for both ways out. */
  constructor(private readonly options: GuardedClientOptions = {}) {
    this.server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: 0 });
    this.server.on('request', (request, response) => void this.plain(request, response));
    this.server.on('connect', (request, socket: Duplex, head: Buffer) => void this.tunnel(request, socket, head));
  }

  /** Listens on a free port of 127.0.0.1. */
  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(0, '127.0.0.1', () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    // Alone it must not keep the process alive.
    this.server.unref();
  }

  /** `http://127.0.0.1:<port>`; only after `start`. */
  get origin(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** A new credential. It works until closed, or until its bytes are used up. */
  issue(rules: ProxyRules): ProxyPass {
    const password = randomBytes(24).toString('hex');
    const username = randomBytes(8).toString('hex');
    const pass = new OpenPass(username, password, rules, () => this.passes.delete(username));
    this.passes.set(username, pass);
    return pass;
  }

  /** Cuts every connection and frees the port. */
  async stop(): Promise<void> {
    for (const pass of [...this.passes.values()]) pass.close();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async plain(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pass = this.passOf(request);
    if (pass === null) {
      response.writeHead(407, { 'proxy-authenticate': CHALLENGE, 'content-length': 0, connection: 'close' }).end();
      return;
    }
    try {
      pass.hold(request.socket);
      const target = this.admit(request.url ?? '', pass);
      if (target.secure) throw new EgressError('refused', 'Encrypted pages are asked for with CONNECT');
      await forwardPlainRequest(request, response, target, await this.dial(target, pass), pass);
    } catch (error) {
      this.note(error, request.url ?? '', pass);
      // No answer at all: one of ours could be taken for the platform's.
      request.socket.destroy();
    }
  }

  private async tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const pass = this.passOf(request);
    if (pass === null) {
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\n${EMPTY}`);
      return;
    }
    try {
      pass.hold(client);
      const upstream = await this.dial(this.admit(this.tunnelAddress(request.url ?? ''), pass), pass);
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) upstream.write(head);
      pass.join(client, upstream);
    } catch (error) {
      this.note(error, `https://${request.url ?? ''}`, pass);
      if (!client.destroyed) client.end(`HTTP/1.1 403 Forbidden\r\n${EMPTY}`);
    }
  }

  /** `host:port` of a CONNECT says nothing of the scheme; only the operator's exact origins depend on it. */
  private tunnelAddress(authority: string): string {
    const plain = `http://${authority}`;
    const url = parsedUrl(plain);
    return url !== null && isExempt(url.origin, this.options) ? plain : `https://${authority}`;
  }

  private admit(address: string, pass: OpenPass): Target {
    const target = readTarget(address, ADAPTER_EGRESS, this.options);
    if (pass.rules.allowsHost(target.host)) return target;
    throw new EgressError('refused', `The host ${target.host} is not one this page may ask`);
  }

  private async dial(target: Target, pass: OpenPass): Promise<Socket> {
    const resolver = this.options.resolver ?? new DnsResolver();
    // The browser brings its own TLS, end to end; what is dialled here is the bare connection.
    const upstream = await dial(target, { ...this.options, resolver, secure: false, signal: pass.signal });
    pass.hold(upstream);
    return upstream;
  }

  private note(error: unknown, address: string, pass: OpenPass): void {
    const host = parsedUrl(address)?.hostname ?? 'unknown';
    const failure = asEgressError(error, host);
    if (failure.kind === 'refused') pass.noteRefusal(host, failure.message);
  }

  private passOf(request: IncomingMessage): OpenPass | null {
    const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':', 2);
    const pass = this.passes.get(username);
    return pass !== undefined && sameSecret(password, pass.password) ? pass : null;
  }
}

const EMPTY = 'Content-Length: 0\r\nConnection: close\r\n\r\n';

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
