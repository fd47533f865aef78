/** The product inside the bench's process: its services on one database, composed as in the API. */
import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { loadConfig } from '@libs/config';
import { Database } from '@libs/database';
import { createLogger, NestLog } from '@libs/logging';
import { AnalyticsService } from '@src/analytics/analytics.service';
import { ApiModule } from '@src/api.module';
import { AccountsService } from '@src/auth';
import { PlanRunsService } from '@src/collection';
import { OneTimeLinks } from '@src/console';
import { FinishPassService, ReviewIntakeService } from '@src/reviews';
import { ReviewFeedService } from '@src/reviews/feed/review-feed.service';
import type { CleanUp } from './clean-up';

export class Product {
  private constructor(
    private readonly app: INestApplicationContext,
    readonly url: string,
  ) {}

  /** Opens the product without a port and without background work. */
  static async open(databaseUrl: string, cleanUp: CleanUp): Promise<Product> {
    const log = createLogger('error', 'bench');
    // The worker's timeouts: loading takes longer than a request may.
    const config = loadConfig({ HREV_ROLE: 'worker', NODE_ENV: 'test', HREV_ENCRYPTION_KEY: '7e'.repeat(32) });
    const app = await NestFactory.createApplicationContext(ApiModule.forRoot({ config, databaseUrl }), {
      logger: new NestLog(log),
      abortOnError: false,
    });
    cleanUp.add(() => app.close());
    return new Product(app, databaseUrl);
  }

  /**
   * Runs statements on a separate connection: with millions of rows they exceed the product's timeouts. Returns the seconds that each
   * took.
   */
  async runUnlimited(statements: readonly string[]): Promise<readonly number[]> {
    return this.withClient(async (client) => {
      const seconds: number[] = [];
      for (const statement of statements) {
        const began = performance.now();
        await client.query(statement);
        seconds.push((performance.now() - began) / 1_000);
      }
      return seconds;
    });
  }

  /** Reads on such a connection. */
  async readUnlimited<T extends object>(statement: string): Promise<readonly T[]> {
    return this.withClient(async (client) => (await client.query<T>(statement)).rows);
  }

  private async withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  get database(): Database {
    return this.app.get(Database);
  }

  get accounts(): AccountsService {
    return this.app.get(AccountsService, { strict: false });
  }

  get consoleLinks(): OneTimeLinks {
    return this.app.get(OneTimeLinks, { strict: false });
  }

  get intake(): ReviewIntakeService {
    return this.app.get(ReviewIntakeService, { strict: false });
  }

  get passes(): FinishPassService {
    return this.app.get(FinishPassService, { strict: false });
  }

  get feed(): ReviewFeedService {
    return this.app.get(ReviewFeedService, { strict: false });
  }

  get analytics(): AnalyticsService {
    return this.app.get(AnalyticsService, { strict: false });
  }

  get planning(): PlanRunsService {
    return this.app.get(PlanRunsService, { strict: false });
  }
}
