/**
 * Implements `SourceBrowser`: renders pages of the source's own hosts, each within 30 seconds. Every opened page gets a new
 * browser context; later navigations of an open page use the same context. A page may load scripts from other hosts, but only from
 * public addresses, only through the filtering proxy, and up to a byte limit. Images, fonts and videos are not loaded, except in
 * frames of other sites.
 *
 * With a stand-in for the platform (`HREV_SOURCE_ORIGINS`), requests to the platform's hosts are sent to the stand-in, and its
 * responses have the platform's addresses. All other requests are refused.
 */
import type { GuardedClient } from '@libs/egress';
import { spannedPart } from '@libs/traces';
import type { BrowserPool } from './browser/browser-pool';
import { PAGES } from './browser/browser-metrics';
import { BrowserTab } from './browser/browser-tab';
import type { HttpToolsOptions } from './http-tools';
import { sourceErrorOf, visitStopped } from './response-status';
import type { SourceFacts } from './source';
import { SourceAddresses } from './source-addresses';
import type { BrowserRequest, OpenPage, PageResponse, PageFetch, RenderedPage, SourceBrowser } from './source-browser';
import { SourceError, Temporary } from './source-errors';

export interface BrowserToolsOptions extends Pick<HttpToolsOptions, 'signal' | 'robots'> {
  readonly pool: Pick<BrowserPool, 'withContext'>;
  /** Fetches from the stand-in; must exempt `origin`. Unused if `origin` is null. */
  readonly client: Pick<GuardedClient, 'request'>;
  readonly facts: Pick<SourceFacts, 'slug' | 'hosts'>;
  /** `HREV_SOURCE_ORIGINS` for this source. */
  readonly origin: string | null;
  /** Waits for the rate limit that all processes share; awaited before each navigation. */
  readonly permit: () => Promise<void>;
  /** Time limit for one page, from the start of the browser to the rendered document. */
  readonly pageLimitMs?: number;
  /** Limit of the bytes sent and received for one page. A page that stays open has four times this limit for all navigations. */
  readonly maxBytes?: number;
}

/** Traffic of one visit so far. */
export interface BrowserTraffic {
  readonly pages: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

const PAGE_LIMIT_MS = 30_000;
const MAX_BYTES = 50 * 1024 * 1024;
/** Byte limit of a page that stays open, as a multiple of `maxBytes`. Later navigations load scripts and styles from the cache. */
const OPEN_PAGE_FACTOR = 4;

export class BrowserTools implements SourceBrowser {
  private readonly addresses: SourceAddresses;
  private readonly totals = { pages: 0, bytesIn: 0, bytesOut: 0 };

  constructor(private readonly options: BrowserToolsOptions) {
    this.addresses = new SourceAddresses(options.facts, options.origin);
  }

  get traffic(): BrowserTraffic {
    return { ...this.totals };
  }

  async render(address: string, request: BrowserRequest = {}): Promise<RenderedPage> {
    const url = await this.permitted(address);
    return this.withTimeLimit((end) => this.renderOnce(url, request, end));
  }

  async open(address: string, request: BrowserRequest = {}): Promise<OpenPage> {
    const url = await this.permitted(address);
    return this.withTimeLimit((end) => this.keepOpen(url, request, end));
  }

  /** Waits until the page may be requested, and returns its normalized address. */
  private async permitted(address: string): Promise<string> {
    const { permit, signal } = this.options;
    const url = this.addresses.validate(address);
    if (signal.aborted) throw visitStopped(signal.reason);
    await this.obeyRobots(url);
    await permit();
    return url;
  }

  private async obeyRobots(url: string): Promise<void> {
    const { robots, client, permit, signal } = this.options;
    await robots?.check(url, { client, addresses: this.addresses, permit, signal }).catch((error: unknown) => {
      throw asSourceError(sourceErrorOf(error));
    });
  }

  /** Renders a page. A page to which it led is refused if its address may not be requested. */
  private async rendered(tab: BrowserTab, url: string, request: BrowserRequest): Promise<RenderedPage> {
    const { pageLimitMs = PAGE_LIMIT_MS } = this.options;
    const page = await tab.render(url, request, pageLimitMs);
    if (page.url !== url) await this.obeyRobots(page.url);
    return page;
  }

  private renderOnce(url: string, request: BrowserRequest, end: AbortSignal): Promise<RenderedPage> {
    return this.withPage(end, 1, (tab, stop) => orAborted(this.rendered(tab, url, request), stop));
  }

  /** Renders the page and keeps its context until the page is closed or the visit ends. */
  private keepOpen(url: string, request: BrowserRequest, end: AbortSignal): Promise<OpenPage> {
    const { signal } = this.options;
    const closeRequest = new AbortController();
    return new Promise((resolve, reject) => {
      const contextClosed = this.withPage(signal, OPEN_PAGE_FACTOR, async (tab, stop) => {
        const page = await orAborted(this.rendered(tab, url, request), AbortSignal.any([stop, end]));
        resolve({
          page,
          goTo: (next, nextRequest = {}) => this.goToIn(tab, { url: next, nextRequest }, stop),
          fetch: (nextRequest) => this.fetchIn(tab, nextRequest, stop),
          close: () => (closeRequest.abort(), contextClosed.catch(() => undefined)),
        });
        // Keep the context open until `close`. If the visit ends first, later calls on the page reject with the reason.
        await orAborted(new Promise<void>((done) => closeRequest.signal.addEventListener('abort', () => done())), stop);
      });
      contextClosed.catch(reject);
    });
  }

  private async goToIn(
    tab: BrowserTab,
    { url, nextRequest }: { readonly url: string; readonly nextRequest: BrowserRequest },
    stop: AbortSignal,
  ): Promise<RenderedPage> {
    const { permit } = this.options;
    const address = this.addresses.validate(url);
    if (stop.aborted) throw asSourceError(stop.reason);
    await this.obeyRobots(address);
    await permit();
    this.totals.pages += 1;
    return this.withTimeLimit((end) =>
      orAborted(this.rendered(tab, address, nextRequest), AbortSignal.any([end, stop])),
    );
  }

  private async fetchIn(tab: BrowserTab, request: PageFetch, stop: AbortSignal): Promise<PageResponse> {
    if (stop.aborted) throw asSourceError(stop.reason);
    await this.obeyRobots(this.addresses.validate(request.url));
    await this.options.permit();
    return this.withTimeLimit((end) => orAborted(tab.fetch(request), AbortSignal.any([end, stop])));
  }

  /**
   * Runs `work` with a page in its own context, which the pool closes afterwards. `stop` aborts with `end` or when the byte limit
   * is exceeded.
   */
  private withPage<T>(
    end: AbortSignal,
    limitFactor: number,
    work: (tab: BrowserTab, stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { pool, client, maxBytes = MAX_BYTES, facts, permit } = this.options;
    const { addresses } = this;
    // With a stand-in the proxy refuses all hosts: the platform's documents are fetched by `client`.
    const rules = { allowsHost: () => addresses.origin === null, maxBytes: maxBytes * limitFactor };
    return pool.withContext(rules, async (context, session) => {
      this.totals.pages += 1;
      const tab = new BrowserTab({
        context,
        session,
        client,
        addresses,
        slug: facts.slug,
        permit,
        signal: end,
        maxBytes,
      });
      try {
        // The timeout applies inside `withContext`, so the pool closes the context of a page that hangs.
        return await work(tab, AbortSignal.any([end, session.signal]));
      } finally {
        this.totals.bytesIn += session.traffic.bytesIn + tab.fetchedBytes;
        this.totals.bytesOut += session.traffic.bytesOut;
      }
    });
  }

  /** Calls `inTime` in a span. */
  private withTimeLimit<T extends RenderedPage | PageResponse | OpenPage>(
    work: (end: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { slug } = this.options.facts;
    return spannedPart(
      { name: `browse ${slug}`, kind: 'client', attributes: { 'hrev.source': slug } },
      async (span) => {
        const result = await this.inTime(work);
        const { status } = 'page' in result ? result.page : result;
        span.set({ 'http.response.status_code': status });
        return result;
      },
    );
  }

  /** Runs `work` with a signal that aborts at the page limit or with the visit. Every failure is thrown as a `SourceError`. */
  private async inTime<T>(work: (end: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, facts, pageLimitMs = PAGE_LIMIT_MS } = this.options;
    const end = new AbortController();
    const onTimeout = () => end.abort(new Temporary('timeout', `A page of ${facts.slug} did not load in time`));
    const timer = setTimeout(onTimeout, pageLimitMs);
    const onAbort = () => end.abort(visitStopped(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    let outcome = 'ok';
    try {
      return await work(end.signal);
    } catch (error) {
      const failure = asSourceError(end.signal.aborted ? end.signal.reason : sourceErrorOf(error));
      outcome = failure instanceof SourceError ? failure.code : 'internal';
      throw failure;
    } finally {
      if (!signal.aborted) PAGES.inc({ source: facts.slug, outcome });
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }
}

function asSourceError(error: unknown): unknown {
  if (error instanceof SourceError) return error;
  return new Temporary('network', 'The browser failed', { cause: error });
}

/** Settles like `work`, or rejects with the signal's reason if the signal aborts first. */
async function orAborted<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  let onEnd: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    onEnd = () => reject(end.reason instanceof Error ? end.reason : visitStopped(end.reason));
    end.addEventListener('abort', onEnd, { once: true });
    if (end.aborted) onEnd();
  });
  // If the signal aborts first, `work` rejects later, when its page is closed. Ignore that rejection.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, ended]);
  } finally {
    end.removeEventListener('abort', onEnd);
  }
}
