import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** The size of a table of the service. */
export interface TableSize {
  readonly name: string;
  /** On disk, with indexes and TOAST. */
  readonly bytes: number;
  /** As the last `analyze` or `vacuum` estimated them; 0 before the first. */
  readonly rows: number;
}

/** The space that the database takes. Reads the catalog and the sizes of files, and no rows of the tables. */
@Injectable()
export class TableSizesQuery {
  constructor(private readonly database: Database) {}

  async tables(): Promise<readonly TableSize[]> {
    return this.database.query<TableSize>(
      `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes, greatest(c.reltuples, 0)::float8 as rows
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'm') order by c.relname`,
    );
  }

  async databaseBytes(): Promise<number> {
    const [row] = await this.database.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float8 as bytes',
    );
    return row?.bytes ?? 0;
  }
}
