/** Fixture of the conformance suite: a sandbox with one listing of the platform, and visits over real HTTP. */
import { GuardedClient } from '@libs/egress';
import { HttpTools } from '../http-tools';
import { ownerRoadFor } from '../roads';
import type { SourceConnection } from '../connecting';
import { SandboxServer, type SandboxPlatform, type SandboxReview, type SandboxReviewInput } from '../sandbox';
import type { AnyParser } from '../parsing/serve-parsers';
import { Unavailable } from '../source-errors';
import type { SourceBrowser } from '../source-browser';
import type { UnreadPart } from '../unread';
import type { OwnerRoad, PlatformSource, PublicRoad, Visit, VisitTools } from '../source';
import { observeVisit, type ObservedVisit } from './observed-visit';
import { parseInPlace } from './parse-in-place';

export interface ConformanceOptions {
  /** Key of the listing in the sandbox platform. */
  readonly key: string;
  /** The canonical address of the listing. */
  readonly canonicalUrl: string;
  /** Other addresses of the listing. */
  readonly otherUrls: readonly string[];
  /** Addresses on the source's hosts that are not pages of an object. */
  readonly invalidUrls: readonly string[];
  /** Short links; the first collection resolves them. */
  readonly shortLinks?: readonly string[];
  /** Reviews per page, as the adapter requests them. */
  readonly pageSize: number;
  /** Maximum number of reviews that the platform shows; absent if it shows all. */
  readonly window?: number;
  /** Maximum length of a text that the platform returns; longer texts are cut. */
  readonly textLimit?: number;
  /** The platform returns the whole list in one response; `pageSize` is then any number of reviews. */
  readonly isOneResponse?: boolean;
  /** The platform returns no counter, so that a list that ends early is not recognized. */
  readonly hasNoCounter?: boolean;
  /** The ratings are numbers from 0 to 1, so that the scale of 1 does not mean a recommendation. */
  readonly ratesFromZeroToOne?: boolean;
  /** Browser for adapters that render pages; must send every request to `origin`. */
  readonly browser?: (origin: string, signal: AbortSignal) => SourceBrowser;
  /** The connection of the object: the suite then tests the owner road that it opens, otherwise the public road. */
  readonly connection?: Pick<SourceConnection, 'card' | 'credentials'>;
  /** The id of a review on the tested road, if that road has ids of its own. */
  readonly idOf?: (review: SandboxReview) => string;
  /** Parts that each review of the platform states or leaves out, besides texts, authors, replies, photos, videos and addresses. */
  readonly mayLack?: readonly UnreadPart[];
  /** Parts that the platform shows or not by the value of another field, such as a reply by the author of a comment. */
  readonly selected?: readonly UnreadPart[];
  /** An empty object states nothing, as in JSON-LD. */
  readonly emptyIsNothing?: boolean;
  /** Keys of the results of parsers for which a visit has other evidence, such as another way to read the list. */
  readonly hints?: readonly string[];
  /** Further responses of the platform, in its folder of fixtures, and what their parsers receive beside the text. */
  readonly fixtures?: readonly FixtureResponse[];
  /** For a response that shows each review several times, a response for each of the ways. */
  readonly distinct?: (text: string) => readonly string[];
  /** What the tested road does not return, though the platform has it. */
  readonly lacks?: readonly ('name' | 'count' | 'replies')[];
}

/** A response in the folder of fixtures. */
export interface FixtureResponse {
  readonly parser: AnyParser;
  readonly file: string;
  readonly facts: unknown;
}

/** No time zone changes its UTC offset near this date, so local times sort like instants. */
export const NEWEST = new Date('2026-06-15T12:00:00Z');
const NOW = new Date('2026-06-20T12:00:00Z');
const STEP_MS = 61 * 60_000;
export const AUTHOR = 'Wilhelmina Featherstone Ottoway';

const NO_BROWSER: SourceBrowser = {
  render: () => Promise.reject(new Unavailable('browser_unavailable', 'the test provides no browser')),
  open: () => Promise.reject(new Unavailable('browser_unavailable', 'the test provides no browser')),
};

export class ConformanceFixture {
  readonly sandbox: SandboxServer;
  /** Result of `VisitTools.hasStoredReviews`. */
  hasStoredReviews = false;
  /** Number of browser contexts that visits have opened. */
  contextCount = 0;

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

  /** Removes all reviews of the listing and resets its behaviour. */
  reset(): void {
    const listing = this.sandbox.listing(this.slug, this.options.key);
    listing.name = 'Orchard & Quill';
    listing.reviews.length = 0;
    this.sandbox.behave(this.slug, this.options.key, 'normal');
    this.sandbox.slowDown(0);
    this.sandbox.replies(this.slug).reset();
    this.sandbox.requests.length = 0;
    this.hasStoredReviews = false;
    this.contextCount = 0;
  }

  /** Adds `count` reviews, each an hour older than the previous review. */
  addReviews(count: number): void {
    for (let index = 0; index < count; index += 1) this.addReview(index, {});
  }

  addReview(index: number, review: SandboxReviewInput): void {
    const { ratings, titles, replies } = this.platform.demo;
    this.sandbox.add(this.slug, this.options.key, {
      author: AUTHOR,
      title: titles ? `Title ${index}` : null,
      text: `The text of review ${index}.`,
      rating: ratings.at(index % ratings.length) ?? null,
      publishedAt: new Date(NEWEST.getTime() - index * STEP_MS),
      reply: replies && index % 3 === 0 ? { text: `Reply ${index}`, at: NEWEST } : null,
      ...review,
    });
  }

  /** `count`, or the maximum number of reviews that the platform shows. */
  shown(count: number): number {
    return Math.min(count, this.options.window ?? Infinity);
  }

  /** Number of reviews that fills more than two pages, or the maximum that one response or the platform shows. */
  get multiPageCount(): number {
    if (this.options.isOneResponse === true) return this.options.pageSize;
    return this.shown(this.options.pageSize * 2 + Math.ceil(this.options.pageSize / 2));
  }

  /** Whether the road shows everything in one response, so that a visit has no second page. */
  get isSinglePage(): boolean {
    return this.options.isOneResponse === true || (this.options.window ?? Infinity) <= this.options.pageSize;
  }

  /** The name that visits return. */
  get expectedName(): string | null {
    return this.options.lacks?.includes('name') === true ? null : 'Orchard & Quill';
  }

  /** The id of a review on the tested road. */
  idOf(review: SandboxReview): string {
    return this.options.idOf?.(review) ?? review.id;
  }

  /** The road that the suite tests. Throws if the source has none. */
  get road(): PublicRoad | OwnerRoad {
    const { connection } = this.options;
    const road = connection === undefined ? this.source.publicRoad : ownerRoadFor(this.source, connection.card);
    if (!road) throw new Error(`${this.slug} has no such road`);
    return road;
  }

  /** Begins a visit on the tested road, with other tools if `changed` has any. */
  begin(signal?: AbortSignal, changed: Partial<VisitTools> = {}): Visit {
    const { connection, canonicalUrl } = this.options;
    const tools = { ...this.tools(signal), ...changed };
    const saveCredentials = (): Promise<void> => Promise.resolve();
    return connection === undefined
      ? (this.road as PublicRoad).visit(canonicalUrl, tools)
      : this.road.visit(canonicalUrl, { ...tools, connection: { ...connection, saveCredentials } });
  }

  tools(signal: AbortSignal = new AbortController().signal): VisitTools {
    const { origin } = this.sandbox;
    return {
      http: new HttpTools({
        client: new GuardedClient({ exemptOrigins: [origin] }),
        facts: this.source.facts,
        origin,
        permit: () => Promise.resolve(),
        signal,
        version: 'conformance',
      }),
      browser: this.countingContexts(this.options.browser?.(origin, signal) ?? NO_BROWSER),
      parse: parseInPlace,
      hasStoredReviews: () => Promise.resolve(this.hasStoredReviews),
      signal,
      now: NOW,
    };
  }

  private countingContexts(browser: SourceBrowser): SourceBrowser {
    const countContext = <T>(opened: Promise<T>): Promise<T> => {
      this.contextCount += 1;
      return opened;
    };
    return {
      render: (url, request) => countContext(browser.render(url, request)),
      open: (url, request) => countContext(browser.open(url, request)),
    };
  }

  visit(afterPage?: (pages: number) => void, signal?: AbortSignal): Promise<ObservedVisit> {
    return observeVisit(() => this.begin(signal), afterPage);
  }
}
