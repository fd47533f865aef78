import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** The own headers of a webhook as they are stored. */
export interface SealedHeaders {
  readonly webhookId: number;
  readonly accountId: number;
  readonly sealed: Buffer;
  readonly keyId: string;
}

/**
 * SQL: the own headers of a webhook as one text; null if it has none. For statements that read them together with deliveries;
 * `OwnHeadersService.openText` decrypts it. `webhook`: SQL of the webhook's id.
 */
export const SEALED_HEADERS_TEXT = (webhook: string): string => `(
  select h.key_id || ':' || encode(h.sealed, 'hex') from webhook_header h where h.webhook_id = ${webhook})`;

/** SQL: the names of the own headers of a webhook, in their order. `webhook`: SQL of the webhook's id. */
export const HEADER_NAMES = (webhook: string): string =>
  `coalesce((select h.names from webhook_header h where h.webhook_id = ${webhook}), '{}')`;

const COLUMNS = `webhook_id as "webhookId", account_id as "accountId", sealed, key_id as "keyId"`;

/** The table `webhook_header`. */
@Injectable()
export class OwnHeaderStore {
  constructor(private readonly database: Database) {}

  async find(accountId: number, webhookId: number): Promise<SealedHeaders | null> {
    const [found] = await this.database.query<SealedHeaders>(
      `select ${COLUMNS} from webhook_header where account_id = $1 and webhook_id = $2`,
      [accountId, webhookId],
    );
    return found ?? null;
  }

  /** Replaces the headers of a webhook of the account, which the caller has locked. */
  async save({ accountId, webhookId, sealed, keyId }: SealedHeaders, names: readonly string[]): Promise<void> {
    await this.database.execute(
      `insert into webhook_header (account_id, webhook_id, names, sealed, key_id) values ($1, $2, $3, $4, $5)
       on conflict (webhook_id) do update set names = excluded.names, sealed = excluded.sealed, key_id = excluded.key_id`,
      [accountId, webhookId, names, sealed, keyId],
    );
  }

  async remove(accountId: number, webhookId: number): Promise<void> {
    await this.database.execute('delete from webhook_header where account_id = $1 and webhook_id = $2', [
      accountId,
      webhookId,
    ]);
  }

  /** Headers of all accounts that are sealed by other keys, of webhooks with ids after `lastId`; at most 100. */
  async sealedByOtherKeys(keyId: string, lastId: number): Promise<readonly SealedHeaders[]> {
    return this.database.query<SealedHeaders>(
      `select ${COLUMNS} from webhook_header where key_id <> $1 and webhook_id > $2 order by webhook_id limit 100`,
      [keyId, lastId],
    );
  }

  /** Replaces the sealed bytes. Returns false if they have changed since `found` was read. */
  async reseal(found: SealedHeaders, replacement: Pick<SealedHeaders, 'sealed' | 'keyId'>): Promise<boolean> {
    const resealed = await this.database.execute(
      'update webhook_header set sealed = $4, key_id = $5 where account_id = $1 and webhook_id = $2 and sealed = $3',
      [found.accountId, found.webhookId, found.sealed, replacement.sealed, replacement.keyId],
    );
    return resealed === 1;
  }
}
