/**
 * Rendered pages as adapters see them (`SourceBrowser`). Pages of the source's own hosts, each within 30 seconds; what is opened
 * anew gets a fresh context, a page that is kept open goes on in its own. The page may ask third parties for its scripts, but only public addresses, only through the
 * filtering proxy, and only so many bytes; pictures, fonts and films are not loaded at all.
 *
 * Where an operator put a stand-in for the platform (`HREV_SOURCE_ORIGINS`), the page believes to be at the platform:
 * requests to the platform's hosts are answered from the stand-in, all others are refused.
 */
import type { GuardedClient } from '@libs/egress';
import type { BrowserPool } from './browser/browser-pool';
import { PageVisit } from './browser/page-visit';
import { sourceErrorOf, stopped } from './answer-status';
import type { SourceFacts } from './source';
import { SourceAddresses } from './source-addresses';
import type { BrowserRequest, OpenPage, PageAnswer, PageFetch, RenderedPage, SourceBrowser } from './source-browser';
import { SourceError, Temporary } from './source-errors';

export interface BrowserToolsOptions {
  readonly pool: Pick<BrowserPool, 'visit'>;
  /** Fetches from the stand-in; must exempt `origin`. Unused without one. */
  readonly client: Pick<GuardedClient, 'request'>;
  readonly facts: Pick<SourceFacts, 'slug' | 'hosts'>;
  /** `HREV_SOURCE_ORIGINS` for this source. */
  readonly origin: string | null;
  /** Awaited before each navigation: the politeness that all processes share. */
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
  /** For one page, from the browser's start to its document. */
  readonly pageLimitMs?: number;
  /** For one page, both directions together; a page that is kept open has four times as much for all that it visits. */
  readonly maxBytes?: number;
}

/** What the pages of one visit cost so far. */
export interface BrowserTraffic {
  readonly pages: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

const PAGE_LIMIT_MS = 30_000;
const MAX_BYTES = 50 * 1024 * 1024;
/** Later pages find scripts and styles in the cache of the context, so ten of them cost far less than ten first ones. */
const PAGES_WORTH_KEPT_OPEN = 4;

export class BrowserTools implements SourceBrowser {
  private readonly addresses: SourceAddresses;
  private readonly counted = { pages: 0, bytesIn: 0, bytesOut: 0 };

  constructor(private readonly options: BrowserToolsOptions) {
    this.addresses = new SourceAddresses(options.facts, options.origin);
  }

  get traffic(): BrowserTraffic {
    return { ...this.counted };
  }

  async render(address: string, request: BrowserRequest = {}): Promise<RenderedPage> {
    const { permit, signal } = this.options;
    const url = this.addresses.own(address);
    if (signal.aborted) throw stopped(signal.reason);
    await permit();
    return this.limited((end) => this.visit(url, request, end));
  }

  async open(address: string, request: BrowserRequest = {}): Promise<OpenPage> {
    const { permit, signal } = this.options;
    const url = this.addresses.own(address);
    if (signal.aborted) throw stopped(signal.reason);
    await permit();
    return this.limited((end) => this.keepOpen(url, request, end));
  }

  private visit(url: string, request: BrowserRequest, end: AbortSignal): Promise<RenderedPage> {
    const { pageLimitMs = PAGE_LIMIT_MS } = this.options;
    return this.withPage(end, 1, (visit, stop) => untilEnd(visit.render(url, request, pageLimitMs), stop));
  }

  /** Renders the page and lets the pool hold its context until it is closed, or the visit ends. */
  private keepOpen(url: string, request: BrowserRequest, end: AbortSignal): Promise<OpenPage> {
    const { pageLimitMs = PAGE_LIMIT_MS, signal } = this.options;
    const closing = new AbortController();
    return new Promise((resolve, reject) => {
      const held = this.withPage(signal, PAGES_WORTH_KEPT_OPEN, async (visit, stop) => {
        const page = await untilEnd(visit.render(url, request, pageLimitMs), AbortSignal.any([stop, end]));
        resolve({
          page,
          goTo: (next, asked = {}) => this.goToIn(visit, { url: next, asked }, stop),
          fetch: (asked) => this.fetchIn(visit, asked, stop),
          close: () => (closing.abort(), held.catch(() => undefined)),
        });
        // Until it is closed; why it ends is told to whoever asks the page for something.
        await untilEnd(new Promise<void>((done) => closing.signal.addEventListener('abort', () => done())), stop);
      });
      held.catch(reject);
    });
  }

  private async goToIn(
    visit: PageVisit,
    { url, asked }: { readonly url: string; readonly asked: BrowserRequest },
    stop: AbortSignal,
  ): Promise<RenderedPage> {
    const { permit, pageLimitMs = PAGE_LIMIT_MS } = this.options;
    const address = this.addresses.own(url);
    if (stop.aborted) throw asSourceError(stop.reason);
    await permit();
    this.counted.pages += 1;
    return this.limited((end) => untilEnd(visit.render(address, asked, pageLimitMs), AbortSignal.any([end, stop])));
  }

  private async fetchIn(visit: PageVisit, request: PageFetch, stop: AbortSignal): Promise<PageAnswer> {
    if (stop.aborted) throw asSourceError(stop.reason);
    await this.options.permit();
    return this.limited((end) => untilEnd(visit.fetch(request), AbortSignal.any([end, stop])));
  }

  /** A page in a context of its own, which the pool closes afterwards; `stop` ends with `end` or with the page's allowance. */
  private withPage<T>(
    end: AbortSignal,
    pagesWorth: number,
    work: (visit: PageVisit, stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { pool, client, maxBytes = MAX_BYTES, facts, permit } = this.options;
    const { addresses } = this;
    // With a stand-in nothing goes to the internet: what is the platform's is fetched for the page.
    const rules = { allowsHost: () => addresses.origin === null, maxBytes: maxBytes * pagesWorth };
    return pool.visit(rules, async (context, pass) => {
      this.counted.pages += 1;
      const visit = new PageVisit({
        context,
        pass,
        client,
        addresses,
        slug: facts.slug,
        permit,
        signal: end,
        maxBytes,
      });
      try {
        // The race is inside, so that the pool closes the context of a page that hangs.
        return await work(visit, AbortSignal.any([end, pass.signal]));
      } finally {
        this.counted.bytesIn += pass.traffic.bytesIn + visit.fetchedBytes;
        this.counted.bytesOut += pass.traffic.bytesOut;
      }
    });
  }

  /** Runs under a signal that ends with the page limit or with the visit; every failure leaves as one of ours. */
  private async limited<T>(work: (end: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, facts, pageLimitMs = PAGE_LIMIT_MS } = this.options;
    const end = new AbortController();
    const late = () => end.abort(new Temporary('timeout', `A page of ${facts.slug} was not there in time`));
    const timer = setTimeout(late, pageLimitMs);
    const onAbort = () => end.abort(stopped(signal.reason));
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

/** The work's outcome, or the signal's reason where that comes first. */
async function untilEnd<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  let onEnd: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    onEnd = () => reject(end.reason instanceof Error ? end.reason : stopped(end.reason));
    end.addEventListener('abort', onEnd, { once: true });
    if (end.aborted) onEnd();
  });
  // The loser of the race fails later, when its page is closed; that is no news.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, ended]);
  } finally {
    end.removeEventListener('abort', onEnd);
  }
}
