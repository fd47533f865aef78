import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { isServed, lockAccount } from '@src/auth';
import type { Embed, EmbedOptions, EmbedScope } from '../domain/embed';

/** An embed as a public request finds it. */
export interface FoundEmbed {
  readonly accountId: number;
  readonly id: number;
  readonly scope: EmbedScope;
  readonly options: EmbedOptions;
  /** The name of the object; null for a folder. */
  readonly objectName: string | null;
  /** Changes with the options and with the name. */
  readonly revision: string;
}

interface EmbedRow {
  readonly id: number;
  readonly objectId: number | null;
  readonly folderId: number | null;
  readonly token: string;
  readonly options: EmbedOptions;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface FoundRow extends Pick<EmbedRow, 'id' | 'objectId' | 'folderId' | 'options' | 'updatedAt'> {
  readonly accountId: number;
  readonly objectName: string | null;
}

const COLUMNS = `e.id, e.object_id as "objectId", e.folder_id as "folderId", e.token, e.options, e.created_at as "createdAt",
  e.updated_at as "updatedAt"`;
/** A deleted object keeps its rows for a while: its embeds are gone at once. */
const LIVE = `(e.object_id is null or exists (select from tracked_object_view o
  where o.account_id = e.account_id and o.id = e.object_id and o.deleted_at is null))`;

/** The table `review_embed`. Every method but `byToken` is limited to the account. */
@Injectable()
export class EmbedStore {
  constructor(private readonly database: Database) {}

  /** Counts the embeds, and locks the account, so that no other is added until the transaction ends. */
  async lockAndCount(accountId: number): Promise<number> {
    await lockAccount(this.database, accountId);
    const sql = 'select count(*) as n from review_embed where account_id = $1';
    return (await this.database.query<{ n: number }>(sql, [accountId]))[0]?.n ?? 0;
  }

  async insert(accountId: number, scope: EmbedScope, token: string, options: EmbedOptions): Promise<Embed> {
    const [row] = await this.database.query<EmbedRow>(
      `insert into review_embed as e (account_id, object_id, folder_id, token, options) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
      [accountId, ...placesOf(scope), token, JSON.stringify(options)],
    );
    return embedOf(row as EmbedRow);
  }

  /** Oldest first. */
  async all(accountId: number): Promise<readonly Embed[]> {
    const sql = `select ${COLUMNS} from review_embed e where e.account_id = $1 and ${LIVE} order by e.id`;
    return (await this.database.query<EmbedRow>(sql, [accountId])).map(embedOf);
  }

  /** Locks the embed until the transaction ends; null if the account has none with this id. */
  async findLocked(accountId: number, id: number): Promise<Embed | null> {
    const sql = `select ${COLUMNS} from review_embed e where e.account_id = $1 and e.id = $2 and ${LIVE} for no key update`;
    const [row] = await this.database.query<EmbedRow>(sql, [accountId, id]);
    return row === undefined ? null : embedOf(row);
  }

  async update(accountId: number, id: number, options: EmbedOptions): Promise<Embed> {
    const [row] = await this.database.query<EmbedRow>(
      `update review_embed e set options = $3, updated_at = clock_timestamp() where e.account_id = $1 and e.id = $2 returning ${COLUMNS}`,
      [accountId, id, JSON.stringify(options)],
    );
    return embedOf(row as EmbedRow);
  }

  /** Returns the removed embed; null if there is none. */
  async remove(accountId: number, id: number): Promise<Embed | null> {
    const sql = `delete from review_embed e where e.account_id = $1 and e.id = $2 and ${LIVE} returning ${COLUMNS}`;
    const [row] = await this.database.query<EmbedRow>(sql, [accountId, id]);
    return row === undefined ? null : embedOf(row);
  }

  /** The embed of a token, whatever its account is; null if there is none, its object is deleted, or its account is not served. */
  async byToken(token: string): Promise<FoundEmbed | null> {
    const [row] = await this.database.query<FoundRow>(
      `select e.account_id as "accountId", e.id, e.object_id as "objectId", e.folder_id as "folderId", e.options,
         e.updated_at as "updatedAt", o.name as "objectName"
       from review_embed e join account_view a on a.id = e.account_id
       left join tracked_object_view o on o.account_id = e.account_id and o.id = e.object_id and o.deleted_at is null
       where e.token = $1 and ${isServed('a')} and (e.object_id is null or o.id is not null)`,
      [token],
    );
    if (row === undefined) return null;
    const { accountId, id, options, objectName, updatedAt } = row;
    const revision = JSON.stringify([updatedAt.getTime(), objectName]);
    return { accountId, id, scope: scopeOf(row), options, objectName, revision };
  }
}

const placesOf = (scope: EmbedScope): readonly [objectId: number | null, folderId: number | null] =>
  scope.kind === 'object' ? [scope.objectId, null] : [null, scope.folderId];

function scopeOf({ objectId, folderId }: Pick<EmbedRow, 'objectId' | 'folderId'>): EmbedScope {
  if (objectId !== null) return { kind: 'object', objectId };
  if (folderId !== null) return { kind: 'folder', folderId };
  throw new Error('an embed has neither an object nor a folder');
}

const embedOf = ({ id, token, options, createdAt, updatedAt, ...row }: EmbedRow): Embed => ({
  id,
  scope: scopeOf(row),
  token,
  options,
  createdAt,
  updatedAt,
});
