import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { LIVE_MEMBER } from './live-object.sql';

interface CoverageRow {
  readonly isThere: boolean;
  readonly objectIds: readonly number[];
}

const COVERAGE = `
  select exists (select from folder f where f.account_id = $1 and f.id = $2) as "isThere", array(
    select distinct o.id
    from folder f
    join folder_object p on p.account_id = f.account_id and p.folder_id = f.id
    ${LIVE_MEMBER}
    where f.account_id = $1 and (f.id = $2 or f.parent_folder_id = $2) and o.is_active
    order by o.id
  ) as "objectIds"`;

/** The objects that a folder covers, read on each call. */
@Injectable()
export class FolderCoverageQuery {
  constructor(private readonly database: Database) {}

  /** The live, active objects of the folder and its subfolders, each once, ascending; null if the folder does not exist. */
  async objectsOf(accountId: number, folderId: number): Promise<readonly number[] | null> {
    const [row] = await this.database.prepared<CoverageRow>({
      name: 'coverage_folder',
      text: COVERAGE,
      values: [accountId, folderId],
    });
    return row?.isThere ? row.objectIds.map(Number) : null;
  }
}
