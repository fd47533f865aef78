/**
 * The service as an operator runs it: processes of the build on a separate PostgreSQL that a test may damage. It also has a
 * simulated platform, a ledger of the API's acknowledgements, and a copy of every object's reviews that reads the change stream.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { SyncCopy } from '@test/contract/sync-copy';
import type { Answer } from '@test/contract/contract-client';
import { eventually } from '@test/support/eventually';
import { flowEnvironment, hrevOf, ROOT, ServiceProcess, type Environment } from '@test/support/service-process';
import { Ledger } from './ledger';
import { patient } from './patience';
import { PostgresControl, type PostgresOptions } from './postgres-control';
import { TcpProxy } from './tcp-proxy';

export type Slug = 'app-store' | 'steam' | 'trustpilot' | '2gis' | 'google';

/** A link with its object and its page. */
export interface WatchedLink {
  readonly objectId: number;
  readonly linkId: number;
  readonly slug: Slug;
  readonly key: string;
}

export interface RunLinkRow {
  readonly id: number;
  readonly run_id: number;
  readonly link_id: number;
  readonly state: 'queued' | 'running' | 'ended';
  readonly outcome: string | null;
  readonly scrape_error: string | null;
  readonly attempts: number;
  readonly pages: number;
  readonly reviews_new: number;
}

export interface FaultHarnessOptions {
  readonly environment?: Environment;
  readonly postgres?: PostgresOptions;
  /** Folder of the built version that creates the schema and whose processes are started; default: this version. */
  readonly version?: string;
}

const LIMITLESS = '100000000';

export class FaultHarness {
  readonly sandbox = new SandboxServer(sandboxPlatforms);
  readonly ledger = new Ledger();
  readonly processes: ServiceProcess[] = [];
  readonly copies = new Map<number, SyncCopy>();
  /** Errors that the faults of this test may cause in the log, in addition to those of every fault. */
  readonly expectedErrors: RegExp[] = [];
  private api: ServiceProcess | null = null;
  private serial = 700_000;

  private constructor(
    /** Folder of the version whose processes are started. */
    public version: string,
    readonly postgres: PostgresControl,
    readonly proxy: TcpProxy,
    readonly home: string,
    private readonly more: Environment,
    readonly account: { readonly id: number; readonly full: string },
  ) {}

  static async begin(options: FaultHarnessOptions = {}): Promise<FaultHarness> {
    const postgres = await PostgresControl.begin(options.postgres);
    const proxy = await TcpProxy.begin(() => postgres.port);
    const home = mkdtempSync(path.join(tmpdir(), 'hrev-fault-home-'));
    const version = options.version ?? ROOT;
    const environment = flowEnvironment(postgres.url(), { HREV_HOME: home });
    const migrated = await hrevOf(version, environment, 'migrate');
    if (migrated.code !== 0) throw new Error(`the schema was not created: ${migrated.stderr}`);
    const made = await hrevOf(
      version,
      environment,
      'account',
      'create',
      '--name',
      'Faults',
      '--plan',
      'full',
      '--json',
    );
    const { account_id: id, keys } = made.json<{ account_id: number; keys: { full: string } }>();
    const account = { id, full: keys.full };
    const harness = new FaultHarness(version, postgres, proxy, home, options.environment ?? {}, account);
    await harness.sandbox.start();
    return harness;
  }

  get environment(): Environment {
    return flowEnvironment(this.postgres.url(this.proxy.port), {
      HREV_HOME: this.home,
      HREV_RATE_LIMIT: LIMITLESS,
      HREV_SOURCE_ORIGINS: JSON.stringify(this.sandbox.origins),
      // No scheduled slot falls into a test: it would add a run at some minutes of the day. `makeDue` plans one.
      HREV_COLLECT_EVERY: '365d',
      HREV_COLLECT_OWNER_EVERY: '365d',
      HREV_COLLECT_LEASE: '6s',
      HREV_COLLECT_MIN_GAP: '0s',
      HREV_DELETION_CONFIRM_AFTER: '1s',
      ...this.more,
    });
  }

  /** The API that requests go to. */
  get origin(): string {
    if (this.api === null) throw new Error('no API was started');
    return this.api.origin;
  }

  async startApi(more: Environment = {}): Promise<ServiceProcess> {
    this.api = await this.begin('api', more);
    return this.api;
  }

  startWorker(more: Environment = {}): Promise<ServiceProcess> {
    return this.begin('worker', more);
  }

  /** Kills a process as in a crash; it is no longer expected to run. */
  async kill(service: ServiceProcess): Promise<void> {
    await service.kill();
    this.forget(service);
  }

  async stop(service: ServiceProcess): Promise<number | null> {
    const code = await service.stop();
    this.forget(service);
    return code;
  }

  /** Sends a request. The status is 0 if the connection broke, and -1 if there was no response within `limitMs`. */
  async request(
    method: string,
    target: string,
    options: { readonly body?: unknown; readonly headers?: Environment; readonly limitMs?: number } = {},
  ): Promise<Answer> {
    const init = {
      method,
      headers: { 'X-API-Key': this.account.full, 'content-type': 'application/json', ...options.headers },
      signal: AbortSignal.timeout(options.limitMs ?? 30_000),
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    };
    try {
      const response = await fetch(`${this.origin}${target}`, init);
      const text = await response.text();
      const body = text === '' ? {} : (JSON.parse(text) as Answer['body']);
      return { status: response.status, headers: Object.fromEntries(response.headers), text, body };
    } catch (error) {
      const status = (error as Error).name === 'TimeoutError' ? -1 : 0;
      return { status, headers: {}, text: String(error), body: {} };
    }
  }

  /** Creates an object with an idempotency key per name, and records the response in the ledger. */
  async create(name: string, links: readonly string[] = []): Promise<Answer> {
    const body = links.length === 0 ? { name } : { name, links: links.map((url) => ({ url })) };
    const answer = await this.request('POST', '/v3/objects', { body, headers: { 'Idempotency-Key': keyOf(name) } });
    this.ledger.record(name, answer);
    return answer;
  }

  /** Creates an object with one link to a simulated page, due at once, and a copy of the object's reviews. */
  async newLink(slug: Slug, reviews: number): Promise<WatchedLink> {
    const key = this.newKey(slug);
    this.publish(slug, key, reviews);
    const url = sandboxPlatforms.find((platform) => platform.slug === slug)?.pageUrl(key) ?? '';
    const answer = await this.create(`Object of ${slug} ${key}`, [url]);
    const result = (answer.body['link_results'] as { link_id: number | null }[] | undefined)?.[0];
    if (!result?.link_id) throw new Error(`no link was created: ${answer.status} ${answer.text}`);
    const objectId = answer.body['id'] as number;
    this.follow(objectId);
    return { objectId, linkId: result.link_id, slug, key };
  }

  /** Adds reviews to a simulated page, each six hours older than the one before. */
  publish(slug: Slug, key: string, reviews: number, prefix = 'Visit'): void {
    for (let number = 0; number < reviews; number += 1) {
      const publishedAt = new Date(Date.now() - (24 + number * 6) * 3_600_000);
      const rating = slug === 'steam' ? 1 : 1 + (number % 5);
      this.sandbox.add(slug, key, { author: 'Ada Sandbox', text: `${prefix} ${number}`, rating, publishedAt });
    }
  }

  /** Makes a link due at once. */
  async makeDue(...links: readonly WatchedLink[]): Promise<void> {
    await this.postgres.query('update link_collection set next_run_at = clock_timestamp() where link_id = any($1)', [
      links.map((link) => link.linkId),
    ]);
  }

  async runLinkOf(link: WatchedLink): Promise<RunLinkRow | undefined> {
    const [row] = await this.postgres.query<RunLinkRow>(
      `select id::int, run_id::int, link_id::int, state, outcome, scrape_error, attempts, pages, reviews_new
       from run_link where link_id = $1 order by id desc limit 1`,
      [link.linkId],
    );
    return row;
  }

  /** Waits until a collection of the link runs and has read this many pages. */
  untilPagesRead(link: WatchedLink, pages = 2): Promise<RunLinkRow> {
    return eventually('a running collection with pages read', patient(30_000), async () => {
      const row = await this.runLinkOf(link);
      return row?.state === 'running' && row.pages >= pages && row;
    });
  }

  /** Waits for the end of the latest collection and returns its run link. `after` is the id of the previous run link. */
  untilEnded(link: WatchedLink, withinMs = 60_000, after = 0): Promise<RunLinkRow> {
    return eventually('the end of the collection', patient(withinMs), async () => {
      const row = await this.runLinkOf(link);
      if (row?.state === 'ended' && row.id > after) return row;
      throw new Error(`the latest of link ${link.linkId} is ${JSON.stringify(row ?? null)}`);
    });
  }

  /** Number of reviews of a link in the database, each counted once, and how many of them are deleted. */
  async reviewsOf(
    link: WatchedLink,
  ): Promise<{ readonly all: number; readonly distinct: number; readonly deleted: number }> {
    const [row] = await this.postgres.query<{ all: number; distinct: number; deleted: number }>(
      `select count(*)::int as all, count(distinct external_id)::int as distinct, count(deleted_at)::int as deleted
       from review where link_id = $1`,
      [link.linkId],
    );
    if (!row) throw new Error('no count');
    return row;
  }

  async end(): Promise<void> {
    for (const service of this.processes) service.signal('SIGCONT');
    await Promise.all(this.processes.splice(0).map((service) => service.kill()));
    await this.sandbox.stop();
    await this.proxy.end();
    await this.postgres.remove();
    rmSync(this.home, { recursive: true, force: true });
  }

  private async begin(role: 'api' | 'worker', more: Environment): Promise<ServiceProcess> {
    const service = await ServiceProcess.start(role, { ...this.environment, ...more }, this.version);
    this.processes.push(service);
    return service;
  }

  private forget(service: ServiceProcess): void {
    const place = this.processes.indexOf(service);
    if (place >= 0) this.processes.splice(place, 1);
    if (this.api === service) this.api = null;
  }

  private follow(objectId: number): void {
    const read = (query: string): Promise<Answer> => this.request('GET', `/v3/reviews/sync?${query}`);
    this.copies.set(objectId, new SyncCopy(read, `object_id=${objectId}&limit=200`));
  }

  private newKey(slug: Slug): string {
    this.serial += 1;
    if (slug === 'trustpilot') return `shop${this.serial}.example`;
    return slug === '2gis' ? `70000000000${this.serial}` : String(this.serial);
  }
}

/** One `Idempotency-Key` per name; names may contain spaces, keys may not. */
export function keyOf(name: string): string {
  return encodeURIComponent(name);
}
