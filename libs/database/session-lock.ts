import pg from 'pg';
import { IN_SESSION, type AdvisoryLock } from './advisory-locks';

/** For the connection attempt, and for each query. */
const LIMIT_MS = 4_000;
const CHECK_EVERY_MS = 4_000;
/** The server ends the session, and with it the lock, after this time without a statement. */
const SERVER_IDLE_MS = 15_000;
/** How long after a successful statement this process counts on the lock: shorter than the server's limit. */
const TRUSTED_MS = 10_000;

/**
 * An advisory lock that one process of the installation holds for a long time, in a session of its own. A process that ends releases it
 * at once. One that is stopped, or loses its network, releases it within 15 seconds, because the server ends a session without a
 * statement; by its own monotonic clock it stops to count on the lock earlier. So two processes never count on it at the same time.
 */
export class SessionLock {
  private client: pg.Client | null = null;
  private confirmedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly url: string,
    private readonly lock: AdvisoryLock,
    private readonly applicationName: string,
  ) {}

  get isHeld(): boolean {
    return this.client !== null && performance.now() - this.confirmedAt < TRUSTED_MS;
  }

  /** Confirms the lock if this process has it, otherwise tries to acquire it, without waiting for its holder. Never rejects. */
  async hold(): Promise<boolean> {
    if (this.client === null) await this.acquire().catch(() => undefined);
    else await this.confirm(this.client);
    return this.isHeld;
  }

  /** Releases the lock; `hold` may acquire it again. */
  async release(): Promise<void> {
    const { client } = this;
    if (client !== null) await this.lose(client);
  }

  private async acquire(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: this.applicationName,
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
      keepAlive: true,
      options: `-c idle_session_timeout=${SERVER_IDLE_MS}`,
    });
    client.on('error', () => void this.lose(client));
    client.on('end', () => void this.lose(client));
    try {
      await client.connect();
      const askedAt = performance.now();
      const { rows } = await client.query<{ locked: boolean }>(IN_SESSION.tryToHold, [this.lock]);
      if (rows[0]?.locked !== true || this.client !== null) return void (await client.end());
      this.client = client;
      this.confirmedAt = askedAt;
      this.timer = setInterval(() => void this.confirm(client), CHECK_EVERY_MS).unref();
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  private async confirm(client: pg.Client): Promise<void> {
    const askedAt = performance.now();
    try {
      await client.query('select 1');
      if (this.client === client) this.confirmedAt = askedAt;
    } catch {
      await this.lose(client);
    }
  }

  private async lose(client: pg.Client): Promise<void> {
    if (this.client !== client) return;
    this.client = null;
    clearInterval(this.timer);
    await client.end().catch(() => undefined);
  }
}
