// cspell:ignore confdeltype
import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';

/** A table with rows of accounts, and the tables that its rows refer to. */
interface TenantTable {
  readonly name: string;
  readonly refersTo: readonly string[];
}

/** Rows per statement, so that a transaction lasts well under a second. */
const BATCH = 1_000;

/** Erased after everything else, by statements of their own. */
const BY_ITSELF = ['membership'];
/**
 * Erased after the other tables: the deletion of reviews and folders gives out change numbers, and without this row they would begin again
 * at 1, which recorded changes may have.
 */
const CHANGE_NUMBERS = 'account_change';

/**
 * Erases the rows of closed accounts. The tables are read from the catalogue of the database: every table with a column `account_id`
 * is erased, also one that a later version adds.
 */
@Injectable()
export class ErasureStore {
  constructor(private readonly database: Database) {}

  /** Locks the erasure and the account until the transaction ends; false if another process erases, or the account was resumed. */
  async lock(accountId: number): Promise<boolean> {
    if (!(await this.database.tryLock(LOCKS.erasure))) return false;
    const rows = await this.database.query(
      `select from account where id = $1 and closed_at <= statement_timestamp() - interval '30 days' for no key update`,
      [accountId],
    );
    return rows.length === 1;
  }

  /** The tables to erase in batches, those that refer to others first, and the change numbers last. */
  async tables(): Promise<readonly string[]> {
    const tables = await this.database.query<TenantTable>(
      `select c.relname::text as name, array(
         select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f') as "refersTo"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       order by c.relname`,
    );
    const ordered = childrenFirst(tables).filter((name) => ![...BY_ITSELF, CHANGE_NUMBERS].includes(name));
    return [...ordered, CHANGE_NUMBERS];
  }

  /** Deletes a batch of the account's rows in a table; returns their number. */
  async eraseBatch(table: string, accountId: number): Promise<number> {
    return this.database.execute(
      `delete from "${table}" where ctid = any(array(select ctid from "${table}" where account_id = $1 limit ${BATCH}))`,
      [accountId],
    );
  }

  /** A member of the account; null if there is none. */
  async nextMember(accountId: number): Promise<number | null> {
    const [row] = await this.database.query<{ personId: number }>(
      'select person_id as "personId" from membership where account_id = $1 order by person_id limit 1',
      [accountId],
    );
    return row?.personId ?? null;
  }

  /** Deletes a membership. */
  async eraseMembership(accountId: number, personId: number): Promise<void> {
    await this.database.query('delete from membership where account_id = $1 and person_id = $2', [accountId, personId]);
  }

  /** Whether the person belongs to no account and is no operator, so that the person can be erased. */
  async isOrphan(personId: number): Promise<boolean> {
    const [row] = await this.database.query<{ orphan: boolean }>(
      `select not p.is_operator and not exists (select from membership m where m.person_id = p.id) as orphan
       from person p where p.id = $1 for update`,
      [personId],
    );
    return row?.orphan ?? false;
  }

  /** Deletes a person with all rows that refer to the person and belong to no account, such as sessions. */
  async erasePerson(personId: number): Promise<void> {
    const owned = await this.database.query<{ table: string; column: string }>(
      `select c.relname::text as "table", a.attname::text as "column"
       from pg_constraint f join pg_class c on c.oid = f.conrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
       where f.contype = 'f' and f.confrelid = 'person'::regclass and f.confdeltype = 'a' and c.relname <> 'membership'`,
    );
    for (const { table, column } of owned)
      await this.database.query(`delete from "${table}" where "${column}" = $1`, [personId]);
    await this.database.query('delete from person where id = $1', [personId]);
  }

  /** Deletes the row of the account, after all its other rows. */
  async eraseAccount(accountId: number): Promise<void> {
    await this.database.query('delete from account where id = $1', [accountId]);
  }
}

/** Orders tables so that each comes before the tables that it refers to. A reference of a table to itself does not count. */
function childrenFirst(tables: readonly TenantTable[]): readonly string[] {
  const remaining = new Map(tables.map((table) => [table.name, table]));
  const ordered: string[] = [];
  while (remaining.size > 0) {
    const free = [...remaining.keys()].filter((name) =>
      [...remaining.values()].every((other) => other.name === name || !other.refersTo.includes(name)),
    );
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...remaining.keys()].join(', ')}`);
    for (const name of free) remaining.delete(name);
    ordered.push(...free);
  }
  return ordered;
}
