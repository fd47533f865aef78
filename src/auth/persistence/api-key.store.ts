import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { KeyScope } from '../domain/key-scope';
import { AccessNews } from './access-news';

export interface KeyRecord {
  readonly id: number;
  readonly accountId: number;
  readonly keyScope: KeyScope;
  readonly displayPrefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = `id, account_id as "accountId", key_scope as "keyScope", display_prefix as "displayPrefix",
  created_at as "createdAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`;

/** API keys as they are stored: digests only. */
@Injectable()
export class ApiKeyStore {
  constructor(
    private readonly database: Database,
    private readonly news: AccessNews,
  ) {}

  async insert(accountId: number, digest: Buffer, keyScope: KeyScope, displayPrefix: string): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      'insert into api_key (account_id, digest, key_scope, display_prefix) values ($1, $2, $3, $4) returning id',
      [accountId, digest, keyScope, displayPrefix],
    );
    if (!row) throw new Error('an insert returned no row');
    return row.id;
  }

  /** Whether there was such a live key. `accountId` null: whosever it is. All processes hear of it at commit. */
  async revoke(keyId: number, accountId: number | null): Promise<boolean> {
    return this.database.transaction(async () => {
      const [row] = await this.database.query<{ account_id: number }>(
        `update api_key set revoked_at = clock_timestamp()
         where id = $1 and ($2::bigint is null or account_id = $2) and revoked_at is null returning account_id`,
        [keyId, accountId],
      );
      if (row) await this.news.tell(row.account_id);
      return row !== undefined;
    });
  }

  /** All keys of an account, revoked ones too, oldest first. */
  async ofAccount(accountId: number): Promise<readonly KeyRecord[]> {
    return this.database.query<KeyRecord>(`select ${COLUMNS} from api_key where account_id = $1 order by id`, [
      accountId,
    ]);
  }

  /** Moves `last_used_at` of these keys to the running minute; a row that has it already is not written. */
  async touch(keyIds: readonly number[]): Promise<void> {
    await this.database.query(
      `update api_key set last_used_at = date_trunc('minute', clock_timestamp())
       where id = any ($1::bigint[])
         and (last_used_at is null or last_used_at < date_trunc('minute', clock_timestamp()))`,
      [keyIds],
    );
  }
}
