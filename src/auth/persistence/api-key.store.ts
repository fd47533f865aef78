import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { KeyScope } from '../domain/key-scope';
import { AccessNotifications } from './access-notifications';

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
  /** The id of the person who created the key; null if no person did. */
  readonly createdBy: number | null;
}

/** Requests of a key that are not written yet. */
export interface KeyUse {
  readonly keyId: number;
  readonly requests: number;
  /** Client address of the last one. */
  readonly address: string;
}

export interface NewKeyRow {
  readonly accountId: number;
  readonly digest: Buffer;
  readonly keyScope: KeyScope;
  readonly displayPrefix: string;
  readonly name: string | null;
  /** An instant as UTC text. */
  readonly expiresAt: string | null;
  readonly createdBy: number | null;
}

const COLUMNS = `id, account_id as "accountId", key_scope as "keyScope", display_prefix as "displayPrefix",
  name,
  created_at as "createdAt", expires_at as "expiresAt", coalesce(expires_at <= clock_timestamp(), false) as "isExpired", revoked_at as "revokedAt", last_used_at as "lastUsedAt",
  created_by as "createdBy"`;

const TODAY = `(clock_timestamp() at time zone 'UTC')::date`;

/** The tables of keys: digests only, and counts of requests. */
@Injectable()
export class ApiKeyStore {
  constructor(
    private readonly database: Database,
    private readonly news: AccessNotifications,
  ) {}

  /** The new key, or null if its expiry is not in the future. */
  async insert(key: NewKeyRow): Promise<KeyRecord | null> {
    const [row] = await this.database.query<KeyRecord>(
      `insert into api_key (account_id, digest, key_scope, display_prefix, name, expires_at, created_by)
       select $1, $2, $3, $4, $5, e.at, $7 from (select $6::timestamp at time zone 'UTC' as at) e
       where e.at is null or e.at > clock_timestamp() returning ${COLUMNS}`,
      [key.accountId, key.digest, key.keyScope, key.displayPrefix, key.name, key.expiresAt, key.createdBy],
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

  /** The name of each of these keys of the account, or its prefix. */
  async names(accountId: number, keyIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.query<{ id: number; name: string }>(
      `select id, coalesce(name, display_prefix) as name from api_key where account_id = $1 and id = any($2::bigint[])`,
      [accountId, keyIds],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The keys that a person issued and that are neither revoked nor expired, oldest first. */
  async liveOf(accountId: number, personId: number): Promise<readonly KeyRecord[]> {
    return this.database.query<KeyRecord>(
      `select ${COLUMNS} from api_key
       where account_id = $1 and created_by = $2 and revoked_at is null
         and (expires_at is null or expires_at > clock_timestamp()) order by id`,
      [accountId, personId],
    );
  }

  /** A page of the account's keys, oldest first, and the total. */
  async page(
    accountId: number,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly keys: readonly KeyRecord[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const keys = await this.database.query<KeyRecord>(
        `select ${COLUMNS} from api_key where account_id = $1 order by id limit $2 offset $3`,
        [accountId, limit, offset],
      );
      const sql = 'select count(*) as total from api_key where account_id = $1';
      const [count] = await this.database.query<{ total: number }>(sql, [accountId]);
      return { keys, total: count?.total ?? 0 };
    });
  }

  /** The account's keys that are not revoked, newest first, with their use in a week; expired ones for 30 days. */
  async withUse(
    accountId: number,
  ): Promise<readonly (KeyRecord & { readonly lastUsedIp: string | null; readonly requests7d: number })[]> {
    return this.database.query(
      `select ${COLUMNS}, last_used_ip as "lastUsedIp", (
         select coalesce(sum(u.requests), 0)::float8 from api_key_use u
         where u.key_id = k.id and u.account_id = k.account_id and u.day > ${TODAY} - 7) as "requests7d"
       from api_key k
       where account_id = $1 and revoked_at is null and coalesce(expires_at, 'infinity') > clock_timestamp() - interval '30 days'
       order by id desc`,
      [accountId],
    );
  }

  /**
   * Adds requests to the counts of their keys, each key once and in the order of ids, and removes counts of more than a week ago.
   * Sets `last_used_at` to the current minute; a row with that value is not written.
   */
  async addUses(uses: readonly KeyUse[]): Promise<void> {
    const keyIds = uses.map(({ keyId }) => keyId);
    await this.database.transaction(async () => {
      await this.database.query(
        `insert into api_key_use as c (key_id, account_id, day, requests)
         select u.key_id, k.account_id, ${TODAY}, u.requests
         from unnest($1::bigint[], $2::bigint[]) u (key_id, requests) join api_key k on k.id = u.key_id
         order by u.key_id
         on conflict (key_id, day) do update set requests = c.requests + excluded.requests`,
        [keyIds, uses.map(({ requests }) => requests)],
      );
      await this.database.query(`delete from api_key_use where key_id = any ($1::bigint[]) and day <= ${TODAY} - 7`, [
        keyIds,
      ]);
      await this.database.query(
        `update api_key k set last_used_at = date_trunc('minute', clock_timestamp()), last_used_ip = u.address
         from unnest($1::bigint[], $2::text[]) u (key_id, address)
         where k.id = u.key_id
           and (k.last_used_at is null or k.last_used_at < date_trunc('minute', clock_timestamp()))`,
        [keyIds, uses.map(({ address }) => address)],
      );
    });
  }
}
