/**
 * The one call to a context above: an object is created with links, shown with links, and switched or deleted together with
 * them, but `links` is above `objects`. This port declares what objects need, and `links/object-links.adapter.ts` implements it.
 */
import type { LinkState } from './domain/object-status';
import type { ObjectOwner } from './object-owner';

/** Why an address was not linked. The request succeeds nevertheless (contract §7.2). */
export type LinkRefusalCode =
  | 'source_not_detected'
  | 'source_url_invalid'
  | 'source_requires_upgrade'
  | 'source_already_linked'
  | 'link_already_added';

/** The outcome for one address: linked, or refused with a reason. `url` is the address as the client gave it. */
export interface LinkOutcome {
  readonly url: string;
  readonly linkId: number | null;
  /** The detected platform; null where none was. */
  readonly sourceSlug: string | null;
  readonly refusal: { readonly code: LinkRefusalCode; readonly reason: string } | null;
}

/**
 * A doubt about the last collection, which succeeded. `count_mismatch`: the platform counts more or fewer reviews than were found,
 * and the whole list is read again. `many_reviews_missing`: so many reviews were missing at once that none was marked as deleted.
 */
export type LinkWarning = 'count_mismatch' | 'many_reviews_missing';

/** A link as its owner sees it (contract §2.2, §10). */
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
  /** The platform's own count of reviews, at the last collection. */
  readonly platformReviewCount: number | null;
  /** Stored reviews that the platform still shows. */
  readonly collectedCount: number;
  /** The collected share of the platform's count, 0 to 1; null where the platform shows no count. */
  readonly completeness: number | null;
  readonly stopReason: string | null;
  readonly warning: LinkWarning | null;
}

/** All methods act on the account's own objects only; those that write run in the caller's transaction. */
export abstract class ObjectLinks {
  /** Links the addresses to an object that the caller has locked; returns one outcome per address, in order. */
  abstract addMany(owner: ObjectOwner, objectId: number, urls: readonly string[]): Promise<readonly LinkOutcome[]>;

  /** The links of each object, oldest first; an object without links has no entry. */
  abstract listFor(accountId: number, objectIds: readonly number[]): Promise<ReadonlyMap<number, readonly LinkView[]>>;

  /** Deletes all links of an object. */
  abstract removeAll(accountId: number, objectId: number): Promise<void>;

  /** Makes no link of these objects due. */
  abstract stopCollecting(accountId: number, objectIds: readonly number[]): Promise<void>;

  /** Makes every enabled link of these objects due at once. */
  abstract startCollecting(accountId: number, objectIds: readonly number[]): Promise<void>;
}
