/** Links to the loopback platform in a database, and workers that collect them. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BenchRun } from '../bench-run';
import { CleanUp } from '../clean-up';
import { cpuSeconds, familyCpuSeconds } from '../measure/usage';
import { LISTED, RENDERED } from './addresses';
import { Loopback } from './loopback';
import { startProduct, type ProductProcess } from './product-process';

const LIMIT_MS = 600_000;
/** With a period of hours, some links of a round would become due a second time during it. */
const PERIOD = '30d';
const LOOK_EVERY_MS = 200;

export interface CollectionPlan {
  /** The name of a new database, or the address of an existing one. */
  readonly database: { readonly name: string } | { readonly url: string };
  readonly workers: number;
  /** Settings of the workers. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A finished round: when its last link ended, the CPU time of workers and PostgreSQL, and the size of the stored runs. */
export interface CollectedRound {
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly cpuSeconds: number;
  readonly runBytes: number;
}

export class LoopbackCollection {
  private workers: ProductProcess[] = [];

  private constructor(
    private readonly run: BenchRun,
    private readonly plan: CollectionPlan,
    readonly url: string,
    readonly client: pg.Client,
    readonly platform: Loopback,
    private readonly owner: CleanUp,
  ) {}

  /** Starts the platform and the workers. `close` ends them and drops a database that this has created. */
  static async open(run: BenchRun, plan: CollectionPlan): Promise<LoopbackCollection> {
    const owner = new CleanUp();
    run.cleanUp.add(() => owner.run());
    const { database } = plan;
    const url = 'url' in database ? database.url : await run.postgres.createDatabase(database.name);
    if ('name' in database) owner.add(() => run.postgres.dropDatabase(database.name));
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    owner.add(() => client.end());
    const collection = new LoopbackCollection(run, plan, url, client, await Loopback.start(owner), owner);
    await collection.startWorkers();
    return collection;
  }

  get processIds(): readonly number[] {
    return this.workers.map((worker) => worker.processId);
  }

  async startWorkers(): Promise<void> {
    const { workers, settings = {} } = this.plan;
    const start = (): Promise<ProductProcess> =>
      startProduct(
        {
          role: 'worker',
          databaseUrl: this.url,
          platform: this.platform.origin,
          settings: { HREV_COLLECT_EVERY: PERIOD, ...settings },
        },
        this.owner,
      );
    // The first one registers the sources.
    this.workers = [await start()];
    while (this.workers.length < workers) this.workers.push(await start());
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.stop()));
  }

  /** Creates accounts; returns their ids. */
  async addAccounts(count: number): Promise<readonly number[]> {
    const { rows } = await this.client.query<{ id: string }>(
      `insert into account (name, plan) select 'Loopback', 'full' from generate_series(1, $1::int) returning id::text`,
      [count],
    );
    return rows.map(({ id }) => Number(id));
  }

  /** Creates a link, in an object of its own, for each address, in turn for these accounts. The links are not due. */
  async addLinks(accountIds: readonly number[], addresses: readonly string[]): Promise<void> {
    await this.client.query(
      `with wanted as (
         select ($1::bigint[])[1 + (n - 1) % cardinality($1::bigint[])] as account_id, url, n
         from unnest($2::text[]) with ordinality w (url, n)
       ), objects as (
         insert into tracked_object (account_id, name) select account_id, 'Object ' || n from wanted order by n returning id, account_id
       ), placed as (
         select o.id as object_id, o.account_id, w.url from
           (select *, row_number() over (partition by account_id order by id) as place from objects) o
           join (select *, row_number() over (partition by account_id order by n) as place from wanted) w using (account_id, place)
       ), links as (
         insert into link (account_id, object_id, source_id, url)
         select account_id, object_id, case when url like 'https:%' then ${LISTED.id} else ${RENDERED.id} end, url from placed
         returning id, account_id, object_id, source_id
       )
       insert into link_collection (link_id, account_id, object_id, source_id)
       select id, account_id, object_id, source_id from links`,
      [accountIds, addresses],
    );
  }

  /**
   * Makes the links to these addresses due, within `withinMs`, and waits until all are collected. Throws if one fails. Forgets the runs
   * afterwards, and makes no link due again.
   */
  async collect(addresses: readonly string[], withinMs = 0): Promise<CollectedRound> {
    const before = this.cpuSeconds();
    const due = await this.makeDue(addresses, withinMs);
    const endedAt = await this.untilCollected(due);
    const cpu = this.cpuSeconds() - before;
    const { rows } = await this.client.query<{ bytes: number }>(
      `select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest('{run,run_link}'::text[]) name`,
    );
    await this.forgetRuns();
    return { endedAt, cpuSeconds: cpu, runBytes: rows[0]?.bytes ?? 0 };
  }

  /** Makes the links to these addresses due within the next `withinMs`; returns their number. */
  async makeDue(addresses: readonly string[], withinMs: number): Promise<number> {
    const { rowCount } = await this.client.query(
      `update link_collection c set next_run_at = clock_timestamp() + random() * $2 * interval '1 millisecond'
       from link l where l.id = c.link_id and l.url = any($1::text[])`,
      [addresses, withinMs],
    );
    return rowCount ?? 0;
  }

  /** Waits until `links` links are collected. Returns when the last one ended, in milliseconds since 1970. */
  async untilCollected(links: number): Promise<number> {
    const deadline = performance.now() + LIMIT_MS;
    for (;;) {
      const { rows } = await this.client.query<{ ended: number; failure: string | null; at: number }>(
        `select count(*)::int as ended, coalesce(extract(epoch from max(ended_at)) * 1000, 0)::float as at,
           min(coalesce(scrape_error, outcome)) filter (where outcome <> 'success') as failure
         from run_link where ended_at is not null`,
      );
      const [{ ended, failure, at } = { ended: 0, failure: null, at: 0 }] = rows;
      if (failure !== null) throw new Error(`a link of the loopback platform could not be collected: ${failure}`);
      if (ended >= links) return at;
      if (performance.now() > deadline) throw new Error(`only ${ended} of ${links} links were collected in time`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  async forgetRuns(): Promise<void> {
    await this.client.query('truncate run cascade');
    await this.client.query('update link_collection set next_run_at = null where next_run_at is not null');
  }

  /** CPU time of the workers, without their browsers, and of PostgreSQL. */
  cpuSeconds(): number {
    const workers = this.workers.reduce((sum, { processId }) => sum + cpuSeconds(processId), 0);
    return workers + familyCpuSeconds(this.run.postgres.processId);
  }

  async close(): Promise<void> {
    await this.owner.run();
  }
}
