import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Sealed } from '@libs/sealing';
import type { ConnectionKey } from '../credential-seal';

/** A connection without its credentials. */
export interface ConnectionRecord extends ConnectionKey {
  readonly id: number;
  readonly card: string;
  readonly cardName: string | null;
  readonly status: 'active' | 'revoked';
  /** The consent whose tokens the connection uses; null: it has credentials of its own. */
  readonly grantId: number | null;
  /** When the platform refused the access, and why; null while it is active. */
  readonly revokedAt: Date | null;
  readonly error: string | null;
  readonly checkedAt: Date;
  readonly createdAt: Date;
}

/** A connection in the list of an account. */
export interface ListedConnection extends ConnectionRecord {
  readonly objectName: string;
}

export interface StoredConnection extends ConnectionRecord, Sealed {
  /** Incremented each time the credentials change. A write checks the generation that it is based on. */
  readonly generation: number;
}

/** A connection and a generation of its credentials. */
export type ConnectionVersion = Pick<StoredConnection, 'accountId' | 'id' | 'generation'>;

/** The id and name of the object's card on the platform. */
export interface ConnectionCard {
  readonly card: string;
  readonly name: string | null;
}

const RECORD = `c.id, c.account_id as "accountId", c.object_id as "objectId", c.source_id as "sourceId", c.card,
  c.card_name as "cardName", c.status, c.grant_id as "grantId", c.revoked_at as "revokedAt", c.error, c.checked_at as "checkedAt", c.created_at as "createdAt"`;
const STORED = `${RECORD}, c.sealed, c.key_id as "keyId", c.generation`;
/** Connections of objects that are not deleted. */
const LIVE = `platform_connection c
  join tracked_object_view o on o.account_id = c.account_id and o.id = c.object_id and o.deleted_at is null`;

/** The rows of `platform_connection`. */
@Injectable()
export class ConnectionStore {
  constructor(private readonly database: Database) {}

  /** The connection of an object on a source; null if it does not exist. */
  async of({ accountId, objectId, sourceId }: ConnectionKey): Promise<StoredConnection | null> {
    const [row] = await this.database.query<StoredConnection>(
      `select ${STORED} from ${LIVE} where c.account_id = $1 and c.object_id = $2 and c.source_id = $3`,
      [accountId, objectId, sourceId],
    );
    return row ?? null;
  }

  /** The ids of those of the objects, of any accounts, that have a connection on their source. */
  async connected(keys: readonly ConnectionKey[]): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select c.object_id as id from unnest($1::bigint[], $2::bigint[], $3::int[]) as x(account_id, object_id, source_id)
       join platform_connection c using (account_id, object_id, source_id)`,
      [keys.map((key) => key.accountId), keys.map((key) => key.objectId), keys.map((key) => key.sourceId)],
    );
    return rows.map(({ id }) => id);
  }

  /** The objects, of any accounts, whose active connections to a source have cards with one of these names at their end. */
  async objectsAt(
    sourceId: number,
    names: readonly string[],
  ): Promise<readonly Pick<ConnectionKey, 'accountId' | 'objectId'>[]> {
    return this.database.query(
      `select c.account_id as "accountId", c.object_id as "objectId" from ${LIVE}
       where c.source_id = $1 and c.status = 'active'
         and exists (select from unnest($2::text[]) as x(name) where right('/' || c.card, length(x.name) + 1) = '/' || x.name)`,
      [sourceId, names],
    );
  }

  /** The connection of the account with an id; null if it does not exist. */
  async find(accountId: number, id: number): Promise<StoredConnection | null> {
    const sql = `select ${STORED} from ${LIVE} where c.account_id = $1 and c.id = $2`;
    return (await this.database.query<StoredConnection>(sql, [accountId, id]))[0] ?? null;
  }

  /** The connection with an id in any account, for the operator's command line. */
  async byId(id: number): Promise<StoredConnection | null> {
    const [row] = await this.database.query<StoredConnection>(`select ${STORED} from ${LIVE} where c.id = $1`, [id]);
    return row ?? null;
  }

  /** The connections of one account, by object and source; null: of all accounts. */
  async list(accountId: number | null): Promise<readonly ListedConnection[]> {
    return this.database.query<ListedConnection>(
      `select ${RECORD}, o.name as "objectName" from ${LIVE} where $1::bigint is null or c.account_id = $1
       order by c.account_id, c.object_id, c.source_id`,
      [accountId],
    );
  }

  /** Inserts the connection, with generation 1, or replaces the existing one, which keeps its id. */
  async save(
    target: ConnectionKey,
    { sealed, keyId }: Sealed,
    { card, name }: ConnectionCard,
    grantId: number | null = null,
  ): Promise<Pick<StoredConnection, 'id' | 'generation'>> {
    const [row] = await this.database.query<Pick<StoredConnection, 'id' | 'generation'>>(
      `insert into platform_connection as c (account_id, object_id, source_id, sealed, key_id, card, card_name, grant_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (account_id, object_id, source_id) do update set sealed = excluded.sealed, key_id = excluded.key_id,
         card = excluded.card, card_name = excluded.card_name, status = 'active', checked_at = clock_timestamp(),
         generation = c.generation + 1, grant_id = excluded.grant_id, revoked_at = null, error = null
       returning c.id, c.generation`,
      [target.accountId, target.objectId, target.sourceId, sealed, keyId, card, name, grantId],
    );
    if (!row) throw new Error('the connection was not stored');
    return row;
  }

  /** The credentials of this generation; null if they were replaced. */
  async credentials({ accountId, id, generation }: ConnectionVersion): Promise<Sealed | null> {
    const [row] = await this.database.query<Sealed>(
      `select sealed, key_id as "keyId" from platform_connection
       where account_id = $1 and id = $2 and generation = $3`,
      [accountId, id, generation],
    );
    return row ?? null;
  }

  /** At most 100 connections after `lastId`, by id, that another key has sealed; of all accounts, including deleted objects. */
  async sealedByOtherKeys(keyId: string, lastId: number): Promise<readonly StoredConnection[]> {
    return this.database.query<StoredConnection>(
      `select ${STORED} from platform_connection c where c.key_id <> $1 and c.id > $2 order by c.id limit 100`,
      [keyId, lastId],
    );
  }

  /** Stores the same credentials under a new key; returns false if they were changed meanwhile. */
  async reseal(stored: StoredConnection, resealed: Sealed): Promise<boolean> {
    const written = await this.database.execute(
      `update platform_connection set sealed = $5, key_id = $6
       where account_id = $1 and id = $2 and generation = $3 and sealed = $4`,
      [stored.accountId, stored.id, stored.generation, stored.sealed, resealed.sealed, resealed.keyId],
    );
    return written === 1;
  }

  /** Replaces these credentials; returns the new generation, or null if they were replaced meanwhile. */
  async setSecrets({ accountId, id, generation }: ConnectionVersion, secrets: Sealed): Promise<number | null> {
    const [row] = await this.database.query<{ generation: number }>(
      `update platform_connection set sealed = $4, key_id = $5, generation = generation + 1
       where account_id = $1 and id = $2 and generation = $3 returning generation`,
      [accountId, id, generation, secrets.sealed, secrets.keyId],
    );
    return row?.generation ?? null;
  }

  /**
   * Records the result of a check with these credentials and returns the previous status; null if they were replaced
   * meanwhile. With `card` null the card is unchanged. `error`: the refusal as a text; null if the platform accepts them.
   */
  async recordCheck(
    { accountId, id, generation }: ConnectionVersion,
    error: string | null,
    card: ConnectionCard | null,
  ): Promise<ConnectionRecord['status'] | null> {
    const [row] = await this.database.query<{ before: ConnectionRecord['status'] }>(
      `update platform_connection c set status = case when $4::text is null then 'active' else 'revoked' end,
         revoked_at = case when $4::text is not null then coalesce(c.revoked_at, clock_timestamp()) end,
         error = $4, checked_at = clock_timestamp(),
         card = coalesce($5, c.card), card_name = case when $5::text is null then c.card_name else $6 end
       where c.account_id = $1 and c.id = $2 and c.generation = $3 returning old.status as before`,
      [accountId, id, generation, error, card?.card ?? null, card?.name ?? null],
    );
    return row?.before ?? null;
  }

  /**
   * Moves the revoked connections of a source to a new grant, with their credentials, where the grant gives access to their cards; they
   * are active then. Returns the moved connections.
   */
  async moveRevoked(
    { accountId, sourceId }: Pick<ConnectionKey, 'accountId' | 'sourceId'>,
    grantId: number,
    cards: readonly string[],
  ): Promise<readonly ConnectionRecord[]> {
    return this.database.query<ConnectionRecord>(
      `update platform_connection c set grant_id = $3, status = 'active', revoked_at = null, error = null,
         checked_at = clock_timestamp(), generation = c.generation + 1
       where c.account_id = $1 and c.source_id = $2 and c.grant_id is not null and c.status = 'revoked' and c.card = any($4)
       returning ${RECORD}`,
      [accountId, sourceId, grantId, cards],
    );
  }

  /** Returns the deleted connection; null if the account has none with this id. */
  async remove(accountId: number, id: number): Promise<ConnectionRecord | null> {
    const [row] = await this.database.query<ConnectionRecord>(
      `delete from platform_connection c where c.account_id = $1 and c.id = $2 returning ${RECORD}`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** The address of the object's page on a source; null without a link. */
  async pageOf({ accountId, objectId, sourceId }: ConnectionKey): Promise<string | null> {
    const [row] = await this.database.query<{ url: string }>(
      `select url from link_view where account_id = $1 and object_id = $2 and source_id = $3 and deleted_at is null`,
      [accountId, objectId, sourceId],
    );
    return row?.url ?? null;
  }

  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('select clock_timestamp() as now');
    if (!row) throw new Error('the database returned no time');
    return row.now;
  }
}
