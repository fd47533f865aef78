/** The peer of the planner: empty jobs of BullMQ on the same PostgreSQL, or on Redis, processed fifty at a time. */
import { createPostgresBackend, Queue, setDefaultBackendFactory, Worker, type QueueOptions } from 'bullmq';

const CONCURRENCY = 50;
const SCHEMA = 'bullmq';

/** Adds `jobs` jobs, then lets one worker process them. Returns jobs processed per second; adding is not timed. */
export async function bullmqRate(databaseUrl: string, name: string, jobs: number): Promise<number> {
  setDefaultBackendFactory(createPostgresBackend);
  // The types of the options support Redis only.
  const options = { connection: { connectionString: databaseUrl, schema: SCHEMA, max: 10 } } as unknown as QueueOptions;
  return rateOf(options, name, jobs);
}

export async function bullmqRedisRate(redisUrl: string, name: string, jobs: number): Promise<number> {
  setDefaultBackendFactory(undefined);
  const { hostname: host, port } = new URL(redisUrl);
  return rateOf({ connection: { host, port: Number(port), maxRetriesPerRequest: null } }, name, jobs);
}

async function rateOf(options: QueueOptions, name: string, jobs: number): Promise<number> {
  const queue = new Queue(name, options);
  queue.on('error', () => undefined);
  try {
    await queue.addBulk(
      Array.from({ length: jobs }, (_, n) => ({ name: 'link', data: { linkId: n }, opts: { removeOnComplete: true } })),
    );
    return await process(name, jobs, options);
  } finally {
    await queue.close();
  }
}

async function process(name: string, jobs: number, options: QueueOptions): Promise<number> {
  const worker = new Worker(name, () => Promise.resolve(null), {
    ...options,
    concurrency: CONCURRENCY,
    autorun: false,
  });
  try {
    await worker.waitUntilReady();
    const finished = new Promise<void>((resolve, reject) => {
      let left = jobs;
      worker.on('completed', () => {
        left -= 1;
        if (left === 0) resolve();
      });
      worker.on('error', reject);
    });
    const began = performance.now();
    void worker.run();
    await finished;
    return (jobs / (performance.now() - began)) * 1_000;
  } finally {
    await worker.close();
  }
}
