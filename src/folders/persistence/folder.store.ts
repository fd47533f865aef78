import { Injectable } from '@nestjs/common';
import { AccountRows, Database } from '@libs/database';
import { lockAccount } from '@src/auth';
import type { Folder, FolderContent, FolderObject } from '../domain/folder-tree';
import { FOLDER } from './entities';
import { LIVE_MEMBER } from './live-object.sql';

const COLUMNS = `f.id, f.account_id as "accountId", f.parent_folder_id as "parentFolderId", f.name, f.created_at as "createdAt"`;

interface MemberRow extends FolderObject {
  readonly folderId: number;
}

/** Live objects `o` in folders of the account `$1`, by rows `p` of `folder_object`; more conditions may follow. */
const MEMBERS = `folder_object p ${LIVE_MEMBER} where p.account_id = $1`;

/** The tables `folder` and `folder_object`. Every method is restricted to rows of the account. */
@Injectable()
export class FolderStore {
  private readonly rows = new AccountRows(this.database, FOLDER);

  constructor(private readonly database: Database) {}

  /** Locks the account, so that other changes of its folders wait until the transaction ends and checks remain valid. */
  async lockTree(accountId: number): Promise<void> {
    await lockAccount(this.database, accountId);
  }

  /** All folders of the account, without an order. */
  async all(accountId: number): Promise<readonly FolderContent[]> {
    const folders = await this.database.query<Folder>(`select ${COLUMNS} from folder f where f.account_id = $1`, [
      accountId,
    ]);
    return this.withObjects(accountId, folders);
  }

  /** A folder and its subfolders, without an order; empty if the folder does not exist. */
  async branch(accountId: number, folderId: number): Promise<readonly FolderContent[]> {
    const folders = await this.database.query<Folder>(
      `select ${COLUMNS} from folder f where f.account_id = $1 and (f.id = $2 or f.parent_folder_id = $2)`,
      [accountId, folderId],
    );
    return this.withObjects(accountId, folders);
  }

  async find(accountId: number, folderId: number): Promise<Folder | null> {
    return this.rows.find(accountId, folderId);
  }

  async hasSubfolders(accountId: number, folderId: number): Promise<boolean> {
    const sql = 'select from folder where account_id = $1 and parent_folder_id = $2 limit 1';
    return (await this.database.query(sql, [accountId, folderId])).length > 0;
  }

  async count(accountId: number): Promise<number> {
    const sql = 'select count(*) as n from folder where account_id = $1';
    const [row] = await this.database.query<{ n: number }>(sql, [accountId]);
    return row?.n ?? 0;
  }

  /** Counts live objects in all folders but this one, once for each folder. */
  async countMemberships(accountId: number, exceptFolderId: number): Promise<number> {
    const sql = `select count(*) as n from ${MEMBERS} and p.folder_id <> $2`;
    const [row] = await this.database.query<{ n: number }>(sql, [accountId, exceptFolderId]);
    return row?.n ?? 0;
  }

  /** Counts live objects in the folder. */
  async countObjects(accountId: number, folderId: number): Promise<number> {
    const sql = `select count(*) as n from ${MEMBERS} and p.folder_id = $2`;
    const [row] = await this.database.query<{ n: number }>(sql, [accountId, folderId]);
    return row?.n ?? 0;
  }

  async insert(accountId: number, name: string, parentFolderId: number | null): Promise<Folder> {
    return this.rows.insert(accountId, { name, parentFolderId });
  }

  async rename(accountId: number, folderId: number, name: string): Promise<void> {
    await this.rows.update(accountId, folderId, { name });
  }

  async move(accountId: number, folderId: number, parentFolderId: number | null): Promise<void> {
    await this.rows.update(accountId, folderId, { parentFolderId });
  }

  /** Replaces the objects of the folder; rows of remaining objects are not written. Ids may repeat. */
  async replaceObjects(accountId: number, folderId: number, objectIds: readonly number[]): Promise<void> {
    await this.database.execute(
      'delete from folder_object where account_id = $1 and folder_id = $2 and not (object_id = any($3::bigint[]))',
      [accountId, folderId, objectIds],
    );
    await this.addObjects(accountId, folderId, objectIds);
  }

  /** Adds objects to the folder. Ids may repeat, and may be of objects that are in it. */
  async addObjects(accountId: number, folderId: number, objectIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `insert into folder_object (account_id, folder_id, object_id)
       select $1, $2, o.id from unnest($3::bigint[]) o (id) order by o.id on conflict do nothing`,
      [accountId, folderId, objectIds],
    );
  }

  /** Removes objects from the folder; ids of objects that are not in it have no effect. */
  async removeObjects(accountId: number, folderId: number, objectIds: readonly number[]): Promise<void> {
    await this.database.execute(
      'delete from folder_object where account_id = $1 and folder_id = $2 and object_id = any($3::bigint[])',
      [accountId, folderId, objectIds],
    );
  }

  /** Deletes the folder and keeps its objects. It must have no subfolders. */
  async remove(accountId: number, folderId: number): Promise<void> {
    await this.rows.remove(accountId, folderId);
  }

  private async withObjects(accountId: number, folders: readonly Folder[]): Promise<readonly FolderContent[]> {
    const contents = new Map(folders.map((folder) => [folder.id, { folder, objects: [] as FolderObject[] }]));
    const members = await this.database.query<MemberRow>(
      `select p.folder_id as "folderId", o.id, o.name from ${MEMBERS} and p.folder_id = any($2::bigint[]) order by o.id`,
      [accountId, [...contents.keys()]],
    );
    for (const { folderId, id, name } of members) contents.get(folderId)?.objects.push({ id, name });
    return [...contents.values()];
  }
}
