import { Logger, Module, type DynamicModule, type Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import type TestAgent from 'supertest/lib/agent';
import { loadConfig } from '@libs/config';
import { Database } from '@libs/database';
import { createHttpApp } from '@libs/http';
import { createLogger, NestLog } from '@libs/logging';
import { prepareQueue } from '@libs/queue';
import { AccountsService, type PlanName } from '@src/auth';
import { ApiModule } from '@src/api.module';
import { PasswordHasher } from '@src/console/identity/password-hasher';
import { createTestDatabase } from './test-database';

/** The API with the product's modules, on a free port, with its own database. */
export interface TestApp {
  readonly app: NestExpressApplication;
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  readonly databaseUrl: string;
  readonly database: Database;
  /** Requests without a key; `.get(path).set('X-API-Key', key)`. */
  readonly agent: TestAgent;
  /** The parsed log lines. */
  readonly logLines: Record<string, unknown>[];
  anAccount(options?: { readonly plan?: PlanName; readonly name?: string }): Promise<TestAccount>;
  close(): Promise<void>;
}

export interface TestAccount {
  readonly accountId: number;
  readonly full: string;
  readonly readOnly: string;
  readonly fullKeyId: number;
  readonly readOnlyKeyId: number;
}

export interface TestAppOptions {
  /** Environment variables in addition to the defaults of the tests. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Modules in addition to the product's, such as controllers of a test. */
  readonly modules?: readonly (Type | DynamicModule)[];
  /** The database of another test app; `close` does not drop it. */
  readonly databaseUrl?: string;
}

/** Passwords are hashed in milliseconds; `password-hasher.spec.ts` tests the cost of the product. */
const QUICK_COST = { logN: 8, r: 8, p: 1 };

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const ownDatabase = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = options.databaseUrl ?? ownDatabase?.url ?? '';
  const config = loadConfig({
    NODE_ENV: 'test',
    HREV_ALLOW_PRIVATE_TARGETS: 'true',
    HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    HREV_KEYLESS_RATE: '100000000',
    ...options.environment,
  });
  const logLines: Record<string, unknown>[] = [];
  await prepareQueue({ databaseUrl, redisUrl: config.REDIS_URL });
  const root = rootOf(ApiModule.forRoot({ config, databaseUrl }), options.modules ?? []);
  Logger.overrideLogger(collectingLog(logLines));
  const app = await createHttpApp(root);
  if (config.HREV_CONSOLE !== 'off') app.get(PasswordHasher, { strict: false }).cost = QUICK_COST;
  await app.listen(0, '127.0.0.1');
  const address = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    app,
    address,
    databaseUrl,
    database: app.get(Database),
    agent: supertest(address),
    logLines,
    anAccount: (account) => anAccount(app, account),
    close: async () => {
      // A connection that was in use when the server began to close would stay open for the time of keep-alive.
      app.getHttpServer().closeAllConnections();
      await app.close();
      await ownDatabase?.drop();
    },
  };
}

function rootOf(product: DynamicModule, modules: readonly (Type | DynamicModule)[]): DynamicModule {
  @Module({})
  class TestRoot {}
  return { module: TestRoot, imports: [product, ...modules] };
}

function collectingLog(lines: Record<string, unknown>[]): NestLog {
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return new NestLog(createLogger('debug', 'test', { write }));
}

async function anAccount(
  app: NestExpressApplication,
  { plan = 'full', name = 'Test account' }: { readonly plan?: PlanName; readonly name?: string } = {},
): Promise<TestAccount> {
  const { account, full, readOnly } = await app.get(AccountsService).create({ name, plan });
  return {
    accountId: account.id,
    full: full.key,
    readOnly: readOnly.key,
    fullKeyId: full.keyId,
    readOnlyKeyId: readOnly.keyId,
  };
}
