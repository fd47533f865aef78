/**
 * Decides what a page may load. This saves bytes and keeps the page on its platform. It is not the security boundary: redirects,
 * WebSockets and frames of other sites bypass it, and the filtering proxy checks them.
 */
import type { GuardedClient, ProxySession } from '@libs/egress';
import type { Frame, Page, Request, Route } from 'playwright';
import { sourceErrorOf } from '../response-status';
import type { SourceAddresses } from '../source-addresses';
import { Changed, RedirectedAway, SourceError } from '../source-errors';
import { filterRequests, REFUSED_TYPES, type Decision, type FilteredRequest } from './request-filter';

export interface PageTrafficOptions {
  readonly session: Pick<ProxySession, 'username' | 'password'>;
  readonly client: Pick<GuardedClient, 'request'>;
  readonly addresses: SourceAddresses;
  readonly slug: string;
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Byte limit of the page, and of each document. */
  readonly maxBytes: number;
}

interface StandInResponse {
  /** Target of a redirected navigation. */
  readonly redirectTo: string | null;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const REFUSED: ReadonlySet<string> = new Set(REFUSED_TYPES.map((type) => type.toLowerCase()));
const MAX_REDIRECTS = 5;
/** The browser sets these headers itself for fulfilled requests. */
const FRAMING: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);

export class PageTraffic {
  fetchedBytes = 0;
  /** Host of the last navigation of the main frame, redirects included. */
  lastNavigationHost: string | null = null;
  /** The reason why this class stopped the page; null if it did not. */
  failure: SourceError | null = null;
  private redirect: string | null = null;
  private mainFrame: Frame | null = null;
  private navigations = 0;

  constructor(private readonly options: PageTrafficOptions) {}

  /**
   * Decides about the requests of `page` from now on. With a stand-in the browser gets no credentials for the proxy, so no request
   * leaves it.
   */
  async attach(page: Page): Promise<void> {
    this.mainFrame = page.mainFrame();
    page.on('request', (request) => {
      if (this.isNavigation(request)) this.lastNavigationHost = new URL(request.url()).hostname;
    });
    const { addresses, session } = this.options;
    if (addresses.origin === null) return filterRequests(page, session, (request) => this.decide(request));
    // An unhandled request would hang; aborting fails if the page has been closed.
    await page.context().route('**/*', (route) =>
      this.handle(route).catch((error: unknown) => {
        if (error instanceof SourceError) this.failure ??= error;
        return route.abort('failed').catch(() => undefined);
      }),
    );
  }

  /** Call this before each navigation, after waiting for its permit. */
  startNavigation(): void {
    this.navigations = 0;
    this.lastNavigationHost = null;
    this.failure = null;
  }

  /** Returns and clears the redirect of the stand-in. */
  consumeRedirect(): string | null {
    const { redirect } = this;
    this.redirect = null;
    return redirect;
  }

  private async decide({ url, isNavigation }: FilteredRequest): Promise<Decision> {
    try {
      const { protocol, hostname } = new URL(url);
      if (!isWeb(protocol)) return 'refused';
      return !isNavigation || (await this.mayNavigate(hostname)) ? 'load' : 'refused';
    } catch (error) {
      if (error instanceof SourceError) this.failure ??= error;
      return 'failed';
    }
  }

  /** With a stand-in, other hosts are not reachable. */
  private async handle(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    if (REFUSED.has(request.resourceType()) || !isWeb(url.protocol)) return route.abort('blockedbyclient');
    if (this.isNavigation(request) && !(await this.mayNavigate(url.hostname))) return route.abort('blockedbyclient');
    if (!this.options.addresses.owns(url.hostname)) return route.abort('blockedbyclient');
    return this.fulfillFromStandIn(route, request);
  }

  /**
   * The caller has waited for the permit of the first navigation; each navigation that the page starts waits for another permit.
   */
  private async mayNavigate(host: string): Promise<boolean> {
    if (!this.options.addresses.owns(host)) {
      this.failure ??= new RedirectedAway(`${this.options.slug} led to ${host}, which is not one of its own hosts`);
      return false;
    }
    this.navigations += 1;
    if (this.navigations > 1) await this.options.permit();
    return true;
  }

  private async fulfillFromStandIn(route: Route, request: Request): Promise<void> {
    const isNavigation = this.isNavigation(request);
    try {
      const response = await this.fetch(request, isNavigation);
      if (response.redirectTo !== null) {
        this.redirect = response.redirectTo;
        // The caller opens the redirect's target as part of this navigation.
        this.navigations -= 1;
        return await route.abort('aborted');
      }
      return await route.fulfill({ status: response.status, headers: response.headers, body: response.body });
    } catch (error) {
      const sourceError = sourceErrorOf(error);
      if (isNavigation && sourceError instanceof SourceError) this.failure ??= sourceError;
      return route.abort('failed');
    }
  }

  /** Fetches from the stand-in. Returns the redirect of a navigation; follows redirects of other resources. */
  private async fetch(request: Request, isNavigation: boolean): Promise<StandInResponse> {
    const { addresses, client, signal, maxBytes, slug } = this.options;
    const headers = await request.allHeaders();
    const plainHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
    let method = request.method() === 'POST' ? ('POST' as const) : ('GET' as const);
    let url = addresses.validate(request.url());
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const routed = addresses.requestFor(url);
      const body = method === 'POST' ? request.postDataBuffer() : null;
      const requestOptions = {
        source: slug,
        method,
        headers: { ...plainHeaders, ...routed.headers },
        signal,
        maxBytes,
        ...(body ? { body } : {}),
      };
      const response = await client.request(routed.url, requestOptions);
      this.fetchedBytes += response.bytesIn;
      const location = response.headers['location'];
      if (response.status < 300 || response.status > 399 || location === undefined) {
        return {
          redirectTo: null,
          status: response.status,
          headers: withoutFraming(response.headers),
          body: response.body,
        };
      }
      url = addresses.validate(location, url);
      if (isNavigation) return { redirectTo: url, status: response.status, headers: {}, body: response.body };
      if (response.status < 307) method = 'GET';
    }
    throw new Changed(`${slug} redirects more than ${MAX_REDIRECTS} times`);
  }

  private isNavigation(request: Request): boolean {
    return request.isNavigationRequest() && request.frame() === this.mainFrame;
  }
}

const isWeb = (protocol: string): boolean => /^https?:$/.test(protocol);

function withoutFraming(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FRAMING.has(name)));
}
