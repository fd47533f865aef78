/**
 * Requests at a constant rate through a balancer, as in a Kubernetes deployment: a connection stays with its process, and new ones go
 * to processes that the last probe found ready.
 */
import { Agent, request } from 'node:http';
import type { ServiceProcess } from '@test/support/service-process';
import type { FaultHarness } from './fault-harness';
import { TcpProxy } from './tcp-proxy';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The status is 0 if the connection broke. */
export interface LoadResponse {
  readonly status: number;
  readonly text: string;
}

const CLIENTS = 20;
const PROBE_EVERY_MS = 250;

export class BalancedLoad {
  /** Responses so far that are not 2xx, as text. */
  readonly failures: string[] = [];
  /** Number of responses so far. */
  count = 0;
  private ready: readonly ServiceProcess[] = [];
  private turn = 0;
  private underWay = 0;
  private readonly timers: NodeJS.Timeout[] = [];
  // Connections are used in turn, so that none is idle: an idle one may be closed at the moment it is used.
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CLIENTS, scheduling: 'fifo' });
  private balancer: TcpProxy | null = null;

  constructor(private readonly harness: FaultHarness) {}

  /** Number of processes that the last probe found ready. */
  get readyCount(): number {
    return this.ready.length;
  }

  /** API processes that run. */
  get apis(): readonly ServiceProcess[] {
    return this.harness.processes.filter((service) => !service.isWorker);
  }

  /** Sends `perSecond` requests a second until `end`. */
  async begin(
    perSecond: number,
    next: () => { request: LoadRequest; onResponse?: (response: LoadResponse) => void },
  ): Promise<void> {
    this.balancer = await TcpProxy.begin(() => {
      this.turn += 1;
      return Number(new URL(this.ready[this.turn % this.ready.length]?.origin ?? 'http://127.0.0.1:9').port);
    });
    await this.probe();
    this.timers.push(
      setInterval(() => void this.probe(), PROBE_EVERY_MS),
      setInterval(() => void this.sendOne(next()), 1_000 / perSecond),
    );
  }

  /** Stops sending and waits for all responses. */
  async end(): Promise<void> {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    while (this.underWay > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    this.agent.destroy();
    await this.balancer?.end();
  }

  private async probe(): Promise<void> {
    const all = [...this.apis];
    const isReady = await Promise.all(
      all.map(({ origin }) =>
        fetch(`${origin}/health/read`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    this.ready = all.filter((_, place) => isReady[place]);
  }

  private async sendOne(one: { request: LoadRequest; onResponse?: (response: LoadResponse) => void }): Promise<void> {
    this.underWay += 1;
    const response = await this.send(one.request);
    this.underWay -= 1;
    this.count += 1;
    if (response.status < 200 || response.status > 299)
      this.failures.push(
        `${one.request.method} ${one.request.path}: ${response.status} ${response.text.slice(0, 200)}`,
      );
    one.onResponse?.(response);
  }

  private send({ method, path, headers, body }: LoadRequest): Promise<LoadResponse> {
    const all = { 'X-API-Key': this.harness.account.full, 'content-type': 'application/json', ...headers };
    return new Promise((resolve) => {
      const sent = request({ port: this.balancer?.port, agent: this.agent, method, path, headers: all }, (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .once('end', () => resolve({ status: response.statusCode ?? 0, text }))
          .once('error', ({ message }) => resolve({ status: 0, text: message }));
      });
      sent.once('error', ({ message }) => resolve({ status: 0, text: message }));
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}
