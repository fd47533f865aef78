import type { EntityMetadata, EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from './database';

/** A row that belongs to an account and has an id. */
export interface AccountRow extends ObjectLiteral {
  readonly id: number;
  readonly accountId: number;
}

/** Values for columns of an entity, by property name. The account and the id are passed separately. */
export type RowValues<E extends AccountRow> = Partial<Omit<E, 'id' | 'accountId'>>;

/**
 * Reads and writes one row at a time of a table whose rows belong to accounts. The first parameter of every method is the
 * account, and only its rows are read and written. TypeORM renders the statements from the entity. `Database` sends them in the
 * ambient transaction and maps their errors. Lists, locks, conditional updates and upserts are written in SQL instead.
 *
 * The data source must have the entity. Methods throw `TypeError` if an id is not an integer.
 */
export class AccountRows<E extends AccountRow> {
  constructor(
    private readonly database: Database,
    private readonly entity: EntityTarget<E> & (new () => E),
  ) {}

  /** Returns the row; null if the account has no such row. */
  async find(accountId: number, id: number): Promise<E | null> {
    const where = whereRow(accountId, id);
    const [sql, parameters] = this.rows().select(this.columns()).where(where).getQueryAndParameters();
    const [row] = await this.database.query<E>(sql, parameters);
    return row ?? null;
  }

  /** Returns the stored row. A column without a value gets its default, so timestamps come from the database's clock. */
  async insert(accountId: number, values: RowValues<E>): Promise<E> {
    const [sql, parameters] = this.rows()
      .insert()
      .values({ ...values, id: undefined, accountId: checkedInteger(accountId) } as never)
      .returning(this.columns())
      .getQueryAndParameters();
    const [row] = await this.database.query<E>(sql, parameters);
    if (!row) throw new Error('an insert returned no row');
    return row;
  }

  /** Writes the values that are present; at least one is required. Returns whether the account has such a row. */
  async update(accountId: number, id: number, values: RowValues<E>): Promise<boolean> {
    const where = whereRow(accountId, id);
    const [sql, parameters] = this.rows()
      .update()
      .set({ ...values, id: undefined, accountId: undefined } as never)
      .where(where)
      .getQueryAndParameters();
    return (await this.database.execute(sql, parameters)) > 0;
  }

  /** Deletes the row. Returns whether the account had such a row. */
  async remove(accountId: number, id: number): Promise<boolean> {
    const where = whereRow(accountId, id);
    const [sql, parameters] = this.rows().delete().where(where).getQueryAndParameters();
    return (await this.database.execute(sql, parameters)) > 0;
  }

  /** A query builder that only renders statements; it has no connection. */
  private rows(): SelectQueryBuilder<E> {
    return this.database.dataSource.createQueryBuilder(this.entity, 'row');
  }

  /** SQL of a select list: every column with its property name as alias. */
  private columns(): string {
    return this.metadata()
      .columns.map((column) => `"${column.databaseName}" as "${column.propertyName}"`)
      .join(', ');
  }

  private metadata(): EntityMetadata {
    return this.database.dataSource.getMetadata(this.entity);
  }
}

function whereRow(accountId: number, id: number): { accountId: number; id: number } {
  return { accountId: checkedInteger(accountId), id: checkedInteger(id) };
}

/** Checks an id, because TypeORM omits conditions on undefined values. */
function checkedInteger(id: number): number {
  if (!Number.isSafeInteger(id)) throw new TypeError('a row is addressed by its account and its id');
  return id;
}
