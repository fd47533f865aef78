import { Injectable } from '@nestjs/common';
import { notFound } from '@libs/kernel';
import type { ObjectCounts } from './domain/object-ceilings';
import type { TrackedObject } from './domain/tracked-object';
import { ObjectStore } from './persistence/object.store';

/** Checks of ownership for all contexts. Foreign, missing and deleted objects cause the same 404. */
@Injectable()
export class ObjectDirectory {
  constructor(private readonly objects: ObjectStore) {}

  /** Returns the account's object, switched on or off; throws 404 otherwise. */
  async requireOwned(accountId: number, objectId: number): Promise<TrackedObject> {
    return present(await this.objects.find(accountId, objectId));
  }

  /** The same, with the object locked until the transaction ends: no other request deletes it, switches it or adds links to it. */
  async requireOwnedLocked(accountId: number, objectId: number): Promise<TrackedObject> {
    return present(await this.objects.findLocked(accountId, objectId));
  }

  /** Returns the account of an object, for the operator only; throws 404 where there is no such object. */
  async accountOf(objectId: number): Promise<number> {
    const accountId = await this.objects.accountOf(objectId);
    if (accountId === null) throw notFound();
    return accountId;
  }

  /** How many objects the account has and has created. Another request may change the counts at once. */
  counts(accountId: number): Promise<ObjectCounts> {
    return this.objects.counts(accountId);
  }

  /** Throws 404 unless every one of the ids is the account's own object. Ids may repeat. */
  async requireAllOwned(accountId: number, objectIds: readonly number[]): Promise<void> {
    const asked = new Set(objectIds);
    if (asked.size === 0) return;
    if ((await this.objects.countOwned(accountId, [...asked])) !== asked.size) throw notFound();
  }
}

function present(object: TrackedObject | null): TrackedObject {
  if (object === null) throw notFound();
  return object;
}
