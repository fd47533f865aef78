import { Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig, type Config } from '@libs/config';
import { endsInTime } from '@libs/kernel';
import { createLogger, NestLog, type Log } from '@libs/logging';
import { prepareQueue } from '@libs/queue';
import { groundModules } from '../api.module';
import { databaseProblem, openDatabase, prepareSchema, type OpenDatabase } from '@src/process/open-database';

/** The result of a command: one object for `--json`, lines for people. */
export interface CommandResult {
  readonly json: object;
  readonly lines: readonly string[];
  /** 0 by default: 1 failed, 5 done in part. */
  readonly exitCode?: number;
}

const CLOSE_LIMIT_MS = 20_000;

@Module({})
class CommandRoot {}

/**
 * The configuration, database and services of a command. Each is opened at its first use, and all are closed at the end. A
 * command beside a running service uses its embedded database and leaves it running.
 */
export class CommandTools {
  private settings: Config | null = null;
  private place: Promise<OpenDatabase> | null = null;
  private app: INestApplicationContext | null = null;
  private closing: Promise<void> | null = null;

  /** Throws `ConfigError` where the environment cannot be read. */
  get config(): Config {
    this.settings ??= loadConfig();
    return this.settings;
  }

  /** The database, before migrations. */
  async database(): Promise<OpenDatabase> {
    if (this.closing !== null) throw new Error('the command is being ended');
    this.place ??= openDatabase(this.config, { role: 'command' });
    return this.place;
  }

  /** Starts the given modules on a migrated schema. Called once per command. */
  async open(contexts: readonly (Type | DynamicModule)[]): Promise<INestApplicationContext> {
    const place = await this.database();
    try {
      await prepareSchema(place, false);
      await prepareQueue({ databaseUrl: place.url, redisUrl: this.config.REDIS_URL });
      const log = this.log();
      const ground = groundModules({ config: this.config, databaseUrl: place.url, log });
      const root: DynamicModule = { module: CommandRoot, imports: [...ground, ...contexts] };
      this.app = await NestFactory.createApplicationContext(root, { logger: new NestLog(log), abortOnError: false });
    } catch (error) {
      throw databaseProblem(error, this.config);
    }
    return this.app;
  }

  /** Standard output belongs to the result, and `info` messages of services are not shown. */
  private log(): Log {
    const { LOG_LEVEL } = this.config;
    return createLogger(LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL, 'command', process.stderr);
  }

  /** Closes everything, including a database that is still being opened. A second call waits for the first. */
  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async leave(): Promise<void> {
    try {
      if (this.app !== null) await endsInTime(this.app.close(), CLOSE_LIMIT_MS);
    } finally {
      const place = await this.place?.catch(() => null);
      await place?.leave();
    }
  }
}
