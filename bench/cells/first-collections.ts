/**
 * First collections in bulk (R28): forty new links of each of 50 accounts become due at once, and three workers with eight slots
 * each collect as many as possible in the time of a round. A link has four pages of twenty reviews, on a simulated platform that
 * responds without delay. Compared with an earlier version, built from the git history, in the same rounds.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BenchRun } from '../bench-run';
import { buildEarlier } from '../earlier-version';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { cpuSeconds, familyCpuSeconds } from '../measure/usage';

/** The version before a page was written under a lock in one round trip. */
const EARLIER = '4025caa';
const WORKERS = 3;
const SLOTS = 8;
const ACCOUNTS = 50;
const LINKS_EACH = 40;
/** Links that are collected before the measurement starts. */
const WARM_UP_LINKS = 48;
const START_LIMIT_MS = 120_000;
const WORKER = path.join(__dirname, '../collecting-worker.js');
/** This file is at dist/bench/cells. */
const CHECKOUT = path.join(__dirname, '../../..');

export async function measureFirstCollections(run: BenchRun): Promise<void> {
  const earlier = await buildEarlier(EARLIER, CHECKOUT, run.cleanUp);
  if ('absent' in earlier) {
    run.peers[EARLIER] = `absent: ${earlier.absent}`;
    throw new Error(`R28 compares with commit ${EARLIER}: ${earlier.absent}`);
  }
  run.peers[EARLIER] = 'built from the git history';
  const sides = {
    ours: await Collectors.open(run, path.join(__dirname, '../..'), 'bulk_ours'),
    earlier: await Collectors.open(run, earlier.dist, 'bulk_earlier'),
  };
  const { bulkMs } = run.options.profile;
  const cpu: Record<keyof typeof sides, Cpu[]> = { ours: [], earlier: [] };
  const figures = await runRounds(['ours', 'earlier'], run.options.profile.bulkRounds, async (name) => {
    await run.postgres.checkpoint();
    const figure = await sides[name].collect(bulkMs);
    cpu[name].push(figure.cpuMs);
    return figure.linksPerSecond;
  });
  for (const name of ['ours', 'earlier'] as const) {
    const rounds = figures[name].map((value) => Math.round(value * 10) / 10);
    const [database, workers] = [cpu[name].map((ms) => ms.database), cpu[name].map((ms) => ms.workers)].map(median);
    run.cells.push({
      id: 'first-collections',
      variant: name,
      value: median(rounds),
      unit: 'links/s',
      rounds,
      databaseCpuMsPerLink: tenths(database),
      workerCpuMsPerLink: tenths(workers),
    });
    run.log(
      `${name}: ${rounds.join(', ')} links/s; CPU per link: PostgreSQL ${tenths(database)} ms, workers ${tenths(workers)} ms`,
    );
  }
  for (const side of Object.values(sides)) await side.close();
  run.evaluate('R28', ratioOf(figures.ours, figures.earlier));
}

/** CPU of PostgreSQL and of the workers. */
interface Cpu {
  readonly database: number;
  readonly workers: number;
}

const tenths = (value = 0): number => Math.round(value * 10) / 10;

/** The workers of one version on a separate database. They are busy only while their links are due. */
class Collectors {
  private workers: ChildProcess[] = [];

  private constructor(
    private readonly run: BenchRun,
    private readonly dist: string,
    private readonly database: string,
    private readonly client: pg.Client,
    private readonly url: string,
  ) {}

  static async open(run: BenchRun, dist: string, database: string): Promise<Collectors> {
    const url = await run.postgres.createEmptyDatabase(database);
    const preparing = spawn(process.execPath, [WORKER, dist, url, 'prepare'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(preparing, 'exit')) as [number];
    if (code !== 0) throw new Error(`the schema of ${dist} could not be created`);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    run.cleanUp.add(() => client.end().catch(() => undefined));
    const collectors = new Collectors(run, dist, database, client, url);
    run.cleanUp.add(() => collectors.stop());
    // A worker registers the sources when it starts.
    await collectors.start();
    await collectors.stop();
    await client.query(`insert into account (name, plan) select 'Bulk', 'full' from generate_series(1, $1::int)`, [
      ACCOUNTS,
    ]);
    await client.query(
      `insert into tracked_object (account_id, name) select id, 'Object' from account where name = 'Bulk'`,
    );
    return collectors;
  }

  /** Makes new links due at once and counts those that are collected within `ms`. */
  async collect(ms: number): Promise<{ readonly linksPerSecond: number; readonly cpuMs: Cpu }> {
    await this.client.query(
      `with objects as (
         insert into tracked_object (account_id, name)
         select id, 'Object' from account cross join generate_series(1, $1::int) where name = 'Bulk' order by account.id
         returning id, account_id
       ), links as (
         insert into link (account_id, object_id, source_id, url)
         select account_id, id, 950, 'https://reviews.bulk.example/' || id from objects order by id
         returning id, account_id, object_id
       )
       insert into link_collection (link_id, account_id, object_id, source_id, next_run_at)
       select id, account_id, object_id, 950, clock_timestamp() from links order by id`,
      [LINKS_EACH],
    );
    await this.start();
    try {
      const from = await this.untilCollected(WARM_UP_LINKS);
      const [before, began] = [this.cpuSeconds(), performance.now()];
      await sleep(ms);
      const links = (await this.untilCollected(0)) - from;
      const seconds = (performance.now() - began) / 1_000;
      const after = this.cpuSeconds();
      const msPerLink = (name: keyof Cpu): number => ((after[name] - before[name]) * 1_000) / links;
      return {
        linksPerSecond: links / seconds,
        cpuMs: { database: msPerLink('database'), workers: msPerLink('workers') },
      };
    } finally {
      await this.stop();
      await this.client.query('truncate run cascade');
      await this.client.query('update link_collection set next_run_at = null');
    }
  }

  private cpuSeconds(): Cpu {
    const pids = this.workers.map((worker) => worker.pid ?? 0);
    return {
      database: familyCpuSeconds(this.run.postgres.processId),
      workers: pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    };
  }

  /** Waits until at least `atLeast` links are collected, and returns their number. */
  private async untilCollected(atLeast: number): Promise<number> {
    const deadline = performance.now() + START_LIMIT_MS;
    for (;;) {
      const { rows } = await this.client.query<{ ended: number; failed: number }>(
        `select count(*) filter (where outcome = 'success')::int as ended,
           count(*) filter (where outcome <> 'success')::int as failed from run_link`,
      );
      const [{ ended, failed } = { ended: 0, failed: 0 }] = rows;
      if (failed > 0) throw new Error(`${failed} links could not be collected`);
      if (ended >= atLeast) return ended;
      if (performance.now() > deadline) throw new Error(`only ${ended} links were collected in time`);
      await sleep(25);
    }
  }

  private async start(): Promise<void> {
    this.workers = Array.from({ length: WORKERS }, () =>
      spawn(process.execPath, [WORKER, this.dist, this.url, String(SLOTS)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    await Promise.all(
      this.workers.map((worker) =>
        Promise.race([
          once(worker, 'message'),
          once(worker, 'exit').then(() => Promise.reject(new Error('a worker ended before it was ready'))),
        ]),
      ),
    );
  }

  private async stop(): Promise<void> {
    const workers = this.workers.splice(0);
    const exits = workers.filter((worker) => worker.exitCode === null).map((worker) => once(worker, 'exit'));
    for (const worker of workers) if (worker.connected) worker.disconnect();
    await Promise.all(exits);
  }

  async close(): Promise<void> {
    await this.stop();
    await this.client.end();
    await this.run.postgres.dropDatabase(this.database);
  }
}
