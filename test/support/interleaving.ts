/**
 * Runs concurrent database work in every order of its statements.
 *
 * Each contender runs as it does in the product. Every statement that it sends waits for permission; one statement is permitted
 * at a time. When a statement waits for a lock of another contender (`pg_blocking_pids`), another contender continues. This
 * repeats, each time from a new state, until every order has been run. An order is written as the sequence of permissions: `A1 A2
 * B1 A3 B2`; `B1…` is a statement that waited for a lock.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '@libs/database';

/** The result of a contender. */
export type Outcome =
  | { readonly status: 'fulfilled'; readonly value: unknown }
  | { readonly status: 'rejected'; readonly reason: unknown };

/** One order that was run to its end. */
export interface OrderedRun {
  /** `A1 B1 A2 …`, with the names of the contenders. */
  readonly order: string;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** The statements in the order in which they were permitted, for the message of a failure. */
  readonly statements: readonly string[];
}

export interface Race<Harness> {
  /** The database objects whose statements are ordered; the pool of each needs one connection more than the contenders use. */
  readonly on: Database | readonly Database[];
  /** Creates the state for one order: new rows, because all orders share the database. Its statements need no permission. */
  given(): Promise<Harness>;
  /**
   * The pieces of work, by name. Contenders that represent two processes need separate services if a service keeps state in
   * memory. A contender may wait for events outside the database, but not for another contender except by a database lock.
   */
  readonly contenders: Readonly<Record<string, (harness: Harness) => Promise<unknown>>>;
  /**
   * Asserts the result of one order. Throws if the assertion fails; the order is added to the message. Its statements need no
   * permission.
   */
  holds(harness: Harness, run: OrderedRun): Promise<void> | void;
  /** Returns whether a failure of a contender is an allowed outcome; every other failure fails the race. */
  readonly mayFail?: (reason: unknown, contender: string) => boolean;
  /**
   * The maximum number of orders to run, 300 if not given; in `npm test` at most 60 (`mostOrders`). Orders with few switches run
   * first: they find most faults.
   */
  readonly atMost?: number;
  /** Selects among orders with equally many switches if there are more orders than `atMost`. */
  readonly seed?: number;
}

/** How many orders a race has at most. The lane `orders` runs those with more orders again, without this limit. */
const mostOrders = (): number => Number(process.env['HREV_ORDERS'] ?? 60);

export interface RaceReport {
  /** Orders that were run. */
  readonly orders: number;
  /** Beginnings of orders that were not run because of `atMost`. Each counts as one, for all orders that begin with it. */
  readonly leftOut: number;
  /** Orders that could not be run as planned, because PostgreSQL chose another victim of a deadlock than before. */
  readonly diverged: number;
}

/** Runs the contenders in every order and asserts after each; rejects with the first order whose assertion fails. */
export async function inEveryOrder<Harness>(race: Race<Harness>): Promise<RaceReport> {
  const databases = Array.isArray(race.on) ? (race.on as readonly Database[]) : [race.on as Database];
  databases.forEach(stepConnections);
  const [observer] = databases;
  if (!observer) throw new Error('A race needs a database');
  const random = randomBySeed(race.seed ?? 1);
  const atMost = Math.min(race.atMost ?? 300, mostOrders());
  const branches = new Branches();
  let orders = 0;
  let diverged = 0;
  for (let planned: readonly string[] | null = []; planned; planned = branches.takeNext(random)) {
    if (orders === atMost) return { orders, leftOut: branches.size + 1, diverged };
    const decisions = await runOnce(race, observer, planned);
    orders += 1;
    if (planned.some((choice, at) => decisions[at]?.chosen !== choice)) diverged += 1;
    branches.addAlternatives(decisions, planned.length);
  }
  return { orders, leftOut: 0, diverged };
}

/** One choice: the contender that continued, and those that could have continued. */
interface Decision {
  readonly chosen: string;
  readonly runnable: readonly string[];
}

/** Beginnings of orders that have not been run, those with the fewest switches first. */
class Branches {
  private readonly bySwitches: string[][][] = [];

  get size(): number {
    return this.bySwitches.reduce((sum, branches) => sum + branches.length, 0);
  }

  /** Adds a branch for each contender that could have been chosen after the planned beginning, and was not. */
  addAlternatives(decisions: readonly Decision[], from: number): void {
    const chosen = decisions.map((decision) => decision.chosen);
    for (let at = from; at < decisions.length; at += 1) {
      for (const other of decisions[at]?.runnable ?? []) {
        if (other === chosen[at]) continue;
        const branch = [...chosen.slice(0, at), other];
        (this.bySwitches[switches(branch, decisions)] ??= []).push(branch);
      }
    }
  }

  takeNext(random: () => number): readonly string[] | null {
    const least = this.bySwitches.find((branches) => branches.length > 0);
    return least?.splice(Math.floor(random() * least.length), 1)[0] ?? null;
  }
}

/** Returns how often a contender was paused although it could have continued. */
function switches(chosen: readonly string[], decisions: readonly Decision[]): number {
  return chosen.filter((name, at) => {
    const before = chosen[at - 1];
    return before !== undefined && before !== name && decisions[at]?.runnable.includes(before);
  }).length;
}

async function runOnce<Harness>(
  race: Race<Harness>,
  observer: Database,
  planned: readonly string[],
): Promise<Decision[]> {
  const harness = await race.given();
  const scheduler = new Scheduler(observer);
  for (const [name, work] of Object.entries(race.contenders)) scheduler.start(name, () => work(harness));
  const decisions = await scheduler.run(planned);
  const run = scheduler.result();
  try {
    for (const [name, outcome] of Object.entries(run.outcomes)) {
      if (outcome.status === 'rejected' && !race.mayFail?.(outcome.reason, name)) throw outcome.reason;
    }
    await race.holds(harness, run);
  } catch (error) {
    throw errorWithOrder(run, error);
  }
  return decisions;
}

function errorWithOrder(run: OrderedRun, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`In the order ${run.order}:\n${message}\n\n${run.statements.join('\n')}\n`, { cause: error });
}

/** A statement that waits for permission, or runs. */
interface Statement {
  readonly text: string;
  readonly client: pg.Client;
  permit(): void;
}

/** Most statements end within this time. Only then PostgreSQL is asked whether a statement waits, because the question is costly. */
const USUAL_MS = 2;
/** Maximum time between two statements of a contender. */
const IDLE_LIMIT_MS = 60_000;

class Contender {
  readonly pendingStatements: Statement[] = [];
  /** Statements that PostgreSQL executes, by backend. */
  readonly running = new Map<number, Statement>();
  outcome: Outcome | null = null;
  steps = 0;
  isWaiting = false;

  constructor(
    readonly name: string,
    readonly scheduler: Scheduler,
  ) {}
}

/** Permits one statement at a time, and waits until it has ended or waits for a lock. */
class Scheduler {
  private readonly contenders: Contender[] = [];
  private readonly permitted: { label: string; text: string; waited: boolean; by: Contender }[] = [];
  private readonly waiters: (() => void)[] = [];

  constructor(private readonly observer: Database) {}

  /** Resolves when a statement ends or a contender ends or requests permission. */
  private nextChange(): Promise<void> {
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  private changed(): void {
    for (const waiter of this.waiters.splice(0)) waiter();
  }

  start(name: string, work: () => Promise<unknown>): void {
    const contender = new Contender(name, this);
    this.contenders.push(contender);
    const ended = (outcome: Outcome): void => {
      contender.outcome = outcome;
      contender.pendingStatements.splice(0).forEach((statement) => statement.permit());
      this.changed();
    };
    currentContender
      .run(contender, async () => work())
      .then(
        (value) => ended({ status: 'fulfilled', value }),
        (reason: unknown) => ended({ status: 'rejected', reason }),
      );
  }

  /**
   * Returns whether a statement is a step: START TRANSACTION alone is not, nor is a statement that runs after its contender has
   * ended.
   */
  steps(contender: Contender, text: string): boolean {
    return contender.outcome === null && !/^\s*(begin|start transaction)\s*$/i.test(text);
  }

  requestPermission(contender: Contender, statement: Statement): void {
    contender.pendingStatements.push(statement);
    this.changed();
  }

  ended(contender: Contender, client: pg.Client): void {
    contender.running.delete(backendOf(client));
    this.changed();
  }

  async run(planned: readonly string[]): Promise<Decision[]> {
    const decisions: Decision[] = [];
    for (;;) {
      const runnable = await this.untilSettled();
      if (runnable.length === 0) return decisions;
      const names = runnable.map((contender) => contender.name);
      const wanted = planned[decisions.length] ?? decisions.at(-1)?.chosen;
      const next = runnable.find((contender) => contender.name === wanted) ?? runnable[0];
      if (!next) return decisions;
      decisions.push({ chosen: next.name, runnable: names });
      const change = this.nextChange();
      this.permit(next);
      await Promise.race([change, pause(USUAL_MS)]);
    }
  }

  result(): OrderedRun {
    return {
      order: this.permitted.map(({ label, waited }) => label + (waited ? '…' : '')).join(' '),
      outcomes: Object.fromEntries(
        this.contenders.flatMap(({ name, outcome }) => (outcome ? [[name, outcome] as const] : [])),
      ),
      statements: this.permitted.map(
        ({ label, waited, text }) =>
          `  ${label}${waited ? '…' : ''}: ${text.trim().replace(/\s+/g, ' ').slice(0, 160)}`,
      ),
    };
  }

  private permit(contender: Contender): void {
    const statement = contender.pendingStatements.shift();
    if (!statement) return;
    contender.steps += 1;
    const label = `${contender.name}${contender.steps}`;
    this.permitted.push({ label, text: statement.text, waited: false, by: contender });
    contender.running.set(backendOf(statement.client), statement);
    statement.permit();
  }

  /** Waits until every contender has ended, waits for permission, or waits for a lock. Returns those that can continue. */
  private async untilSettled(): Promise<Contender[]> {
    for (;;) {
      const change = this.nextChange();
      const atWork = this.contenders.filter(({ outcome }) => outcome === null);
      const inDatabase = atWork.filter(({ running }) => running.size > 0);
      const blocked = inDatabase.length > 0 ? await this.blocked(inDatabase) : new Set<Contender>();
      // A statement that ended during the query above may have released locks: check again.
      const isSettled = inDatabase.every((contender) => contender.running.size > 0 && blocked.has(contender));
      const runnable = atWork.filter((contender) => contender.pendingStatements.length > 0);
      const areAllPendingOrBlocked = atWork.every(
        (contender) => contender.pendingStatements.length > 0 || blocked.has(contender),
      );
      if (isSettled && areAllPendingOrBlocked && (runnable.length > 0 || atWork.length === 0)) {
        this.noteWaits(blocked);
        return runnable;
      }
      await (inDatabase.length === 0 ? withinIdleLimit(change, atWork) : Promise.race([change, pause(USUAL_MS)]));
    }
  }

  /** Returns the contenders whose running statements all wait for a lock. */
  private async blocked(contenders: readonly Contender[]): Promise<Set<Contender>> {
    const backends = contenders.flatMap(({ running }) => [...running.keys()]);
    const rows = await this.observer.query<{ backend: number; blockers: number[] }>(
      `select backend, pg_blocking_pids(backend) as blockers from unnest($1::int[]) backend`,
      [backends],
    );
    const waiting = new Set(rows.filter(({ blockers }) => blockers.length > 0).map(({ backend }) => backend));
    return new Set(
      contenders.filter(({ running }) => running.size > 0 && [...running.keys()].every((pid) => waiting.has(pid))),
    );
  }

  private noteWaits(blocked: ReadonlySet<Contender>): void {
    for (const contender of blocked) {
      const last = this.permitted.findLast(({ by }) => by === contender);
      if (last) last.waited = true;
    }
  }
}

/** The contender whose code requests a connection. */
const currentContender = new AsyncLocalStorage<Contender>();
const owners = new WeakMap<object, Contender>();
const preparedObjects = new WeakSet<object>();

interface Pool {
  connect(callback?: Connected): Promise<pg.PoolClient> | undefined;
}
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) => void;

/** Makes the statements of contenders on the connections of a database wait for permission. */
function stepConnections(database: Database): void {
  const pool = (database.dataSource.driver as unknown as { master: Pool }).master;
  if (preparedObjects.has(pool)) return;
  preparedObjects.add(pool);
  const connect = pool.connect.bind(pool) as (callback: Connected) => void;
  const connectWithOwner = (callback: Connected): void => {
    const owner = currentContender.getStore();
    const passConnection: Connected = (error, client, release) => {
      if (owner) currentContender.run(owner, () => callback(error, client, release));
      else callback(error, client, release);
    };
    connect((error, client, release) => {
      if (!client) passConnection(error, client, release);
      else void assignOwner(client, owner).then(() => passConnection(error, client, release));
    });
  };
  pool.connect = (callback) => {
    if (callback) return void connectWithOwner(callback);
    return new Promise((resolve, reject) => {
      connectWithOwner((error, client) => (error ? reject(error) : resolve(client as pg.PoolClient)));
    });
  };
}

/** Records the contender that uses the connection from now on. */
async function assignOwner(client: pg.PoolClient, owner: Contender | undefined): Promise<void> {
  if (owner) owners.set(client, owner);
  else owners.delete(client);
  if (!owner || preparedObjects.has(client)) return;
  preparedObjects.add(client);
  // A contender may keep a lock while the others run, so the lock timeout is long. Only a superuser may set the deadlock timeout;
  // without that right, PostgreSQL detects a deadlock after the server's default.
  await client.query('set lock_timeout = 60000');
  await client.query('set deadlock_timeout = 50').catch(() => undefined);
  stepStatements(client as unknown as pg.Client);
}

type Query = (...args: unknown[]) => unknown;
interface SubmittedStatement {
  readonly statement?: string;
  submit(connection: unknown): void;
  handleError(...args: unknown[]): void;
  handleReadyForQuery(...args: unknown[]): void;
}

function stepStatements(client: pg.Client): void {
  const query = client.query.bind(client) as Query;
  (client as { query: Query }).query = (...args) => {
    const contender = owners.get(client);
    const text = textOf(args[0]);
    if (!contender?.scheduler.steps(contender, text)) return query(...args);
    const permission = new Promise<void>((permit) =>
      contender.scheduler.requestPermission(contender, { text, client, permit }),
    );
    return sendAfter(permission, query, args, () => contender.scheduler.ended(contender, client));
  };
}

/**
 * Sends the statement after permission, in the three ways that the driver accepts: an object of the caller, a callback, or a
 * promise.
 */
function sendAfter(permission: Promise<void>, query: Query, args: unknown[], ended: () => void): unknown {
  const [first] = args;
  if (isSubmitted(first)) {
    const { handleError, handleReadyForQuery } = first;
    first.handleError = (...values) => (ended(), handleError.apply(first, values));
    first.handleReadyForQuery = (...values) => (ended(), handleReadyForQuery.apply(first, values));
    void permission.then(() => query(...args));
    return first;
  }
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const notifying = (...values: unknown[]): void => (ended(), (callback as (...args: unknown[]) => void)(...values));
    void permission.then(() => query(...args.slice(0, -1), notifying));
    return undefined;
  }
  return permission.then(() => query(...args)).finally(ended);
}

function isSubmitted(first: unknown): first is SubmittedStatement {
  return typeof (first as { submit?: unknown } | null)?.submit === 'function';
}

function textOf(first: unknown): string {
  if (typeof first === 'string') return first;
  const { text, statement } = first as { text?: string; statement?: string };
  return (statement ?? text ?? '').replace(/^START TRANSACTION; /, '');
}

function backendOf(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID;
}

/**
 * Waits for the change. Rejects if it takes longer than the limit, as it does for contenders that wait for each other outside the
 * database.
 */
async function withinIdleLimit(change: Promise<void>, atWork: readonly Contender[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const names = atWork.filter(({ pendingStatements }) => pendingStatements.length === 0).map(({ name }) => name);
      reject(new Error(`${names.join(', ')} neither ended nor sent a statement in ${IDLE_LIMIT_MS / 1000} s`));
    }, IDLE_LIMIT_MS);
  });
  try {
    await Promise.race([change, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
export function randomBySeed(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
