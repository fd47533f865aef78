/**
 * What objects and links show of their collection: how far it is, how it ended, and how many reviews are stored. Folders, links, reviews
 * and collections are above objects, so this port declares the reads and `collection/states` implements them.
 */
import type { ReadBy } from '@libs/sources';
import type { ObjectListRequest, ObjectPage } from './domain/object-list';
import type { LinkState } from './domain/object-status';

/**
 * A warning about a successful last collection. `count_mismatch`: the platform's count differs from the number of collected reviews,
 * or the list broke off, and the whole list is read again. `many_reviews_missing`: too many reviews were missing, so none was marked as deleted. `unread: …`:
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
  /** Since when the operator has switched off the collection of the link's source; null while it is on. */
  readonly switchedOffSince: Date | null;
  /** When a collection last read the whole list with a proven result; null before that. */
  readonly lastFullAt: Date | null;
  /** When the first of the consecutive failed collections ended; null if the last collection succeeded. */
  readonly failingSince: Date | null;
  readonly failuresInARow: number;
  /** Null while no collection of the link is running. */
  readonly progress: CollectionProgress | null;
}

/** Reads only objects and links of the account that are not deleted. */
export abstract class LinkStates {
  /** The links of each object, oldest first; an object without links has no entry. */
  abstract listFor(accountId: number, objectIds: readonly number[]): Promise<ReadonlyMap<number, readonly LinkView[]>>;

  /** The link; null if the object has no such link. */
  abstract find(accountId: number, objectId: number, linkId: number): Promise<LinkView | null>;

  /** A page of the objects that match the filters; null if the account has no such folder. */
  abstract objectsBy(accountId: number, request: ObjectListRequest): Promise<ObjectPage | null>;
}
