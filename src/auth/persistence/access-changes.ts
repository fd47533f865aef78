import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DATABASE_ADDRESS } from '@libs/config';
import pg from 'pg';
import { ACCESS_CHANNEL } from './access-notifications';

/** Application name of the one listening session of each API process. */
export const API_PROCESS = 'hrev-access-changes';

const RECONNECT_MS = 500;
/** Only TCP keep-alive probes detect a lost server, because no statements are sent. Their default delay is two hours. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/**
 * Receives notifications from PostgreSQL when keys or the status of an account change in any process. While the connection is
 * down, `listening` is false and cached keys must not be used.
 */
@Injectable()
export class AccessChanges implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(AccessChanges.name);
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private connected = false;
  private listener: (accountId: number | null) => void = () => undefined;

  constructor(@Inject(DATABASE_ADDRESS) private readonly address: string) {}

  get listening(): boolean {
    return this.connected;
  }

  /** The listener receives `null` after an interruption, because any account may have changed. */
  onChange(listener: (accountId: number | null) => void): void {
    this.listener = listener;
  }

  async onModuleInit(): Promise<void> {
    await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.address,
      application_name: API_PROCESS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      connectionTimeoutMillis: 2_000,
    });
    this.client = client;
    client.on('notification', (message) => this.listener(Number(message.payload)));
    client.once('error', (error) => this.reconnect(client, error.message));
    client.once('end', () => this.reconnect(client, 'the connection ended'));
    try {
      await client.connect();
      await client.query(`listen ${ACCESS_CHANNEL}`);
      this.listener(null);
      this.connected = true;
    } catch (error) {
      this.reconnect(client, error instanceof Error ? error.message : String(error));
    }
  }

  private reconnect(client: pg.Client, reason: string): void {
    if (this.client !== client || this.closed) return;
    this.client = null;
    if (this.connected)
      this.logger.warn(
        `notifications about keys are interrupted, every request queries PostgreSQL until they are restored: ${reason}`,
      );
    this.connected = false;
    client.on('error', () => undefined);
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.connect(), RECONNECT_MS);
  }
}
