import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type EntityManager } from 'typeorm';
import pg from 'pg';
import { AppError } from '@libs/kernel';
import { CopyIn } from './copy-in';

/** A row as PostgreSQL gave it: `bigint` as number, `timestamptz` as Date, `timestamp` as local text with a `T`. */
export type Row = Record<string, unknown>;

/** A statement that is planned once per connection. `name` must be the same text for the same `text`. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 3;

interface Ambient {
  readonly manager: EntityManager;
  readonly client: pg.PoolClient;
  readonly afterCommit: (() => void)[];
}

/**
 * The way to PostgreSQL for every store and query.
 *
 * A transaction is ambient: inside `transaction(fn)` every call of this object in the same flow of control uses the
 * same connection, so nobody passes a manager around and nobody can forget it. Nothing outside the database may be
 * waited for inside a transaction; what shall happen after it goes into `afterCommit` (and is lost in a crash, so it
 * may only be a wake-up) or into the outbox.
 */
export class Database {
  private readonly ambient = new AsyncLocalStorage<Ambient>();
  private readonly pool: pg.Pool;

  constructor(readonly dataSource: DataSource) {
    this.pool = (dataSource.driver as unknown as { master: pg.Pool }).master;
    // Between the pool's own listener and TypeORM's there is a moment without one: a connection that breaks in it would end
    // the process. Whoever works with the connection is told by his next statement.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Rows of one SQL statement, in the ambient transaction if there is one. */
  async query<T extends object = Row>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    const result = await this.run<T>({ text: sql, values: [...parameters] });
    return result.rows;
  }

  /** How many rows a statement touched. */
  async execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const result = await this.run({ text: sql, values: [...parameters] });
    return result.rowCount ?? 0;
  }

  /** Rows of a named statement: the hot paths, where planning each time would cost as much as reading. */
  async prepared<T extends object = Row>(statement: PreparedStatement): Promise<T[]> {
    const result = await this.run<T>({ name: statement.name, text: statement.text, values: [...statement.values] });
    return result.rows;
  }

  /**
   * Rows by `COPY … FROM STDIN`, in the ambient transaction alone: what breaks off in the middle must leave nothing. `lines`
   * are in its text format (`copyValue`), are asked for once it is ready for them, and may throw. Rows bring their own
   * values for identity columns; statement triggers, constraints and the time-outs of a statement hold as ever.
   */
  async copyIn(statement: string, lines: Iterable<string>): Promise<void> {
    const client = this.ambient.getStore()?.client;
    if (!client) throw new Error('COPY needs a transaction');
    try {
      await new Promise<void>((resolve, reject) => {
        client.query(new CopyIn(statement, lines, (error) => (error ? reject(error) : resolve())));
      });
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** TypeORM's manager of the ambient transaction, or the general one. */
  get manager(): EntityManager {
    return this.ambient.getStore()?.manager ?? this.dataSource.manager;
  }

  get inTransaction(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  /**
   * Runs `fn` in a transaction, or in the ambient one. A deadlock or a serialization failure repeats the whole of `fn`
   * (at most three times, then it is `service_unavailable`), so `fn` must not change anything but the database.
   */
  async transaction<T>(fn: () => Promise<T>): Promise<T> {
    if (this.inTransaction) return fn();
    return repeated(() => this.runOnce(fn));
  }

  /** Calls `fn` once the ambient transaction has committed; at once where there is none. Never called after a rollback. */
  afterCommit(fn: () => void): void {
    const ambient = this.ambient.getStore();
    if (ambient) ambient.afterCommit.push(fn);
    else fn();
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async run<T extends object>(query: pg.QueryConfig): Promise<pg.QueryResult<T>> {
    const client = this.ambient.getStore()?.client;
    try {
      // Inside a transaction only the whole of it can be repeated.
      if (client) return await client.query<T>(query);
      return await repeated(() => this.pool.query<T>(query));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  private async runOnce<T>(fn: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const afterCommit: (() => void)[] = [];
    let client: pg.PoolClient | null = null;
    try {
      client = (await runner.connect()) as pg.PoolClient;
      await runner.startTransaction();
      const result = await this.ambient.run({ manager: runner.manager, client, afterCommit }, fn);
      await runner.commitTransaction();
      afterCommit.forEach((callback) => callback());
      return result;
    } catch (error) {
      if (client !== null && isUnanswered(error)) abandon(client);
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw asUnavailable(error);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

/** Once more where PostgreSQL sent it back for the sake of others; `service_unavailable` where it always does. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (attempt >= MAX_ATTEMPTS) throw unavailable(error);
    }
  }
}

function isRepeatable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK;
}

/** Whether PostgreSQL, or the way to it, was silent beyond every limit of ours. */
function isUnanswered(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && cause.message === 'Query read timeout';
}

/** Closes a connection that nothing will answer on, a rollback as little: PostgreSQL makes that when it misses us. */
function abandon(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => undefined);
}

/** Whether an error says that a unique constraint (of that name) was violated. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}

/**
 * Faults that pass by themselves become 503 `service_unavailable`: no connection, too many of them, shutdown, time-out,
 * full disk, read-only server. Everything else stays what it is and ends as a 500 with its stack in the log.
 */
const UNAVAILABLE_STATES = /^(08|53|57P0|57014|25006|55P03|58)/;
/** A connection that broke between two statements is let go by TypeORM at once: the next one meets a released runner. */
const BROKEN_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not connected|not queryable|pool after calling end|Query runner already released/i;
const UNAVAILABLE_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EMFILE',
  'ENFILE',
]);

function asUnavailable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = sqlState(error);
  const message = error instanceof Error ? error.message : '';
  const isPassing =
    (state !== null && (UNAVAILABLE_STATES.test(state) || UNAVAILABLE_SYSTEM.has(state))) ||
    BROKEN_CONNECTION.test(message);
  return isPassing ? unavailable(error) : error;
}

function unavailable(cause: unknown): AppError {
  const wrapped = new AppError('service_unavailable', 'The service is not available at the moment');
  wrapped.cause = cause;
  return wrapped;
}
