import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound, type PageRequest } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { lockAccount } from '@src/auth';
import { assertMayCreate, assertMaySwitchOn, objectCreationBudget } from './domain/object-ceilings';
import type { ObjectListRequest, ObjectPage } from './domain/object-list';
import { objectsToSwitch, type ObjectSwitch, type TrackedObject } from './domain/tracked-object';
import { LinkStates, type LinkView } from './link-states.port';
import { ObjectLinks, type LinkOutcome, type ObjectOwner } from './object-links.port';
import { ObjectStore } from './persistence/object.store';

/** An object with its links, oldest link first. */
export interface ObjectWithLinks {
  readonly object: TrackedObject;
  readonly links: readonly LinkView[];
}

export interface CreatedObject {
  readonly object: TrackedObject;
  /** One per address, in request order. */
  readonly outcomes: readonly LinkOutcome[];
}

export interface ObjectsPage {
  readonly objects: readonly ObjectWithLinks[];
  readonly total: number;
}

/** The objects of an account (contract §4.6). */
@Injectable()
export class ObjectsService {
  constructor(
    private readonly database: Database,
    private readonly objects: ObjectStore,
    private readonly links: ObjectLinks,
    private readonly states: LinkStates,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Creates an object and links its addresses; the object and the other links are created even if an address is refused. Throws
   * `object_limit_reached` or `object_creation_budget_exhausted`; both limits are exact under concurrent requests.
   */
  async create(owner: ObjectOwner, name: string, urls: readonly string[]): Promise<CreatedObject> {
    return this.database.transaction(async () => {
      // Other creates and switches of the account wait, so that the counts are exact.
      await lockAccount(this.database, owner.accountId);
      const counts = await this.objects.counts(owner.accountId);
      assertMayCreate(counts, owner.entitlements.objectCeiling, objectCreationBudget(owner.entitlements));
      const object = await this.objects.insert(owner.accountId, name);
      const target = { type: 'object', id: object.id } as const;
      await this.trail.recordOfPerson({
        action: 'object.created',
        accountId: owner.accountId,
        target,
        after: { name: object.name },
      });
      const outcomes = await this.links.addMany(owner, object.id, urls);
      return { object, outcomes };
    });
  }

  /** A check that throws as `create` does if the account may not create one more object after `others` more, by the counts of now. */
  async creationCheck({ accountId, entitlements }: ObjectOwner): Promise<(others: number) => void> {
    const { active, createdInWindow } = await this.objects.counts(accountId);
    const budget = objectCreationBudget(entitlements);
    return (others) =>
      assertMayCreate(
        { active: active + others, createdInWindow: createdInWindow + others },
        entitlements.objectCeiling,
        budget,
      );
  }

  /** A page of objects with their links, newest first. */
  async page(accountId: number, request: PageRequest): Promise<ObjectsPage> {
    return this.pageWithLinks(accountId, await this.objects.page(accountId, request));
  }

  /** A page of the objects that match the filters, with their links. Throws `folder_not_found` for a foreign or missing folder. */
  async list(accountId: number, request: ObjectListRequest): Promise<ObjectsPage> {
    const { search, folderId, problem, order } = request;
    const isPlain = search === null && folderId === null && problem === null && order === 'created_at';
    // The plain list is read in the order of an index, up to its page.
    const page = isPlain
      ? await this.objects.page(accountId, request)
      : await this.states.objectsBy(accountId, request);
    if (page === null) throw new AppError('folder_not_found', 'Folder not found');
    return this.pageWithLinks(accountId, page);
  }

  /** The object with its links; throws 404 for a foreign or missing object. */
  async single(accountId: number, objectId: number): Promise<ObjectWithLinks> {
    return this.withLinks(await this.objects.find(accountId, objectId));
  }

  /** Renames the object and returns it with its links; throws 404 for a foreign or missing object. */
  async rename(accountId: number, objectId: number, name: string): Promise<ObjectWithLinks> {
    const renamed = await this.database.transaction(async () => {
      const before = await this.objects.findLocked(accountId, objectId);
      const after = await this.objects.rename(accountId, objectId, name);
      if (before === null || after === null) return null;
      await this.trail.recordOfPerson({
        action: 'object.changed',
        accountId,
        target: { type: 'object', id: objectId },
        before: { name: before.name },
        after: { name: after.name },
      });
      return after;
    });
    return this.withLinks(renamed);
  }

  /**
   * Switches a set of objects on or off, all or none. Throws 404 if an object does not belong to the account, and
   * `object_limit_reached` if the plan does not allow that many. Returns each object once, in request order.
   */
  async switchMany(
    owner: ObjectOwner,
    objectIds: readonly number[],
    isActive: boolean,
  ): Promise<readonly ObjectSwitch[]> {
    const { accountId } = owner;
    const distinctIds = [...new Set(objectIds)];
    await this.database.transaction(async () => {
      await lockAccount(this.database, accountId);
      const idsToChange = objectsToSwitch(
        await this.objects.findSwitches(accountId, distinctIds),
        distinctIds,
        isActive,
      );
      if (idsToChange.length === 0) return;
      if (isActive) {
        const { active } = await this.objects.counts(accountId);
        assertMaySwitchOn(active, idsToChange.length, owner.entitlements.objectCeiling);
      }
      await this.objects.switchTo(accountId, idsToChange, isActive);
      await this.trail.recordOfPerson({
        action: 'object.changed',
        accountId,
        target: { type: 'object', id: idsToChange.length === 1 ? (idsToChange[0] ?? null) : null },
        before: { is_active: !isActive },
        after: { is_active: isActive, ...(idsToChange.length === 1 ? {} : { object_ids: idsToChange }) },
      });
      await (isActive
        ? this.links.startCollecting(accountId, idsToChange)
        : this.links.stopCollecting(accountId, idsToChange));
    });
    return distinctIds.map((id) => ({ id, isActive }));
  }

  /** Deletes an object with its links. */
  async remove(accountId: number, objectId: number): Promise<void> {
    await this.database.transaction(async () => {
      const object = await this.objects.findLocked(accountId, objectId);
      if (object === null || !(await this.objects.markDeleted(accountId, objectId))) throw notFound();
      await this.links.removeAll(accountId, objectId);
      const target = { type: 'object', id: objectId } as const;
      await this.trail.recordOfPerson({ action: 'object.removed', accountId, target, before: { name: object.name } });
    });
  }

  private async pageWithLinks(accountId: number, { objects, total }: ObjectPage): Promise<ObjectsPage> {
    const links = await this.states.listFor(
      accountId,
      objects.map((object) => object.id),
    );
    return { objects: objects.map((object) => ({ object, links: links.get(object.id) ?? [] })), total };
  }

  private async withLinks(object: TrackedObject | null): Promise<ObjectWithLinks> {
    if (object === null) throw notFound();
    const links = await this.states.listFor(object.accountId, [object.id]);
    return { object, links: links.get(object.id) ?? [] };
  }
}
