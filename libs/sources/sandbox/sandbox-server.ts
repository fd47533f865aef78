/**
 * The sandbox: an HTTP server on 127.0.0.1 for all sandbox platforms. hrev sends it the requests for a platform
 * (`HREV_SOURCE_ORIGINS`) with the platform's host in `X-Hrev-Original-Host`; a browser whose DNS resolves the host to this
 * server sends it in `Host`. `/_sandbox` changes the content of the platforms (sandbox-control.ts).
 *
 * For development and tests: it has no access control and listens on loopback only.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { hostOwnedBy } from '../url-tools';
import { SandboxConsents } from './sandbox-consents';
import { respondToControl } from './sandbox-control';
import { fillDemo } from './sandbox-demo';
import { SandboxReplies } from './sandbox-replies';
import { SandboxListings, type SandboxReviewChange, type SandboxReviewInput } from './sandbox-listings';
import type {
  SandboxResponse,
  SandboxBehaviour,
  SandboxListing,
  SandboxPlatform,
  SandboxRequest,
  SandboxReview,
} from './sandbox-platform';

/** A request to a platform. */
export interface SandboxLogEntry {
  readonly slug: string;
  /** The address with the platform's host. */
  readonly url: string;
  readonly method: string;
  readonly at: Date;
}

const MAX_BODY_BYTES = 1_048_576;
const UNKNOWN_HOST: SandboxResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'No sandbox platform has this host. See /_sandbox.\n',
};

export class SandboxServer {
  /** All requests since the start, in order of arrival; tests may clear it with `requests.length = 0`. */
  readonly requests: SandboxLogEntry[] = [];
  private readonly listings: SandboxListings;
  private readonly server: Server;
  private readonly repliesBySlug = new Map<string, SandboxReplies>();
  private readonly consentsBySlug = new Map<string, SandboxConsents>();
  private delayMs = 0;

  constructor(readonly platforms: readonly SandboxPlatform[]) {
    this.listings = new SandboxListings(platforms);
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** Listens on 127.0.0.1 at `port`, or at any free port; returns the origin. */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', resolve);
    });
    return this.origin;
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The value of `HREV_SOURCE_ORIGINS`: this server is the origin of every sandbox platform. */
  get origins(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.platforms.map((platform) => [platform.slug, this.origin]));
  }

  /** Returns the listing and creates it if necessary; its `name` can be assigned. */
  listing(slug: string, key: string): SandboxListing {
    return this.listings.listing(slug, key);
  }

  add(slug: string, key: string, review: SandboxReviewInput): SandboxReview {
    return this.listings.add(slug, key, review);
  }

  edit(slug: string, key: string, id: string, change: SandboxReviewChange): SandboxReview {
    return this.listings.edit(slug, key, id, change);
  }

  drop(slug: string, key: string, id: string): void {
    this.listings.drop(slug, key, id);
  }

  /** Removes the listing. */
  removeListing(slug: string, key: string): void {
    this.listings.removeListing(slug, key);
  }

  behave(slug: string, key: string, behaviour: SandboxBehaviour, fromPage = 1): void {
    this.listings.behave(slug, key, behaviour, fromPage);
  }

  /** The platform's replies: access, behaviour of writes, and publications. */
  replies(slug: string): SandboxReplies {
    return presentOrNew(this.repliesBySlug, slug, () => new SandboxReplies());
  }

  /** The platform's sign-in: codes, lasting tokens, and what its API refuses. */
  consents(slug: string): SandboxConsents {
    return presentOrNew(this.consentsBySlug, slug, () => new SandboxConsents());
  }

  /** Delays all responses of platforms, so that a test can interrupt a collection. */
  slowDown(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** Creates one listing per platform with fictitious reviews, the same every time; returns the addresses to add to hrev. */
  seedDemo(now = new Date()): string[] {
    return this.platforms.map((platform) => fillDemo(platform, this.listings, now));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await send(response, await this.responseTo(request));
    } catch (error) {
      // An error of a sandbox platform is returned as a 500 with the reason, for the author of the adapter.
      await send(response, {
        status: 500,
        headers: { 'content-type': 'text/plain' },
        body: `sandbox error: ${String(error)}`,
      });
    }
  }

  /** The platform's host; a page for persons is called by the address of the sandbox. */
  private hostOf(request: IncomingMessage): string {
    const host = originalHost(request);
    const isOwn = !this.platforms.some(({ hosts }) => hostOwnedBy(host, hosts));
    const page = this.platforms.find(({ pages }) => pages && (request.url ?? '').startsWith(pages.prefix))?.pages;
    return isOwn && page !== undefined ? page.host : host;
  }

  /**
   * The platform of a request; of several platforms with the host, one that has the host itself and not as a subdomain
   * (play.google.com is a subdomain of google.com), and of these, one that takes the request.
   */
  private platformOf(host: string, request: SandboxRequest): SandboxPlatform | undefined {
    const owners = this.platforms.filter(({ hosts }) => hostOwnedBy(host, hosts));
    const exact = owners.filter(({ hosts }) => hosts.includes(host));
    const nearest = exact.length > 0 ? exact : owners;
    return (
      nearest.find((platform) => platform.takes?.(request)) ?? nearest.find((platform) => platform.takes === undefined)
    );
  }

  private async responseTo(request: IncomingMessage): Promise<SandboxResponse> {
    const host = this.hostOf(request);
    const call = await readRequest(request, host);
    const { method, url, body } = call;
    const platform = this.platformOf(host, call);
    if (platform === undefined) {
      return (
        respondToControl({ method, path: request.url ?? '/', body, server: this, listings: this.listings }) ??
        UNKNOWN_HOST
      );
    }
    this.requests.push({ slug: platform.slug, url: url.href, method, at: new Date() });
    if (this.delayMs > 0) await pause(this.delayMs, undefined, { ref: false });
    const { slug } = platform;
    return platform.respond(call, (key) => this.listings.find(slug, key), {
      replies: this.replies(slug),
      consents: this.consents(slug),
      listings: () => this.listings.all().filter((listing) => listing.slug === slug),
    });
  }
}

function presentOrNew<Value>(values: Map<string, Value>, slug: string, make: () => Value): Value {
  const existing = values.get(slug);
  if (existing !== undefined) return existing;
  const created = make();
  values.set(slug, created);
  return created;
}

function originalHost(request: IncomingMessage): string {
  const originalHeader = request.headers['x-hrev-original-host'];
  const host = typeof originalHeader === 'string' ? originalHeader : (request.headers.host ?? '');
  return host.toLowerCase().replace(/:\d+$/, '');
}

async function readRequest(request: IncomingMessage, host: string): Promise<SandboxRequest> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const url = new URL(request.url ?? '/', `https://${host}`);
  return { method: request.method ?? 'GET', url, headers, body: await readBody(request) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is larger than 1 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function send(target: ServerResponse, response: SandboxResponse): Promise<void> {
  if (response.delayMs !== undefined) await pause(response.delayMs, undefined, { ref: false });
  if (target.destroyed) return;
  if (response.closesConnection === true) {
    target.socket?.destroy();
    return;
  }
  target.writeHead(response.status, response.headers ?? {});
  target.end(response.body);
}
