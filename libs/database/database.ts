import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type pg from 'pg';
import { AppError } from '@libs/kernel';
import { holding, sharing, tryingToHold, type AdvisoryLock } from './advisory-locks';
import { FairConnections, type Party } from './fair-connections';
import { currentActor, flows } from './flow';
import { asUnavailable, isUnanswered, repeated, unavailable } from './passing-faults';
import { Together, type Part, type StatementPart } from './together';

/** A row as PostgreSQL returns it: `bigint` as number, `timestamptz` as Date, `timestamp` as local text with a `T`. */
export type Row = Record<string, unknown>;

/** A statement that is planned once per connection. `name` must be the same text for the same `text`. */
export interface PreparedStatement extends StatementPart {
  readonly name: string;
  readonly values: readonly unknown[];
}

/**
 * Raises the lock timeout of the transaction above that of client requests, for background work that no client can retry. For
 * `together`; `Database.waitLonger` sends it alone.
 */
export const WAIT_LONGER: PreparedStatement = {
  name: 'wait-longer',
  text: `select set_config('lock_timeout', $1, true)`,
  values: ['10s'],
};

const START = { text: 'START TRANSACTION' };
const COMMIT = { text: 'COMMIT' };

/** Contract §5.5. Background work of the service is retried by its callers. */
const WAIT_LIMITS = { besideOthersMs: 5_000, aloneMs: 30_000, ownMs: 2_000 };
const RETRY_AFTER_S = 1;

/** A callback after the commit. */
interface Callback {
  /** Its name in the log where it throws. */
  readonly name: string;
  readonly run: () => void;
}

interface Ambient {
  readonly database: Database;
  /** The enclosing transaction, which belongs to another database. */
  readonly outer: Ambient | null;
  readonly client: pg.PoolClient;
  readonly afterCommit: Callback[];
  /** Nesting depth, including this transaction. */
  depth: number;
  /** Whether its START was sent: START is sent with the first statement, so that it needs no round trip. */
  isBegun: boolean;
  /** Whether its COMMIT was answered, or it is being ended. */
  isEnded: boolean;
  /** Whether one of its statements is unanswered. */
  isAsking: boolean;
}

/**
 * Access to PostgreSQL for every store and query. Connections are granted fairly by account (`asRequest`, `FairConnections`).
 *
 * A transaction is ambient: inside `transaction(fn)` every call of this object in the same async context uses the same connection,
 * so that no manager is passed around. A transaction must wait for nothing outside the database. Work that follows it belongs in
 * `afterCommit` (which a crash loses, so that it may only be a wake-up) or in the outbox. Statements are sent one after the other:
 * a transaction fails if it sends a statement, or ends, while another one is unanswered, because the failure of that one would be
 * lost.
 */
export class Database {
  private readonly logger = new Logger(Database.name);
  private readonly pool: pg.Pool;
  private readonly connections: FairConnections;

  constructor(readonly dataSource: DataSource) {
    this.pool = (dataSource.driver as unknown as { master: pg.Pool }).master;
    this.pool.on('connect', listenTo);
    this.connections = new FairConnections(this.pool.options.max ?? 10, WAIT_LIMITS, waitedTooLong);
  }

  /** Rows of one SQL statement, in the ambient transaction if there is one. */
  async query<T extends object = Row>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    const result = await this.run<T>({ text: sql, values: [...parameters] });
    return result.rows;
  }

  /** Executes a statement and returns the number of affected rows. */
  async execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const result = await this.run({ text: sql, values: [...parameters] });
    return result.rowCount ?? 0;
  }

  /** Rows of a named statement, for hot paths where planning each time would cost as much as reading. */
  async prepared<T extends object = Row>(statement: PreparedStatement): Promise<T[]> {
    const result = await this.run<T>({ name: statement.name, text: statement.text, values: [...statement.values] });
    return result.rows;
  }

  /** Sends rows by `COPY … FROM STDIN`, as one of `together`. */
  async copyIn(statement: string, lines: Iterable<string>): Promise<void> {
    await this.together([{ copy: statement, lines }]);
  }

  /**
   * Sends statements in one round trip and returns the rows of each, in order. Only inside a transaction: where one fails, those
   * after it are skipped and the transaction must be rolled back. Each sees the effects of those before it. Lines of a COPY are
   * generated while they are sent, and their generator may throw; the rows contain values for identity columns; statement
   * triggers, constraints and the statement timeout apply as usual.
   */
  async together(parts: readonly Part[]): Promise<Row[][]> {
    const ambient = this.ambient();
    if (!ambient) throw new Error('COPY, and statements that are sent together, need a transaction');
    return this.send(ambient, parts);
  }

  /**
   * Sends the last statements of the ambient transaction and its COMMIT in one round trip, so that its locks are not held during
   * another one. In a nested transaction only the statements are sent; the outermost one commits. No statement may follow in this
   * transaction.
   */
  async commitWith(parts: readonly Part[]): Promise<Row[][]> {
    const ambient = this.ambient();
    if (!ambient) throw new Error('there is no transaction to commit');
    if (ambient.depth > 1) return this.send(ambient, parts);
    const rows = await this.send(ambient, [...parts, COMMIT]);
    ambient.isEnded = true;
    return rows.slice(0, -1);
  }

  get inTransaction(): boolean {
    return this.ambient() !== null;
  }

  /**
   * Runs `fn` in a transaction, or in the ambient one. After a deadlock or a serialization failure `fn` runs again (at most three
   * times, then `service_unavailable` is thrown), so that `fn` must change nothing but the database.
   */
  async transaction<T>(fn: () => Promise<T>): Promise<T> {
    const ambient = this.ambient();
    if (ambient) return nested(ambient, fn);
    return repeated(() => this.inTurn(() => this.runOnce(fn)));
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
   * Tries to take the lock without waiting. If it was free, returns true, and the lock is held until the ambient transaction ends.
   * Throws outside a transaction.
   */
  async tryLock(lock: AdvisoryLock): Promise<boolean> {
    if (!this.inTransaction) throw new Error('only a transaction can hold a lock');
    const [row] = await this.prepared<{ locked: boolean }>(tryingToHold(lock));
    return row?.locked === true;
  }

  /**
   * Calls `run` once the ambient transaction has committed; at once where there is none. Never called after a rollback. An error of
   * `run` is logged under `name` and has no other effect: the work is committed, and the other callbacks are called.
   */
  afterCommit(name: string, run: () => void): void {
    const ambient = this.ambient();
    if (ambient) ambient.afterCommit.push({ name, run });
    else this.call({ name, run });
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private ambient(): Ambient | null {
    let ambient = (flows.getStore()?.transaction ?? null) as Ambient | null;
    while (ambient !== null && ambient.database !== this) ambient = ambient.outer;
    return ambient;
  }

  /** Runs work that needs a connection of the pool, once one is granted. */
  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const party = flows.getStore()?.accountId ?? null;
    const granted = this.connections.enter(party);
    if (granted !== undefined) await granted;
    try {
      return await work();
    } finally {
      this.connections.leave(party);
    }
  }

  private async run<T extends object>(query: pg.QueryConfig): Promise<pg.QueryResult<T>> {
    const ambient = this.ambient();
    try {
      // Inside a transaction a single statement cannot be retried.
      if (ambient) return await alone(ambient, () => sendOne<T>(ambient, query));
      return await repeated(() => this.inTurn(() => this.pool.query<T>(query)));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  private async send(ambient: Ambient, parts: readonly Part[]): Promise<Row[][]> {
    try {
      return (await alone(ambient, () => submit(ambient, parts))).map((result) => result.rows as Row[]);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  private async runOnce<T>(fn: () => Promise<T>): Promise<T> {
    const ambient = await this.begin();
    const { client } = ambient;
    let isClean = true;
    try {
      const result = await flows.run(
        { accountId: flows.getStore()?.accountId ?? null, actor: currentActor(), transaction: ambient },
        fn,
      );
      await alone(ambient, async () => {
        if (ambient.isBegun && !ambient.isEnded) await client.query(COMMIT);
      });
      ambient.isEnded = true;
      ambient.afterCommit.forEach((callback) => this.call(callback));
      return result;
    } catch (error) {
      if (isUnanswered(error)) abandon(client);
      const isOpen = ambient.isBegun && !ambient.isEnded;
      // A later statement would be sent on a connection that others use.
      ambient.isEnded = true;
      if (isOpen)
        isClean = await client.query('ROLLBACK').then(
          () => true,
          () => false,
        );
      throw asUnavailable(error);
    } finally {
      // A connection whose ROLLBACK failed is closed and not returned to the pool.
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

  private async begin(): Promise<Ambient> {
    try {
      const client = await this.pool.connect();
      // The constructor received the first one.
      listenTo(client);
      const outer = (flows.getStore()?.transaction ?? null) as Ambient | null;
      return {
        database: this,
        outer,
        client,
        afterCommit: [],
        depth: 1,
        isBegun: false,
        isEnded: false,
        isAsking: false,
      };
    } catch (error) {
      throw asUnavailable(error);
    }
  }
}

function waitedTooLong(party: Party): AppError {
  if (party === null) return unavailable(new Error('no connection of the pool came free in time'));
  const detail = `The database is busy with other requests; retry in ${RETRY_AFTER_S} s`;
  return new AppError('service_unavailable', detail, { 'Retry-After': String(RETRY_AFTER_S) });
}

/**
 * The pool handles errors of idle connections only. Without a listener, a connection that breaks while it is checked out would
 * end the process; its user gets the error from the next statement.
 */
function listenTo(client: pg.PoolClient): void {
  if (!client.listeners('error').includes(ignore)) client.on('error', ignore);
}

const ignore = (): void => undefined;

async function nested<T>(ambient: Ambient, fn: () => Promise<T>): Promise<T> {
  ambient.depth += 1;
  try {
    return await fn();
  } finally {
    ambient.depth -= 1;
  }
}

/** Sends statements of a transaction while none of its statements is unanswered. */
async function alone<T>(ambient: Ambient, send: () => Promise<T>): Promise<T> {
  if (ambient.isAsking) throw new Error('a statement of this transaction was not awaited');
  ambient.isAsking = true;
  try {
    return await send();
  } finally {
    ambient.isAsking = false;
  }
}

/** Sends one statement. A text without values may hold several statements, which the extended protocol refuses. */
async function sendOne<T extends object>(ambient: Ambient, query: pg.QueryConfig): Promise<pg.QueryResult<T>> {
  if (!ambient.isBegun && !query.values?.length) await submit(ambient, []);
  if (ambient.isBegun) return open(ambient).query<T>(query);
  const [result] = await submit(ambient, [query]);
  return result as pg.QueryResult<T>;
}

function submit(ambient: Ambient, parts: readonly Part[]): Promise<pg.QueryResult[]> {
  const client = open(ambient);
  const begins = !ambient.isBegun;
  ambient.isBegun = true;
  return new Promise((resolve, reject) => {
    const sent = begins ? [START, ...parts] : parts;
    const answered = (error: Error | undefined, results: pg.QueryResult[]): void =>
      error ? reject(error) : resolve(begins ? results.slice(1) : results);
    client.query(new Together(sent, answered));
  });
}

function open({ client, isEnded }: Ambient): pg.PoolClient {
  if (isEnded) throw new Error('the transaction has ended: it was committed or rolled back');
  return client;
}

/**
 * Closes a connection that the server no longer answers. It would not answer a ROLLBACK either; PostgreSQL rolls back once the
 * connection is gone.
 */
function abandon(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => undefined);
}
