/** One page in one browser context: navigates, waits and reads the document. `PageTraffic` decides what it may load. */
import type { ProxySession } from '@libs/egress';
import type { BrowserContext, Page, Response } from 'playwright';
import type { BrowserRequest, PageResponse, PageFetch, RenderedPage } from '../source-browser';
import { Changed, RedirectedAway, SourceError, Temporary } from '../source-errors';
import { refuseUndecodable } from './page-charset';
import { PageTraffic, type PageTrafficOptions } from './page-traffic';

export interface BrowserTabOptions extends PageTrafficOptions {
  readonly context: BrowserContext;
  readonly session: ProxySession;
}

const MAX_REDIRECTS = 5;
const WAIT_FOR_MS = 10_000;
/**
 * Maximum length of a text that is read from a page, in characters. The browser returns a text in one piece, and 20 million
 * characters blocked the event loop for a second. The largest page of any platform has 0.7 million.
 */
const MAX_CHARACTERS = 4_000_000;
/** Chromium's error code for a 4xx or 5xx response without a body. */
const STATUS_WITHOUT_BODY = 'ERR_HTTP_RESPONSE_CODE_FAILURE';
/** With these statuses adapters read only the status, so `render` does not wait for `waitFor`. */
const NOT_FOUND: ReadonlySet<number> = new Set([404, 410]);

/** The result of a request that the page sent. `body` is null if it is too large. */
interface FetchedInPage extends Omit<PageResponse, 'body'> {
  readonly body: string | null;
  readonly isUtf8: boolean;
}

export class BrowserTab {
  private readonly traffic: PageTraffic;
  /** The last response to a request for the main document; a page may reload itself. */
  private response: Response | null = null;
  private page: Page | null = null;
  private downloads = false;
  private crashed = false;

  constructor(private readonly options: BrowserTabOptions) {
    this.traffic = new PageTraffic(options);
  }

  /** Bytes of responses that were fetched from a stand-in. */
  get fetchedBytes(): number {
    return this.traffic.fetchedBytes;
  }

  /** Navigates to an address; the first call opens the page. */
  async render(url: string, request: BrowserRequest, limitMs: number): Promise<RenderedPage> {
    try {
      const page = this.page ?? (await this.openPage(limitMs));
      this.response = null;
      this.traffic.startNavigation();
      await this.navigate(page, url);
      const ready = await this.waitUntilReady(page, request);
      if (isErrorPage(page.url())) return this.withoutDocument(ready);
      await this.refuseHugeDocument(page);
      const html = await page.content();
      const charset = await page.evaluate<string>('document.characterSet');
      const browserVersion = this.options.context.browser()?.version() ?? '';
      await refuseUndecodable({ html, charset, response: this.response, browserVersion });
      return { ...this.statusOf(), url: this.options.addresses.validate(page.url()), html, ready };
    } catch (error) {
      throw this.asSourceError(error);
    }
  }

  /**
   * The result for an error status without a body, for which the browser shows its own error page. Throws if there was no such
   * response.
   */
  private withoutDocument(ready: boolean): RenderedPage {
    const { response } = this;
    if (response === null || response.status() < 400) throw new Error('net::ERR_FAILED');
    return { ...this.statusOf(), url: this.options.addresses.validate(response.url()), html: '', ready };
  }

  private statusOf(): Pick<RenderedPage, 'status' | 'retryAfter'> {
    const { response } = this;
    return { status: response?.status() ?? 0, retryAfter: response?.headers()['retry-after'] ?? null };
  }

  /** Sends a request from the page. The script is a string because it runs in the page. */
  async fetch({ url, method = 'GET', headers = {}, body }: PageFetch): Promise<PageResponse> {
    const { page } = this;
    if (page === null) throw new Temporary('network', `No page of ${this.options.slug} is open`);
    const scriptArguments = JSON.stringify([
      this.options.addresses.validate(url),
      { method, headers, body, credentials: 'same-origin' },
      this.maxCharacters,
    ]);
    try {
      const { body, isUtf8, ...head } = await page.evaluate<FetchedInPage>(
        `(async ([url, request, max]) => {
          const response = await fetch(url, request);
          const bytes = await response.arrayBuffer();
          const decoded = (fatal) => new TextDecoder('utf-8', { fatal }).decode(bytes);
          let body, isUtf8 = true;
          try { body = decoded(true); } catch { isUtf8 = false; body = decoded(false); }
          const retryAfter = response.headers.get('retry-after');
          return { status: response.status, retryAfter, isUtf8, body: body.length > max ? null : body };
        })(${scriptArguments.replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)})`,
      );
      if (body === null) throw this.tooLarge();
      // An error page may be in another charset. Adapters read its status first.
      if (!isUtf8 && head.status < 400)
        throw new Changed(`The bytes of a response of ${this.options.slug} are not UTF-8`);
      return { ...head, body };
    } catch (error) {
      throw this.asSourceError(error);
    }
  }

  private async openPage(limitMs: number): Promise<Page> {
    const { context } = this.options;
    context.setDefaultTimeout(limitMs);
    const page = await context.newPage();
    this.page = page;
    context.on('page', (popup) => {
      if (popup !== page) popup.close().catch(() => undefined);
    });
    context.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    page.on('download', () => (this.downloads = true));
    page.on('crash', () => (this.crashed = true));
    page.on('response', (received) => {
      if (received.request().isNavigationRequest() && received.frame() === page.mainFrame()) this.response = received;
    });
    await this.traffic.attach(page);
    return page;
  }

  /** Opens an address and follows redirects of a stand-in, which the browser would follow to the real platform. */
  private async navigate(page: Page, url: string): Promise<void> {
    let next: string | null = url;
    for (let redirects = 0; next !== null; redirects++) {
      if (redirects > MAX_REDIRECTS)
        throw new Changed(`${this.options.slug} redirects more than ${MAX_REDIRECTS} times`);
      next = await this.open(page, next);
    }
  }

  /** Opens an address; returns the target of a stand-in's redirect, or null. */
  private async open(page: Page, url: string): Promise<string | null> {
    try {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
      return null;
    } catch (error) {
      const redirect = this.traffic.consumeRedirect();
      if (redirect !== null) return redirect;
      if (netError(error) !== STATUS_WITHOUT_BODY) throw error;
      // Wait for the browser's error page, which would otherwise interrupt the next navigation.
      await page.waitForURL((current) => isErrorPage(current.href), { waitUntil: 'commit' });
      return null;
    }
  }

  private async waitUntilReady(page: Page, { waitFor, waitForMs = WAIT_FOR_MS }: BrowserRequest): Promise<boolean> {
    if (isErrorPage(page.url())) return waitFor === undefined;
    if (waitFor !== undefined && NOT_FOUND.has(this.statusOf().status)) return (await page.$(waitFor)) !== null;
    const appeared =
      waitFor === undefined
        ? page.waitForLoadState('load', { timeout: waitForMs })
        : page.waitForSelector(waitFor, { state: 'attached', timeout: waitForMs });
    try {
      await appeared;
      return true;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      // A page that does not finish loading still has a document. It is ready unless `waitFor` is missing.
      return waitFor === undefined;
    }
  }

  private get maxCharacters(): number {
    return Math.min(this.options.maxBytes, MAX_CHARACTERS);
  }

  private tooLarge(): Changed {
    return new Changed(`A page of ${this.options.slug} is larger than ${this.maxCharacters} bytes`);
  }

  private async refuseHugeDocument(page: Page): Promise<void> {
    const length = await page.evaluate<number>('document.documentElement.outerHTML.length');
    if (length > this.maxCharacters) throw this.tooLarge();
  }

  /** Converts a failure to a `SourceError`. The error of the browser does not contain the reason of a refusal. */
  private asSourceError(error: unknown): unknown {
    const { session, slug } = this.options;
    const cause = this.traffic.failure ?? error;
    if (cause instanceof SourceError) return cause;
    const refusal =
      this.traffic.lastNavigationHost === null ? null : session.refusalOf(this.traffic.lastNavigationHost);
    if (refusal !== null) return new RedirectedAway(refusal);
    if (this.downloads || isDownload(cause)) return new Changed(`${slug} sent a file instead of a page`);
    if (this.crashed) return new Temporary('network', `A page of ${slug} crashed the browser`, { cause });
    if (isTimeout(cause) || netError(cause) === 'ERR_TIMED_OUT') {
      return new Temporary('timeout', `A page of ${slug} did not load in time`, { cause });
    }
    return new Temporary('network', `A page of ${slug} could not be opened (${netError(cause)})`, { cause });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Whether the URL is that of the browser's error page. */
function isErrorPage(url: string): boolean {
  return url.startsWith('chrome-error:');
}

/** The download event is emitted after the navigation has failed, so the error message is checked, too. */
function isDownload(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Download is starting');
}

/** Chromium's error code, without the address that follows it in the message. */
function netError(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  return /net::(ERR_[A-Z_]+)/.exec(text)?.[1] ?? 'the browser has ended';
}
