import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { ImportLinkRow, ReviewImport } from '../domain/review-import';

const COLUMNS = `i.id, i.created_at as "createdAt", i.removed_at as "removedAt", i.created_count as created, i.updated_count as updated,
  (select count(*) from review r where r.account_id = i.account_id and r.import_id = i.id and r.deleted_at is null) as "onlyImported"`;

/** The table `review_import`. Every method is limited to the account. */
@Injectable()
export class ReviewImportStore {
  constructor(private readonly database: Database) {}

  /** The link of the account's object on a platform; null without one. */
  async link(accountId: number, objectId: number, sourceId: number): Promise<ImportLinkRow | null> {
    const [row] = await this.database.query<ImportLinkRow>(
      `select account_id as "accountId", object_id as "objectId", id as "linkId", source_id as "sourceId" from link_view
       where account_id = $1 and object_id = $2 and source_id = $3 and deleted_at is null`,
      [accountId, objectId, sourceId],
    );
    return row ?? null;
  }

  async insert(accountId: number): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      'insert into review_import (account_id) values ($1) returning id',
      [accountId],
    );
    return (row as { id: number }).id;
  }

  /** Locks the record until the transaction ends. False if there is none; with `isOpen`, also if it was removed. */
  async lock(accountId: number, id: number, isOpen: boolean): Promise<boolean> {
    const found = await this.database.query(
      'select from review_import where account_id = $1 and id = $2 and (removed_at is null or not $3) for update',
      [accountId, id, isOpen],
    );
    return found.length === 1;
  }

  async count(accountId: number, id: number, created: number, updated: number): Promise<void> {
    await this.database.execute(
      `update review_import set created_count = created_count + $3, updated_count = updated_count + $4
       where account_id = $1 and id = $2`,
      [accountId, id, created, updated],
    );
  }

  async setRemoved(accountId: number, id: number): Promise<void> {
    await this.database.execute(
      'update review_import set removed_at = clock_timestamp() where account_id = $1 and id = $2 and removed_at is null',
      [accountId, id],
    );
  }

  /** Newest first. */
  async page(
    accountId: number,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly imports: readonly ReviewImport[]; readonly total: number }> {
    const imports = await this.database.query<ReviewImport>(
      `select ${COLUMNS} from review_import i where i.account_id = $1 order by i.id desc limit $2 offset $3`,
      [accountId, limit, offset],
    );
    const [all] = await this.database.query<{ total: number }>(
      'select count(*) as total from review_import where account_id = $1',
      [accountId],
    );
    return { imports, total: all?.total ?? 0 };
  }

  /** Null if the account has no such import. */
  async find(accountId: number, id: number): Promise<ReviewImport | null> {
    const sql = `select ${COLUMNS} from review_import i where i.account_id = $1 and i.id = $2`;
    return (await this.database.query<ReviewImport>(sql, [accountId, id]))[0] ?? null;
  }
}
