/**
 * The one call against gravity: an object is made with links, shown with links, and rests or goes together with them,
 * but links stand on a higher floor. So objects name here what they need, and the links context provides it (a lower
 * context that needs a higher one synchronously is one of the three reasons for a port).
 */
import type { LinkState } from './domain/object-status';
import type { ObjectOwner } from './object-owner';

/** Why an address was not linked; an ordinary result and no error of the request (contract §7.2). */
export type LinkRefusalCode =
  | 'source_not_detected'
  | 'source_url_invalid'
  | 'source_requires_upgrade'
  | 'source_already_linked'
  | 'link_already_added';

/** What became of one address: linked, or refused with its reason. `url` is the address as the client gave it. */
export interface LinkOutcome {
  readonly url: string;
  readonly linkId: number | null;
  /** The platform, where the address is known to be of one. */
  readonly sourceSlug: string | null;
  readonly refusal: { readonly code: LinkRefusalCode; readonly reason: string } | null;
}

/**
 * What is doubtful though the last collection succeeded. `count_mismatch`: the platform counts more reviews, or fewer, than
 * were found, and its whole list is read again. `many_reviews_missing`: so many reviews were missing at once that none was
 * marked as deleted.
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
  /** The platform's label, followed by the name once it was read. */
  readonly autoName: string;
  readonly scrapedObjectName: string | null;
  readonly isPublic: boolean;
  readonly frozenAt: Date | null;
  readonly scrapeError: string | null;
  /** The platform's local time. */
  readonly lastScrapedReviewDate: string | null;
  readonly createdAt: Date;
  /** What the platform itself says it holds, at the last collection. */
  readonly platformReviewCount: number | null;
  /** Reviews held here that the platform still shows. */
  readonly collectedCount: number;
  /** 0-1: how much of what the platform says it holds is here; null where it does not say. */
  readonly completeness: number | null;
  readonly stopReason: string | null;
  readonly warning: LinkWarning | null;
}

/** All methods act on the account's own objects only; the writing ones belong into the caller's transaction. */
export abstract class ObjectLinks {
  /** Links the addresses to an object that the caller holds locked; one outcome an address, in their order. */
  abstract addMany(owner: ObjectOwner, objectId: number, urls: readonly string[]): Promise<readonly LinkOutcome[]>;

  /** The links of each object, oldest first; an object without links has no entry. */
  abstract listFor(accountId: number, objectIds: readonly number[]): Promise<ReadonlyMap<number, readonly LinkView[]>>;

  /** Takes all links of an object away with it. */
  abstract removeAll(accountId: number, objectId: number): Promise<void>;

  /** Nothing of these objects is due for collection any more. */
  abstract rest(accountId: number, objectIds: readonly number[]): Promise<void>;

  /** Every enabled link of these objects is due at once. */
  abstract wake(accountId: number, objectIds: readonly number[]): Promise<void>;
}
