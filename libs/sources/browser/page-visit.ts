/** One page in one context: opened, waited for, read, taken on to the next address. What it may load is decided by `PageTraffic`. */
import type { GuardedClient, ProxyPass } from '@libs/egress';
import type { BrowserContext, Page, Response } from 'playwright';
import type { SourceAddresses } from '../source-addresses';
import type { BrowserRequest, PageAnswer, PageFetch, RenderedPage } from '../source-browser';
import { Changed, LedAway, SourceError, Temporary } from '../source-errors';
import { PageTraffic } from './page-traffic';

export interface PageVisitOptions {
  readonly context: BrowserContext;
  readonly pass: ProxyPass;
  readonly client: Pick<GuardedClient, 'request'>;
  readonly addresses: SourceAddresses;
  readonly slug: string;
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Of one document, too. */
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 5;
const WAIT_FOR_MS = 10_000;
/**
 * Characters of one text that is taken from a page. The browser hands a text over in one piece, and 20 million characters were
 * seen to hold the event loop for a second; the largest page of any platform has 0.7 million.
 */
const MOST_CHARACTERS = 4_000_000;
/** What Chromium calls an answer of 4xx or 5xx that has no body. */
const STATUS_WITHOUT_BODY = 'ERR_HTTP_RESPONSE_CODE_FAILURE';
/** Of these an adapter reads nothing but the status, so nothing is waited for. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

export class PageVisit {
  private readonly traffic: PageTraffic;
  /** The document's last answer: a page may load itself anew. */
  private answer: Response | null = null;
  private page: Page | null = null;
  private downloads = false;
  private crashed = false;

  constructor(private readonly options: PageVisitOptions) {
    this.traffic = new PageTraffic(options);
  }

  /** Bytes of answers that were fetched for the page from a stand-in. */
  get fetchedBytes(): number {
    return this.traffic.fetchedBytes;
  }

  /** Goes to an address: the first time in a new page of the context, then in the same page. */
  async render(url: string, request: BrowserRequest, limitMs: number): Promise<RenderedPage> {
    try {
      const page = this.page ?? (await this.openPage(limitMs));
      this.answer = null;
      this.traffic.startNavigation();
      await this.navigate(page, url);
      const ready = await this.waitUntilReady(page, request);
      if (isErrorPage(page.url())) return this.withoutDocument(ready);
      await this.refuseHugeDocument(page);
      const html = await page.content();
      return { ...this.statusOf(), url: this.options.addresses.own(page.url()), html, ready };
    } catch (error) {
      throw this.explain(error);
    }
  }

  /**
   * An error status without a body: the browser shows a page of its own, which is none of the platform's. Throws where no
   * such answer led there.
   */
  private withoutDocument(ready: boolean): RenderedPage {
    const { answer } = this;
    if (answer === null || answer.status() < 400) throw new Error('net::ERR_FAILED');
    return { ...this.statusOf(), url: this.options.addresses.own(answer.url()), html: '', ready };
  }

  private statusOf(): Pick<RenderedPage, 'status' | 'retryAfter'> {
    const { answer } = this;
    return { status: answer?.status() ?? 0, retryAfter: answer?.headers()['retry-after'] ?? null };
  }

  /** A request by the page that was rendered. The script is text, as it runs in the page and not here. */
  async fetch({ url, method = 'GET', headers = {}, body }: PageFetch): Promise<PageAnswer> {
    const { page } = this;
    if (page === null) throw new Temporary('network', `No page of ${this.options.slug} is open`);
    const given = JSON.stringify([
      this.options.addresses.own(url),
      { method, headers, body, credentials: 'same-origin' },
      this.most,
    ]);
    try {
      const { body, ...head } = await page.evaluate<Omit<PageAnswer, 'body'> & { readonly body: string | null }>(
        `(async ([url, request, most]) => {
          const answer = await fetch(url, request);
          const body = await answer.text();
          const retryAfter = answer.headers.get('retry-after');
          return { status: answer.status, retryAfter, body: body.length > most ? null : body };
        })(${given.replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)})`,
      );
      if (body === null) throw this.tooLarge();
      return { ...head, body };
    } catch (error) {
      throw this.explain(error);
    }
  }

  private async openPage(limitMs: number): Promise<Page> {
    const { context } = this.options;
    context.setDefaultTimeout(limitMs);
    await this.traffic.attach(context);
    const page = await context.newPage();
    this.page = page;
    context.on('page', (popup) => {
      if (popup !== page) popup.close().catch(() => undefined);
    });
    context.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    page.on('download', () => (this.downloads = true));
    page.on('crash', () => (this.crashed = true));
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) this.answer = response;
    });
    this.traffic.watch(page);
    return page;
  }

  /** A stand-in's redirects are followed here: the browser would take them to the platform itself. */
  private async navigate(page: Page, url: string): Promise<void> {
    let next: string | null = url;
    for (let redirects = 0; next !== null; redirects++) {
      if (redirects > MAX_REDIRECTS) throw new Changed(`${this.options.slug} redirects without end`);
      next = await this.open(page, next);
    }
  }

  /** Opens an address; gives the next one where a stand-in redirects. */
  private async open(page: Page, url: string): Promise<string | null> {
    try {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
      return null;
    } catch (error) {
      const redirect = this.traffic.takeRedirect();
      if (redirect !== null) return redirect;
      if (netError(error) !== STATUS_WITHOUT_BODY) throw error;
      // The browser's own page comes a moment later, and would interrupt the next navigation.
      await page.waitForURL((shown) => isErrorPage(shown.href), { waitUntil: 'commit' });
      return null;
    }
  }

  private async waitUntilReady(page: Page, { waitFor, waitForMs = WAIT_FOR_MS }: BrowserRequest): Promise<boolean> {
    if (isErrorPage(page.url())) return waitFor === undefined;
    if (waitFor !== undefined && GONE.has(this.statusOf().status)) return (await page.$(waitFor)) !== null;
    const appeared =
      waitFor === undefined
        ? page.waitForLoadState('load', { timeout: waitForMs })
        : page.waitForSelector(waitFor, { state: 'attached', timeout: waitForMs });
    try {
      await appeared;
      return true;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      // A page that never stops loading has a document all the same; only what was asked for by name is missed.
      return waitFor === undefined;
    }
  }

  private get most(): number {
    return Math.min(this.options.maxBytes, MOST_CHARACTERS);
  }

  private tooLarge(): Changed {
    return new Changed(`A page of ${this.options.slug} is larger than ${this.most} bytes`);
  }

  private async refuseHugeDocument(page: Page): Promise<void> {
    const length = await page.evaluate<number>('document.documentElement.outerHTML.length');
    if (length > this.most) throw this.tooLarge();
  }

  /** Why it failed, in the visit's words. The browser only says that something was cut. */
  private explain(error: unknown): unknown {
    const { pass, slug } = this.options;
    const cause = this.traffic.fault ?? error;
    if (cause instanceof SourceError) return cause;
    const refusal = this.traffic.lastNavigationHost === null ? null : pass.refusalOf(this.traffic.lastNavigationHost);
    if (refusal !== null) return new LedAway(refusal);
    if (this.downloads || isDownload(cause)) return new Changed(`${slug} answered with a file instead of a page`);
    if (this.crashed) return new Temporary('network', `A page of ${slug} crashed the browser`, { cause });
    if (isTimeout(cause) || netError(cause) === 'ERR_TIMED_OUT') {
      return new Temporary('timeout', `A page of ${slug} was not there in time`, { cause });
    }
    return new Temporary('network', `A page of ${slug} could not be opened (${netError(cause)})`, { cause });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** The page that the browser shows where it has none to show. */
function isErrorPage(url: string): boolean {
  return url.startsWith('chrome-error:');
}

/** The event comes after the navigation has failed. */
function isDownload(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Download is starting');
}

/** Chromium's own code, without the address that follows it in the message. */
function netError(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  return /net::(ERR_[A-Z_]+)/.exec(text)?.[1] ?? 'the browser ended';
}
