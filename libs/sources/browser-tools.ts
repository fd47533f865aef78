/**
 * Implements `SourceBrowser`: rendered pages of the source's own hosts, each within 30 seconds. Every opened page gets a fresh
 * browser context; a page that is kept open navigates within its own. A page may load scripts from other hosts, but only from
 * public addresses, only through the filtering proxy, and up to a byte limit. Images, fonts and videos are not loaded.
 *
 * With a stand-in for the platform (`HREV_SOURCE_ORIGINS`), requests to the platform's hosts are answered from the stand-in under
 * the platform's addresses, and all others are refused.
 */
import type { GuardedClient } from '@libs/egress';
import type { BrowserPool } from './browser/browser-pool';
import { PageVisit } from './browser/page-visit';
import { sourceErrorOf, visitStopped } from './response-status';
import type { SourceFacts } from './source';
import { SourceAddresses } from './source-addresses';
import type { BrowserRequest, OpenPage, PageResponse, PageFetch, RenderedPage, SourceBrowser } from './source-browser';
import { SourceError, Temporary } from './source-errors';

export interface BrowserToolsOptions {
  readonly pool: Pick<BrowserPool, 'visit'>;
  /** Fetches from the stand-in; must exempt `origin`. Unused without one. */
  readonly client: Pick<GuardedClient, 'request'>;
  readonly facts: Pick<SourceFacts, 'slug' | 'hosts'>;
  /** `HREV_SOURCE_ORIGINS` for this source. */
  readonly origin: string | null;
  /** Awaited before each navigation: the rate limit that all processes share. */
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
  /** For one page, from the browser's start to its document. */
  readonly pageLimitMs?: number;
  /** For one page, both directions together; a page that is kept open has four times as much for all its navigations. */
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
/** Byte limit of a page that is kept open, in pages. Later pages have scripts and styles in the context's cache, so they need far less. */
const OPEN_PAGE_BUDGET = 4;

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
    const { permit, signal } = this.options;
    const url = this.addresses.own(address);
    if (signal.aborted) throw visitStopped(signal.reason);
    await permit();
    return this.limited((end) => this.visit(url, request, end));
  }

  async open(address: string, request: BrowserRequest = {}): Promise<OpenPage> {
    const { permit, signal } = this.options;
    const url = this.addresses.own(address);
    if (signal.aborted) throw visitStopped(signal.reason);
    await permit();
    return this.limited((end) => this.keepOpen(url, request, end));
  }

  private visit(url: string, request: BrowserRequest, end: AbortSignal): Promise<RenderedPage> {
    const { pageLimitMs = PAGE_LIMIT_MS } = this.options;
    return this.withPage(end, 1, (visit, stop) => orAborted(visit.render(url, request, pageLimitMs), stop));
  }

  /** Renders the page and keeps its context until it is closed or the visit ends. */
  private keepOpen(url: string, request: BrowserRequest, end: AbortSignal): Promise<OpenPage> {
    const { pageLimitMs = PAGE_LIMIT_MS, signal } = this.options;
    const closing = new AbortController();
    return new Promise((resolve, reject) => {
      const whileOpen = this.withPage(signal, OPEN_PAGE_BUDGET, async (visit, stop) => {
        const page = await orAborted(visit.render(url, request, pageLimitMs), AbortSignal.any([stop, end]));
        resolve({
          page,
          goTo: (next, nextRequest = {}) => this.goToIn(visit, { url: next, nextRequest }, stop),
          fetch: (nextRequest) => this.fetchIn(visit, nextRequest, stop),
          close: () => (closing.abort(), whileOpen.catch(() => undefined)),
        });
        // Hold the context until `close`. If it ends earlier, later calls on the page reject with the reason.
        await orAborted(new Promise<void>((done) => closing.signal.addEventListener('abort', () => done())), stop);
      });
      whileOpen.catch(reject);
    });
  }

  private async goToIn(
    visit: PageVisit,
    { url, nextRequest }: { readonly url: string; readonly nextRequest: BrowserRequest },
    stop: AbortSignal,
  ): Promise<RenderedPage> {
    const { permit, pageLimitMs = PAGE_LIMIT_MS } = this.options;
    const address = this.addresses.own(url);
    if (stop.aborted) throw asSourceError(stop.reason);
    await permit();
    this.totals.pages += 1;
    return this.limited((end) =>
      orAborted(visit.render(address, nextRequest, pageLimitMs), AbortSignal.any([end, stop])),
    );
  }

  private async fetchIn(visit: PageVisit, request: PageFetch, stop: AbortSignal): Promise<PageResponse> {
    if (stop.aborted) throw asSourceError(stop.reason);
    await this.options.permit();
    return this.limited((end) => orAborted(visit.fetch(request), AbortSignal.any([end, stop])));
  }

  /**
   * Runs `work` with a page in its own context, which the pool closes afterwards. `stop` aborts with `end` or when the byte limit
   * is exceeded.
   */
  private withPage<T>(
    end: AbortSignal,
    budgetPages: number,
    work: (visit: PageVisit, stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { pool, client, maxBytes = MAX_BYTES, facts, permit } = this.options;
    const { addresses } = this;
    // With a stand-in the proxy refuses all hosts: the platform's documents are fetched by `client`.
    const rules = { allowsHost: () => addresses.origin === null, maxBytes: maxBytes * budgetPages };
    return pool.visit(rules, async (context, session) => {
      this.totals.pages += 1;
      const visit = new PageVisit({
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
        // The timeout applies inside the pool's visit, so the pool closes the context of a page that hangs.
        return await work(visit, AbortSignal.any([end, session.signal]));
      } finally {
        this.totals.bytesIn += session.traffic.bytesIn + visit.fetchedBytes;
        this.totals.bytesOut += session.traffic.bytesOut;
      }
    });
  }

  /** Runs `work` with a signal that aborts at the page limit or with the visit. Every failure is thrown as a `SourceError`. */
  private async limited<T>(work: (end: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, facts, pageLimitMs = PAGE_LIMIT_MS } = this.options;
    const end = new AbortController();
    const onTimeout = () => end.abort(new Temporary('timeout', `A page of ${facts.slug} did not load in time`));
    const timer = setTimeout(onTimeout, pageLimitMs);
    const onAbort = () => end.abort(visitStopped(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await work(end.signal);
    } catch (error) {
      throw asSourceError(end.signal.aborted ? end.signal.reason : sourceErrorOf(error));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }
}

function asSourceError(error: unknown): unknown {
  if (error instanceof SourceError) return error;
  return new Temporary('network', 'The browser failed', { cause: error });
}

/** Settles as `work`, or rejects with the signal's reason if that comes first. */
async function orAborted<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  let onEnd: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    onEnd = () => reject(end.reason instanceof Error ? end.reason : visitStopped(end.reason));
    end.addEventListener('abort', onEnd, { once: true });
    if (end.aborted) onEnd();
  });
  // If the signal wins, `work` rejects later, when its page is closed; ignore that.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, ended]);
  } finally {
    end.removeEventListener('abort', onEnd);
  }
}
