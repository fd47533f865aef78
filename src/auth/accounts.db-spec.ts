import pg from 'pg';
import { AppError } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { inEveryOrder } from '@test/support/interleaving';
import { testApp, type TestApp } from '@test/support/test-app';
import { eventually } from '@test/support/eventually';
import { AccountsService, type AccountChange } from './accounts.service';
import { KeyChecks } from './key-checks.service';
import { KeysService } from './keys.service';
import { AccessChanges } from './persistence/access-changes';
import { AccessNotifications } from './persistence/access-notifications';
import { AccountStore } from './persistence/account.store';
import { ApiKeyStore } from './persistence/api-key.store';

let app: TestApp;
let accounts: AccountsService;

beforeAll(async () => {
  app = await testApp();
  accounts = app.app.get(AccountsService, { strict: false });
});
afterAll(() => app?.close());

describe('an account that two operators change concurrently', () => {
  const change =
    (fields: AccountChange) =>
    (id: number): Promise<unknown> =>
      accounts.change(id, fields);
  const conflict = (reason: unknown): boolean => reason instanceof AppError && reason.code === 'conflict';

  it('has a trial end only on the plan trial, regardless of the order of the two changes', async () => {
    const report = await inEveryOrder({
      on: app.database,
      given: async () => (await app.anAccount({ plan: 'trial' })).accountId,
      contenders: { P: change({ plan: 'full' }), E: change({ trialEndsAt: '2030-01-01T00:00:00' }) },
      holds: async (id) => expect(await accounts.find(id)).toMatchObject({ plan: 'full', trialEndsAt: null }),
      mayFail: (reason, contender) => contender === 'E' && conflict(reason),
    });
    expect(report.leftOut).toBe(0);
  });

  it('stays suspended after a concurrent change that contains no status', async () => {
    await inEveryOrder({
      on: app.database,
      given: async () => (await app.anAccount()).accountId,
      contenders: { S: change({ status: 'suspended', suspendedReason: 'Unpaid' }), N: change({ name: 'Other' }) },
      holds: async (id) =>
        expect(await accounts.find(id)).toMatchObject({
          name: 'Other',
          status: 'suspended',
          suspendedReason: 'Unpaid',
        }),
    });
  });
});

describe('keys while the notifications of their changes are interrupted (contract §5.1: revocation acts at once)', () => {
  /** The service of another process: its notifications reach this process only through PostgreSQL. */
  const keysOfAnotherProcess = (): KeysService => {
    const notifications = new AccessNotifications(app.database);
    const trail = new AuditTrail(new AuditStore(app.database));
    return new KeysService(
      ...([
        app.database,
        new ApiKeyStore(app.database, notifications),
        new AccountStore(app.database, notifications),
        trail,
      ] as const),
    );
  };
  /** Ends the connection that receives the notifications, and prevents a new one until `work` is done. */
  const whileInterrupted = async (work: () => Promise<void>): Promise<void> => {
    const changes = app.app.get(AccessChanges, { strict: false });
    const name = new URL(app.databaseUrl).pathname.slice(1);
    const server = new pg.Client({ connectionString: process.env['HREV_TEST_SERVER'] });
    await server.connect();
    try {
      await server.query(`alter database ${name} allow_connections false`);
      await server.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'hrev-access-changes'`,
        [name],
      );
      await eventually('the interruption', 60_000, () => Promise.resolve(!changes.listening));
      await work();
    } finally {
      await server.query(`alter database ${name} allow_connections true`);
      await server.end();
    }
    await eventually('the notifications', 60_000, () => Promise.resolve(changes.listening));
  };

  it.each<[string, (key: string, checks: KeyChecks) => unknown]>([
    ['before', () => undefined],
    ['during', (key, checks) => checks.check(key)],
  ])('are refused after the interruption if they are cached %s it and revoked during it', async (_, during) => {
    const checks = app.app.get(KeyChecks, { strict: false });
    const account = await app.anAccount();
    expect(await checks.check(account.full)).toMatchObject({ caller: { accountId: account.accountId } });
    await whileInterrupted(async () => {
      await during(account.full, checks);
      await keysOfAnotherProcess().revoke(account.fullKeyId);
    });
    expect(await checks.check(account.full)).toBeNull();
  });

  it('are refused during the interruption if they are revoked during it', async () => {
    const checks = app.app.get(KeyChecks, { strict: false });
    const account = await app.anAccount();
    await checks.check(account.full);
    await whileInterrupted(async () => {
      await keysOfAnotherProcess().revoke(account.fullKeyId);
      expect(await checks.check(account.full)).toBeNull();
    });
  });
});
