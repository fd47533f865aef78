import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Sealed } from '@libs/sealing';

export interface StoredGrant extends Sealed {
  readonly accountId: number;
  readonly id: number;
  readonly sourceId: number;
  /** The OAuth client that the tokens belong to. */
  readonly clientId: string;
  /** Incremented each time the tokens change. A write checks the generation that it is based on. */
  readonly generation: number;
}

/** A grant and a generation of its tokens. */
export type GrantVersion = Pick<StoredGrant, 'accountId' | 'id' | 'generation'>;

const COLUMNS = `account_id as "accountId", id, source_id as "sourceId", client_id as "clientId", generation, sealed,
  key_id as "keyId"`;
const IS_VERSION = 'account_id = $1 and id = $2 and generation = $3';

/**
 * The rows of `platform_grant`, and the state of the connections that they serve. A transaction that changes grants and connections
 * locks the grants first.
 */
@Injectable()
export class GrantStore {
  constructor(private readonly database: Database) {}

  async find(accountId: number, id: number): Promise<StoredGrant | null> {
    const sql = `select ${COLUMNS} from platform_grant where account_id = $1 and id = $2`;
    return (await this.database.query<StoredGrant>(sql, [accountId, id]))[0] ?? null;
  }

  async insert(
    { accountId, sourceId, clientId }: Pick<StoredGrant, 'accountId' | 'sourceId' | 'clientId'>,
    { sealed, keyId }: Sealed,
  ): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `insert into platform_grant (account_id, source_id, client_id, sealed, key_id) values ($1, $2, $3, $4, $5) returning id`,
      [accountId, sourceId, clientId, sealed, keyId],
    );
    if (!row) throw new Error('the grant was not stored');
    return row.id;
  }

  /** Locks all grants of the account on a source until the transaction ends. */
  async lockAll(accountId: number, sourceId: number): Promise<void> {
    await this.database.query(
      'select id from platform_grant where account_id = $1 and source_id = $2 order by id for no key update',
      [accountId, sourceId],
    );
  }

  /** Replaces these tokens; returns the new generation, or null if they were replaced meanwhile. */
  async setSecrets({ accountId, id, generation }: GrantVersion, { sealed, keyId }: Sealed): Promise<number | null> {
    const [row] = await this.database.query<{ generation: number }>(
      `update platform_grant set sealed = $4, key_id = $5, generation = generation + 1
       where ${IS_VERSION} returning generation`,
      [accountId, id, generation, sealed, keyId],
    );
    return row?.generation ?? null;
  }

  /**
   * Records that the platform refuses these tokens, in the grant and in its active connections. Returns the number of connections that
   * it revoked; null if the tokens were replaced meanwhile.
   */
  async revoke({ accountId, id, generation }: GrantVersion, error: string): Promise<number | null> {
    const [grant] = await this.database.query<{ revokedAt: Date }>(
      `update platform_grant set revoked_at = coalesce(revoked_at, clock_timestamp()), error = $4
       where ${IS_VERSION} returning revoked_at as "revokedAt"`,
      [accountId, id, generation, error],
    );
    if (!grant) return null;
    return this.database.execute(
      `update platform_connection c set status = 'revoked', revoked_at = g.revoked_at, checked_at = clock_timestamp(), error = $3
       from platform_grant g
       where c.account_id = $1 and c.grant_id = $2 and c.status = 'active' and g.account_id = $1 and g.id = $2`,
      [accountId, id, error],
    );
  }

  /**
   * Records that the platform accepts the grant, with these tokens or later ones. If it was revoked, the connections that were revoked
   * together with it are active again.
   */
  async accept({ accountId, id }: Pick<GrantVersion, 'accountId' | 'id'>): Promise<void> {
    // Waits for a transaction that revokes the grant. Otherwise it would stay revoked, with one active connection.
    const [grant] = await this.database.query<{ isRevoked: boolean }>(
      `select revoked_at is not null as "isRevoked" from platform_grant
       where account_id = $1 and id = $2 for no key update`,
      [accountId, id],
    );
    if (!grant?.isRevoked) return;
    await this.database.execute(
      `update platform_connection c set status = 'active', revoked_at = null, error = null, checked_at = clock_timestamp()
       from platform_grant g
       where c.account_id = $1 and c.grant_id = $2 and g.account_id = $1 and g.id = $2 and c.revoked_at = g.revoked_at`,
      [accountId, id],
    );
    await this.database.execute(
      'update platform_grant set revoked_at = null, error = null where account_id = $1 and id = $2',
      [accountId, id],
    );
  }

  /** The newest grant of a client that the platform accepts, of any account, for the operator; null if there is none. */
  async newestOfClient(sourceId: number, clientId: string): Promise<Pick<StoredGrant, 'accountId' | 'id'> | null> {
    const [row] = await this.database.query<Pick<StoredGrant, 'accountId' | 'id'>>(
      `select account_id as "accountId", id from platform_grant
       where source_id = $1 and client_id = $2 and revoked_at is null order by id desc limit 1`,
      [sourceId, clientId],
    );
    return row ?? null;
  }

  /**
   * Deletes the grants of a source that serve no connection and that no flow of the last day uses. Call `lockAll` earlier in the
   * transaction: otherwise a grant remains if two transactions remove its last connections or flows at the same time.
   */
  async removeUnused(accountId: number, sourceId: number): Promise<void> {
    await this.database.execute(
      `delete from platform_grant g where g.account_id = $1 and g.source_id = $2
         and not exists (select from platform_connection c where c.account_id = $1 and c.grant_id = g.id)
         and not exists (select from consent_flow f where f.account_id = $1 and f.grant_id = g.id)`,
      [accountId, sourceId],
    );
  }

  /** At most 100 grants after `lastId`, by id, that another key has sealed; of all accounts. */
  async sealedByOtherKeys(keyId: string, lastId: number): Promise<readonly StoredGrant[]> {
    return this.database.query<StoredGrant>(
      `select ${COLUMNS} from platform_grant where key_id <> $1 and id > $2 order by id limit 100`,
      [keyId, lastId],
    );
  }

  /** Stores the same tokens under a new key; returns false if they were changed meanwhile. */
  async reseal(stored: StoredGrant, resealed: Sealed): Promise<boolean> {
    const written = await this.database.execute(
      `update platform_grant set sealed = $5, key_id = $6 where ${IS_VERSION} and sealed = $4`,
      [stored.accountId, stored.id, stored.generation, stored.sealed, resealed.sealed, resealed.keyId],
    );
    return written === 1;
  }
}
