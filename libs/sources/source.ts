/**
 * The contract between hrev and a platform ("source"). An adapter knows one source: it recognizes the source's URLs,
 * reads its reviews page by page, and says plainly what it proved and what it did not.
 *
 * What an adapter promises:
 * - `match` looks at the URL alone and never at the network;
 * - `visit` reads newest first where the platform can order by date, yields every page as soon as it is read, and
 *   returns only when the end of the list was *proven*; anything else is thrown as one of `source-errors.ts`;
 * - a page that blocks, lies or no longer parses is never an empty page; nor is an empty answer, where another road to the
 *   list was refused and anything else speaks of reviews: that is `Blocked`;
 * - what is asked beside the list (name, counter, rating) never costs the reviews that were read (`side-request.ts`);
 * - a visit opens at most one page in a browser, and goes on in it;
 * - what came from the platform is read by parsers alone (`parsing/parser.ts`), away from the thread that the visit runs in;
 * - every request goes through the tools it is handed: they hold the politeness rules, the size and time limits and
 *   the guard against private addresses.
 *
 * Contract §2.3, §2.4, §4.6, §10.
 */
import type { Parse } from './parsing/parser';
import type { ReplyPublisher, SourceConnection } from './publisher';
import type { ReviewList } from './review-list';
import type { SourceHttp } from './source-http';
import type { SourceBrowser } from './source-browser';

export type { ReviewList } from './review-list';
export type { CollectedImage, CollectedReview, CollectedVideo } from './collected-review';

/** How hard a source may be worked, held over all worker processes together (contract §10). */
export interface Politeness {
  /** Links of this source read at the same time. */
  readonly concurrency: number;
  /** Pause between the starts of two requests, in milliseconds. */
  readonly minDelayMs: number;
  /** Requests per UTC day. */
  readonly dailyRequests: number;
}

/** What is known about a source without asking it. The first block is what `GET /sources` shows (§2.4). */
export interface SourceFacts {
  /** Fixed for ever; filters reviews (`source_ids`). Null for a source that the operator declares: the database gives it one. */
  readonly id: number | null;
  readonly slug: string;
  readonly displayName: string;
  readonly baseUrl: string;
  /** The platform's own scale; 1 for a yes/no recommendation, which gives no rating. */
  readonly ratingScale: number;
  /** Reviews here can carry a reply of the organization. */
  readonly hasReply: boolean;
  readonly hasImages: boolean;
  readonly canPublishReply: boolean;
  readonly replyMaxLength: number | null;
  readonly replyLengthUnit: 'characters' | 'bytes' | null;

  /** Hosts whose URLs this source may claim, and the only hosts its adapter may talk to; each covers its subdomains. */
  readonly hosts: readonly string[];
  /** Whether a browser is needed; `both` tries plain HTTP first. */
  readonly reading: 'http' | 'browser' | 'both';
  /** Reviews can only be read through a connection of the object's owner. */
  readonly needsConnection?: boolean;
  /**
   * `newest_first`: the adapter asks for that order and the platform has it (by `listedAt`, else by `reviewDate`), so passes may
   * stop early. `unordered` makes every pass a full one.
   */
  readonly order: 'newest_first' | 'unordered';
  /** `weak`: the platform shows no review ids, so the service makes them from author, date and text. */
  readonly idStability: 'strong' | 'weak';
  readonly politeness: Politeness;
  /** Where personal data stands in `raw`: dot paths, `*` for every array element. Names are masked, the rest is cut out. */
  readonly rawPrivacy: { readonly names: readonly string[]; readonly drop: readonly string[] };
}

/** What a URL is to a source. */
export type UrlMatch =
  /** A page of an object, in the one spelling that all spellings of it share. */
  | { readonly kind: 'page'; readonly canonicalUrl: string }
  /** A short link of this source; the first collection follows it. */
  | { readonly kind: 'short'; readonly canonicalUrl: string }
  /** The host is this source's, the URL is no page of an object. */
  | { readonly kind: 'invalid'; readonly reason: string };

/** What the platform says of the whole object; fields it does not say are null. */
export interface PlatformObject {
  readonly name: string | null;
  readonly reviewCount: number | null;
  /** 1-5. */
  readonly rating: number | null;
  readonly ratingOriginal: string | null;
}

/** One page of reviews, in the platform's order. */
export interface SnapshotPage {
  readonly reviews: ReviewList;
  /** Given as soon as it is known; later pages may leave it out. */
  readonly object?: PlatformObject;
}

/**
 * How far a finished visit saw. `all`: the end of the platform's list was reached. `window`: the platform shows no more
 * than its newest reviews and all of those were read; older ones are unknown, not gone.
 */
export interface VisitEnd {
  readonly coverage: 'all' | 'window';
}

export interface VisitTools {
  readonly http: SourceHttp;
  readonly browser: SourceBrowser;
  /** Reads what the two brought. The only way: no adapter decodes, searches or parses foreign text itself. */
  readonly parse: Parse;
  /**
   * The account's connection of this object, or null. A source that cannot read without one throws
   * `Unavailable('credentials_missing')`, one whose connection is no longer taken `Unavailable('credentials_rejected')`.
   */
  readonly connection: SourceConnection | null;
  /**
   * Whether an earlier visit read reviews of this object that are not deleted. An adapter asks before it takes an empty list
   * for the truth where the list itself proves nothing: another road was refused, or the platform gives no counter.
   */
  readonly holdsReviews: () => Promise<boolean>;
  /** The moment of collection; relative dates are resolved against it. */
  readonly now: Date;
  /** Aborted when the run loses its lease, times out or the process stops; every tool obeys it by itself. */
  readonly signal: AbortSignal;
}

/** A platform. A plain object: facts, two functions, and a publisher where its reviews can be answered. */
export interface PlatformSource {
  readonly facts: SourceFacts;
  /** What this URL is to the source; null where the host is not its own. */
  match(url: URL): UrlMatch | null;
  /**
   * Reads the object's page (`canonicalUrl` as `match` gave it). The caller may stop early by leaving the loop; it must
   * not be told apart from a visit that was never finished, so cleaning up belongs into `finally`.
   */
  visit(canonicalUrl: string, tools: VisitTools): AsyncGenerator<SnapshotPage, VisitEnd, void>;
  /** Present exactly where `facts.canPublishReply`. */
  readonly publisher?: ReplyPublisher;
}
