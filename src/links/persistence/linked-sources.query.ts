import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { LinkedSources } from '@src/sources';

/** Implements the port of sources (`sources/linked-sources.port.ts`). */
@Injectable()
export class LinkedSourcesQuery extends LinkedSources {
  constructor(private readonly database: Database) {
    super();
  }

  async among(sourceIds: readonly number[]): Promise<readonly number[]> {
    if (sourceIds.length === 0) return [];
    const rows = await this.database.query<{ id: number }>(
      `select x.id from unnest($1::int[]) as x (id) where exists (select from link l where l.source_id = x.id)`,
      [sourceIds],
    );
    return rows.map(({ id }) => id);
  }
}
