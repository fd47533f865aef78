/**
 * Deliveries: the product's durable dispatch (acquire a lease, read, sign, POST, settle), compared with plain undici that posts
 * the same bodies to the same receiver over kept-alive connections (R17), and with a BullMQ job on Redis per delivery (R27). Also
 * a small isolation test: the rate of healthy receivers while others are hostile, and the cost of claiming while one dead
 * receiver has a hundred thousand pending deliveries.
 */
import 'reflect-metadata';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { Injectable, Module, type INestApplicationContext, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'undici';
import { CONFIG, loadConfig, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { EventsModule, EventSubscribers } from '@libs/events';
import { createLogger, NestLog } from '@libs/logging';
import { foundationModules } from '@src/api.module';
import { AuthModule } from '@src/auth';
import { PLATFORM_CONNECTED } from '@src/connections';
import { LinkStatesModule } from '@src/collection';
import { LinksModule } from '@src/links';
import { BEFORE_ALL } from '@src/webhooks/domain/webhook-lease';
import { DeliveryWorker } from '@src/webhooks/delivery/jobs/delivery.worker';
import { WebhookLeaseStore } from '@src/webhooks/persistence/webhook-lease.store';
import { WebhooksWorkerModule } from '@src/webhooks/webhooks.worker.module';
import type { BenchRun } from '../bench-run';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { cpuSeconds, familyCpuSeconds } from '../measure/usage';
import { BullmqDeliveries } from '../peers/bullmq-deliveries';
import { startRedis, type BenchRedis } from '../redis';

const BODY = Buffer.from(JSON.stringify({ text: 'x'.repeat(6_200) }));
const WEBHOOKS = 64;
/** With this number a round takes about two seconds. */
const DELIVERIES_EACH = 150;
/** The poll interval of the worker. */
const POLL_MS = 1_000;

/**
 * Subscribes to the events of contexts that this worker leaves out: the relay does not start while an event has no subscriber.
 */
@Injectable()
class OtherEvents implements OnModuleInit {
  constructor(private readonly subscribers: EventSubscribers) {}

  onModuleInit(): void {
    this.subscribers.on(PLATFORM_CONNECTED, 'bench', () => Promise.resolve());
  }
}

@Module({
  imports: [EventsModule, AuthModule, LinksModule, LinkStatesModule, WebhooksWorkerModule],
  providers: [OtherEvents],
})
class Dispatch {}

/** The worker's delivery module on one database, without its schedule: the cell starts each poll. */
async function openDispatch(databaseUrl: string): Promise<INestApplicationContext> {
  const log = createLogger('error', 'bench');
  const config = loadConfig({
    HREV_ROLE: 'worker',
    NODE_ENV: 'test',
    HREV_ALLOW_PRIVATE_TARGETS: 'true',
    HREV_ENCRYPTION_KEY: '7e'.repeat(32),
  });
  const imports = [...foundationModules({ config, databaseUrl })];
  return NestFactory.createApplicationContext(
    { module: Dispatch, imports },
    { logger: new NestLog(log), abortOnError: false },
  );
}

/** A receiver in a separate process, so that it does not share the event loop of the bench. */
interface Receiver {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Starts to count requests. `allReceived` resolves when this many requests have arrived. */
  expect(requests: number): Promise<{ readonly allReceived: Promise<unknown> }>;
}

async function startReceiver(): Promise<Receiver> {
  const child = spawn(process.execPath, [__filename, 'receiver'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await once(child, 'message')) as [number];
  const expect = async (requests: number): Promise<{ readonly allReceived: Promise<unknown> }> => {
    child.send(requests);
    await once(child, 'message');
    return { allReceived: once(child, 'message') };
  };
  return { origin: `http://127.0.0.1:${port}`, child, expect };
}

function runReceiver(): void {
  let missing = 0;
  const server = createHttpServer((request, response) => {
    request.resume().once('end', () => {
      response.end();
      if ((missing -= 1) === 0) process.send?.('allReceived');
    });
  });
  process.on('message', (requests: number) => {
    missing = requests;
    process.send?.('counting');
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit(0));
}

async function createWebhooks(database: Database, target: string, count: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `with a as (insert into account (name, plan) select 'Bench', 'full' from generate_series(1, $2) returning id)
     insert into webhook (account_id, schema_version, target, event_types, bucket_window, filters)
     select id, 3, $1, '{reviews.new}', 'immediate', '{}' from a returning id`,
    [target, count],
  );
  return rows.map((row) => row.id);
}

async function makeDue(database: Database, webhookIds: readonly number[], each: number): Promise<void> {
  await database.query(
    `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, next_attempt_at)
     select nextval('webhook_delivery_id'), w.account_id, w.id, 'reviews.new', 1, $3, now()
     from webhook w, generate_series(1, $2) where w.id = any($1::bigint[])`,
    [webhookIds, each, BODY],
  );
  await database.query(
    `insert into webhook_dispatch (webhook_id, account_id, timed_out, next_due_at)
     select id, account_id, true, now() from webhook where id = any($1::bigint[])
     on conflict (webhook_id) do update set next_due_at = now()`,
    [webhookIds],
  );
}

async function pendingFirstAttempts(database: Database, webhookIds: readonly number[]): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select count(*) as n from webhook_delivery where state = 'pending' and attempts = 0 and webhook_id = any($1::bigint[])`,
    [webhookIds],
  );
  return row?.n ?? 0;
}

/** A way to deliver, which posts to the receiver from the same number of webhooks. */
interface Contestant {
  /** Makes `each` deliveries of each webhook due; not timed. */
  fill(each: number): Promise<void>;
  /**
   * Resolves when every delivery has a response and its result is stored. `allReceived` resolves when the receiver has received
   * all of them.
   */
  deliver(allReceived: Promise<unknown>): Promise<void>;
  /** Throws if a delivery is not stored as it must be; not timed. */
  check?(): Promise<void>;
}

/** The product: done when no first attempt of these webhooks is pending. */
function dispatch(app: INestApplicationContext, webhookIds: readonly number[]): Contestant {
  const database = app.get(Database);
  const deliveries = app.get(DeliveryWorker, { strict: false });
  return {
    fill: (each) => makeDue(database, webhookIds, each),
    deliver: async (allReceived) => {
      const tick = setInterval(() => void deliveries.poll(), POLL_MS);
      await deliveries.poll();
      await allReceived;
      clearInterval(tick);
      while ((await pendingFirstAttempts(database, webhookIds)) > 0) {
        await deliveries.poll();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** Undici: one connection per webhook, which posts without a pause; nothing is stored. */
function undici(origin: string): Contestant {
  let requests = 0;
  return {
    fill: (each) => {
      requests = WEBHOOKS * each;
      return Promise.resolve();
    },
    deliver: async () => {
      const pool = new Pool(origin, { connections: WEBHOOKS, pipelining: 1 });
      const client = async (): Promise<void> => {
        while (requests-- > 0) {
          const { body } = await pool.request({ method: 'POST', path: '/', body: BODY });
          await body.dump();
        }
      };
      await Promise.all(Array.from({ length: WEBHOOKS }, client));
      await pool.close();
    },
  };
}

/** Deliveries per second. */
async function rateOf(contestant: Contestant, receiver: Receiver, webhookCount: number, each: number): Promise<number> {
  await contestant.fill(each);
  const { allReceived } = await receiver.expect(webhookCount * each);
  const began = performance.now();
  await contestant.deliver(allReceived);
  const rate = (webhookCount * each * 1_000) / (performance.now() - began);
  await contestant.check?.();
  return rate;
}

/** The contestants, and the CPU time of all processes except the receiver. */
interface Sides {
  readonly contestants: Readonly<Record<string, Contestant>>;
  cpuSeconds(): number;
}

const DELIVERY_TABLES = 'webhook_delivery,webhook_past_attempt,webhook_exchange';

/** The size of the stored deliveries with their attempts, and their number. */
async function storedDeliveries(database: Database): Promise<{ readonly bytes: number; readonly deliveries: number }> {
  const [row] = await database.query<{ bytes: number; deliveries: number }>(
    `select sum(pg_total_relation_size(name::regclass))::float8 as bytes, (select count(*) from webhook_delivery) as deliveries
     from unnest(string_to_array($1, ',')) name`,
    [DELIVERY_TABLES],
  );
  return row ?? { bytes: 0, deliveries: 0 };
}

/** R17 and R27: by contestant, deliveries per second, CPU seconds and bytes of WAL per delivery, in the order of the rounds. */
async function measureDispatch(
  run: BenchRun,
  receiver: Receiver,
  { contestants, cpuSeconds: cpu }: Sides,
): Promise<{
  readonly rates: Readonly<Record<string, readonly number[]>>;
  readonly cpu: Record<string, number[]>;
  readonly log: Record<string, number[]>;
}> {
  const spent: Record<string, number[]> = {};
  const log: Record<string, number[]> = {};
  let logBefore = 0;
  const withCpuTime = (name: string, contestant: Contestant): Contestant => ({
    fill: async (each) => {
      logBefore = await run.postgres.walPosition();
      await contestant.fill(each);
    },
    check: async () => contestant.check?.(),
    deliver: async (allReceived) => {
      const before = cpu();
      await contestant.deliver(allReceived);
      (spent[name] ??= []).push((cpu() - before) / (WEBHOOKS * DELIVERIES_EACH));
      const logged = (await run.postgres.walPosition()) - logBefore;
      (log[name] ??= []).push(logged / (WEBHOOKS * DELIVERIES_EACH));
    },
  });
  for (const contestant of Object.values(contestants))
    await rateOf(contestant, receiver, WEBHOOKS, Math.ceil(DELIVERIES_EACH / 2));
  const names = Object.keys(contestants);
  const rates = await runRounds(names, run.options.profile.rounds, (name) =>
    rateOf(withCpuTime(name, contestants[name] as Contestant), receiver, WEBHOOKS, DELIVERIES_EACH),
  );
  return { rates, cpu: spent, log };
}

/** Evaluates R17 and R27 with the same rounds of the product. */
async function compareDispatch(run: BenchRun, app: INestApplicationContext, databaseUrl: string): Promise<void> {
  const receiver = await startReceiver();
  const redis = run.wants('R27') ? await startRedis(run.cleanUp) : null;
  if (run.wants('R27') && redis === null) leaveOut(run);
  const bullmq = redis && (await openBullmq(app, databaseUrl, receiver, redis));
  try {
    const ids = await createWebhooks(app.get(Database), receiver.origin, WEBHOOKS);
    const { rates, cpu, log } = await measureDispatch(run, receiver, {
      contestants: {
        ...(run.wants('R17') ? { undici: undici(receiver.origin) } : {}),
        ours: dispatch(app, ids),
        ...(bullmq ? { bullmq } : {}),
      },
      cpuSeconds: () =>
        cpuSeconds(process.pid) +
        familyCpuSeconds(run.postgres.processId) +
        (redis === null ? 0 : cpuSeconds(redis.processId)),
    });
    const after = await storedDeliveries(app.get(Database));
    // Deliveries of BullMQ's side are in other tables and not in this count.
    const stored = {
      storedBytesPerDelivery: Math.round(after.bytes / Math.max(1, after.deliveries)),
      bodyBytes: BODY.length,
    };
    for (const [name, values] of Object.entries(rates))
      addCell(run, 'dispatch', name, 'deliveries/s', values, {
        cpuMicrosecondsPerDelivery: Math.round(median(cpu[name] ?? []) * 1e6),
        walBytesPerDelivery: Math.round(median(log[name] ?? [])),
        ...(name === 'ours' ? stored : {}),
      });
    for (const [id, name] of [
      ['R17', 'undici'],
      ['R27', 'bullmq'],
    ] as const) {
      const [ours, theirs] = [rates['ours'], rates[name]];
      // A ratio of rates is a ratio of inverse times.
      if (ours && theirs)
        run.evaluate(id, ratioOf(ours, theirs), { cpu: ratioOf(cpu[name] ?? [], cpu['ours'] ?? []).value });
    }
  } finally {
    await bullmq?.close();
    receiver.child.disconnect();
  }
}

function openBullmq(
  app: INestApplicationContext,
  databaseUrl: string,
  receiver: Receiver,
  redis: BenchRedis,
): Promise<BullmqDeliveries> {
  const config = app.get<Config>(CONFIG);
  return BullmqDeliveries.open({
    databaseUrl,
    redisUrl: redis.url,
    target: receiver.origin,
    webhooks: WEBHOOKS,
    body: BODY.toString(),
    concurrency: config.HREV_WEBHOOK_CONCURRENCY,
    poolSize: config.HREV_DATABASE_POOL,
  });
}

/** Records that R27 was not measured; the run is still conclusive. */
function leaveOut(run: BenchRun): void {
  run.peers['bullmq-deliveries'] = 'absent: no redis-server';
  run.log('R27 is left out: there is no redis-server on this machine');
}

/** L5, small: the rate of healthy receivers alone, and while hostile ones never respond. */
async function measureIsolation(
  app: INestApplicationContext,
  hostile: number,
  each: number,
): Promise<{ readonly alone: number; readonly withHostile: number }> {
  const receiver = await startReceiver();
  const silent = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  try {
    const database = app.get(Database);
    const healthy = await createWebhooks(database, receiver.origin, 30);
    const rate = (): Promise<number> => rateOf(dispatch(app, healthy), receiver, healthy.length, each);
    const alone = await rate();
    const dead = await createWebhooks(database, `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, hostile);
    await makeDue(database, dead, 100);
    await app.get(DeliveryWorker, { strict: false }).poll();
    return { alone, withHostile: await rate() };
  } finally {
    receiver.child.disconnect();
    silent.close();
  }
}

/** L6: how long a claim takes while one webhook has `pending` deliveries that are all due, in milliseconds. */
async function measureClaim(
  app: INestApplicationContext,
  pending: number,
  claims: number,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const database = app.get(Database);
  const [dead = 0] = await createWebhooks(database, 'http://127.0.0.1:9/', 1);
  await makeDue(database, [dead], pending);
  const store = app.get(WebhookLeaseStore, { strict: false });
  const times: number[] = [];
  for (let claim = 0; claim < claims; claim += 1) {
    const began = performance.now();
    const leases = await store.acquire({ slots: 64 }, 25_000);
    await store.due(
      leases.map((lease) => ({ lease: { ...lease, after: BEFORE_ALL }, count: lease.slots })),
      20_000,
    );
    times.push(performance.now() - began);
    await database.query(
      `update webhook_dispatch set lease_token = null, lease_until = null, slots = 0, next_due_at = now()
       where webhook_id = $1`,
      [dead],
    );
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/**
 * Measures R17 and R27. With R17 also, without a verdict, the cost of claiming with many pending deliveries (L6) and the rate of
 * healthy receivers while others are hostile (L5).
 */
export async function measureDeliveries(run: BenchRun): Promise<void> {
  const name = 'deliveries';
  const databaseUrl = await run.postgres.createDatabase(name);
  const app = await openDispatch(databaseUrl);
  try {
    await compareDispatch(run, app, databaseUrl);
    if (run.wants('R17')) await measureHostile(run, app);
    await app.get(DeliveryWorker, { strict: false }).idle();
  } finally {
    await app.close();
  }
  await run.postgres.dropDatabase(name);
}

async function measureHostile(run: BenchRun, app: INestApplicationContext): Promise<void> {
  const { p50, p99 } = await measureClaim(app, 100_000, 200);
  addCell(run, 'claim.100000-pending', 'p50', 'ms', [p50]);
  addCell(run, 'claim.100000-pending', 'p99', 'ms', [p99]);
  await app.get(Database).query(`delete from webhook where target like '%:9/'`);
  const { alone, withHostile } = await measureIsolation(app, 20, DELIVERIES_EACH);
  addCell(run, 'healthy-receivers', 'alone', 'deliveries/s', [alone]);
  addCell(run, 'healthy-receivers', 'beside-20-hostile', 'deliveries/s', [withHostile]);
}

function addCell(
  run: BenchRun,
  id: string,
  variant: string,
  unit: string,
  rounds: readonly number[],
  details: Readonly<Record<string, number>> = {},
): void {
  const rounded = rounds.map((one) => Math.round(one * 10) / 10);
  run.cells.push({ id, variant, value: median(rounded), unit, rounds: rounded, ...details });
}

if (require.main === module && process.argv[2] === 'receiver') runReceiver();
