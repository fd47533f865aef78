import { randomUUID } from 'node:crypto';
import { ConfigError, EncryptionKey, loadConfig } from '@libs/config';
import type { Database } from '@libs/database';
import { ClusterMetrics } from '@libs/metrics';
import { inEveryOrder } from '@test/support/interleaving';
import { valueIn } from '@test/support/metric-values';
import { sealingKeysOn } from '@test/support/sealing-keys';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { KeyPresence } from './key-presence';
import { KeyStateStore } from './key-state.store';
import { SealedFigures } from './sealed-figures';
import { compareKeys, type SealedTable } from './sealed-tables';

const [A, B, C] = ['aa', 'bb', 'cc'].map((digits) => digits.repeat(32)) as [string, string, string];

/** Contract §12.4: `HREV_ENCRYPTION_KEY` and `HREV_ENCRYPTION_KEY_PREVIOUS`. */
describe('the choice of the sealing key', () => {
  let fixture: StoreFixture;
  let database: Database;
  let state: KeyStateStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    state = new KeyStateStore(database);
  });
  afterAll(() => fixture.close());
  beforeEach(() => database.query('truncate encryption_key, encryption_key_holder'));

  const configOf = (key: string, ...older: string[]) =>
    loadConfig({ HREV_ENCRYPTION_KEY: key, HREV_ENCRYPTION_KEY_PREVIOUS: older.join(',') });
  const keysOf = (key: string, ...older: string[]) => sealingKeysOn(database, configOf(key, ...older));
  const running: KeyPresence[] = [];
  const presenceOf = (key: string, ...older: string[]) => {
    const presence = new KeyPresence(database, state, keysOf(key, ...older));
    running.push(presence);
    return presence;
  };
  afterEach(async () => {
    for (const presence of running.splice(0)) await presence.onApplicationShutdown();
  });
  const compare = (tables: readonly SealedTable[], key: string, ...older: string[]) =>
    compareKeys(database, new EncryptionKey(configOf(key, ...older)), tables);
  const isSealingKey = async (key: string): Promise<boolean> =>
    (await state.sealingFingerprint()) === new EncryptionKey(configOf(key)).fingerprints()[0];

  describe('compareKeys ("the start compares a stored fingerprint")', () => {
    it('stores the fingerprint of the first key, accepts the same key later, and refuses another key in one line', async () => {
      expect(await compare([], A)).toEqual({ current: 0, older: 0, unreadable: 0, isSealing: true });
      expect((await compare([], A)).isSealing).toBe(true);
      const refusal = await compare([], B).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ConfigError);
      expect((refusal as ConfigError).message).toMatch(/^HREV_ENCRYPTION_KEY: this is not the key that sealed [^\n]+$/);
      expect(await isSealingKey(A)).toBe(true);
    });

    it('accepts a new key together with the older one', async () => {
      await compare([], A);
      expect((await compare([], B, C, A)).isSealing).toBe(false);
    });

    it('accepts one of several concurrent first starts that have different keys', async () => {
      const results = await Promise.allSettled([A, B, C].map((key) => compare([], key)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('stores a fingerprint that does not reveal the key', async () => {
      await compare([], A);
      const [row] = await database.query<{ line: string }>('select e::text as line from encryption_key e');
      expect(row?.line).toMatch(/^\(\d+,[0-9a-f]{32},/);
      expect(row?.line).not.toContain(A.slice(0, 8));
    });

    it('creates no key if the data was sealed with one', async () => {
      await compare([], A);
      const key = new EncryptionKey(loadConfig({ HREV_HOME: `/tmp/hrev-no-key-${process.pid}` }));
      await expect(compareKeys(database, key, [])).rejects.toThrow(/is not set and not in HREV_HOME/);
      expect(key.origin()).toBe('not created yet');
    });

    it('recognizes the key by the sealed rows if no fingerprint is stored', async () => {
      const tables: SealedTable[] = [
        {
          table: 'sealed_rows',
          purpose: 'spec',
          keyId: (key) => key.toString('hex').slice(0, 12),
          owner: [],
          opens: () => true,
        },
      ];
      const idOf = (key: string) => tables[0]?.keyId(new EncryptionKey(configOf(key)).derive('spec'));
      await database.query('create table sealed_rows (key_id text not null)');
      await database.query('insert into sealed_rows values ($1), ($1)', [idOf(A)]);
      await expect(compare(tables, B)).rejects.toThrow(ConfigError);
      const keyless = new EncryptionKey(loadConfig({ HREV_HOME: `/tmp/hrev-no-key-${process.pid}` }));
      await expect(compareKeys(database, keyless, tables)).rejects.toThrow(/is not set and not in HREV_HOME/);
      expect([keyless.origin(), await state.sealingFingerprint()]).toEqual(['not created yet', null]);
      expect(await compare(tables, A)).toEqual({ current: 2, older: 0, unreadable: 0, isSealing: true });
      expect(await compare(tables, B, A)).toEqual({ current: 0, older: 2, unreadable: 0, isSealing: false });
      await database.query('insert into sealed_rows values ($1)', [idOf(C)]);
      expect((await compare(tables, A)).unreadable).toBe(1);
      const metrics = new ClusterMetrics();
      new SealedFigures(metrics, state, new EncryptionKey(configOf(B, A)), tables).onModuleInit();
      await metrics.read();
      const text = await metrics.text();
      const valuesOf = (by: string) => valueIn(text, `hrev_sealed_values{table="sealed_rows",key="${by}"}`);
      expect(['current', 'previous', 'unknown'].map(valuesOf)).toEqual([0, 2, 1]);
      // Some rows are unreadable: the key that sealed the other rows is accepted.
      await database.query('truncate encryption_key');
      expect((await compare(tables, A)).unreadable).toBe(1);
    });
  });

  describe('a new key, with the older one as previous key', () => {
    beforeEach(() => compare([], A));

    it('takes over automatically if no other process runs', async () => {
      expect(await keysOf(B, A).refresh()).toBe(0);
      expect(await isSealingKey(B)).toBe(true);
    });

    it('takes over only after a running process without the new key has stopped', async () => {
      const old = presenceOf(A);
      await old.onModuleInit();
      const newer = keysOf(B, A);
      expect([await newer.keyIndex(), await isSealingKey(A)]).toEqual([1, true]);
      await old.onApplicationShutdown();
      expect([await newer.refresh(), await isSealingKey(B)]).toEqual([0, true]);
    });

    const ageHeartbeatsBy = (text: string): Promise<unknown> =>
      database.query(`update encryption_key_holder set checked_at = clock_timestamp() - interval '${text}'`);

    it('takes over after a killed process has missed four heartbeats, 15 s apart', async () => {
      await presenceOf(A).onModuleInit();
      const newer = presenceOf(B, A);
      await newer.onModuleInit();
      for (const misses of [1, 2, 3]) {
        await ageHeartbeatsBy('16 seconds');
        await newer.heartbeat();
        // This heartbeat follows within 15 s, so it counts no other missed heartbeat.
        await newer.heartbeat();
        const rows = await database.query('select missed from encryption_key_holder where missed > 0');
        expect([rows, await isSealingKey(A)]).toEqual([[{ missed: misses }], true]);
      }
      await ageHeartbeatsBy('16 seconds');
      await newer.heartbeat();
      expect(await isSealingKey(B)).toBe(true);
    });

    it('counts a missed heartbeat once, without waiting, if two processes count at the same time', async () => {
      await inEveryOrder({
        on: database,
        given: async () => {
          await database.query('truncate encryption_key_holder');
          await state.recordHeartbeat(randomUUID(), []);
          await ageHeartbeatsBy('16 seconds');
        },
        // A transaction stays open after the statement, so that the statement of the other process begins before it ends.
        contenders: {
          one: () => database.transaction(() => state.countMissedHeartbeats()),
          two: () => database.transaction(() => state.countMissedHeartbeats()),
        },
        holds: async (_, { order }) => {
          expect(await database.query('select missed from encryption_key_holder')).toEqual([{ missed: 1 }]);
          expect(order).not.toContain('…');
        },
      });
    });

    it('does not take over at the first heartbeat after an outage of the database, because other processes do not count as ended then', async () => {
      const [old, newer] = [presenceOf(A), presenceOf(B, A)];
      await old.onModuleInit();
      await newer.onModuleInit();
      await ageHeartbeatsBy('16 seconds');
      await newer.heartbeat();
      await ageHeartbeatsBy('1 hour');
      await newer.heartbeat();
      expect(await isSealingKey(A)).toBe(true);
      await old.heartbeat();
      expect(await database.query('select missed from encryption_key_holder')).toEqual([{ missed: 0 }, { missed: 0 }]);
    });

    it('prevents sealing by a running process that counts as ended and does not have the new key', async () => {
      const endedProcessKeys = keysOf(A);
      const endedProcess = new KeyPresence(database, state, endedProcessKeys);
      running.push(endedProcess);
      await endedProcess.onModuleInit();
      await endedProcess.onApplicationShutdown();
      await keysOf(B, A).refresh();
      await expect(database.transaction(() => endedProcessKeys.lockedKeyIndex())).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      expect(endedProcessKeys.lacksSealingKey).toBe(false);
      await endedProcess.heartbeat();
      expect(endedProcessKeys.lacksSealingKey).toBe(true);
    });

    it('seals all values that are stored after it has taken over', async () => {
      await database.query('create table sealed_by (key_index integer not null)');
      await inEveryOrder({
        on: database,
        given: async () => {
          await database.query('truncate encryption_key, encryption_key_holder, sealed_by');
          await compare([], A);
          const old = keysOf(A, B);
          await old.keyIndex();
          return old;
        },
        contenders: {
          S: (old) =>
            database.transaction(async () => {
              const keyIndex = await old.lockedKeyIndex();
              await database.query('insert into sealed_by values ($1)', [keyIndex]);
            }),
          // Takes over as `hrev reseal` does. Returns the number of rows that are left to reseal.
          N: async () => {
            await keysOf(B, A).takeOver();
            return (await database.query('select from sealed_by where key_index = 0')).length;
          },
        },
        holds: async (_, { outcomes }) => {
          const byOlder = await database.query('select from sealed_by where key_index = 0');
          expect(outcomes['N']).toEqual({ status: 'fulfilled', value: byOlder.length });
        },
      });
    });

    it('takes over while a running process has the new key as previous key', async () => {
      const old = presenceOf(A, B);
      await old.onModuleInit();
      expect(await keysOf(B, A).keyIndex()).toBe(0);
      const oldKeys = keysOf(A, B);
      // The older key does not take over again.
      expect([await oldKeys.keyIndex(), await isSealingKey(B)]).toEqual([1, true]);
      await old.onApplicationShutdown();
      expect([await keysOf(A, B).keyIndex(), await isSealingKey(B)]).toEqual([1, true]);
    });

    it('prevents the start of a process that does not have the new key', async () => {
      await keysOf(B, A).keyIndex();
      await expect(presenceOf(A).onModuleInit()).rejects.toThrow(ConfigError);
    });

    it('either takes over or lets a process with the older key start, in every order of their statements', async () => {
      const report = await inEveryOrder({
        on: database,
        given: async () => {
          await database.query('truncate encryption_key, encryption_key_holder');
          await compare([], A);
        },
        contenders: { O: () => presenceOf(A).onModuleInit(), N: () => keysOf(B, A).refresh() },
        mayFail: (reason, contender) => contender === 'O' && reason instanceof ConfigError,
        holds: async (_, { outcomes }) => expect(outcomes['O']?.status === 'fulfilled').toBe(await isSealingKey(A)),
      });
      expect([report.orders > 10, report.leftOut]).toEqual([true, 0]);
    });
  });

  describe('`hrev reseal`', () => {
    beforeEach(() => compare([], A));

    it('is refused while a running process does not have the new key', async () => {
      const old = presenceOf(A);
      await old.onModuleInit();
      await expect(keysOf(B, A).takeOver()).rejects.toMatchObject({
        code: 'conflict',
        detail: expect.stringMatching(/^1 running process does not hold/) as string,
      });
      expect(await isSealingKey(A)).toBe(true);
    });

    it('makes a replaced key the sealing key again', async () => {
      await keysOf(B, A).keyIndex();
      await keysOf(A, B).takeOver();
      expect([await isSealingKey(A), await keysOf(B, A).keyIndex()]).toEqual([true, 1]);
    });

    it('waits for a process with overdue heartbeats until it counts as ended', async () => {
      await presenceOf(A).onModuleInit();
      await database.query(`update encryption_key_holder set missed = 3, checked_at = clock_timestamp()`);
      const silentCounts: number[] = [];
      await keysOf(B, A).takeOver((silent) => {
        silentCounts.push(silent);
        void database.query(`update encryption_key_holder set checked_at = clock_timestamp() - interval '16 seconds'`);
      });
      expect([silentCounts, await isSealingKey(B)]).toEqual([[1], true]);
    });

    it('makes another key the sealing key if the sealing key is lost', async () => {
      await keysOf(C).takeOver();
      expect(await isSealingKey(C)).toBe(true);
      await expect(compare([], A)).rejects.toThrow(ConfigError);
    });
  });
});
