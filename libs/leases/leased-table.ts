import type { Database } from '@libs/database';
import { counter } from '@libs/metrics';

const LOSSES = counter({
  name: 'hrev_lease_losses_total',
  help: 'Renewals and writes of workers that found their lease lost, by table.',
  labels: ['table'],
});

/** Counts leases on rows of a table that their worker found lost. For stores with statements of their own. */
export function countLeaseLosses(table: string, losses = 1): void {
  LOSSES.inc({ table }, losses);
}

/** The lease is lost: it has expired and another worker has claimed the row, or the row was taken from the worker. */
export class LeaseLost extends Error {
  constructor(message = 'the lease is lost') {
    super(message);
    this.name = 'LeaseLost';
  }
}

/** SQL: the time in `ms` milliseconds, a number or a parameter. */
export const msFromNow = (ms: number | string): string => `clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** What a worker holds: the key of the row and the token of the lease. */
export type Held<Field extends string> = Readonly<Record<Field | 'token', number | string>>;

export interface LeaseColumns<Field extends string> {
  /** The columns of the key, each with its field of a claim. */
  readonly key: Readonly<Record<string, Field>>;
  /** The id of the lease; null without one. Default: `lease_token`. */
  readonly token?: string;
  /** The end of the lease: `lease_until`; in a queue the due time, so that a row is due again when its lease expires. */
  readonly end: 'lease_until' | 'due_at' | 'not_before';
  /** The state of leased rows, and in a queue of due ones, as a condition that begins with its column. */
  readonly state?: string;
}

/**
 * A table whose rows are claimed under leases. A claim gives the row a new token and an end, by the database's clock. After the
 * end any worker may claim it, under another token. Every write of a worker compares the token, so a worker that has lost its
 * lease writes nothing.
 *
 * Changes are assignments of an UPDATE. Parameters of a held row are its key and token (`valuesOf`), and then those of the
 * changes: with a key of two columns, they begin at `$4`.
 */
export class LeasedTable<Field extends string> {
  private readonly token: string;
  private readonly keyColumns: readonly string[];

  constructor(
    private readonly name: string,
    private readonly columns: LeaseColumns<Field>,
  ) {
    this.token = columns.token ?? 'lease_token';
    this.keyColumns = Object.keys(columns.key);
    // Prometheus sees no increase in the first sample of a series: without a 0 before it, the first losses of a process raise no alert.
    countLeaseLosses(name, 0);
  }

  /** Changes that begin a lease of `ms` milliseconds, a number or a parameter. */
  taken(ms: number | string): string {
    return `${this.token} = gen_random_uuid(), ${this.columns.end} = ${msFromNow(ms)}`;
  }

  /** Changes that end a lease. In a queue, the due time must be set too. */
  get released(): string {
    return `${this.token} = null${this.columns.end === 'lease_until' ? ', lease_until = null' : ''}`;
  }

  /** Condition: the row is held by the worker. `row`: the alias of the table. */
  isHeld(row = this.name): string {
    const held = [...this.keyColumns, this.token].map((column, index) => `${row}.${column} = $${index + 1}`);
    return [...held, ...this.inState(row)].join(' and ');
  }

  /** The parameters of `isHeld`. */
  valuesOf(claim: Held<Field>): unknown[] {
    return [...Object.values(this.columns.key).map((field) => claim[field]), claim.token];
  }

  /**
   * Query for the key of the row that has been due for the longest time, and fulfills the condition `and`. Locks the row, and skips
   * locked ones. `clock_timestamp()` is volatile and cannot be used in an index condition.
   */
  nextDue(and?: string): string {
    const due = [...this.inState(this.name), `${this.columns.end} <= statement_timestamp()`, ...(and ? [and] : [])];
    return `select ${this.keyColumns.join(', ')} from ${this.name} where ${due.join(' and ')}
      order by ${this.columns.end} limit 1 for update skip locked`;
  }

  /** Claims the row of `nextDue`: makes the changes, and returns the columns `returning` and the token. Null if no row is due. */
  async claimNext<Claim extends Held<Field>>(
    database: Database,
    leaseMs: number,
    { changes, returning, and }: { readonly changes: string; readonly returning: string; readonly and?: string },
  ): Promise<Claim | null> {
    const [claim] = await database.query<Claim>(
      `update ${this.name} set ${this.taken('$1')}, ${changes} where (${this.keyColumns.join(', ')}) = (${this.nextDue(and)})
       returning ${returning}, ${this.token} as token`,
      [leaseMs],
    );
    return claim ?? null;
  }

  /** Extends the lease to `ms` milliseconds from now. Returns false if it is lost. */
  async renew(database: Database, claim: Held<Field>, ms: number): Promise<boolean> {
    return this.change(database, claim, `${this.columns.end} = ${msFromNow(`$${this.keyColumns.length + 2}`)}`, [ms]);
  }

  /** Makes the changes and locks the row until the transaction ends. Throws `LeaseLost`. */
  async write(database: Database, claim: Held<Field>, changes: string, values?: readonly unknown[]): Promise<void> {
    if (!(await this.change(database, claim, changes, values))) throw new LeaseLost();
  }

  /** Makes the changes and ends the lease. Returns false, and changes nothing, if it is lost. */
  async release(
    database: Database,
    claim: Held<Field>,
    changes: string,
    values?: readonly unknown[],
  ): Promise<boolean> {
    return this.change(database, claim, `${this.released}, ${changes}`, values);
  }

  private async change(database: Database, claim: Held<Field>, changes: string, values: readonly unknown[] = []) {
    const text = `update ${this.name} set ${changes} where ${this.isHeld()}`;
    const isHeld = (await database.execute(text, [...this.valuesOf(claim), ...values])) > 0;
    if (!isHeld) this.countLoss();
    return isHeld;
  }

  /** Counts a loss that a statement of a store found. */
  countLoss(): void {
    countLeaseLosses(this.name);
  }

  private inState(row: string): readonly string[] {
    return this.columns.state === undefined ? [] : [`${row}.${this.columns.state}`];
  }
}
