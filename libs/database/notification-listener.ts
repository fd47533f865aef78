import { Logger } from '@nestjs/common';
import pg from 'pg';

const RECONNECT_MS = 1_000;
const LONGEST_RECONNECT_MS = 30_000;
const CHECK_EVERY_MS = 10_000;
/** For the connection attempt, and for each query. */
const LIMIT_MS = 5_000;

/** What is done with notifications. Neither function may throw. */
export interface NotificationHandlers {
  readonly onNotification: (payload: string) => void;
  /** Called when the connection works again after a gap, in which notifications may have been lost. */
  readonly onGap: () => void;
}

/**
 * One connection that listens to a channel of PostgreSQL (LISTEN), apart from the pool. It is checked every ten seconds and replaced
 * when it is lost.
 */
export class NotificationListener {
  private readonly logger = new Logger(NotificationListener.name);
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private isStopped = false;
  private hasListened = false;

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly handlers: NotificationHandlers,
  ) {}

  /** Whether the connection listens, as far as the last check shows. */
  get isListening(): boolean {
    return this.client !== null;
  }

  /** Connects; after a failure it tries again until `stop`. Never throws. */
  async start(): Promise<void> {
    if (this.isStopped || this.client !== null) return;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'hrev-listen',
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
      keepAlive: true,
    });
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    client.on('notification', ({ payload }) => this.handlers.onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.channel)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      this.retry(error);
      return;
    }
    // `stop` may have been called meanwhile. The assertion is needed, because the compiler assumes the value that was read above.
    if (this.isStopped as boolean) return void (await client.end().catch(() => undefined));
    this.client = client;
    this.failures = 0;
    this.timer = setInterval(() => void this.check(client), CHECK_EVERY_MS).unref();
    if (this.hasListened) this.handlers.onGap();
    this.hasListened = true;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  /** Detects a connection that was lost without a TCP reset: only a query that fails shows it. */
  private async check(client: pg.Client): Promise<void> {
    try {
      await client.query('select 1');
    } catch {
      this.lose(client);
    }
  }

  private lose(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = null;
    void client.end().catch(() => undefined);
    this.retry(new Error('the connection was lost'));
  }

  private retry(error: unknown): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    if (this.failures === 0) this.logger.warn(`listening to ${this.channel} failed: ${String(error)}`);
    const pause = Math.min(LONGEST_RECONNECT_MS, RECONNECT_MS * 2 ** this.failures);
    this.failures += 1;
    this.timer = setTimeout(() => void this.start(), pause).unref();
  }
}
