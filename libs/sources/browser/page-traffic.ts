/**
 * What a page may load. This saves bytes and keeps the page on its platform; it is not the guard: redirects and
 * WebSockets never come by here, the filtering proxy is what stops them.
 */
import type { GuardedClient } from '@libs/egress';
import type { BrowserContext, Frame, Page, Request, Route } from 'playwright';
import { sourceErrorOf } from '../answer-status';
import type { SourceAddresses } from '../source-addresses';
import { Changed, LedAway, SourceError } from '../source-errors';

interface PageTrafficOptions {
  readonly client: Pick<GuardedClient, 'request'>;
  readonly addresses: SourceAddresses;
  readonly slug: string;
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

interface Fetched {
  /** Where a navigation is to go instead. */
  readonly redirectTo: string | null;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const NOT_LOADED: ReadonlySet<string> = new Set(['image', 'media', 'font']);
const MAX_REDIRECTS = 5;
/** The browser writes its own, for what it is handed. */
const FRAMING: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);

export class PageTraffic {
  fetchedBytes = 0;
  /** Host of the last address the page itself went to, redirects included. */
  lastNavigationHost: string | null = null;
  /** Why the page was stopped, where we stopped it. */
  fault: SourceError | null = null;
  private redirect: string | null = null;
  private mainFrame: Frame | null = null;
  private navigations = 0;

  constructor(private readonly options: PageTrafficOptions) {}

  async attach(context: BrowserContext): Promise<void> {
    // A request that nobody decides on would hang; one whose page has closed cannot be decided on.
    await context.route('**/*', (route) =>
      this.handle(route).catch((error: unknown) => {
        if (error instanceof SourceError) this.fault ??= error;
        return route.abort('failed').catch(() => undefined);
      }),
    );
  }

  watch(page: Page): void {
    this.mainFrame = page.mainFrame();
    page.on('request', (request) => {
      if (this.isNavigation(request)) this.lastNavigationHost = new URL(request.url()).hostname;
    });
  }

  /** The page is sent to an address by us, who hold the permit for it. */
  startNavigation(): void {
    this.navigations = 0;
    this.lastNavigationHost = null;
    this.fault = null;
  }

  /** Where the stand-in sent the page, once. */
  takeRedirect(): string | null {
    const taken = this.redirect;
    this.redirect = null;
    return taken;
  }

  private async handle(route: Route): Promise<void> {
    const request = route.request();
    const { addresses } = this.options;
    const url = new URL(request.url());
    if (NOT_LOADED.has(request.resourceType()) || !/^https?:$/.test(url.protocol))
      return route.abort('blockedbyclient');
    const isOwn = addresses.owns(url.hostname);
    if (this.isNavigation(request) && !(await this.mayNavigate(isOwn, url.hostname)))
      return route.abort('blockedbyclient');
    if (addresses.origin === null) return route.continue();
    // Nothing but the platform has a stand-in.
    return isOwn ? this.answerFromStandIn(route, request) : route.abort('blockedbyclient');
  }

  /** The first navigation has its permit already; a page that goes on by itself needs another. */
  private async mayNavigate(isOwn: boolean, host: string): Promise<boolean> {
    if (!isOwn) {
      this.fault ??= new LedAway(`${this.options.slug} led to ${host}, which is not one of its own hosts`);
      return false;
    }
    this.navigations += 1;
    if (this.navigations > 1) await this.options.permit();
    return true;
  }

  private async answerFromStandIn(route: Route, request: Request): Promise<void> {
    const isNavigation = this.isNavigation(request);
    try {
      const answer = await this.fetch(request, isNavigation);
      if (answer.redirectTo !== null) {
        this.redirect = answer.redirectTo;
        // The next opening continues this navigation.
        this.navigations -= 1;
        return await route.abort('aborted');
      }
      return await route.fulfill({ status: answer.status, headers: answer.headers, body: answer.body });
    } catch (error) {
      const failure = sourceErrorOf(error);
      if (isNavigation && failure instanceof SourceError) this.fault ??= failure;
      return route.abort('failed');
    }
  }

  /** Asks the stand-in. A page's own redirect comes back as its address; those of its parts are followed. */
  private async fetch(request: Request, isNavigation: boolean): Promise<Fetched> {
    const { addresses, client, signal, maxBytes, slug } = this.options;
    const headers = await request.allHeaders();
    const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
    let method = request.method() === 'POST' ? ('POST' as const) : ('GET' as const);
    let url = addresses.own(request.url());
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const real = addresses.real(url);
      const body = method === 'POST' ? request.postDataBuffer() : null;
      const sent = { method, headers: { ...plain, ...real.headers }, signal, maxBytes, ...(body ? { body } : {}) };
      const answer = await client.request(real.url, sent);
      this.fetchedBytes += answer.bytesIn;
      const location = answer.headers['location'];
      if (answer.status < 300 || answer.status > 399 || location === undefined) {
        return { redirectTo: null, status: answer.status, headers: unframed(answer.headers), body: answer.body };
      }
      url = addresses.own(location, url);
      if (isNavigation) return { redirectTo: url, status: answer.status, headers: {}, body: answer.body };
      if (answer.status < 307) method = 'GET';
    }
    throw new Changed(`${slug} redirects without end`);
  }

  private isNavigation(request: Request): boolean {
    return request.isNavigationRequest() && request.frame() === this.mainFrame;
  }
}

function unframed(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FRAMING.has(name)));
}
