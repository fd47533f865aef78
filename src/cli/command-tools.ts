import { Logger, Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig, type Config } from '@libs/config';
import { endsInTime } from '@libs/kernel';
import { createLogger, NestLog } from '@libs/logging';
import { prepareQueue } from '@libs/queue';
import { foundationModules } from '../api.module';
import { databaseProblem, openDatabase, prepareSchema, type OpenDatabase } from '@src/process/open-database';

const CLOSE_LIMIT_MS = 20_000;

@Module({})
class CommandRoot {}

/**
 * The configuration, database and services of a command. Each is opened at its first use, and all are closed at the end. A
 * command that runs while the service is running uses the service's embedded database and leaves it running.
 */
export class CommandTools {
  private settings: Config | null = null;
  private place: Promise<OpenDatabase> | null = null;
  private app: INestApplicationContext | null = null;
  private closing: Promise<void> | null = null;
  private readonly cleanUps: (() => Promise<void>)[] = [];

  /** Throws `ConfigError` if the environment cannot be read. */
  get config(): Config {
    this.settings ??= loadConfig();
    return this.settings;
  }

  /** Opens the database without running migrations. */
  async database(): Promise<OpenDatabase> {
    if (this.closing !== null) throw new Error('the command is ending');
    this.place ??= openDatabase(this.config, { role: 'command' });
    return this.place;
  }

  /** Calls `work` when everything is closed: at the end of the command, or when a signal ends it. */
  onClose(work: () => Promise<void>): void {
    this.cleanUps.push(work);
  }

  /** Starts the given modules on a migrated schema. Called once per command. */
  async open(contexts: readonly (Type | DynamicModule)[]): Promise<INestApplicationContext> {
    const place = await this.database();
    try {
      await prepareSchema(place, false);
      await prepareQueue({ databaseUrl: place.url, redisUrl: this.config.REDIS_URL });
      this.logToStandardError();
      const ground = foundationModules({ config: this.config, databaseUrl: place.url });
      const root: DynamicModule = { module: CommandRoot, imports: [...ground, ...contexts] };
      this.app = await NestFactory.createApplicationContext(root, { abortOnError: false });
    } catch (error) {
      throw databaseProblem(error, this.config);
    }
    return this.app;
  }

  /** Logs to standard error, because standard output contains only the result. Messages of level `info` are omitted. */
  logToStandardError(): void {
    const { LOG_LEVEL } = this.config;
    const log = createLogger(LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL, 'command', process.stderr);
    Logger.overrideLogger(new NestLog(log));
  }

  /** Closes everything, including a database that is still being opened. A second call waits for the first. */
  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    try {
      if (this.app !== null) await endsInTime(this.app.close(), CLOSE_LIMIT_MS);
    } finally {
      const place = await this.place?.catch(() => null);
      await place?.leave();
      for (const work of this.cleanUps) await work();
    }
  }
}
