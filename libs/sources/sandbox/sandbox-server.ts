/**
 * The sandbox: one HTTP server on 127.0.0.1 that plays every sandbox platform at once. hrev sends it the requests meant
 * for a platform (`HREV_SOURCE_ORIGINS`) with the platform's host in `X-Hrev-Original-Host`; a browser that was pointed
 * here by name says it in `Host`. Under `/_sandbox` people change what the platforms show (sandbox-control.ts).
 *
 * For development and tests: it has no guard of its own and listens on loopback only.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { hostOwnedBy } from '../url-tools';
import { answerControl } from './sandbox-control';
import { fillDemo } from './sandbox-demo';
import { SandboxReplies } from './sandbox-replies';
import { SandboxListings, type SandboxReviewChange, type SandboxReviewInput } from './sandbox-listings';
import type {
  SandboxAnswer,
  SandboxBehaviour,
  SandboxListing,
  SandboxPlatform,
  SandboxReview,
} from './sandbox-platform';

/** One request that a platform got, in the order of arrival. */
export interface SandboxLogEntry {
  readonly slug: string;
  /** The platform's own address. */
  readonly url: string;
  readonly method: string;
  readonly at: Date;
}

const MAX_BODY_BYTES = 1_048_576;
const NOT_OURS: SandboxAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'No sandbox platform has this host. See /_sandbox.\n',
};

export class SandboxServer {
  /** Everything the platforms were asked since the start; tests may empty it with `requests.length = 0`. */
  readonly requests: SandboxLogEntry[] = [];
  private readonly listings: SandboxListings;
  private readonly server: Server;
  private readonly desks = new Map<string, SandboxReplies>();
  private delayMs = 0;

  constructor(readonly platforms: readonly SandboxPlatform[]) {
    this.listings = new SandboxListings(platforms);
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** Listens on 127.0.0.1 at `port`, or at any free one; gives the origin. */
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

  /** The value of `HREV_SOURCE_ORIGINS`: every sandbox platform at this server. */
  get origins(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.platforms.map((platform) => [platform.slug, this.origin]));
  }

  /** The listing, made if need be; change its `name` in place. */
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

  /** Takes the whole listing off the platform. */
  forget(slug: string, key: string): void {
    this.listings.forget(slug, key);
  }

  behave(slug: string, key: string, behaviour: SandboxBehaviour, fromPage = 1): void {
    this.listings.behave(slug, key, behaviour, fromPage);
  }

  /** The platform's reply desk: who may answer reviews, how that goes, and what was published. */
  replies(slug: string): SandboxReplies {
    const known = this.desks.get(slug);
    if (known !== undefined) return known;
    const made = new SandboxReplies();
    this.desks.set(slug, made);
    return made;
  }

  /** Every answer of a platform waits so long from now on, so that a collection can be interrupted in its middle. */
  slowDown(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** One listing per platform with invented reviews, the same ones every time; gives the addresses to add to hrev. */
  seedDemo(now = new Date()): string[] {
    return this.platforms.map((platform) => fillDemo(platform, this.listings, now));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await send(response, await this.answer(request));
    } catch (error) {
      // A fault of a sandbox platform shows as one of the platform: 500 with the reason, for whoever writes the adapter.
      await send(response, {
        status: 500,
        headers: { 'content-type': 'text/plain' },
        body: `sandbox fault: ${String(error)}`,
      });
    }
  }

  private async answer(request: IncomingMessage): Promise<SandboxAnswer> {
    const host = originalHost(request);
    const method = request.method ?? 'GET';
    const body = await readBody(request);
    const platform = this.platforms.find(({ hosts }) => hostOwnedBy(host, hosts));
    if (platform === undefined) {
      return (
        answerControl({ method, path: request.url ?? '/', body, server: this, listings: this.listings }) ?? NOT_OURS
      );
    }
    const url = new URL(request.url ?? '/', `https://${host}`);
    this.requests.push({ slug: platform.slug, url: url.href, method, at: new Date() });
    if (this.delayMs > 0) await pause(this.delayMs, undefined, { ref: false });
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    const { slug } = platform;
    return platform.answer({ method, url, headers, body }, (key) => this.listings.find(slug, key), {
      replies: this.replies(slug),
      listings: () => this.listings.all().filter((listing) => listing.slug === slug),
    });
  }
}

function originalHost(request: IncomingMessage): string {
  const told = request.headers['x-hrev-original-host'];
  const host = typeof told === 'string' ? told : (request.headers.host ?? '');
  return host.toLowerCase().replace(/:\d+$/, '');
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

async function send(response: ServerResponse, answer: SandboxAnswer): Promise<void> {
  if (answer.delayMs !== undefined) await pause(answer.delayMs, undefined, { ref: false });
  if (response.destroyed) return;
  if (answer.cut === true) {
    response.socket?.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers ?? {});
  response.end(answer.body);
}
