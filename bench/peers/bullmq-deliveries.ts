/**
 * Deliveries as a Nest application usually makes them (R27): one BullMQ job on Redis per delivery, and a worker that loads the delivery
 * and its webhook from PostgreSQL, signs the body, posts it with `fetch`, inserts the attempt and updates the delivery. Retries are left
 * to BullMQ.
 *
 * It is optimized as far as such code can be: one pool of connections with prepared statements instead of an ORM, the body as
 * text that is sent as it is stored, kept-alive connections, one signature instead of two, no index beyond primary keys and that
 * of the attempts of a delivery, commits that do not wait for the disk (as the settlements of the product), and a Redis that
 * writes nothing to disk.
 */
import { createHmac } from 'node:crypto';
import { Queue, setDefaultBackendFactory, Worker, type Job, type QueueOptions } from 'bullmq';
import pg from 'pg';

const QUEUE = 'webhook-deliveries';
const TIMEOUT_MS = 15_000;
const ATTEMPTS = 30;
const RETRY_AFTER_MS = 30_000;

export interface DeliveryPlan {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly target: string;
  readonly webhooks: number;
  readonly body: string;
  /** Number of concurrent jobs. */
  readonly concurrency: number;
  /** Connections to PostgreSQL. */
  readonly poolSize: number;
}

interface Delivery {
  readonly event_type: string;
  /** A number if the process has set a parser for bigint. */
  readonly event_id: string | number;
  readonly body: string;
  readonly target: string;
  readonly secret: string;
}

interface DeliveryJob {
  readonly deliveryId: string | number;
}

const SCHEMA = `
  create schema idiom;
  create table idiom.webhook (id bigint generated always as identity primary key, target text not null, secret text not null);
  create table idiom.delivery (
    id bigint generated always as identity primary key,
    webhook_id bigint not null references idiom.webhook,
    event_type text not null, event_id bigint not null, body text not null,
    state text not null default 'pending', attempts int not null default 0,
    created_at timestamptz not null default now(), settled_at timestamptz);
  create table idiom.attempt (
    id bigint generated always as identity primary key,
    delivery_id bigint not null references idiom.delivery on delete cascade,
    started_at timestamptz not null, duration_ms int not null, status_code int, error text);
  create index on idiom.attempt (delivery_id)`;

const LOAD = {
  name: 'load',
  text: `select d.event_type, d.event_id, d.body, w.target, w.secret
    from idiom.delivery d join idiom.webhook w on w.id = d.webhook_id where d.id = $1`,
};
const INSERT_ATTEMPT = {
  name: 'insert-attempt',
  text: 'insert into idiom.attempt (delivery_id, started_at, duration_ms, status_code, error) values ($1, $2, $3, $4, $5)',
};
const UPDATE_DELIVERY = {
  name: 'update-delivery',
  text: `update idiom.delivery set state = $2, attempts = attempts + 1,
    settled_at = case when $2 <> 'pending' then now() end where id = $1`,
};

export class BullmqDeliveries {
  private worker: Worker<DeliveryJob> | null = null;
  private finished: Promise<void> = Promise.resolve();

  private constructor(
    private readonly plan: DeliveryPlan,
    private readonly pool: pg.Pool,
    private readonly options: QueueOptions,
    private readonly queue: Queue<DeliveryJob>,
  ) {}

  /** Creates its tables in this database, with the webhooks of the plan. */
  static async open(plan: DeliveryPlan): Promise<BullmqDeliveries> {
    const pool = new pg.Pool({
      connectionString: plan.databaseUrl,
      max: plan.poolSize,
      options: '-c synchronous_commit=off',
    });
    pool.on('error', () => undefined);
    await pool.query(SCHEMA);
    await pool.query(
      `insert into idiom.webhook (target, secret) select $1, md5(n::text) || md5((n + 1)::text) from generate_series(1, $2::int) n`,
      [plan.target, plan.webhooks],
    );
    setDefaultBackendFactory(undefined);
    const { hostname: host, port } = new URL(plan.redisUrl);
    const options = { connection: { host, port: Number(port), maxRetriesPerRequest: null } };
    const queue = new Queue<DeliveryJob>(QUEUE, {
      ...options,
      defaultJobOptions: {
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: RETRY_AFTER_MS },
        removeOnComplete: true,
      },
    });
    queue.on('error', () => undefined);
    return new BullmqDeliveries(plan, pool, options, queue);
  }

  /** Stores `each` deliveries for each webhook, adds their jobs, and connects a worker that has not started. */
  async fill(each: number): Promise<void> {
    const { rows } = await this.pool.query<{ id: string | number }>(
      `insert into idiom.delivery (webhook_id, event_type, event_id, body)
       select w.id, 'reviews.new', 1, $2 from generate_series(1, $1::int), idiom.webhook w returning id`,
      [each, this.plan.body],
    );
    await this.queue.addBulk(rows.map(({ id }) => ({ name: 'deliver', data: { deliveryId: id } })));
    const { concurrency } = this.plan;
    const worker = new Worker<DeliveryJob>(QUEUE, (job) => this.attempt(job), {
      ...this.options,
      concurrency,
      autorun: false,
    });
    this.worker = worker;
    this.finished = new Promise((resolve, reject) => {
      let missing = rows.length;
      worker.on('completed', () => {
        if ((missing -= 1) === 0) resolve();
      });
      worker.on('error', reject);
    });
    await worker.waitUntilReady();
  }

  /** Starts the worker; resolves when every job is completed. */
  async deliver(): Promise<void> {
    void this.worker?.run();
    await this.finished;
  }

  /** Closes the worker. Throws if a delivery has not succeeded, or if attempts were counted that are not stored. */
  async check(): Promise<void> {
    await this.worker?.close();
    const { rows } = await this.pool.query<{ is_complete: boolean }>(
      `select count(*) filter (where state <> 'success') = 0 and sum(attempts) = (select count(*) from idiom.attempt) as is_complete
       from idiom.delivery`,
    );
    if (rows[0]?.is_complete !== true) throw new Error('deliveries through BullMQ are not stored completely');
  }

  async close(): Promise<void> {
    await this.worker?.close();
    await this.queue.close();
    await this.pool.end();
  }

  /** One attempt. It throws after a failure, so that BullMQ retries it. */
  private async attempt(job: Job<DeliveryJob>): Promise<void> {
    const { deliveryId } = job.data;
    const { rows } = await this.pool.query<Delivery>({ ...LOAD, values: [deliveryId] });
    const [delivery] = rows;
    if (!delivery) return;
    const startedAt = new Date();
    const { status, error } = await post(deliveryId, delivery);
    const durationMs = Date.now() - startedAt.getTime();
    const isDelivered = status !== null && status >= 200 && status < 300;
    const isLast = job.attemptsMade + 1 >= ATTEMPTS;
    await this.pool.query({ ...INSERT_ATTEMPT, values: [deliveryId, startedAt, durationMs, status, error] });
    await this.pool.query({
      ...UPDATE_DELIVERY,
      values: [deliveryId, isDelivered ? 'success' : isLast ? 'dead_letter' : 'pending'],
    });
    if (!isDelivered) throw new Error(error ?? `the receiver responded with ${status}`);
  }
}

async function post(
  id: string | number,
  { event_type, event_id, body, target, secret }: Delivery,
): Promise<{ readonly status: number | null; readonly error: string | null }> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Event': event_type,
        'X-Event-Id': String(event_id),
        'X-Delivery-Id': String(id),
        'X-Timestamp': String(timestamp),
        'X-Signature': `sha256=${signature}`,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Its connection is kept for the next delivery.
    await response.arrayBuffer();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error) };
  }
}
