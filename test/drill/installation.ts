/**
 * The installation of the drill: two processes of the API and three workers on a PostgreSQL and a Redis of their own, scraped by a
 * Prometheus. It is a `FaultHarness` whose processes have places, so that one that was stopped can be started again.
 */
import { patient } from '@test/faults/support/patience';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BalancedLoad } from '@test/faults/support/balanced-load';
import { makeCertificates, type Pair } from '@test/faults/support/certificates';
import { FaultHarness, type Slug, type WatchedLink } from '@test/faults/support/fault-harness';
import { SmallDisk } from '@test/faults/support/small-disk';
import { eventually } from '@test/support/eventually';
import { subscribe } from '@test/faults/support/outgoing';
import { Prometheus } from '@test/support/prometheus';
import { freePort, RedisControl } from '@test/support/redis-control';
import { hrev, type CliResult, type Environment, type ServiceProcess } from '@test/support/service-process';
import { startSmtp, type SmtpServer } from '@test/support/smtp-server';
import type { CleanUp } from '../../bench/clean-up';
import { AlertWatch } from './alert-watch';
import { ruleFiles } from '../monitoring/promtool';
import { scaledRules } from './scaled-rules';

/** A place of a process, with its port of metrics. */
export interface Seat {
  readonly role: 'api' | 'worker';
  readonly metricsPort: number;
  service: ServiceProcess | null;
}

const ROLES = ['api', 'api', 'worker', 'worker', 'worker'] as const;
/** Collections are due as often as by default; attempts follow one another in seconds. */
const SETTINGS: Environment = {
  HREV_COLLECT_EVERY: '6h',
  HREV_COLLECT_OWNER_EVERY: '6h',
  HREV_COLLECT_CONCURRENCY: '20',
  HREV_WEBHOOK_ATTEMPTS: '8',
  HREV_WEBHOOK_BACKOFF: '1s',
  HREV_WEBHOOK_TIMEOUT: '10s',
  HREV_REPLY_RETRY_AFTER: '1s',
  HREV_MAIL_FROM: 'hrev@example.com',
  HREV_OPERATOR_MAIL: 'operator@example.com',
  HREV_SHUTDOWN_DELAY: '2s',
};

const TRAFFIC_PER_SECOND = 5;

/** A machine that others use needs longer for a scrape. */
export const SCRAPE_S = patient(1);
/** The label of the series, by which rules and dashboards tell installations apart. */
export const NAMESPACE = 'drill';

/** Writes the scaled rules to a new folder, and returns it. */
export function writeScaledRules(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-drill-rules-'));
  for (const { name, text } of ruleFiles) writeFileSync(path.join(folder, name), scaledRules(text, SCRAPE_S));
  return folder;
}

const runningIn = (seats: readonly Seat[]): readonly ServiceProcess[] =>
  seats.map(({ service }) => service).filter((service) => service !== null);

export class Installation {
  readonly load: BalancedLoad;
  /** Settings of all processes that are started from now on. */
  settings: Environment = {};
  private masterKey = '';
  private readonly endings: (() => unknown)[] = [];
  private reads = 0;

  private constructor(
    readonly harness: FaultHarness,
    readonly redis: RedisControl,
    readonly smtp: SmtpServer,
    readonly certificates: Readonly<Record<'good' | 'expired', Pair>>,
    readonly seats: readonly Seat[],
    private readonly disks: SmallDisk[],
  ) {
    this.load = new BalancedLoad(harness);
  }

  /** Creates the schema with the built version in `version`, and starts its five processes. */
  static async begin(version: string, cleanUp: CleanUp): Promise<Installation> {
    const folder = mkdtempSync(path.join(tmpdir(), 'hrev-drill-'));
    cleanUp.add(() => rmSync(folder, { recursive: true, force: true }));
    const redis = await RedisControl.begin();
    cleanUp.add(() => redis.kill());
    const smtp = await startSmtp();
    cleanUp.add(() => smtp.stop());
    const disks: SmallDisk[] = [];
    cleanUp.add(() => disks.forEach((disk) => disk.remove()));
    const harness = await FaultHarness.begin({
      version,
      environment: {
        ...SETTINGS,
        REDIS_URL: redis.url,
        HREV_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem'),
      },
    });
    cleanUp.add(() => harness.end());
    const seats: Seat[] = [];
    for (const role of ROLES) seats.push({ role, metricsPort: await freePort(), service: null });
    const installation = new Installation(harness, redis, smtp, makeCertificates(folder), seats, disks);
    cleanUp.add(() => installation.end());
    await installation.start(...seats);
    return installation;
  }

  get apis(): readonly Seat[] {
    return this.seats.filter(({ role }) => role === 'api');
  }

  get workers(): readonly Seat[] {
    return this.seats.filter(({ role }) => role === 'worker');
  }

  /** Starts the processes of these seats that do not run. */
  async start(...seats: readonly Seat[]): Promise<void> {
    await Promise.all(
      seats
        .filter(({ service }) => service === null)
        .map(async (seat) => {
          const more = { ...this.settings, HREV_METRICS_PORT: String(seat.metricsPort) };
          seat.service = await (seat.role === 'api' ? this.harness.startApi(more) : this.harness.startWorker(more));
        }),
    );
  }

  async kill(...seats: readonly Seat[]): Promise<void> {
    await Promise.all(runningIn(seats).map((service) => this.harness.kill(service)));
    for (const seat of seats) seat.service = null;
  }

  async stop(...seats: readonly Seat[]): Promise<void> {
    await Promise.all(runningIn(seats).map((service) => this.harness.stop(service)));
    for (const seat of seats) seat.service = null;
  }

  /** Runs a command of this version with the settings of the processes. Throws if it fails. */
  async hrev(...args: readonly string[]): Promise<CliResult> {
    const environment = { ...this.harness.environment, ...this.settings };
    const result = await insist(async () => {
      const one = await hrev(environment, ...args);
      return one.stderr.includes('cannot be reached') ? null : one;
    });
    if (result.code !== 0) throw new Error(`hrev ${args.join(' ')}: ${result.stderr}${result.stdout}`);
    return result;
  }

  /** Sends a request as the operator. Throws if it is refused. */
  async asOperator(method: string, target: string, body?: object): Promise<void> {
    if (this.masterKey === '') {
      const account = String(this.harness.account.id);
      const issued = await this.hrev('key', 'issue', '--account', account, '--scope', 'master', '--json');
      this.masterKey = issued.json<{ key: string }>().key;
    }
    const headers = { 'X-API-Key': this.masterKey };
    const answer = await this.harness.request(method, target, body === undefined ? { headers } : { headers, body });
    if (answer.status > 299) throw new Error(`${method} ${target}: ${answer.status} ${answer.text}`);
  }

  /** Sends reads through the balancer until the installation ends, so that ratios of requests have a denominator. */
  async beginTraffic(): Promise<void> {
    const traffic = new BalancedLoad(this.harness);
    await traffic.begin(TRAFFIC_PER_SECOND, () => ({ request: { method: 'GET', path: '/v3/objects?limit=5' } }));
    this.endings.push(() => traffic.end());
  }

  /** Sends reads to each process of the API, past the balancer. Returns what ends them. */
  press(perSecond: number): () => Promise<void> {
    return repeat(1_000 / perSecond, () => {
      const origins = this.apis.flatMap(({ service }) => service?.origin ?? []);
      this.reads += 1;
      const origin = origins[this.reads % Math.max(1, origins.length)];
      const headers = { 'X-API-Key': this.harness.account.full };
      void fetch(`${origin}/v3/objects?limit=20`, { headers, signal: AbortSignal.timeout(30_000) })
        .then((response) => response.text())
        .catch(() => undefined);
    });
  }

  /** Links to simulated pages that have been read once. */
  async readLinks(slug: Slug, count: number, reviews: number): Promise<readonly WatchedLink[]> {
    const links: WatchedLink[] = [];
    while (links.length < count) links.push(await insist(() => this.harness.newLink(slug, reviews)));
    for (const link of links) await this.harness.untilEnded(link, patient(120_000));
    return links;
  }

  /** A webhook of the objects of these links, so many times. */
  async subscribe(target: string, { objectId }: WatchedLink, webhooks = 1): Promise<number> {
    let id = 0;
    for (let number = 0; number < webhooks; number += 1)
      id = await insist(() => subscribe(this.harness, target, { objectId }));
    return id;
  }

  /** Deletes all webhooks. An account has at most 50. */
  async deleteWebhooks(): Promise<void> {
    const rows = await this.harness.postgres.query<{ id: number }>(
      'select id::int from webhook where account_id = $1',
      [this.harness.account.id],
    );
    for (const { id } of rows)
      await insist(async () =>
        [204, 404].includes((await this.harness.request('DELETE', `/v3/webhooks/${id}`)).status),
      );
  }

  /** Publishes one more review and makes its link due. */
  async publishOne({ slug, key, ...link }: WatchedLink): Promise<void> {
    this.harness.sandbox.add(slug, key, { text: `New ${performance.now()}`, rating: 1 });
    await this.harness.makeDue({ slug, key, ...link });
  }

  /** Ends a receiver with the installation. */
  async keep<Part extends { end(): Promise<void> }>(beginning: Promise<Part>): Promise<Part> {
    const part = await beginning;
    this.endings.push(() => part.end());
    return part;
  }

  /** Repeats an action until the installation ends. */
  keepRepeating(everyMs: number, action: () => unknown): void {
    this.endings.push(repeat(everyMs, action));
  }

  /** A small disk with the folder `space`, which PostgreSQL may use as a tablespace. */
  smallDisk(megabytes: number): SmallDisk {
    const disk = new SmallDisk(megabytes);
    this.disks.push(disk);
    const { uid, gid } = statSync(this.harness.postgres.dataFolder);
    const space = path.join(disk.folder, 'space');
    mkdirSync(space);
    chownSync(space, uid, gid);
    return disk;
  }

  /** Starts a Prometheus that scrapes all seats. */
  async watch(rules: string): Promise<{ readonly prometheus: Prometheus; readonly alerts: AlertWatch }> {
    const targets = this.seats.map(({ metricsPort }) => metricsPort);
    const prometheus = await Prometheus.start({
      port: await freePort(),
      targets,
      namespace: NAMESPACE,
      rules,
      scrapeS: SCRAPE_S,
    });
    return { prometheus, alerts: new AlertWatch(prometheus) };
  }

  private async end(): Promise<void> {
    await this.load.end();
    for (const end of this.endings) await end();
  }
}

/** Repeats an action that fails while the service is too busy, as clients do. */
export const insist = <T>(action: () => Promise<T | null>): Promise<T> =>
  eventually('the acceptance of a request', patient(60_000), action);

/** Repeats an action until the returned function is called. Errors of the action are part of the fault. */
export function repeat(everyMs: number, action: () => unknown): () => Promise<void> {
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await Promise.resolve()
        .then(action)
        .catch(() => undefined);
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const loop = run();
  return async () => {
    ending.abort();
    await loop;
  };
}
