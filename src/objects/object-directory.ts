import { Injectable } from '@nestjs/common';
import { notFound } from '@libs/kernel';
import type { TrackedObject } from './domain/tracked-object';
import { ObjectStore } from './persistence/object.store';

/** Whose object is it? The one place where every other context asks. Foreign, missing and deleted are the same 404. */
@Injectable()
export class ObjectDirectory {
  constructor(private readonly objects: ObjectStore) {}

  /** The account's own, not deleted object; throws 404 otherwise. A switched-off object is owned all the same. */
  async requireOwned(accountId: number, objectId: number): Promise<TrackedObject> {
    return present(await this.objects.find(accountId, objectId));
  }

  /** The same, and to the end of the transaction nobody else deletes it, switches it or changes its composition. */
  async requireOwnedLocked(accountId: number, objectId: number): Promise<TrackedObject> {
    return present(await this.objects.findLocked(accountId, objectId));
  }

  /** The account that an object belongs to, for the operator alone; throws 404 where there is no such object. */
  async accountOf(objectId: number): Promise<number> {
    const accountId = await this.objects.accountOf(objectId);
    if (accountId === null) throw notFound();
    return accountId;
  }

  /** Throws 404 unless every one of the ids is the account's own object. Repeated ids are no error. */
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
