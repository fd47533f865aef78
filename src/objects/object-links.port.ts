/**
 * The operations on links that objects need: an object is created, switched and deleted together with its links. The context `links`
 * imports `objects`, so this port declares them, and `LinksService` of `links/links.service.ts` extends it.
 */
import type { Caller } from '@src/auth';

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

/** All methods are restricted to objects of the account and run in the caller's transaction. */
export abstract class ObjectLinks {
  /** Links the addresses to an object that the caller has locked; returns one outcome per address, in order. */
  abstract addMany(owner: ObjectOwner, objectId: number, urls: readonly string[]): Promise<readonly LinkOutcome[]>;

  /** Deletes all links of an object. */
  abstract removeAll(accountId: number, objectId: number): Promise<void>;

  /** Stops the collection of all links of these objects. */
  abstract stopCollecting(accountId: number, objectIds: readonly number[]): Promise<void>;

  /** Makes every enabled link of these objects due at once. */
  abstract startCollecting(accountId: number, objectIds: readonly number[]): Promise<void>;
}
