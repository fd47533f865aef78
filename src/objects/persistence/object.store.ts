import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { CREATION_WINDOW_DAYS, type ObjectCounts } from '../domain/object-ceilings';
import type { ObjectPage } from '../domain/object-list';
import type { NamedObject, ObjectSwitch, TrackedObject } from '../domain/tracked-object';

/** The columns of an object `o`. */
export const OBJECT_COLUMNS = `o.id, o.account_id as "accountId", o.name, o.is_active as "isActive", o.created_at as "createdAt", o.deleted_at as "deletedAt"`;
/** Objects `o` of the account `$1` that are not deleted. */
export const LIVE = 'o.account_id = $1 and o.deleted_at is null';

/**
 * The table `tracked_object`. Methods are restricted to objects of the account that are not deleted, except that `counts` also counts
 * deleted objects and `accountOf` finds the object of any account.
 */
@Injectable()
export class ObjectStore {
  constructor(private readonly database: Database) {}

  /** The active objects of the account, and those that it created in the last days (`CREATION_WINDOW_DAYS`), also if they were deleted. */
  async counts(accountId: number): Promise<ObjectCounts> {
    const [row] = await this.database.query<{ active: number; createdInWindow: number }>(
      `select (select count(*) from tracked_object o where ${LIVE} and o.is_active) as active,
         (select count(*) from tracked_object o where o.account_id = $1
           and o.created_at > statement_timestamp() - make_interval(days => $2)) as "createdInWindow"`,
      [accountId, CREATION_WINDOW_DAYS],
    );
    return row ?? { active: 0, createdInWindow: 0 };
  }

  async insert(accountId: number, name: string): Promise<TrackedObject> {
    const [row] = await this.database.query<TrackedObject>(
      `insert into tracked_object as o (account_id, name) values ($1, $2) returning ${OBJECT_COLUMNS}`,
      [accountId, name],
    );
    return row as TrackedObject;
  }

  /** A page, newest first; objects with the same time by descending id. */
  async page(accountId: number, { limit, offset }: PageRequest): Promise<ObjectPage> {
    const rows = await this.database.query<TrackedObject & { total: number }>(
      `select counted.total, page.*
       from (select count(*) as total from tracked_object o where ${LIVE}) counted
       left join (
         select ${OBJECT_COLUMNS} from tracked_object o where ${LIVE} order by o.created_at desc, o.id desc limit $2 offset $3
       ) page on true
       order by page."createdAt" desc, page.id desc`,
      [accountId, limit, offset],
    );
    // A page after the last object has one row, with the total and without an object.
    return { objects: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
  }

  async find(accountId: number, objectId: number): Promise<TrackedObject | null> {
    return this.one(`select ${OBJECT_COLUMNS} from tracked_object o where ${LIVE} and o.id = $2`, [
      accountId,
      objectId,
    ]);
  }

  /** The ids of objects with exactly this name, oldest first; two at most. */
  async named(accountId: number, name: string): Promise<readonly number[]> {
    const sql = `select o.id from tracked_object o where ${LIVE} and o.name = $2 order by o.id limit 2`;
    return (await this.database.query<{ id: number }>(sql, [accountId, name])).map(({ id }) => id);
  }

  /** All objects, oldest first. */
  async all(accountId: number): Promise<readonly NamedObject[]> {
    return this.database.query<NamedObject>(`select o.id, o.name from tracked_object o where ${LIVE} order by o.id`, [
      accountId,
    ]);
  }

  /** The account of an object; null if the object does not exist. Only for the operator. */
  async accountOf(objectId: number): Promise<number | null> {
    const [row] = await this.database.query<{ accountId: number }>(
      'select account_id as "accountId" from tracked_object where id = $1 and deleted_at is null',
      [objectId],
    );
    return row?.accountId ?? null;
  }

  /** The object, locked until the transaction ends: no other request deletes it, switches it or adds links to it. */
  async findLocked(accountId: number, objectId: number): Promise<TrackedObject | null> {
    return this.one(`select ${OBJECT_COLUMNS} from tracked_object o where ${LIVE} and o.id = $2 for no key update`, [
      accountId,
      objectId,
    ]);
  }

  /** The account's objects among the ids, locked in the order of their ids. */
  async findSwitches(accountId: number, objectIds: readonly number[]): Promise<readonly ObjectSwitch[]> {
    return this.database.query<ObjectSwitch>(
      `select o.id, o.is_active as "isActive" from tracked_object o where ${LIVE} and o.id = any($2) order by o.id for no key update`,
      [accountId, objectIds],
    );
  }

  /** The person who last changed the pinned reviews; null: a client with a key, or no one. */
  async pinnedBy(accountId: number, objectId: number): Promise<number | null> {
    const [row] = await this.database.query<{ pinnedBy: number | null }>(
      `select o.pinned_by as "pinnedBy" from tracked_object o where ${LIVE} and o.id = $2`,
      [accountId, objectId],
    );
    return row?.pinnedBy ?? null;
  }

  async setPinnedBy(accountId: number, objectId: number, personId: number | null): Promise<void> {
    await this.database.execute(
      `update tracked_object o set pinned_by = $3 where ${LIVE} and o.id = $2 and o.pinned_by is distinct from $3`,
      [accountId, objectId, personId],
    );
  }

  /** The number of the account's objects among the ids, which must be distinct. */
  async countOwned(accountId: number, objectIds: readonly number[]): Promise<number> {
    const [row] = await this.database.query<{ owned: number }>(
      `select count(*) as owned from tracked_object o where ${LIVE} and o.id = any($2)`,
      [accountId, objectIds],
    );
    return row?.owned ?? 0;
  }

  async switchTo(accountId: number, objectIds: readonly number[], isActive: boolean): Promise<void> {
    await this.database.execute(`update tracked_object o set is_active = $3 where ${LIVE} and o.id = any($2)`, [
      accountId,
      objectIds,
      isActive,
    ]);
  }

  async rename(accountId: number, objectId: number, name: string): Promise<TrackedObject | null> {
    return this.one(`update tracked_object o set name = $3 where ${LIVE} and o.id = $2 returning ${OBJECT_COLUMNS}`, [
      accountId,
      objectId,
      name,
    ]);
  }

  /** Returns false if the object does not exist. */
  async markDeleted(accountId: number, objectId: number): Promise<boolean> {
    const updated = await this.database.execute(
      `update tracked_object o set deleted_at = clock_timestamp() where ${LIVE} and o.id = $2`,
      [accountId, objectId],
    );
    return updated > 0;
  }

  private async one(sql: string, parameters: readonly unknown[]): Promise<TrackedObject | null> {
    const [row] = await this.database.query<TrackedObject>(sql, parameters);
    return row ?? null;
  }
}
