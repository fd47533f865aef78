import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type pg from 'pg';
import { AppError, FairSlots, type Party } from '@libs/kernel';
import { spannedPart } from '@libs/traces';
import { holding, sharing, tryingToHold, type AdvisoryLock } from './advisory-locks';
import {
  abandon,
  commit,
  COMMIT,
  configOf,
  runNested,
  sendMany,
  sendOne,
  sendTo,
  START,
  START_SNAPSHOT,
  type AmbientTransaction,
  type Callback,
} from './ambient-transaction';
import { currentActor, workContexts } from './work-context';
import { SORTS_OFF } from './index-order';
import { asUnavailable, hasNoResponse, withRetries, unavailable } from './passing-faults';
import { POOLS } from './pool-state';
import { requestConnection } from './pool-waits';
import { inStatementSpan } from './statement-span';
import type { Statement } from './together';

/** A row as PostgreSQL returns it: `bigint` as number, `timestamptz` as Date, `timestamp` as local text with a `T`. */
export type Row = Record<string, unknown>;

/** A statement that is planned once per connection. Each `text` must have its own `name`. */
export interface PreparedStatement extends Statement {
  readonly name: string;
  readonly values: readonly unknown[];
}

/**
 * Raises the lock timeout of the transaction above that of client requests, for background work that no client can retry. Use it
 * in `together`; `Database.waitLonger` sends it as a single statement.
 */
export const WAIT_LONGER: PreparedStatement = {
  name: 'wait-longer',
  text: `select set_config('lock_timeout', $1, true)`,
  values: ['10s'],
};

/** Limits of the wait for a connection (contract §5.5, `WaitLimits`). */
const WAIT_LIMITS = { contendedMs: 5_000, aloneMs: 30_000, ownMs: 2_000 };
const RETRY_AFTER_S = 1;

/**
 * Access to PostgreSQL for every store and query. Connections are granted fairly by account (`asRequest`, `FairSlots`).
 *
 * A transaction is ambient: inside `transaction(fn)` every call of this object in the same async context uses the same connection,
 * so that no manager is passed around. A transaction must wait for nothing outside the database. Work that follows the commit
 * belongs in the outbox, or in `afterCommit` if it may be lost in a crash, such as a wake-up. Statements are sent one after the
 * other: a transaction fails if it sends a statement, or ends, before the response to the previous statement, whose error would
 * be lost.
 */
export class Database {
  private readonly logger = new Logger(Database.name);
  private readonly pool: pg.Pool;
  private readonly connections: FairSlots;

  constructor(readonly dataSource: DataSource) {
    this.pool = (dataSource.driver as unknown as { master: pg.Pool }).master;
    this.pool.on('connect', listenTo);
    this.connections = new FairSlots(this.pool.options.max ?? 10, WAIT_LIMITS, waitTimeoutError);
    POOLS.add(this.connections);
  }

  /** Returns the rows of one SQL statement, executed in the ambient transaction if there is one. */
  async query<T extends object = Row>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return (await this.run<T>({ text: sql, values: [...parameters] })).rows;
  }

  /** Like `query`, for a statement that must read rows in the order of an index (`index-order.ts`). */
  async queryInIndexOrder<T extends object = Row>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    const result = await this.run<T>({ text: sql, values: [...parameters], inIndexOrder: true });
    return result.rows;
  }

  /** Executes a statement and returns the number of affected rows. */
  async execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return (await this.run({ text: sql, values: [...parameters] })).rowCount ?? 0;
  }

  /** Returns the rows of a named statement. Use it on hot paths, where planning would cost as much as execution. */
  async prepared<T extends object = Row>(statement: PreparedStatement): Promise<T[]> {
    return (await this.run<T>(statement)).rows;
  }

  /**
   * Sends statements in one round trip and returns the rows of each, in order. Throws outside a transaction. Each
   * statement sees the effects of the earlier ones. If one fails, the later ones are skipped, and the transaction must be rolled
   * back.
   */
  async together(statements: readonly Statement[]): Promise<Row[][]> {
    const ambient = this.ambient();
    if (!ambient) throw new Error('statements that are sent together need a transaction');
    return this.send(ambient, statements);
  }

  /**
   * Sends the last statements of the ambient transaction and its COMMIT in one round trip, so that its locks are not held during
   * another round trip. In a nested transaction only the statements are sent; the outermost transaction commits. No statement may
   * follow in this transaction.
   */
  async commitWith(statements: readonly Statement[]): Promise<Row[][]> {
    const ambient = this.ambient();
    if (!ambient) throw new Error('there is no transaction to commit');
    if (ambient.depth > 1) return this.send(ambient, statements);
    const rows = await this.send(ambient, [...statements, COMMIT]);
    ambient.isEnded = true;
    return rows.slice(0, -1);
  }

  get inTransaction(): boolean {
    return this.ambient() !== null;
  }

  /**
   * Runs `fn` in a transaction, or in the ambient one. After a deadlock or a serialization failure `fn` runs again (at most three
   * times, then `service_unavailable` is thrown), so `fn` must change nothing but the database.
   */
  async transaction<T>(fn: () => Promise<T>): Promise<T> {
    const ambient = this.ambient();
    if (ambient) return runNested(ambient, fn);
    return withRetries(() => this.withConnection(() => this.runOnce(fn)));
  }

  /**
   * Runs reads that see one state of the database: what was committed before the first of them. For results that must agree, such as a
   * page and its total. In an ambient transaction, each statement sees what was committed before it. Writes are refused.
   */
  async snapshot<T>(fn: () => Promise<T>): Promise<T> {
    const ambient = this.ambient();
    if (ambient) return runNested(ambient, fn);
    return withRetries(() => this.withConnection(() => this.runOnce(fn, START_SNAPSHOT)));
  }

  /**
   * Raises the lock timeout for the rest of the ambient transaction above that of client requests, for background work that no
   * client can retry. The statement timeout is unchanged.
   */
  async waitLonger(): Promise<void> {
    if (!this.inTransaction) throw new Error('only a transaction can wait longer');
    await this.prepared(WAIT_LONGER);
  }

  /** Waits for the lock and holds it until the ambient transaction ends. Throws outside a transaction. */
  async holdLock(lock: AdvisoryLock): Promise<void> {
    if (!this.inTransaction) throw new Error('only a transaction can hold a lock');
    await this.prepared(holding(lock));
  }

  /** Waits for the lock in shared mode and holds it until the ambient transaction ends. */
  async shareLock(lock: AdvisoryLock): Promise<void> {
    if (!this.inTransaction) throw new Error('only a transaction can share a lock');
    await this.prepared(sharing(lock));
  }

  /**
   * Tries to acquire the lock without waiting. If it was free, returns true, and the lock is held until the ambient transaction
   * ends. Throws outside a transaction.
   */
  async tryLock(lock: AdvisoryLock): Promise<boolean> {
    if (!this.inTransaction) throw new Error('only a transaction can hold a lock');
    const [row] = await this.prepared<{ locked: boolean }>(tryingToHold(lock));
    return row?.locked === true;
  }

  /**
   * Calls `run` once the ambient transaction has committed, or at once if there is none. `run` is not called after a rollback. An
   * error of `run` is logged with `name` and has no other effect: the transaction is committed, and other callbacks are called.
   */
  afterCommit(name: string, run: () => void): void {
    const ambient = this.ambient();
    if (ambient) ambient.afterCommit.push({ name, run });
    else this.call({ name, run });
  }

  async close(): Promise<void> {
    POOLS.remove(this.connections);
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private ambient(): AmbientTransaction | null {
    let ambient = (workContexts.getStore()?.transaction ?? null) as AmbientTransaction | null;
    while (ambient !== null && ambient.database !== this) ambient = ambient.outer;
    return ambient;
  }

  /** Runs work that needs a connection of the pool once a connection is granted. */
  private async withConnection<T>(work: () => Promise<T>): Promise<T> {
    const party = workContexts.getStore()?.accountId ?? null;
    const granted = requestConnection(this.connections, party);
    if (granted !== undefined) await spannedPart({ name: 'wait for a connection' }, () => granted);
    try {
      return await work();
    } finally {
      this.connections.leave(party);
    }
  }

  private async run<T extends object>(statement: Statement): Promise<pg.QueryResult<T>> {
    const ambient = this.ambient();
    try {
      // Inside a transaction a single statement cannot be retried.
      if (ambient) return await sendOne<T>(ambient, statement);
      const send = (): Promise<pg.QueryResult<T>> => this.withConnection(() => this.sendOutside<T>(statement));
      return await withRetries(() => inStatementSpan([statement], send));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /**
   * Sends a statement outside a transaction. PostgreSQL executes the statements of one round trip in one transaction, so `SORTS_OFF` has no
   * effect on later ones.
   */
  private async sendOutside<T extends object>(statement: Statement): Promise<pg.QueryResult<T>> {
    if (statement.inIndexOrder !== true) return this.pool.query<T>(configOf(statement));
    const client = await this.pool.connect();
    listenTo(client);
    try {
      const [, result] = await sendTo(client, [SORTS_OFF, statement]);
      client.release();
      return result as pg.QueryResult<T>;
    } catch (error) {
      // The pool closes the connection, as after an error of its own statements.
      client.release(true);
      throw error;
    }
  }

  private async send(ambient: AmbientTransaction, statements: readonly Statement[]): Promise<Row[][]> {
    try {
      return (await sendMany(ambient, statements)).map((result) => result.rows as Row[]);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  private async runOnce<T>(fn: () => Promise<T>, start: Statement = START): Promise<T> {
    const ambient = await this.begin(start);
    const { client } = ambient;
    let isClean = true;
    try {
      const result = await workContexts.run(
        { accountId: workContexts.getStore()?.accountId ?? null, actor: currentActor(), transaction: ambient },
        fn,
      );
      await commit(ambient);
      ambient.isEnded = true;
      ambient.afterCommit.forEach((callback) => this.call(callback));
      return result;
    } catch (error) {
      if (hasNoResponse(error)) abandon(client);
      const isOpen = ambient.isBegun && !ambient.isEnded;
      // Prevents a later statement of this transaction, which would use a connection that is back in the pool.
      ambient.isEnded = true;
      if (isOpen)
        isClean = await client.query('ROLLBACK').then(
          () => true,
          () => false,
        );
      throw asUnavailable(error);
    } finally {
      // A connection whose ROLLBACK failed is closed instead of returned to the pool.
      client.release(!isClean);
    }
  }

  private call({ name, run }: Callback): void {
    try {
      run();
    } catch (error) {
      this.logger.error({ msg: `after a commit: ${name} failed`, err: error });
    }
  }

  private async begin(start: Statement): Promise<AmbientTransaction> {
    try {
      const client = await this.pool.connect();
      // A connection that was opened before the constructor ran has no listener yet.
      listenTo(client);
      const outer = (workContexts.getStore()?.transaction ?? null) as AmbientTransaction | null;
      return {
        database: this,
        outer,
        client,
        afterCommit: [],
        depth: 1,
        start,
        isBegun: false,
        isEnded: false,
        awaitsResponse: false,
      };
    } catch (error) {
      throw asUnavailable(error);
    }
  }
}

function waitTimeoutError(party: Party): AppError {
  if (party === null) return unavailable(new Error('no connection of the pool came free in time'));
  const detail = `The database is busy with other requests; retry in ${RETRY_AFTER_S} s`;
  return new AppError('service_unavailable', detail, { 'Retry-After': String(RETRY_AFTER_S) });
}

/**
 * The pool handles errors of idle connections only. Without a listener, a connection that breaks while it is checked out would
 * end the process. The code that uses it gets the error from its next statement.
 */
function listenTo(client: pg.PoolClient): void {
  if (!client.listeners('error').includes(ignore)) client.on('error', ignore);
}

const ignore = (): void => undefined;
