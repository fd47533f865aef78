import { actFor, asActor, asRequest, type Database } from '@libs/database';
import { THE_COMMAND_LINE } from '@libs/kernel';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { rowsRead } from '@test/support/rows-read';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { AuditPurge } from '../audit-purge.service';
import { AuditTrail, type Act } from '../audit-trail.service';
import { AuditQuery, type AuditFilter } from './audit.query';
import { AuditStore } from './audit.store';

const DAY_MS = 86_400_000;

describe('the audit trail (contract §12.5)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let trail: AuditTrail;
  let entries: AuditQuery;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    trail = new AuditTrail(new AuditStore(database));
    entries = new AuditQuery(database);
  });
  afterAll(() => fixture.close());
  beforeEach(() => database.query('truncate audit_entry'));

  const act = (accountId: number, overrides: Partial<Act> = {}): Act => ({
    action: 'webhook.created',
    accountId,
    target: { type: 'webhook', id: 5 },
    ...overrides,
  });
  const record = (action: Act): Promise<void> => database.transaction(() => trail.record(action));
  const newest = async () => (await entries.page({}, null, 1))[0];

  it('writes an entry in the transaction of its action: rolls it back with the action, and throws outside a transaction', async () => {
    const broken = database.transaction(async () => {
      await trail.record(act(1));
      throw new Error('the act failed');
    });
    await expect(broken).rejects.toThrow('the act failed');
    await expect(trail.record(act(1))).rejects.toThrow('in the transaction of the action');
    expect(await newest()).toBeUndefined();
  });

  it('records the key, its account and the address of a request; on the command line "cli", otherwise "service"', async () => {
    await asRequest(async () => {
      actFor({ kind: 'key', accountId: 9, keyId: 77, address: '203.0.113.7' });
      await record(act(1));
    });
    expect(await newest()).toMatchObject({
      accountId: 1,
      actor: 'key',
      actorAccountId: 9,
      keyId: 77,
      address: '203.0.113.7',
      action: 'webhook.created',
      targetType: 'webhook',
      targetId: 5,
    });
    await asActor(THE_COMMAND_LINE, () => record(act(2)));
    expect(await newest()).toMatchObject({ accountId: 2, actor: 'cli', keyId: null, address: null });
    await record(act(3));
    expect(await newest()).toMatchObject({ accountId: 3, actor: 'service', keyId: null });
  });

  it('records the fields of a change that differ, and writes no entry if none differs', async () => {
    const change = (after: object) =>
      database.transaction(() => trail.recordChange({ ...act(1), before: { a: 1, b: 2 }, after: { a: 1, ...after } }));
    await change({ b: 2 });
    expect(await newest()).toBeUndefined();
    await change({ b: 3 });
    expect(await newest()).toMatchObject({ before: { b: 2 }, after: { b: 3 } });
  });

  describe('a list of entries', () => {
    const FIRST_AT = '2026-11-20 10:00:00.123456+00';

    beforeEach(async () => {
      await database.query(
        `insert into audit_entry (at, account_id, actor, action, target_type, target_id)
         select $1::timestamptz + (n / 3) * interval '1 second', n % 2, 'cli',
           case when n % 5 = 0 then 'key.issued' else 'webhook.changed' end, 'webhook', n
         from generate_series(0, 29) n`,
        [FIRST_AT],
      );
    });

    const all = async (filter: AuditFilter, limit: number): Promise<(number | null)[]> => {
      const targetIds: (number | null)[] = [];
      for (let page = await entries.page(filter, null, limit); page.length > 0;) {
        targetIds.push(...page.map(({ targetId }) => targetId));
        page = await entries.page(filter, page.at(-1) ?? null, limit);
      }
      return targetIds;
    };
    const expectedIds = (matches: (n: number) => boolean): number[] =>
      Array.from({ length: 30 }, (_, index) => 29 - index).filter(matches);

    it.each<[string, AuditFilter, (n: number) => boolean]>([
      ['none', {}, () => true],
      ['an account', { accountId: 1 }, (n) => n % 2 === 1],
      ['an action', { action: 'key.issued' }, (n) => n % 5 === 0],
      ['an account and an action', { accountId: 0, action: 'key.issued' }, (n) => n % 10 === 0],
      ['a time, which includes the entries at that time', { since: '2026-11-20T10:00:05.123456' }, (n) => n >= 15],
      ['a time one microsecond later', { since: '2026-11-20T10:00:05.123457' }, (n) => n >= 18],
      [
        'an account, an action and a time',
        { accountId: 1, action: 'webhook.changed', since: '2026-11-20T10:00:05' },
        (n) => n >= 15 && n % 2 === 1 && n % 5 !== 0,
      ],
    ])(
      'has each matching entry on exactly one page, newest first, for any page size; filter: %s',
      async (_, filter, matches) => {
        for (const limit of [1, 2, 7, 100]) expect(await all(filter, limit)).toEqual(expectedIds(matches));
      },
    );
  });

  describe.each([
    ['never analyzed'],
    ['freshly analyzed'],
    ['analyzed before it had entries of the account or of the action'],
  ])('a long trail that is %s', (state) => {
    const ENTRY_COUNT = 20_000;

    beforeAll(async () => {
      await database.query('alter table audit_entry set (autovacuum_enabled = false)');
      // Statistics outlive the entries.
      await database.query(`select pg_clear_relation_stats('public', 'audit_entry')`);
      await database.query(
        `select pg_clear_attribute_stats('public', 'audit_entry', attname::text, false)
         from pg_attribute where attrelid = 'audit_entry'::regclass and attnum > 0`,
      );
    });
    beforeEach(async () => {
      if (state.startsWith('analyzed before')) {
        await database.query(
          `insert into audit_entry (account_id, actor, action, target_type)
           select 3, 'cli', 'object.created', 'object' from generate_series(1, $1)`,
          [ENTRY_COUNT],
        );
        await database.query('analyze audit_entry');
        await database.query('truncate audit_entry');
      }
      // The 50 oldest entries belong to account 1, all others to account 2.
      await database.query(
        `insert into audit_entry (at, account_id, actor, action, target_type)
         select now() - n * interval '1 minute', case when n > $1 - 50 then 1 else 2 end, 'cli',
           case when n % 25 = 0 then 'key.issued' else 'webhook.changed' end, 'webhook' from generate_series(1, $1) n`,
        [ENTRY_COUNT],
      );
      if (state === 'freshly analyzed') await database.query('analyze audit_entry');
    });

    it.each<[string, AuditFilter]>([
      ['all entries', {}],
      ['an account', { accountId: 1 }],
      ['an action', { action: 'key.revoked' }],
      ['an action of an account', { accountId: 1, action: 'key.issued' }],
      ['the latest entries', { since: new Date(Date.now() - 600_000).toISOString().slice(0, 19) }],
      [
        'the latest entries of an account',
        { accountId: 1, since: new Date(Date.now() - 600_000).toISOString().slice(0, 19) },
      ],
    ])('needs fewer than 60 rows for a page of 20: %s', async (_, filter) => {
      expect(await rowsRead(database, 'audit_entry', () => entries.page(filter, null, 20))).toBeLessThan(60);
    });

    it('needs fewer than 5 rows for a purge without old entries', async () => {
      const store = new AuditStore(database);
      expect(await rowsRead(database, 'audit_entry', () => store.purge(400 * DAY_MS))).toBeLessThan(5);
    });
  });

  it('purges different entries in concurrent processes', async () => {
    await database.query(
      `insert into audit_entry (at, account_id, actor, action, target_type)
       select now() - n * interval '10 days', 1, 'cli', 'key.issued', 'key' from generate_series(1, 5) n`,
    );
    const lock = 'select from audit_entry order by at limit 2 for update';
    const store = new AuditStore(database);
    expect(await whileRowsAreLocked(database, lock, [], () => store.purge(DAY_MS))).toBe(3);
  });

  it('removes only entries older than HREV_AUDIT_KEEP, in batches', async () => {
    await database.query(
      `insert into audit_entry (at, account_id, actor, action, target_type)
       select now() - n * interval '1 hour', n, 'cli', 'key.issued', 'key' from generate_series(1, 2600) n`,
    );
    const purge = new AuditPurge(new AuditStore(database), { HREV_AUDIT_KEEP: 4 * DAY_MS });
    expect(await new AuditStore(database).purge(4 * DAY_MS)).toBe(1_000);
    expect(await purge.run(new AbortController().signal)).toBe(2_600 - 95 - 1_000);
    const [remaining] = await database.query('select count(*) as n, max(account_id) as oldest from audit_entry');
    expect(remaining).toEqual({ n: 95, oldest: 95 });
  });
});
