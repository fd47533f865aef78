import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { ConnectionKey, Sealed } from '../domain/sealed-credentials';

/** A connection without its secrets. */
export interface ConnectionRecord extends ConnectionKey {
  readonly id: number;
  readonly card: string;
  readonly cardName: string | null;
  readonly status: 'active' | 'revoked';
  readonly checkedAt: Date;
  readonly createdAt: Date;
}

export interface StoredConnection extends ConnectionRecord, Sealed {
  /** Which secrets these are: one more each time they change. Whoever writes back names the ones it worked with. */
  readonly generation: number;
}

/** The connection, and which of its secrets somebody worked with. */
export type ConnectionVersion = Pick<StoredConnection, 'accountId' | 'id' | 'generation'>;

/** What the platform gave for an object. */
export interface ConnectionCard {
  readonly card: string;
  readonly name: string | null;
}

const RECORD = `c.id, c.account_id as "accountId", c.object_id as "objectId", c.source_id as "sourceId", c.card,
  c.card_name as "cardName", c.status, c.checked_at as "checkedAt", c.created_at as "createdAt"`;
const STORED = `${RECORD}, c.sealed, c.key_id as "keyId", c.generation`;
/** A deleted object has no connections any more. */
const LIVE = `platform_connection c
  join tracked_object o on o.account_id = c.account_id and o.id = c.object_id and o.deleted_at is null`;

/** The rows of `platform_connection`. */
@Injectable()
export class ConnectionStore {
  constructor(private readonly database: Database) {}

  /** The one connection of an object on a source; null where there is none. */
  async of({ accountId, objectId, sourceId }: ConnectionKey): Promise<StoredConnection | null> {
    const [row] = await this.database.query<StoredConnection>(
      `select ${STORED} from ${LIVE} where c.account_id = $1 and c.object_id = $2 and c.source_id = $3`,
      [accountId, objectId, sourceId],
    );
    return row ?? null;
  }

  /** By its id alone, for the operator's command line. */
  async byId(id: number): Promise<StoredConnection | null> {
    const [row] = await this.database.query<StoredConnection>(`select ${STORED} from ${LIVE} where c.id = $1`, [id]);
    return row ?? null;
  }

  /** Of one account, by object and source; null: of all accounts. */
  async list(accountId: number | null): Promise<readonly ConnectionRecord[]> {
    return this.database.query<ConnectionRecord>(
      `select ${RECORD} from ${LIVE} where $1::bigint is null or c.account_id = $1
       order by c.account_id, c.object_id, c.source_id`,
      [accountId],
    );
  }

  /** Makes the connection or replaces the one that is there, which keeps its id; its generation is 1 where it is new. */
  async save(
    place: ConnectionKey,
    { sealed, keyId }: Sealed,
    { card, name }: ConnectionCard,
  ): Promise<Pick<StoredConnection, 'id' | 'generation'>> {
    const [row] = await this.database.query<Pick<StoredConnection, 'id' | 'generation'>>(
      `insert into platform_connection as c (account_id, object_id, source_id, sealed, key_id, card, card_name)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (account_id, object_id, source_id) do update set sealed = excluded.sealed, key_id = excluded.key_id,
         card = excluded.card, card_name = excluded.card_name, status = 'active', checked_at = clock_timestamp(),
         generation = c.generation + 1
       returning c.id, c.generation`,
      [place.accountId, place.objectId, place.sourceId, sealed, keyId, card, name],
    );
    if (!row) throw new Error('the connection was not stored');
    return row;
  }

  /** These very secrets, held against others who would change them until the transaction ends; null where they were replaced. */
  async held({ accountId, id, generation }: ConnectionVersion): Promise<Sealed | null> {
    const [row] = await this.database.query<Sealed>(
      `select sealed, key_id as "keyId" from platform_connection
       where account_id = $1 and id = $2 and generation = $3 for update`,
      [accountId, id, generation],
    );
    return row ?? null;
  }

  /** Of all accounts, secrets that another key has sealed, by their ids; at most 100. Those of deleted objects too. */
  async sealedOtherwise(keyId: string, behindId: number): Promise<readonly StoredConnection[]> {
    return this.database.query<StoredConnection>(
      `select ${STORED} from platform_connection c where c.key_id <> $1 and c.id > $2 order by c.id limit 100`,
      [keyId, behindId],
    );
  }

  /** Puts the same secrets, sealed anew, in the place of these bytes; false where they are not there any more. */
  async reseal(held: StoredConnection, anew: Sealed): Promise<boolean> {
    const resealed = await this.database.execute(
      `update platform_connection set sealed = $5, key_id = $6
       where account_id = $1 and id = $2 and generation = $3 and sealed = $4`,
      [held.accountId, held.id, held.generation, held.sealed, anew.sealed, anew.keyId],
    );
    return resealed === 1;
  }

  /** Puts others in the place of these secrets; their generation, or null where these were replaced meanwhile. */
  async setSecrets({ accountId, id, generation }: ConnectionVersion, secrets: Sealed): Promise<number | null> {
    const [row] = await this.database.query<{ generation: number }>(
      `update platform_connection set sealed = $4, key_id = $5, generation = generation + 1
       where account_id = $1 and id = $2 and generation = $3 returning generation`,
      [accountId, id, generation, secrets.sealed, secrets.keyId],
    );
    return row?.generation ?? null;
  }

  /**
   * Notes what a check with these secrets found, and gives the status before; null where they were replaced meanwhile. `card`
   * null leaves it as it was.
   */
  async noteChecked(
    { accountId, id, generation }: ConnectionVersion,
    status: ConnectionRecord['status'],
    card: ConnectionCard | null,
  ): Promise<ConnectionRecord['status'] | null> {
    const [row] = await this.database.query<{ before: ConnectionRecord['status'] }>(
      `update platform_connection c set status = $4, checked_at = clock_timestamp(),
         card = coalesce($5, c.card), card_name = case when $5::text is null then c.card_name else $6 end
       from (select id, status from platform_connection
             where account_id = $1 and id = $2 and generation = $3 for update) held
       where c.account_id = $1 and c.id = held.id returning held.status as before`,
      [accountId, id, generation, status, card?.card ?? null, card?.name ?? null],
    );
    return row?.before ?? null;
  }

  /** What was removed; null where there was none. */
  async remove(id: number): Promise<ConnectionRecord | null> {
    const [row] = await this.database.query<ConnectionRecord>(
      `delete from platform_connection c where c.id = $1 returning ${RECORD}`,
      [id],
    );
    return row ?? null;
  }

  /** The address of the object's page on a source; null where it has none. */
  async pageOf({ accountId, objectId, sourceId }: ConnectionKey): Promise<string | null> {
    const [row] = await this.database.query<{ url: string }>(
      `select url from link where account_id = $1 and object_id = $2 and source_id = $3 and deleted_at is null`,
      [accountId, objectId, sourceId],
    );
    return row?.url ?? null;
  }

  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('select clock_timestamp() as now');
    if (!row) throw new Error('the database told no time');
    return row.now;
  }
}
