/**
 * Other queues that can plan collections: empty jobs, processed in the fastest way of each queue. Adding jobs is not timed. The
 * queues must be installed (`npm run bench:peers`).
 */
import pg from 'pg';
import { requirePeer } from './installed';

const BATCH = 50;
const FETCHERS = 4;
const CONCURRENCY = 50;

interface Boss {
  on(event: 'error', listener: () => void): void;
  start(): Promise<unknown>;
  stop(options: { readonly graceful: boolean }): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(jobs: readonly { readonly name: string; readonly data: object }[]): Promise<void>;
  fetch(name: string, options: { readonly batchSize: number }): Promise<readonly { readonly id: string }[]>;
  complete(name: string, ids: readonly string[]): Promise<unknown>;
}

/** Jobs per second, fetched and completed in batches of fifty by four concurrent clients. */
export async function pgBossRate(connectionString: string, name: string, jobs: number): Promise<number> {
  const PgBoss = requirePeer('pg-boss') as new (options: object) => Boss;
  const boss = new PgBoss({ connectionString, schema: 'pgboss', max: 10, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue(name);
    await boss.insert(Array.from({ length: jobs }, (_, n) => ({ name, data: { linkId: n } })));
    let done = 0;
    const fetcher = async (): Promise<void> => {
      while (done < jobs) {
        const batch = await boss.fetch(name, { batchSize: BATCH });
        if (batch.length === 0) return;
        await boss.complete(
          name,
          batch.map((job) => job.id),
        );
        done += batch.length;
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: FETCHERS }, fetcher));
    if (done < jobs) throw new Error(`pg-boss returned ${done} of ${jobs} jobs`);
    return (done / (performance.now() - began)) * 1_000;
  } finally {
    await boss.stop({ graceful: false });
  }
}

interface Runner {
  readonly promise: Promise<void>;
  stop(): Promise<void>;
}

interface GraphileWorker {
  run(options: object): Promise<Runner>;
  runMigrations(options: object): Promise<void>;
  readonly Logger: new (factory: () => () => void) => object;
}

/** Jobs per second of one runner, fifty at a time. */
export async function graphileWorkerRate(connectionString: string, _name: string, jobs: number): Promise<number> {
  const { run, runMigrations, Logger } = requirePeer('graphile-worker') as GraphileWorker;
  const logger = new Logger(() => () => undefined);
  const pool = new pg.Pool({ connectionString, max: 10 });
  pool.on('error', () => undefined);
  try {
    await runMigrations({ pgPool: pool, logger });
    await pool.query(
      `select graphile_worker.add_job('link', json_build_object('linkId', n)) from generate_series(1, $1::int) n`,
      [jobs],
    );
    let left = jobs;
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const link = (): void => {
      left -= 1;
      if (left === 0) finish();
    };
    const began = performance.now();
    const runner = await run({
      pgPool: pool,
      logger,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      taskList: { link },
    });
    await finished;
    const ms = performance.now() - began;
    await runner.stop();
    return (jobs / ms) * 1_000;
  } finally {
    await pool.end();
  }
}
