/** What the questions of the suite are asked on: a sandbox with one listing of the platform, and visits over real HTTP. */
import { GuardedClient } from '@libs/egress';
import { HttpTools } from '../http-tools';
import type { SourceConnection } from '../publisher';
import { SandboxServer, type SandboxPlatform, type SandboxReviewInput } from '../sandbox';
import { Unavailable } from '../source-errors';
import type { SourceBrowser } from '../source-browser';
import type { PlatformSource } from '../source';
import { observeVisit, type ObservedVisit, type VisitWays } from './observed-visit';
import { parseInPlace } from './parse-in-place';

export interface ConformanceOptions {
  /** The listing that is read; a key as the sandbox platform has it. */
  readonly key: string;
  /** Its one form, and every other spelling of it that the platform has. */
  readonly canonicalUrl: string;
  readonly spellings: readonly string[];
  /** Addresses on the source's hosts that are no page of an object. */
  readonly notPages: readonly string[];
  /** Short links, which only the first collection can follow. */
  readonly shortLinks?: readonly string[];
  /** Reviews on one page as the adapter asks for it. */
  readonly pageSize: number;
  /** Reviews that the platform shows at most; without it the list is open to its end. */
  readonly window?: number;
  /** For adapters that render pages; it must send every request to `origin`. */
  readonly browser?: (origin: string, signal: AbortSignal) => SourceBrowser;
  /** What the object is connected with, for adapters that cannot read without. */
  readonly connection?: Pick<SourceConnection, 'card' | 'credentials'>;
}

/** Inside one offset of every zone's summer, so that local times keep the order of instants. */
export const NEWEST = new Date('2026-06-15T12:00:00Z');
const NOW = new Date('2026-06-20T12:00:00Z');
const STEP_MS = 61 * 60_000;
export const AUTHOR = 'Wilhelmina Featherstone Ottoway';

const NO_BROWSER: SourceBrowser = {
  render: () => Promise.reject(new Unavailable('browser_unavailable', 'this platform was given no browser')),
  open: () => Promise.reject(new Unavailable('browser_unavailable', 'this platform was given no browser')),
};

export class ConformanceBench {
  readonly sandbox: SandboxServer;
  /** Whether the service holds reviews of the listing from an earlier visit. */
  holdsReviews = false;
  /** Contexts of the browser that visits have asked for. */
  contexts = 0;

  constructor(
    readonly source: PlatformSource,
    readonly platform: SandboxPlatform,
    readonly options: ConformanceOptions,
  ) {
    this.sandbox = new SandboxServer([platform]);
  }

  get slug(): string {
    return this.platform.slug;
  }

  /** An empty, well-behaved listing. */
  reset(): void {
    const listing = this.sandbox.listing(this.slug, this.options.key);
    listing.name = 'Orchard & Quill';
    listing.reviews.length = 0;
    this.sandbox.behave(this.slug, this.options.key, 'normal');
    this.sandbox.slowDown(0);
    this.sandbox.replies(this.slug).reset();
    this.sandbox.requests.length = 0;
    this.holdsReviews = false;
    this.contexts = 0;
  }

  /** `count` reviews, each an hour older than the one before. */
  fill(count: number): void {
    for (let index = 0; index < count; index += 1) this.add(index, {});
  }

  add(index: number, review: SandboxReviewInput): void {
    const { ratings, titles, replies } = this.platform.demo;
    this.sandbox.add(this.slug, this.options.key, {
      author: AUTHOR,
      title: titles ? `Title ${index}` : null,
      text: `The text of review ${index}.`,
      rating: ratings[index % ratings.length] ?? null,
      publishedAt: new Date(NEWEST.getTime() - index * STEP_MS),
      reply: replies && index % 3 === 0 ? { text: `Reply ${index}`, at: NEWEST } : null,
      ...review,
    });
  }

  /** More than two pages, or as much as the platform shows. */
  get many(): number {
    return Math.min(this.options.pageSize * 2 + Math.ceil(this.options.pageSize / 2), this.options.window ?? Infinity);
  }

  ways(signal: AbortSignal = new AbortController().signal): VisitWays {
    const { origin } = this.sandbox;
    const { connection } = this.options;
    return {
      http: new HttpTools({
        client: new GuardedClient({ exemptOrigins: [origin] }),
        facts: this.source.facts,
        origin,
        permit: () => Promise.resolve(),
        signal,
        version: 'conformance',
      }),
      browser: this.counting(this.options.browser?.(origin, signal) ?? NO_BROWSER),
      parse: parseInPlace,
      holdsReviews: () => Promise.resolve(this.holdsReviews),
      ...(connection === undefined ? {} : { connection: { ...connection, saveCredentials: () => Promise.resolve() } }),
      signal,
      now: NOW,
    };
  }

  private counting(browser: SourceBrowser): SourceBrowser {
    const counted = <T>(opened: Promise<T>): Promise<T> => {
      this.contexts += 1;
      return opened;
    };
    return {
      render: (url, request) => counted(browser.render(url, request)),
      open: (url, request) => counted(browser.open(url, request)),
    };
  }

  visit(afterPage?: (pages: number) => void, signal?: AbortSignal): Promise<ObservedVisit> {
    return observeVisit(this.source, this.options.canonicalUrl, this.ways(signal), afterPage);
  }
}
