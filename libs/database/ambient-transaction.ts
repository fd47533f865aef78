/** The state of a transaction, and how its statements are sent, one round trip after the other. */
import type pg from 'pg';
import { withIndexOrder } from './index-order';
import { inStatementSpan } from './statement-span';
import { Together, type Statement } from './together';

export const START: Statement = { text: 'START TRANSACTION' };
export const START_SNAPSHOT: Statement = { text: 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' };
export const COMMIT: Statement = { text: 'COMMIT' };

/** A callback after the commit. */
export interface Callback {
  /** The name in the log if the callback throws. */
  readonly name: string;
  readonly run: () => void;
}

export interface AmbientTransaction {
  /** The `Database` on which it runs. */
  readonly database: object;
  /** The enclosing transaction, which belongs to another database. */
  readonly outer: AmbientTransaction | null;
  readonly client: pg.PoolClient;
  readonly afterCommit: Callback[];
  /** Nesting depth, including this transaction. */
  depth: number;
  readonly start: Statement;
  /** Whether `start` was sent. It is sent with the first statement, which saves a round trip. */
  isBegun: boolean;
  /** Whether the transaction was committed, or is being committed or rolled back. */
  isEnded: boolean;
  /** Whether a statement was sent and its response has not arrived. */
  awaitsResponse: boolean;
}

export async function runNested<T>(ambient: AmbientTransaction, fn: () => Promise<T>): Promise<T> {
  ambient.depth += 1;
  try {
    return await fn();
  } finally {
    ambient.depth -= 1;
  }
}

/** Sends several statements. */
export function sendMany(ambient: AmbientTransaction, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  return sendAlone(ambient, statements, () => submit(ambient, statements));
}

/** Sends one statement. A text without values may contain several statements, which the extended protocol refuses. */
export function sendOne<T extends object>(
  ambient: AmbientTransaction,
  statement: Statement,
): Promise<pg.QueryResult<T>> {
  return sendAlone(ambient, [statement], async () => {
    if (!ambient.isBegun && !statement.values?.length) await submit(ambient, []);
    if (ambient.isBegun && statement.inIndexOrder !== true) return openClient(ambient).query<T>(configOf(statement));
    const [result] = await submit(ambient, [statement]);
    return result as pg.QueryResult<T>;
  });
}

/** Commits a transaction that has begun and was not committed with its last statements. */
export async function commit(ambient: AmbientTransaction): Promise<void> {
  if (!ambient.isBegun || ambient.isEnded) return refuseEarly(ambient);
  await sendAlone(ambient, [COMMIT], () => ambient.client.query(COMMIT.text));
}

/** The statement as the driver reads it. */
export function configOf({ name, text, values = [] }: Statement): pg.QueryConfig {
  return { ...(name === undefined ? {} : { name }), text, values: [...values] };
}

export function sendTo(client: pg.PoolClient, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Together(statements, (error, results) => (error ? reject(error) : resolve(results))));
  });
}

/**
 * Closes a connection on which the server no longer responds. A ROLLBACK would get no response either; PostgreSQL rolls back once
 * the connection is closed.
 */
export function abandon(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => undefined);
}

/** Sends statements of a transaction. Throws if the response to an earlier statement has not arrived. */
async function sendAlone<T>(
  ambient: AmbientTransaction,
  statements: readonly Statement[],
  send: () => Promise<T>,
): Promise<T> {
  refuseEarly(ambient);
  ambient.awaitsResponse = true;
  try {
    return await inStatementSpan(statements, send);
  } finally {
    ambient.awaitsResponse = false;
  }
}

function refuseEarly({ awaitsResponse }: AmbientTransaction): void {
  if (awaitsResponse) throw new Error('a statement of this transaction was not awaited');
}

/** Sends statements, after the start of the transaction if they are the first, and returns their results. */
async function submit(ambient: AmbientTransaction, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  const client = openClient(ambient);
  const begins = !ambient.isBegun;
  ambient.isBegun = true;
  const { sent, at } = withIndexOrder(statements);
  const results = await sendTo(client, begins ? [ambient.start, ...sent] : sent);
  return at.map((position) => results[position + (begins ? 1 : 0)] as pg.QueryResult);
}

function openClient({ client, isEnded }: AmbientTransaction): pg.PoolClient {
  if (isEnded) throw new Error('the transaction has ended: it was committed or rolled back');
  return client;
}
