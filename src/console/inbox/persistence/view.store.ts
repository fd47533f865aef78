import { Injectable } from '@nestjs/common';
import { Database, lockOf } from '@libs/database';

/** A saved view of a screen. */
export interface View {
  readonly id: number;
  readonly name: string;
  /** The screen below the account, such as `reviews`. */
  readonly path: string;
  /** The parameters of the address, without the question mark. */
  readonly query: string;
  readonly shared: boolean;
  readonly position: number;
}

export type NewView = Omit<View, 'id'>;
export type ViewChange = Partial<NewView>;

/** The person whose views are read or changed, in an account. */
export interface ViewReader {
  readonly accountId: number;
  readonly personId: number;
}

const COLUMNS = 'id, name, path, query, shared, position';
const MINE = 'account_id = $1 and (person_id = $2 or shared)';

/** The table `console_view`: the views of a person, and those that the persons of an account share. */
@Injectable()
export class ViewStore {
  constructor(private readonly database: Database) {}

  async list({ accountId, personId }: ViewReader): Promise<readonly View[]> {
    return this.database.query<View>(`select ${COLUMNS} from console_view where ${MINE} order by position, id`, [
      accountId,
      personId,
    ]);
  }

  async find({ accountId, personId }: ViewReader, id: number): Promise<View | null> {
    const [row] = await this.database.query<View>(`select ${COLUMNS} from console_view where ${MINE} and id = $3`, [
      accountId,
      personId,
      id,
    ]);
    return row ?? null;
  }

  /** Serializes the writes of views of the account, so that their number is exact, until the transaction ends. */
  async lock({ accountId }: ViewReader): Promise<void> {
    await this.database.holdLock(lockOf('inboxLists', accountId));
  }

  async insert({ accountId, personId }: ViewReader, view: NewView): Promise<View> {
    const [row] = await this.database.query<View>(
      `insert into console_view (account_id, person_id, name, path, query, shared, position)
       values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
      [accountId, personId, view.name, view.path, view.query, view.shared, view.position],
    );
    if (!row) throw new Error('the view was not stored');
    return row;
  }

  /** Returns the changed view; null if it no longer exists. */
  async update({ accountId, personId }: ViewReader, { id, ...view }: View): Promise<View | null> {
    const [row] = await this.database.query<View>(
      `update console_view set name = $4, path = $5, query = $6, shared = $7, position = $8 where ${MINE} and id = $3
       returning ${COLUMNS}`,
      [accountId, personId, id, view.name, view.path, view.query, view.shared, view.position],
    );
    return row ?? null;
  }

  async remove({ accountId, personId }: ViewReader, id: number): Promise<boolean> {
    const removed = await this.database.execute(`delete from console_view where ${MINE} and id = $3`, [
      accountId,
      personId,
      id,
    ]);
    return removed === 1;
  }
}
