import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** A link with the page whose reviews are stored. */
export interface StoredPage {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  readonly url: string;
  readonly name: string | null;
  /** Whether it is recorded which road has read which of its reviews. */
  readonly keepsRoads: boolean;
}

const LINKS_AT_ONCE = 500;

/** Reads the links of a source, of all accounts: the operator reads their records again. */
@Injectable()
export class StoredPagesQuery {
  constructor(private readonly database: Database) {}

  /** The links from `fromId` on that are not deleted, by id, in parts. */
  async *ofSource(sourceId: number, fromId: number): AsyncGenerator<StoredPage, void, void> {
    for (let from = fromId; ;) {
      const pages = await this.database.query<StoredPage>(
        `select l.account_id as "accountId", l.object_id as "objectId", l.id as "linkId", l.source_id as "sourceId", l.url,
           l.scraped_object_name as name, coalesce(c.keeps_roads, false) as "keepsRoads"
         from link_view l left join link_collection c on c.link_id = l.id
         where l.source_id = $1 and l.deleted_at is null and l.id >= $2::bigint order by l.id limit $3`,
        [sourceId, from, LINKS_AT_ONCE],
      );
      yield* pages;
      const last = pages.at(-1);
      if (last === undefined || pages.length < LINKS_AT_ONCE) return;
      from = last.linkId + 1;
    }
  }
}
