/**
 * From the request that creates an object with a link to the first response of the API that contains one of its reviews (R25), without
 * the time that the platform takes for its first response. API and worker are separate processes; objects are created one after the
 * other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { BenchRun } from '../bench-run';
import { CleanUp } from '../clean-up';
import { mulberry32 } from '../gen/random';
import { LoopbackCollection } from '../loopback/collection';
import { startProduct } from '../loopback/product-process';
import { medianInterval, quantile } from '../measure/statistics';
import { Product } from '../product';

const FORM = { pages: 3, size: 20 };
const PLATFORM_MS = 100;
const LOOK_EVERY_MS = 10;
const LIMIT_MS = 30_000;
/** Objects are created at any point of a worker's interval between polls. */
const MOST_PAUSE_MS = 1_000;
const BUDGET_MS = 1_000;
const WARM_UP = 5;
const SEED = 25;

export async function measureFirstReviews(run: BenchRun): Promise<void> {
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  const collection = await LoopbackCollection.open(run, { database: { name: 'loopback_first' }, workers: 1 });
  try {
    const { url, platform } = collection;
    const api = await startProduct({ role: 'api', databaseUrl: url, platform: platform.origin }, owner);
    const product = await Product.open(url, owner);
    const { full } = await product.accounts.create({ name: 'Bench', plan: 'full' });
    await platform.counts(PLATFORM_MS);
    const client = new Client(new Pool(api.origin, { connections: 2 }), full.key);
    owner.add(() => client.close());
    await measureIn(run, (n) => client.timeToFirstReview(platform.listAddress(`first-${n}`, FORM)));
  } finally {
    await owner.run();
    await collection.close();
  }
}

async function measureIn(run: BenchRun, timeOf: (object: number) => Promise<number>): Promise<void> {
  const { rounds, firstReviews } = run.options.profile;
  const random = mulberry32(SEED);
  let object = 0;
  for (let n = 0; n < WARM_UP; n += 1) await timeOf(object++);
  const slowest: number[] = [];
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times: number[] = [];
    for (let n = 0; n < firstReviews; n += 1) {
      await sleep(random() * MOST_PAUSE_MS);
      times.push((await timeOf(object++)) - PLATFORM_MS);
    }
    slowest.push(Math.round(quantile(times, 0.95)));
    all.push(...times);
  }
  const p50 = Math.round(quantile(all, 0.5));
  const { value } = medianInterval(slowest);
  run.cells.push({ id: 'first-review', variant: 'ours', value: Math.round(value), unit: 'ms', rounds: slowest, p50 });
  run.log(`95th percentile ${slowest.join(', ')} ms; median ${p50} ms; of all ${Math.round(quantile(all, 0.95))} ms`);
  run.evaluate('R25', medianInterval(slowest.map((ms) => ms / BUDGET_MS)));
}

class Client {
  constructor(
    private readonly pool: Pool,
    private readonly key: string,
  ) {}

  close(): Promise<void> {
    return this.pool.close();
  }

  async timeToFirstReview(address: string): Promise<number> {
    const began = performance.now();
    const created = (await this.send('/v3/objects', { name: 'Object', links: [{ url: address }] })) as {
      readonly id: number;
    };
    while (performance.now() - began < LIMIT_MS) {
      const page = (await this.send(`/v3/reviews?object_id=${created.id}&limit=1`)) as {
        readonly data: readonly unknown[];
      };
      if (page.data.length > 0) return performance.now() - began;
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error(`no review of a new object could be read within ${LIMIT_MS / 1_000} s`);
  }

  private async send(path: string, body?: object): Promise<unknown> {
    const { statusCode, body: response } = await this.pool.request({
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': this.key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (statusCode >= 300) throw new Error(`${statusCode} to ${path}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as unknown;
  }
}
