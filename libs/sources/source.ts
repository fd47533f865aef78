/**
 * The contract of sources. A source is a platform; its adapter recognizes the platform's URLs, reads its reviews page by page, and
 * reports whether it reached the end of the list. A source has one or more roads: ways to read the same reviews.
 *
 * Every adapter guarantees:
 * - `match` uses the URL alone, without network access;
 * - `visit` reads newest first if the platform can order by date, yields every page as soon as it is read, and states how its list
 *   ended (`VisitEnd`), or throws an error of `source-errors.ts`;
 * - a page that is blocked or cannot be parsed is never returned as an empty page. For an empty list, `visit` throws `Blocked` if
 *   another request for the list was refused and there is other evidence of reviews;
 * - a review or a part of a review that cannot be read is counted (`unread.ts`), and costs neither the page nor the visit;
 * - a failed optional request (name, counter, rating) never discards the reviews that were read (`visiting.ts`);
 * - a visit opens at most one page in a browser and navigates in it;
 * - only parsers read responses of the platform (`parsing/parser.ts`), outside the thread of the visit;
 * - every request uses the tools of the visit, which apply the rate limits, the size and time limits and the guard against private
 *   addresses.
 *
 * Contract §2.3, §2.4, §4.6, §10.
 */
import type { ContentLimit } from './content-limit';
import type { SourceConnecting, SourceConnection } from './connecting';
import type { PlatformNotifications } from './notifications';
import type { Parse } from './parsing/parser';
import type { ReplyPublisher } from './publisher';
import type { Reread } from './reread';
import type { ReviewList } from './review-list';
import type { SourceHttp } from './source-http';
import type { SourceBrowser } from './source-browser';
import type { Unread } from './unread';
import type { UrlMatch } from './url-tools';

export type { ReviewList } from './review-list';
export type { CollectedImage, CollectedReview, CollectedVideo } from './collected-review';

/** Request limits of a source, for all worker processes together (contract §10). */
export interface Politeness {
  /** Links of this source that are read at the same time. */
  readonly concurrency: number;
  /** Pause between the starts of two requests, in milliseconds. */
  readonly minDelayMs: number;
  /** Requests per UTC day. */
  readonly dailyRequests: number;
}

/** Static properties of a source. `GET /sources` returns the first block (contract §2.4). */
export interface SourceFacts {
  /**
   * Never changes; used to filter reviews (`source_ids`). Null for a source that the operator declares: the database assigns its
   * id.
   */
  readonly id: number | null;
  readonly slug: string;
  readonly displayName: string;
  readonly baseUrl: string;
  /** The scale of the platform's ratings; 1 for ratings from 0 to 1, and for a recommendation (yes or no), which has no rating. */
  readonly ratingScale: number;
  /** Reviews can have a reply of the organization. */
  readonly hasReply: boolean;
  readonly hasImages: boolean;
  readonly canPublishReply: boolean;
  readonly replyMaxLength: number | null;
  readonly replyLengthUnit: 'characters' | 'bytes' | null;

  /** The hosts of the source's URLs, which no other source has; each includes its subdomains. */
  readonly hosts: readonly string[];
  /** Further hosts of its requests, which have no pages; several sources may have one. Requests to other hosts are refused. */
  readonly requestHosts?: readonly string[];
  /** `weak`: the platform shows no review ids, so the service derives them from author, date and text. */
  readonly idStability: 'strong' | 'weak';
  readonly politeness: Politeness;
  /** Dot paths of personal data in `raw`, `*` for every array element. `names` are masked, `drop` is removed. */
  readonly rawPrivacy: { readonly names: readonly string[]; readonly drop: readonly string[] };
  /** How long the platform's terms allow its content to be kept as it was received; null if no period is known. */
  readonly contentLimit: ContentLimit | null;
}

/** The platform's data about the object; missing fields are null. */
export interface PlatformObject {
  readonly name: string | null;
  readonly reviewCount: number | null;
  /** 1-5. */
  readonly rating: number | null;
  readonly ratingOriginal: string | null;
  /** Which of these the platform states in a form that could not be read; absent if there are none. */
  readonly unread?: Unread | undefined;
}

/** One page of reviews, in the platform's order. */
export interface SnapshotPage {
  readonly reviews: ReviewList;
  /** The reviews come from another list than the other pages, so they are not part of its order and do not end an incremental pass. */
  readonly isAside?: boolean;
  /** Set as soon as it is known; later pages may omit it. */
  readonly object?: PlatformObject;
}

/**
 * What a finished visit has read:
 * `all`        the whole list: its end was proven;
 * `window`     everything that the platform shows, which may be a part: its newest reviews, a selection, or a list without proof that it
 *              is whole. Reviews outside of it do not count as deleted;
 * `unproven`   a list that broke off: the platform stated further pages or reviews, and did not return them. No review counts as deleted.
 */
export interface VisitEnd {
  readonly coverage: 'all' | 'window' | 'unproven';
}

export interface VisitTools {
  readonly http: SourceHttp;
  readonly browser: SourceBrowser;
  /** Parses responses of `http` and `browser`. Adapters never decode, search or parse foreign text themselves. */
  readonly parse: Parse;
  /**
   * Whether stored reviews of this object exist that are not deleted. An adapter calls this before it accepts an empty list
   * without proof: another request for the list was refused, or the platform returns no counter.
   */
  readonly hasStoredReviews: () => Promise<boolean>;
  /** The time of collection; relative dates are resolved against it. */
  readonly now: Date;
  /** Aborted when the run loses its lease or times out, or the process stops; all tools stop when it is aborted. */
  readonly signal: AbortSignal;
}

/** The tools of a visit through the connection of the object. */
export interface OwnerVisitTools extends VisitTools {
  readonly connection: SourceConnection;
}

export type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;

/** The facts of a road: a way to read the reviews of a source. `GET /v3/sources` returns them. */
export interface RoadFacts {
  /** Unique in the source, and never changes: it is stored with the reviews that were read on it. */
  readonly name: string;
  /** Whether a browser is needed; `both` tries plain HTTP first. */
  readonly reading: 'http' | 'browser' | 'both';
  /**
   * `newest_first`: the list is in that order (by `listedAt`, else by `reviewDate`), so passes may stop early. With `unordered`
   * every pass is full.
   */
  readonly order: 'newest_first' | 'unordered';
  /** `all`: every review; `newest`: the newest ones; `selection`: some that the platform selects. */
  readonly shows: 'all' | 'newest' | 'selection';
  /** How many reviews, or the reviews of how many days, the road shows at most; null if there is no fixed limit. */
  readonly limit: { readonly reviews: number } | { readonly days: number } | null;
  /** Whether the formats are known from recorded responses, or only from documentation. */
  readonly evidence: 'recorded' | 'documented';
  /** The UTC day (YYYY-MM-DD) from which the platform no longer serves the road; null or absent: none is announced. */
  readonly endsAt?: string | null;
  /**
   * The schedule collects links on the road at most once in so many hours; absent: no limit. For roads whose platform counts or
   * charges each request, and for those that read everything in each pass.
   */
  readonly minEveryHours?: number;
}

/** The public road: pages and APIs that need no connection. Links of all accounts to one page share its visits. */
export interface PublicRoad extends RoadFacts {
  /**
   * Reads the object's page; `canonicalUrl` as returned by `match`. The caller may leave the loop early, so cleanup code must be
   * in `finally`.
   */
  visit(canonicalUrl: string, tools: VisitTools): Visit;
}

/** A road through the connection of the object. */
export interface OwnerRoad extends RoadFacts {
  /** The connections that this road uses, by their card; absent: all. */
  readonly opens?: (card: string) => boolean;
  /** The road also reads the public list; the pages of its own list are then `isAside`. */
  readonly readsPublicList: boolean;
  /** Its reviews have other ids than on the other roads, so they are matched by their content. */
  readonly hasOwnIds: boolean;
  /**
   * It lists every review that another road shows, as documented by the platform: a review that it does not list any longer is gone.
   * Absent: unknown.
   */
  readonly showsEvery?: true;
  /** Throws `Unavailable('credentials_rejected')` if the platform no longer accepts the connection. */
  visit(canonicalUrl: string, tools: OwnerVisitTools): Visit;
}

/** A platform: its facts, its addresses, at least one road, and a publisher if its reviews can be answered. */
export interface PlatformSource {
  readonly facts: SourceFacts;
  /** Classifies a URL; null if its host is not the source's. */
  match(url: URL): UrlMatch | null;
  /**
   * Returns the canonical address of the page of a short link. Absent: the redirects of the link lead to it. Throws a `SourceError`
   * if the link does not lead to a page of an object.
   */
  resolveShort?(canonicalUrl: string, tools: Pick<VisitTools, 'http' | 'parse'>): Promise<string>;
  /** Absent if reviews can only be read through a connection. */
  readonly publicRoad?: PublicRoad;
  /** Of the roads that open a connection, the first is used. */
  readonly ownerRoads?: readonly OwnerRoad[];
  /** Present if and only if there are owner roads or a publisher. */
  readonly connecting?: SourceConnecting;
  /** Present if and only if `facts.canPublishReply`. */
  readonly publisher?: ReplyPublisher;
  /** Present if the platform sends notifications about changes at cards. */
  readonly notifications?: PlatformNotifications;
  /** Absent if the stored record of a review is not what its parser reads. */
  readonly reread?: Reread;
}
