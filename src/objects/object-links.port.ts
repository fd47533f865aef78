/**
 * The operations on links that objects need: an object is created, returned, switched and deleted together with its links. The
 * context `links` imports `objects`, so this port declares them, and `LinksService` of `links/links.service.ts` extends it.
 */
import type { ReadBy } from '@libs/sources';
import type { Caller } from '@src/auth';
import type { LinkState } from './domain/object-status';

/** The part of a caller that objects and links need. */
export type ObjectOwner = Pick<Caller, 'accountId' | 'entitlements'>;

/** The reason why an address was not linked; the request succeeds nevertheless (contract §7.2). */
export type LinkRefusalCode =
  | 'source_not_detected'
  | 'source_url_invalid'
  | 'source_requires_upgrade'
  | 'source_already_linked'
  | 'link_already_added';

/** The outcome for one address: linked, or refused with a reason. `url` is the address of the request. */
export interface LinkOutcome {
  readonly url: string;
  readonly linkId: number | null;
  /** The detected platform; null if none was detected. */
  readonly sourceSlug: string | null;
  readonly refusal: { readonly code: LinkRefusalCode; readonly reason: string } | null;
}

/**
 * A warning about a successful last collection. `count_mismatch`: the platform's count differs from the number of collected reviews,
 * and the whole list is read again. `many_reviews_missing`: too many reviews were missing, so none was marked as deleted. `unread: …`:
 * what the pages show and could not be read, such as `unread: 2 dates, 1 review`.
 */
export type LinkWarning = 'count_mismatch' | 'many_reviews_missing' | `unread: ${string}`;

/** How far the running collection of a link is. */
export interface CollectionProgress {
  /** The number of reviews that it has read. */
  readonly read: number;
  /** The number of reviews to read; null if it is not known or if only new reviews are read. */
  readonly of: number | null;
}

/** A link for its owner (contract §2.2, §10). */
export interface LinkView extends LinkState {
  readonly id: number;
  readonly objectId: number;
  readonly url: string;
  readonly sourceId: number;
  readonly sourceSlug: string;
  readonly linkName: string | null;
  /** The platform's label, followed by the name that was read on the page. */
  readonly autoName: string;
  readonly scrapedObjectName: string | null;
  readonly isPublic: boolean;
  readonly frozenAt: Date | null;
  readonly scrapeError: string | null;
  /** The platform's local time. */
  readonly lastScrapedReviewDate: string | null;
  readonly createdAt: Date;
  /** The platform's count of reviews at the last collection. */
  readonly platformReviewCount: number | null;
  /** Stored reviews that the platform still shows. */
  readonly collectedCount: number;
  /** The collected share of the platform's count, 0 to 1; null if the platform has no count. */
  readonly completeness: number | null;
  readonly stopReason: string | null;
  /** How the last collection read the reviews; null before the first. */
  readonly readBy: ReadBy | null;
  /** The name of the road of the last collection; null before the first. */
  readonly road: string | null;
  readonly warning: LinkWarning | null;
  /** When the next collection is due; null while none is scheduled. */
  readonly nextCollectionAt: Date | null;
  /** When a collection last read the whole list with a proven result; null before that. */
  readonly lastFullAt: Date | null;
  /** When the first of the consecutive failed collections ended; null if the last collection succeeded. */
  readonly failingSince: Date | null;
  readonly failuresInARow: number;
  /** Null while no collection of the link is running. */
  readonly progress: CollectionProgress | null;
}

/** All methods are restricted to objects of the account. Methods that write run in the caller's transaction. */
export abstract class ObjectLinks {
  /** Links the addresses to an object that the caller has locked; returns one outcome per address, in order. */
  abstract addMany(owner: ObjectOwner, objectId: number, urls: readonly string[]): Promise<readonly LinkOutcome[]>;

  /** The links of each object, oldest first; an object without links has no entry. */
  abstract listFor(accountId: number, objectIds: readonly number[]): Promise<ReadonlyMap<number, readonly LinkView[]>>;

  /** Deletes all links of an object. */
  abstract removeAll(accountId: number, objectId: number): Promise<void>;

  /** Stops the collection of all links of these objects. */
  abstract stopCollecting(accountId: number, objectIds: readonly number[]): Promise<void>;

  /** Makes every enabled link of these objects due at once. */
  abstract startCollecting(accountId: number, objectIds: readonly number[]): Promise<void>;
}
