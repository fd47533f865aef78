/**
 * Steps concurrent pieces of database work against each other, through all orders of their statements.
 *
 * Each contender runs as the product would run it. Every statement that it sends waits for permission; one statement is
 * permitted at a time. When a statement waits for a lock of another contender, PostgreSQL says so (`pg_blocking_pids`) and
 * another contender continues. The whole is repeated, each time from a fresh state, until every order was tried. An order is
 * written as the sequence of permissions: `A1 A2 B1 A3 B2`; `B1…` is a statement that had to wait for a lock.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Database } from '@libs/database';

/** How a contender ended. */
export type Outcome =
  { readonly status: 'fulfilled'; readonly value: unknown } | { readonly status: 'rejected'; readonly reason: unknown };

/** One order that was run to its end. */
export interface OrderedRun {
  /** `A1 B1 A2 …`, with the names of the contenders. */
  readonly order: string;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** The statements in the order in which they were permitted, for a message that must say what happened. */
  readonly statements: readonly string[];
}

export interface Race<World> {
  /** The database objects whose connections are stepped; the pool of each needs a connection more than the contenders use. */
  readonly on: Database | readonly Database[];
  /** Makes the state that one order starts from: rows of its own, for all orders share the database. Not stepped. */
  given(): Promise<World>;
  /**
   * The pieces of work, by name. Contenders that represent two processes need services of their own where a service keeps
   * something in memory. A contender may wait for what is outside the database, but not for another contender.
   */
  readonly contenders: Readonly<Record<string, (world: World) => Promise<unknown>>>;
  /** What must be true after every order. Throws where it is not; the order is added to the message. Not stepped. */
  holds(world: World, run: OrderedRun): Promise<void> | void;
  /** Which failures of contenders are allowed outcomes; every other failure of a contender fails the race. */
  readonly mayFail?: (reason: unknown, contender: string) => boolean;
  /** The most orders to run, 300 if not given. Orders with few switches come first: they find most faults. */
  readonly atMost?: number;
  /** Chooses among equally many switches where there are more orders than `atMost`. */
  readonly seed?: number;
}

export interface RaceReport {
  /** Orders that were run. */
  readonly orders: number;
  /** Orders known to exist that were left out because of `atMost`; each counts for itself and for all orders that begin with it. */
  readonly leftOut: number;
  /** Orders that could not be run as planned, because PostgreSQL chose another victim of a deadlock than before. */
  readonly diverged: number;
}

/** Runs the contenders in every order and asserts after each; rejects with the first order that does not hold. */
export async function inEveryOrder<World>(race: Race<World>): Promise<RaceReport> {
  const databases = Array.isArray(race.on) ? (race.on as readonly Database[]) : [race.on as Database];
  databases.forEach(stepConnections);
  const [observer] = databases;
  if (!observer) throw new Error('A race needs a database');
  const random = randomBySeed(race.seed ?? 1);
  const atMost = race.atMost ?? 300;
  const branches = new Branches();
  let orders = 0;
  let diverged = 0;
  for (let planned: readonly string[] | null = []; planned; planned = branches.take(random)) {
    if (orders === atMost) return { orders, leftOut: branches.size + 1, diverged };
    const decisions = await runOnce(race, observer, planned);
    orders += 1;
    if (planned.some((choice, at) => decisions[at]?.chosen !== choice)) diverged += 1;
    branches.grow(decisions, planned.length);
  }
  return { orders, leftOut: 0, diverged };
}

/** One choice: who went on, and who could have. */
interface Decision {
  readonly chosen: string;
  readonly able: readonly string[];
}

/** Beginnings of orders that are still to be run, those with the fewest switches first. */
class Branches {
  private readonly bySwitches: string[][][] = [];

  get size(): number {
    return this.bySwitches.reduce((sum, branches) => sum + branches.length, 0);
  }

  /** Each choice of a run after its planned beginning could have been another one. */
  grow(decisions: readonly Decision[], from: number): void {
    const chosen = decisions.map((decision) => decision.chosen);
    for (let at = from; at < decisions.length; at += 1) {
      for (const other of decisions[at]?.able ?? []) {
        if (other === chosen[at]) continue;
        const branch = [...chosen.slice(0, at), other];
        (this.bySwitches[switches(branch, decisions)] ??= []).push(branch);
      }
    }
  }

  take(random: () => number): readonly string[] | null {
    const least = this.bySwitches.find((branches) => branches.length > 0);
    return least?.splice(Math.floor(random() * least.length), 1)[0] ?? null;
  }
}

/** How often a contender was paused that could have continued. */
function switches(chosen: readonly string[], decisions: readonly Decision[]): number {
  return chosen.filter((name, at) => {
    const before = chosen[at - 1];
    return before !== undefined && before !== name && decisions[at]?.able.includes(before);
  }).length;
}

async function runOnce<World>(race: Race<World>, observer: Database, planned: readonly string[]): Promise<Decision[]> {
  const world = await race.given();
  const scheduler = new Scheduler(observer);
  for (const [name, work] of Object.entries(race.contenders)) scheduler.start(name, () => work(world));
  const decisions = await scheduler.run(planned);
  const run = scheduler.result();
  try {
    for (const [name, outcome] of Object.entries(run.outcomes)) {
      if (outcome.status === 'rejected' && !race.mayFail?.(outcome.reason, name)) throw outcome.reason;
    }
    await race.holds(world, run);
  } catch (error) {
    throw inOrder(run, error);
  }
  return decisions;
}

function inOrder(run: OrderedRun, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`In the order ${run.order}:\n${message}\n\n${run.statements.join('\n')}\n`, { cause: error });
}

/** A statement that was asked for. */
interface Statement {
  readonly text: string;
  readonly client: pg.Client;
  permit(): void;
}

/** Between two of its statements a contender may do other things, but not for longer than this. */
const GONE_MS = 60_000;

class Contender {
  readonly asked: Statement[] = [];
  /** Statements on their way in PostgreSQL, by their backend. */
  readonly running = new Map<number, Statement>();
  outcome: Outcome | null = null;
  steps = 0;
  isWaiting = false;

  constructor(
    readonly name: string,
    readonly scheduler: Scheduler,
  ) {}
}

/** Lets one statement at a time run, and waits until all its effects have ended. */
class Scheduler {
  private readonly contenders: Contender[] = [];
  private readonly permitted: { label: string; text: string; waited: boolean; by: Contender }[] = [];
  private changed: () => void = () => undefined;

  constructor(private readonly observer: Database) {}

  start(name: string, work: () => Promise<unknown>): void {
    const contender = new Contender(name, this);
    this.contenders.push(contender);
    const ended = (outcome: Outcome): void => {
      contender.outcome = outcome;
      contender.asked.splice(0).forEach((statement) => statement.permit());
      this.changed();
    };
    stepped
      .run(contender, async () => work())
      .then(
        (value) => ended({ status: 'fulfilled', value }),
        (reason: unknown) => ended({ status: 'rejected', reason }),
      );
  }

  /** Whether a statement is a step: START alone is none, and what a contender leaves behind when it has ended neither. */
  steps(contender: Contender, text: string): boolean {
    return contender.outcome === null && !/^\s*(begin|start transaction)\s*$/i.test(text);
  }

  ask(contender: Contender, statement: Statement): void {
    contender.asked.push(statement);
    this.changed();
  }

  answered(contender: Contender, client: pg.Client): void {
    contender.running.delete(backendOf(client));
    this.changed();
  }

  async run(planned: readonly string[]): Promise<Decision[]> {
    const decisions: Decision[] = [];
    for (;;) {
      const able = await this.rest();
      if (able.length === 0) return decisions;
      const names = able.map((contender) => contender.name);
      const wanted = planned[decisions.length] ?? decisions.at(-1)?.chosen;
      const next = able.find((contender) => contender.name === wanted) ?? able[0];
      if (!next) return decisions;
      decisions.push({ chosen: next.name, able: names });
      this.permit(next);
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
    const statement = contender.asked.shift();
    if (!statement) return;
    contender.steps += 1;
    const label = `${contender.name}${contender.steps}`;
    this.permitted.push({ label, text: statement.text, waited: false, by: contender });
    contender.running.set(backendOf(statement.client), statement);
    statement.permit();
  }

  /** Waits until every contender has ended, waits for permission, or waits for a lock. Returns those that can continue. */
  private async rest(): Promise<Contender[]> {
    for (;;) {
      const change = new Promise<void>((resolve) => (this.changed = resolve));
      const atWork = this.contenders.filter(({ outcome }) => outcome === null);
      const inDatabase = atWork.filter(({ running }) => running.size > 0);
      const blocked = inDatabase.length > 0 ? await this.blocked(inDatabase) : new Set<Contender>();
      // What was answered while the question was on its way needs another look.
      const isStill = inDatabase.every((contender) => contender.running.size > 0 && blocked.has(contender));
      const able = atWork.filter((contender) => contender.asked.length > 0);
      const areAllKnown = atWork.every((contender) => contender.asked.length > 0 || blocked.has(contender));
      if (isStill && areAllKnown && (able.length > 0 || atWork.length === 0)) {
        this.noteWaits(blocked);
        return able;
      }
      if (inDatabase.length === 0) await inTime(change, atWork);
    }
  }

  /** Those of whose running statements each waits for a lock that a contender holds. */
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

/** The contender in whose flow of control a connection is asked for. */
const stepped = new AsyncLocalStorage<Contender>();
const owners = new WeakMap<object, Contender>();
const prepared = new WeakSet<object>();

interface Pool {
  connect(callback?: Connected): Promise<pg.PoolClient> | undefined;
}
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) => void;

/** Makes the statements of a database's connections ask first, where they belong to a contender. */
function stepConnections(database: Database): void {
  const pool = (database.dataSource.driver as unknown as { master: Pool }).master;
  if (prepared.has(pool)) return;
  prepared.add(pool);
  const connect = pool.connect.bind(pool) as (callback: Connected) => void;
  const owned = (callback: Connected): void => {
    const owner = stepped.getStore();
    const handOver: Connected = (error, client, release) => {
      if (owner) stepped.run(owner, () => callback(error, client, release));
      else callback(error, client, release);
    };
    connect((error, client, release) => {
      if (!client) handOver(error, client, release);
      else void handed(client, owner).then(() => handOver(error, client, release));
    });
  };
  pool.connect = (callback) => {
    if (callback) return void owned(callback);
    return new Promise((resolve, reject) => {
      owned((error, client) => (error ? reject(error) : resolve(client as pg.PoolClient)));
    });
  };
}

/** Notes whose connection it is now. */
async function handed(client: pg.PoolClient, owner: Contender | undefined): Promise<void> {
  if (owner) owners.set(client, owner);
  else owners.delete(client);
  if (!owner || prepared.has(client)) return;
  prepared.add(client);
  // A holder may be kept for as long as the others need, and a deadlock is found without delay. Without the right to set
  // the latter (a superuser has it), it is found after the server's own time.
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
    const permission = new Promise<void>((permit) => contender.scheduler.ask(contender, { text, client, permit }));
    return afterwards(permission, query, args, () => contender.scheduler.answered(contender, client));
  };
}

/** The three ways in which the driver takes a statement: with an object of the caller, a callback, or for a promise. */
function afterwards(permission: Promise<void>, query: Query, args: unknown[], answered: () => void): unknown {
  const [first] = args;
  if (isSubmitted(first)) {
    const { handleError, handleReadyForQuery } = first;
    first.handleError = (...given) => (answered(), handleError.apply(first, given));
    first.handleReadyForQuery = (...given) => (answered(), handleReadyForQuery.apply(first, given));
    void permission.then(() => query(...args));
    return first;
  }
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const told = (...given: unknown[]): void => (answered(), (callback as (...args: unknown[]) => void)(...given));
    void permission.then(() => query(...args.slice(0, -1), told));
    return undefined;
  }
  return permission.then(() => query(...args)).finally(answered);
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

/** Fails a race whose contenders wait for what will not come, such as each other outside the database. */
async function inTime(change: Promise<void>, atWork: readonly Contender[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const gone = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const names = atWork.filter(({ asked }) => asked.length === 0).map(({ name }) => name);
      reject(new Error(`${names.join(', ')} neither ended nor sent a statement in ${GONE_MS / 1000} s`));
    }, GONE_MS);
  });
  try {
    await Promise.race([change, gone]);
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
