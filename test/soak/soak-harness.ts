/**
 * All parts of a run: separate PostgreSQL and Redis servers, the platforms, the processes of the service, the accounts with their
 * clients, and the ledgers of the expected state.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '@libs/database';
import { PostgresControl } from '@test/faults/support/postgres-control';
import { RedisControl } from '@test/support/redis-control';
import type { Environment } from '@test/support/service-process';
import { Client } from './client';
import { FaultWindows } from './fault-windows';
import { Fleet } from './fleet';
import type { Journal } from './journal';
import type { SoakOptions } from './options';
import { Platforms } from './platforms';
import { Random } from './random';
import { ServiceCommands } from './service-commands';
import { TenantLedger } from './tenant-ledger';

export interface Account {
  /** Its position among the accounts, from 0. */
  readonly index: number;
  readonly id: number;
  readonly client: Client;
}

const ACCOUNTS = 3;
const FLEET_SIZES = { api: 2, worker: 3 };
const SETTINGS = {
  HREV_RATE_LIMIT: '100000000',
  LOG_LEVEL: 'info',
  HREV_COLLECT_EVERY: '20s',
  HREV_COLLECT_OWNER_EVERY: '20s',
  HREV_COLLECT_LEASE: '6s',
  HREV_COLLECT_MIN_GAP: '0s',
  HREV_DELETION_CONFIRM_AFTER: '1s',
  HREV_REPLY_LEASE: '4s',
  HREV_REPLY_RETRY_AFTER: '2s',
  HREV_WEBHOOK_TIMEOUT: '3s',
  HREV_WEBHOOK_BACKOFF: '1s,2s',
  HREV_WEBHOOK_ATTEMPTS: '1000',
  HREV_WEBHOOK_MAX_BODY: '16777216',
  HREV_ALLOW_PRIVATE_TARGETS: 'true',
  HREV_ENCRYPTION_KEY: '5a'.repeat(32),
  NODE_ENV: 'test',
  // All processes share the machine.
  HREV_METRICS_PORT: '0',
};

export class SoakHarness {
  readonly ledger = new TenantLedger();
  readonly accounts: Account[] = [];
  /** The interval of full passes, for processes that start after the change. */
  fullEvery = '365d';
  /** Whether the load is ending. Actors then complete their last step. */
  isStopping = false;

  private constructor(
    readonly options: SoakOptions,
    readonly journal: Journal,
    readonly random: Random,
    readonly postgres: PostgresControl,
    readonly redis: RedisControl | null,
    readonly platforms: Platforms,
    readonly faults: FaultWindows,
    readonly home: string,
  ) {}

  private runningFleet: Fleet | null = null;
  private commands: ServiceCommands | null = null;

  static async begin(options: SoakOptions, journal: Journal): Promise<SoakHarness> {
    const random = new Random(options.seed);
    const postgres = await PostgresControl.begin();
    const redis = options.queue === 'redis' ? await RedisControl.begin() : null;
    const platforms = new Platforms(journal);
    const home = mkdtempSync(path.join(tmpdir(), 'hrev-soak-home-'));
    const harness = new SoakHarness(options, journal, random, postgres, redis, platforms, new FaultWindows(), home);
    try {
      await harness.prepare();
    } catch (error) {
      await harness.end();
      throw error;
    }
    return harness;
  }

  get fleet(): Fleet {
    if (this.runningFleet === null) throw new Error('the fleet has not been created');
    return this.runningFleet;
  }

  account(index: number): Account {
    const account = this.accounts[index];
    if (!account) throw new Error(`no account ${index}`);
    return account;
  }

  /** Connects an object's page on Google, so that its reviews can be answered. */
  async connect(account: Account, objectId: number): Promise<void> {
    this.commands ??= await ServiceCommands.open(this.environment(this.postgres.port));
    await this.commands.connect(account.id, objectId);
  }

  /** Closes the commands and their connections to the database. */
  async closeCommandLine(): Promise<void> {
    await this.commands?.close();
    this.commands = null;
  }

  async end(): Promise<void> {
    this.isStopping = true;
    await this.closeCommandLine().catch(() => undefined);
    await this.runningFleet?.end();
    await this.platforms.stop();
    this.redis?.thaw();
    await this.redis?.kill();
    await this.postgres.remove();
    rmSync(this.home, { recursive: true, force: true });
  }

  private async prepare(): Promise<void> {
    await this.platforms.start();
    await migrate(this.postgres.url());
    this.runningFleet = await Fleet.begin(
      FLEET_SIZES,
      () => this.postgres.port,
      this.random.stream('network'),
      (slot) => ({
        ...this.environment(slot.proxy.port),
        HREV_COLLECT_FULL_EVERY: this.fullEvery,
      }),
      this.journal,
    );
    this.commands = await ServiceCommands.open(this.environment(this.postgres.port));
    for (let index = 0; index < ACCOUNTS; index += 1) {
      const { id, key } = await this.commands.newAccount(`Soak ${index}`);
      const random = this.random.stream(`client ${index}`);
      this.accounts.push({ index, id, client: new Client(key, this.fleet, this.faults, this.journal, random) });
    }
  }

  private environment(databasePort: number): Environment {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/tmp',
      DATABASE_URL: this.postgres.url(databasePort),
      ...(this.redis ? { REDIS_URL: this.redis.url } : {}),
      HREV_HOME: this.home,
      HREV_SOURCE_ORIGINS: this.platforms.origins,
      ...SETTINGS,
    };
  }
}
