import { ConfigError, EncryptionKey, loadConfig } from '@libs/config';
import type { Database } from '@libs/database';
import { inEveryOrder } from '@test/support/interleaving';
import { sealingKeysOn } from '@test/support/sealing-keys';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { KeyPresence } from './key-presence';
import { KeyStateStore } from './key-state.store';
import { compareKeys, type SealedTable } from './sealed-tables';

const [A, B, C] = ['aa', 'bb', 'cc'].map((digits) => digits.repeat(32)) as [string, string, string];

/** Contract §12.4: `HREV_ENCRYPTION_KEY` may be followed by `HREV_ENCRYPTION_KEY_PREVIOUS`. */
describe('which encryption key seals', () => {
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
  const sealedWith = async (key: string): Promise<boolean> =>
    (await state.sealing()) === new EncryptionKey(configOf(key)).fingerprints()[0];

  describe('"the start compares a stored fingerprint"', () => {
    it('the first start stores its key’s fingerprint; the same key is accepted, another one is refused in one line', async () => {
      expect(await compare([], A)).toEqual({ current: 0, older: 0, unreadable: 0, isSealing: true });
      expect((await compare([], A)).isSealing).toBe(true);
      const refusal = await compare([], B).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ConfigError);
      expect((refusal as ConfigError).message).toMatch(/^HREV_ENCRYPTION_KEY: this is not the key that sealed [^\n]+$/);
      expect(await sealedWith(A)).toBe(true);
    });

    it('accepts a new key together with the older one', async () => {
      await compare([], A);
      expect((await compare([], B, C, A)).isSealing).toBe(false);
    });

    it('accepts one of several concurrent first starts with different keys', async () => {
      const ended = await Promise.allSettled([A, B, C].map((key) => compare([], key)));
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('stores a keyed hash of a constant, which does not reveal the key', async () => {
      await compare([], A);
      const [row] = await database.query<{ line: string }>('select e::text as line from encryption_key e');
      expect(row?.line).toMatch(/^\(\d+,[0-9a-f]{32},/);
      expect(row?.line).not.toContain(A.slice(0, 8));
    });

    it('generates no key where the data was sealed with one', async () => {
      await compare([], A);
      const key = new EncryptionKey(loadConfig({ HREV_HOME: `/tmp/hrev-no-key-${process.pid}` }));
      await expect(compareKeys(database, key, [])).rejects.toThrow(/is not set and not in HREV_HOME/);
      expect(key.origin()).toBe('not created yet');
    });

    it('recognizes the key by the sealed rows of an installation from before fingerprints', async () => {
      const tables: SealedTable[] = [
        { table: 'sealed_rows', purpose: 'spec', keyId: (key) => key.toString('hex').slice(0, 12) },
      ];
      const idOf = (key: string) => tables[0]?.keyId(new EncryptionKey(configOf(key)).derive('spec'));
      await database.query('create table sealed_rows (key_id text not null)');
      await database.query('insert into sealed_rows values ($1), ($1)', [idOf(A)]);
      await expect(compare(tables, B)).rejects.toThrow(ConfigError);
      const keyless = new EncryptionKey(loadConfig({ HREV_HOME: `/tmp/hrev-no-key-${process.pid}` }));
      await expect(compareKeys(database, keyless, tables)).rejects.toThrow(/is not set and not in HREV_HOME/);
      expect([keyless.origin(), await state.sealing()]).toEqual(['not created yet', null]);
      expect(await compare(tables, A)).toEqual({ current: 2, older: 0, unreadable: 0, isSealing: true });
      expect(await compare(tables, B, A)).toEqual({ current: 0, older: 2, unreadable: 0, isSealing: false });
      await database.query('insert into sealed_rows values ($1)', [idOf(C)]);
      expect((await compare(tables, A)).unreadable).toBe(1);
      // Some rows may be unreadable: the key that sealed the others is the right one.
      await database.query('truncate encryption_key');
      expect((await compare(tables, A)).unreadable).toBe(1);
    });
  });

  describe('a new key beside the older one', () => {
    beforeEach(() => compare([], A));

    it('takes over by itself where no other process runs', async () => {
      expect(await keysOf(B, A).refresh()).toBe(0);
      expect(await sealedWith(B)).toBe(true);
    });

    it('seals nothing while a running process does not hold it, and takes over when that process has stopped', async () => {
      const old = presenceOf(A);
      await old.onModuleInit();
      const newer = keysOf(B, A);
      expect([await newer.keyIndex(), await sealedWith(A)]).toEqual([1, true]);
      await old.onApplicationShutdown();
      expect([await newer.refresh(), await sealedWith(B)]).toEqual([0, true]);
    });

    const makeOlderBy = (text: string): Promise<unknown> =>
      database.query(`update encryption_key_holder set checked_at = clock_timestamp() - interval '${text}'`);

    it('a killed process no longer prevents the take-over after four missed heartbeats, 15 s apart', async () => {
      await presenceOf(A).onModuleInit();
      const newer = presenceOf(B, A);
      await newer.onModuleInit();
      for (const misses of [1, 2, 3]) {
        await makeOlderBy('16 seconds');
        await newer.heartbeat();
        // Too early for another missed heartbeat.
        await newer.heartbeat();
        const rows = await database.query('select missed from encryption_key_holder where missed > 0');
        expect([rows, await sealedWith(A)]).toEqual([[{ missed: misses }], true]);
      }
      await makeOlderBy('16 seconds');
      await newer.heartbeat();
      expect(await sealedWith(B)).toBe(true);
    });

    it('after an outage of the database of one hour, the first heartbeat does not remove the other processes', async () => {
      const [old, newer] = [presenceOf(A), presenceOf(B, A)];
      await old.onModuleInit();
      await newer.onModuleInit();
      await makeOlderBy('16 seconds');
      await newer.heartbeat();
      await makeOlderBy('1 hour');
      await newer.heartbeat();
      expect(await sealedWith(A)).toBe(true);
      await old.heartbeat();
      expect(await database.query('select missed from encryption_key_holder')).toEqual([{ missed: 0 }, { missed: 0 }]);
    });

    it('a running process that counts as ended seals nothing that others cannot read, and is not ready', async () => {
      const lostKeys = keysOf(A);
      const lost = new KeyPresence(database, state, lostKeys);
      running.push(lost);
      await lost.onModuleInit();
      await lost.onApplicationShutdown();
      await keysOf(B, A).refresh();
      await expect(database.transaction(() => lostKeys.lockedKeyIndex())).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      expect(lostKeys.lacksSealingKey).toBe(false);
      await lost.heartbeat();
      expect(lostKeys.lacksSealingKey).toBe(true);
    });

    it('stores nothing sealed by the older key once the new one has taken over', async () => {
      await database.query('create table sealed_by (place integer not null)');
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
              const place = await old.lockedKeyIndex();
              await database.query('insert into sealed_by values ($1)', [place]);
            }),
          // What `hrev reseal` does; the result is the number of rows that it finds to reseal.
          N: async () => {
            await keysOf(B, A).takeOver();
            return (await database.query('select from sealed_by where place = 0')).length;
          },
        },
        holds: async (_, { outcomes }) => {
          const byOlder = await database.query('select from sealed_by where place = 0');
          expect(outcomes['N']).toEqual({ status: 'fulfilled', value: byOlder.length });
        },
      });
    });

    it('takes over while a process that can open with it runs with the older key first', async () => {
      const old = presenceOf(A, B);
      await old.onModuleInit();
      expect(await keysOf(B, A).keyIndex()).toBe(0);
      const oldKeys = keysOf(A, B);
      // The older key does not take over again.
      expect([await oldKeys.keyIndex(), await sealedWith(B)]).toEqual([1, true]);
      await old.onApplicationShutdown();
      expect([await keysOf(A, B).keyIndex(), await sealedWith(B)]).toEqual([1, true]);
    });

    it('a process that does not hold the key that took over does not start', async () => {
      await keysOf(B, A).keyIndex();
      await expect(presenceOf(A).onModuleInit()).rejects.toThrow(ConfigError);
    });

    it('in every order of a start with the older key and a take-over, no process runs that cannot open secrets', async () => {
      const report = await inEveryOrder({
        on: database,
        given: async () => {
          await database.query('truncate encryption_key, encryption_key_holder');
          await compare([], A);
        },
        contenders: { O: () => presenceOf(A).onModuleInit(), N: () => keysOf(B, A).refresh() },
        mayFail: (reason, contender) => contender === 'O' && reason instanceof ConfigError,
        holds: async (_, { outcomes }) => expect(outcomes['O']?.status === 'fulfilled').toBe(await sealedWith(A)),
      });
      expect([report.orders > 10, report.leftOut]).toEqual([true, 0]);
    });
  });

  describe('`hrev reseal`', () => {
    beforeEach(() => compare([], A));

    it('is refused while a running process could not read what it seals', async () => {
      const old = presenceOf(A);
      await old.onModuleInit();
      await expect(keysOf(B, A).takeOver()).rejects.toMatchObject({
        code: 'conflict',
        detail: expect.stringMatching(/^1 running process does not hold/) as string,
      });
      expect(await sealedWith(A)).toBe(true);
    });

    it('makes a replaced key the sealing key again', async () => {
      await keysOf(B, A).keyIndex();
      await keysOf(A, B).takeOver();
      expect([await sealedWith(A), await keysOf(B, A).keyIndex()]).toEqual([true, 1]);
    });

    it('waits for a process with overdue heartbeats until it counts as ended', async () => {
      await presenceOf(A).onModuleInit();
      await database.query(`update encryption_key_holder set missed = 3, checked_at = clock_timestamp()`);
      const waitedFor: number[] = [];
      await keysOf(B, A).takeOver((silent) => {
        waitedFor.push(silent);
        void database.query(`update encryption_key_holder set checked_at = clock_timestamp() - interval '16 seconds'`);
      });
      expect([waitedFor, await sealedWith(B)]).toEqual([[1], true]);
    });

    it('another key takes over on request if the sealing key is lost', async () => {
      await keysOf(C).takeOver();
      expect(await sealedWith(C)).toBe(true);
      await expect(compare([], A)).rejects.toThrow(ConfigError);
    });
  });
});
