import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import {
  LIVE_OBJECTS,
  OBJECT_COLUMNS,
  type ObjectListRequest,
  type ObjectOrder,
  type ObjectPage,
  type ObjectProblem,
  type TrackedObject,
} from '@src/objects';
import { LINK_STATE } from './link-state.sql';

interface ListRow extends TrackedObject {
  readonly total: number;
  readonly isThere: boolean;
}

/** Ties are ordered by id, so that the order is total. */
const ORDERS: Readonly<Record<ObjectOrder, string>> = {
  created_at: 'matching."createdAt" desc, matching.id desc',
  // Without marks, so that `ä` is next to `a`. The collations of the database that do this depend on the build of PostgreSQL.
  name: String.raw`regexp_replace(normalize(lower(matching.name collate pg_c_utf8), NFKD), '[\u0300-\u036F]', '', 'g') collate pg_c_utf8,
    matching.name collate pg_c_utf8, matching.id`,
};

/** Which objects have a problem, over the states of their enabled links. */
const RULES: Readonly<Record<Exclude<ObjectProblem, 'off'>, string>> = {
  failed: `bool_or(s.state in ('refused', 'failed', 'paused'))`,
  partial: `bool_or(s.state = 'partial')
    or not bool_or(s.state = 'collecting') and bool_or(s.state = 'up_to_date') and bool_or(s.state <> 'up_to_date')`,
  frozen: `bool_or(s.state = 'paused')`,
};

/** NFC in lower case in every alphabet, as in the search of reviews. */
const folded = (text: string): string => `replace(lower(normalize(${text}, nfc) collate pg_c_utf8), 'ς', 'σ')`;

/**
 * The list of objects with filters, in one statement: the objects, their total and the filters come from one snapshot. It reads at most
 * the objects and the links of one account.
 */
@Injectable()
export class ObjectListQuery {
  constructor(private readonly database: Database) {}

  /** A page of the account's objects; null if there is no such folder. */
  async page(accountId: number, request: ObjectListRequest): Promise<ObjectPage | null> {
    const values: unknown[] = [accountId, request.limit, request.offset];
    const value = (parameter: unknown): string => `$${values.push(parameter)}`;
    const { folderId, search, problem } = request;
    const folder = folderId === null ? null : `${value(folderId)}::bigint`;
    const conditions = [
      LIVE_OBJECTS,
      ...(search === null ? [] : [`strpos(${folded('o.name')}, ${folded(`${value(search)}::text`)}) > 0`]),
      ...(folder === null ? [] : [inFolder(folder)]),
      ...(problem === null ? [] : [problemCondition(problem)]),
    ];
    const rows = await this.database.query<ListRow>(
      `with matching as materialized (select ${OBJECT_COLUMNS} from tracked_object_view o where ${conditions.join(' and ')})
       select counted.total, counted."isThere", page.*
       from (select (select count(*) from matching) as total, ${folder === null ? 'true' : folderExists(folder)} as "isThere") counted
       left join (select * from matching order by ${ORDERS[request.order]} limit $2 offset $3) page on true
       order by ${ORDERS[request.order].replaceAll('matching.', 'page.')}`,
      values,
    );
    if (rows[0]?.isThere === false) return null;
    // A page after the last object has one row, with the total and without an object.
    const objects = rows.filter((row) => row.id !== null);
    return {
      objects: objects.map(({ total: _total, isThere: _isThere, ...object }) => object),
      total: rows[0]?.total ?? 0,
    };
  }
}

const folderExists = (folder: string): string =>
  `exists (select from folder_view f where f.account_id = $1 and f.id = ${folder})`;

/**
 * The object is among the ids that `select` returns. PostgreSQL runs the select once and looks each object up in a hash table: it does
 * not turn `is true` into a join, which could repeat the select for each object where statistics are old.
 */
const isAmong = (select: string): string => `(o.id in (${select})) is true`;

/** Objects of the folder and its subfolders. */
const inFolder = (folder: string): string =>
  isAmong(`select p.object_id from folder_view f
  join folder_object_view p on p.account_id = f.account_id and p.folder_id = f.id
  where f.account_id = $1 and (f.id = ${folder} or f.parent_folder_id = ${folder})`);

function problemCondition(problem: ObjectProblem): string {
  if (problem === 'off') return 'not o.is_active';
  return `o.is_active and ${isAmong(`select s.object_id from (
      select l.object_id, ${LINK_STATE} as state from link_view l
      join link_collection c on c.link_id = l.id and c.account_id = l.account_id
      left join link_total_view t on t.account_id = l.account_id and t.object_id = l.object_id and t.link_id = l.id
      where l.account_id = $1 and l.deleted_at is null and l.is_active) s
    group by s.object_id having ${RULES[problem]}`)}`;
}
