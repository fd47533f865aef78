import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { KeyScope } from '../domain/key-scope';
import { AccessNotifications } from './access-news';

export interface KeyRecord {
  readonly id: number;
  readonly accountId: number;
  readonly keyScope: KeyScope;
  readonly displayPrefix: string;
  readonly name: string | null;
  readonly createdAt: Date;
  /** When the key expires; null: never. */
  readonly expiresAt: Date | null;
  /** By the database clock. */
  readonly isExpired: boolean;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export interface NewKeyRow {
  readonly accountId: number;
  readonly digest: Buffer;
  readonly keyScope: KeyScope;
  readonly displayPrefix: string;
  readonly name: string | null;
  /** An instant as UTC text. */
  readonly expiresAt: string | null;
}

const COLUMNS = `id, account_id as "accountId", key_scope as "keyScope", display_prefix as "displayPrefix",
  name,
  created_at as "createdAt", expires_at as "expiresAt", coalesce(expires_at <= clock_timestamp(), false) as "isExpired", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`;

/** The table `api_key`: digests only. */
@Injectable()
export class ApiKeyStore {
  constructor(
    private readonly database: Database,
    private readonly news: AccessNotifications,
  ) {}

  /** The new key, or null if its expiry is not in the future. */
  async insert(key: NewKeyRow): Promise<KeyRecord | null> {
    const [row] = await this.database.query<KeyRecord>(
      `insert into api_key (account_id, digest, key_scope, display_prefix, name, expires_at)
       select $1, $2, $3, $4, $5, e.at from (select $6::timestamp at time zone 'UTC' as at) e
       where e.at is null or e.at > clock_timestamp() returning ${COLUMNS}`,
      [key.accountId, key.digest, key.keyScope, key.displayPrefix, key.name, key.expiresAt],
    );
    return row ?? null;
  }

  /** Number of keys of the account that are neither revoked nor expired. */
  async countLive(accountId: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      `select count(*) as n from api_key
       where account_id = $1 and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())`,
      [accountId],
    );
    return row?.n ?? 0;
  }

  /** The key, or null if no unrevoked key has that id. `accountId` null: in any account. Notifies all processes at commit. */
  async revoke(keyId: number, accountId: number | null): Promise<KeyRecord | null> {
    return this.database.transaction(async () => {
      const [row] = await this.database.query<KeyRecord>(
        `update api_key set revoked_at = clock_timestamp()
         where id = $1 and ($2::bigint is null or account_id = $2) and revoked_at is null returning ${COLUMNS}`,
        [keyId, accountId],
      );
      if (row) await this.news.notify(row.accountId);
      return row ?? null;
    });
  }

  /** All keys of an account, including revoked ones, oldest first. */
  async ofAccount(accountId: number): Promise<readonly KeyRecord[]> {
    return this.database.query<KeyRecord>(`select ${COLUMNS} from api_key where account_id = $1 order by id`, [
      accountId,
    ]);
  }

  /** A page of the account's keys, oldest first, and the total. */
  async page(
    accountId: number,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly keys: readonly KeyRecord[]; readonly total: number }> {
    const keys = await this.database.query<KeyRecord>(
      `select ${COLUMNS} from api_key where account_id = $1 order by id limit $2 offset $3`,
      [accountId, limit, offset],
    );
    const sql = 'select count(*) as total from api_key where account_id = $1';
    const [count] = await this.database.query<{ total: number }>(sql, [accountId]);
    return { keys, total: count?.total ?? 0 };
  }

  /** Sets `last_used_at` of these keys to the current minute; rows with that value are not written. */
  async touch(keyIds: readonly number[]): Promise<void> {
    await this.database.query(
      `update api_key set last_used_at = date_trunc('minute', clock_timestamp())
       where id = any ($1::bigint[])
         and (last_used_at is null or last_used_at < date_trunc('minute', clock_timestamp()))`,
      [keyIds],
    );
  }
}
