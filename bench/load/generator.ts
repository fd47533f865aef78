/**
 * The load generator, a separate process: each connection sends its next request when the previous response has arrived. Bodies are
 * read and counted, never parsed. The parent process passes a `LoadJob` over the process channel.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { quantile } from '../measure/statistics';

export interface LoadRequest {
  readonly path: string;
  readonly key: string;
  /** JSON body of a POST; absent: a GET. */
  readonly body?: string;
}

export interface LoadJob {
  readonly origin: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly durationMs: number;
  /** Position of the first request in the list, the same for every variant of a round. */
  readonly start: number;
  /** Requests per second, evenly spaced even if responses are late; absent: one whenever a connection is free. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Responses other than 200, and broken connections. */
  readonly errors: number;
  readonly bytes: number;
  readonly ms: number;
  readonly rps: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

class LoadRun {
  private readonly latencies: number[] = [];
  private errors = 0;
  private bytes = 0;
  private next: number;

  constructor(
    private readonly job: LoadJob,
    private readonly pool: Pool,
  ) {
    this.next = job.start;
  }

  async run(): Promise<LoadResult> {
    const began = performance.now();
    const deadline = began + this.job.durationMs;
    const { rate } = this.job;
    let scheduled = 0;
    const client = async (): Promise<void> => {
      while (performance.now() < deadline) {
        if (rate === undefined) await this.send(performance.now());
        else await this.sendWhenDue(began + (scheduled++ * 1_000) / rate, deadline);
      }
    };
    await Promise.all(Array.from({ length: this.job.connections }, client));
    const ms = performance.now() - began;
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(this.latencies, share)) as [
      number,
      number,
      number,
    ];
    const requests = this.latencies.length;
    return { requests, errors: this.errors, bytes: this.bytes, ms, rps: (requests / ms) * 1_000, p50, p95, p99 };
  }

  /**
   * If a request is late because all connections are busy, its latency counts from the due time. A delay
   * caused by a late timer is not included.
   */
  private async sendWhenDue(due: number, deadline: number): Promise<void> {
    const wait = Math.min(due, deadline) - performance.now();
    if (wait > 0) await sleep(wait);
    if (due < deadline) await this.send(wait > 0 ? performance.now() : due);
  }

  private send(began: number): Promise<void> {
    const { requests } = this.job;
    const { path, key, body } = requests[this.next++ % requests.length] as LoadRequest;
    return new Promise((resolve) => {
      const failed = (): void => {
        this.errors += 1;
        resolve();
      };
      this.pool.dispatch(
        body === undefined
          ? { path, method: 'GET', headers: { 'x-api-key': key } }
          : { path, method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' }, body },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, status) => void (this.errors += status === 200 ? 0 : 1),
          onResponseData: (_controller, chunk) => void (this.bytes += chunk.length),
          onResponseEnd: () => {
            this.latencies.push(performance.now() - began);
            resolve();
          },
          onResponseError: failed,
        },
      );
    });
  }
}

async function runJob(job: LoadJob): Promise<void> {
  const pool = new Pool(job.origin, { connections: job.connections, pipelining: 1 });
  const result = await new LoadRun(job, pool).run();
  await pool.close();
  process.send?.(result);
}

process.on('message', (job: LoadJob) => {
  runJob(job).catch((error: unknown) => {
    process.stderr.write(`load: ${String(error)}\n`);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
