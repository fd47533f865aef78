import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** The names of objects, for files that show them beside the ids. */
@Injectable()
export class ObjectNamesQuery {
  constructor(private readonly database: Database) {}

  /** The names of those of the objects that belong to the account, by id. */
  async of(accountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.query<{ id: number; name: string }>(
      'select id, name from tracked_object_view where account_id = $1 and id = any($2::bigint[])',
      [accountId, ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
