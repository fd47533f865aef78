import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';

/** A source that this process supports; `id` is null for one that the operator declares. */
export interface SupportedSource {
  readonly id: number | null;
  readonly slug: string;
}

export interface StoredSource {
  readonly id: number;
  readonly slug: string;
  readonly createdAt: Date;
}

/** The lowest id of a declared source; the product's own sources have smaller ids. */
const FIRST_DECLARED_ID = 1000;

/** The table `source`: maps ids to slugs permanently. Rows are added and never removed. */
@Injectable()
export class SourceStore {
  constructor(private readonly database: Database) {}

  /**
   * Inserts the missing sources and returns all rows, by id. Concurrent processes are serialized, so that a declared slug gets one
   * id. A second call changes nothing.
   */
  async sync(supported: readonly SupportedSource[]): Promise<readonly StoredSource[]> {
    await this.database.transaction(async () => {
      await this.database.holdLock(LOCKS.sources);
      await this.insertBuiltIn(supported.filter((source) => source.id !== null));
      await this.insertDeclared(supported.filter((source) => source.id === null).map((source) => source.slug));
    });
    return this.all();
  }

  private async insertBuiltIn(builtIn: readonly SupportedSource[]): Promise<void> {
    const slugs = builtIn.map((source) => source.slug);
    // If the product adds a platform whose slug an operator had declared, the product's own platform gets the slug. The declared
    // row gets another slug and keeps its id, for the links that refer to it.
    await this.database.execute(`update source set slug = slug || '-' || id where id >= $1 and slug = any($2)`, [
      FIRST_DECLARED_ID,
      slugs,
    ]);
    await this.database.execute(
      `insert into source (id, slug) select * from unnest($1::int[], $2::text[])
       on conflict (id) do update set slug = excluded.slug where source.slug <> excluded.slug`,
      [builtIn.map((source) => source.id), slugs],
    );
  }

  private async insertDeclared(slugs: readonly string[]): Promise<void> {
    await this.database.execute(
      `insert into source (id, slug)
       select (select greatest($1, max(id) + 1) from source) + row_number() over (order by place) - 1, slug
       from unnest($2::text[]) with ordinality as declared (slug, place)
       where not exists (select from source where source.slug = declared.slug)`,
      [FIRST_DECLARED_ID, slugs],
    );
  }

  private async all(): Promise<readonly StoredSource[]> {
    return this.database.query<StoredSource>('select id, slug, created_at as "createdAt" from source order by id');
  }
}
