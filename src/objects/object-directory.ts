import { Injectable } from '@nestjs/common';
import { notFound } from '@libs/kernel';
import type { ObjectCounts } from './domain/object-ceilings';
import type { NamedObject, TrackedObject } from './domain/tracked-object';
import { ObjectStore } from './persistence/object.store';

/** Checks of ownership for all contexts. Foreign, missing and deleted objects cause the same 404. */
@Injectable()
export class ObjectDirectory {
  constructor(private readonly objects: ObjectStore) {}

  /** Returns the account's object, enabled or disabled; null otherwise. */
  find(accountId: number, objectId: number): Promise<TrackedObject | null> {
    return this.objects.find(accountId, objectId);
  }

  /** Returns the account's object, enabled or disabled; throws 404 otherwise. */
  async requireOwned(accountId: number, objectId: number): Promise<TrackedObject> {
    return present(await this.objects.find(accountId, objectId));
  }

  /** Like `requireOwned`, and locks the object until the transaction ends: no other request deletes it, switches it or adds links. */
  async requireOwnedLocked(accountId: number, objectId: number): Promise<TrackedObject> {
    return present(await this.objects.findLocked(accountId, objectId));
  }

  /** Returns the person who last changed the pinned reviews of an object; null: a client with a key, or no one. */
  pinnedBy(accountId: number, objectId: number): Promise<number | null> {
    return this.objects.pinnedBy(accountId, objectId);
  }

  /** Stores the person who changes the pinned reviews, in the transaction of the change. */
  setPinnedBy(accountId: number, objectId: number, personId: number | null): Promise<void> {
    return this.objects.setPinnedBy(accountId, objectId, personId);
  }

  /** Returns the account of an object, for the operator only; throws 404 if the object does not exist. */
  async accountOf(objectId: number): Promise<number> {
    const accountId = await this.objects.accountOf(objectId);
    if (accountId === null) throw notFound();
    return accountId;
  }

  /** The ids of the account's objects with exactly this name, oldest first; two at most. */
  named(accountId: number, name: string): Promise<readonly number[]> {
    return this.objects.named(accountId, name);
  }

  /** The account's objects by their names, oldest first. */
  all(accountId: number): Promise<readonly NamedObject[]> {
    return this.objects.all(accountId);
  }

  /** The account's numbers of active and created objects, without a lock. */
  counts(accountId: number): Promise<ObjectCounts> {
    return this.objects.counts(accountId);
  }

  /** Throws 404 unless all ids are objects of the account. Ids may repeat. */
  async requireAllOwned(accountId: number, objectIds: readonly number[]): Promise<void> {
    const distinctIds = new Set(objectIds);
    if (distinctIds.size === 0) return;
    if ((await this.objects.countOwned(accountId, [...distinctIds])) !== distinctIds.size) throw notFound();
  }
}

function present(object: TrackedObject | null): TrackedObject {
  if (object === null) throw notFound();
  return object;
}
