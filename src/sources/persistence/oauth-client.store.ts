import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Sealed } from '@libs/sealing';

export interface StoredOAuthClient extends Sealed {
  readonly sourceId: number;
  readonly clientId: string;
  readonly changedAt: Date;
}

const COLUMNS = `source_id as "sourceId", client_id as "clientId", sealed, key_id as "keyId", changed_at as "changedAt"`;

/** The table `source_oauth_client`: at most one client per source, for the whole installation. */
@Injectable()
export class OAuthClientStore {
  constructor(private readonly database: Database) {}

  async find(sourceId: number): Promise<StoredOAuthClient | null> {
    const sql = `select ${COLUMNS} from source_oauth_client where source_id = $1`;
    return (await this.database.query<StoredOAuthClient>(sql, [sourceId]))[0] ?? null;
  }

  async sourceIds(): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>('select source_id as id from source_oauth_client');
    return rows.map(({ id }) => id);
  }

  /** Returns the id of the replaced client; null if there was none. */
  async save(sourceId: number, clientId: string, { sealed, keyId }: Sealed): Promise<string | null> {
    const [row] = await this.database.query<{ before: string | null }>(
      `insert into source_oauth_client (source_id, client_id, sealed, key_id) values ($1, $2, $3, $4)
       on conflict (source_id) do update set client_id = excluded.client_id, sealed = excluded.sealed,
         key_id = excluded.key_id, changed_at = clock_timestamp()
       returning old.client_id as before`,
      [sourceId, clientId, sealed, keyId],
    );
    return row?.before ?? null;
  }

  /** At most 100 clients after `lastId`, by source, that another key has sealed. */
  async sealedByOtherKeys(keyId: string, lastId: number): Promise<readonly StoredOAuthClient[]> {
    return this.database.query<StoredOAuthClient>(
      `select ${COLUMNS} from source_oauth_client where key_id <> $1 and source_id > $2 order by source_id limit 100`,
      [keyId, lastId],
    );
  }

  /** Returns false if the secret was changed meanwhile. */
  async reseal(stored: StoredOAuthClient, { sealed, keyId }: Sealed): Promise<boolean> {
    const written = await this.database.execute(
      'update source_oauth_client set sealed = $3, key_id = $4 where source_id = $1 and sealed = $2',
      [stored.sourceId, stored.sealed, sealed, keyId],
    );
    return written === 1;
  }
}
