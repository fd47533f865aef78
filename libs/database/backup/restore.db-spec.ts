import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { embeddedHomes, query } from '@test/support/embedded-homes';
import { eventually } from '@test/support/eventually';
import { listBackups, type StoredBackup } from './backup-folder';
import { planRestore, type RestoreWish } from './choose-backup';
import { pruneBackups } from './prune';
import { restoreCluster, type RestoreResult } from './restore-cluster';
import { takeBackup } from './take-backup';
import { verifyBackup } from './verify-backup';
import { WalReceiver } from './wal-receiver';

/** Backup, log and restore of a real embedded server (docs/operations/backup.md). */
const LIMIT_MS = 20_000;
const { homeWithCluster, newHome, start } = embeddedHomes();

interface Site {
  readonly home: string;
  readonly backups: string;
  url: string;
  /** Receives the log until `stop`. */
  readonly problems: string[];
  receive(): void;
  stop(): Promise<void>;
  run(): Promise<void>;
  backup(): Promise<StoredBackup>;
  items(): Promise<unknown[]>;
  insert(n: number): Promise<Date>;
}

/** A running server with a table of items, and an empty folder of backups. */
async function site(): Promise<Site> {
  const home = await homeWithCluster();
  const backups = path.join(newHome(), 'backups');
  let server = await start(home, 'service');
  let receiver: WalReceiver | null = null;
  const one: Site = {
    home,
    backups,
    url: server.url,
    problems: [],
    receive: () => {
      receiver = new WalReceiver({ url: one.url, backups, onProblem: (problem) => one.problems.push(problem) });
      receiver.start();
    },
    stop: async () => {
      await receiver?.stop();
      receiver = null;
      await server.stop();
    },
    run: async () => {
      server = await start(home, 'service');
      one.url = server.url;
    },
    backup: () =>
      takeBackup({
        url: one.url,
        backups,
        hrevVersion: '0.1.0',
        migrations: ['One1'],
        keyFingerprint: 'ab'.repeat(16),
      }),
    items: async () => (await query(one.url, 'select n from item order by n')).map(({ n }) => n),
    insert: async (n) => {
      const [row] = await query(one.url, 'insert into item values ($1) returning clock_timestamp() as at', [n]);
      return (row as { at: Date }).at;
    },
  };
  await query(one.url, 'create table item (n int primary key); insert into item values (1)');
  return one;
}

async function restore(one: Site, wish: Partial<RestoreWish> = {}, home = one.home): Promise<RestoreResult<unknown>> {
  const plan = planRestore(one.backups, listBackups(one.backups), { name: null, to: null, timeline: null, ...wish });
  return restoreCluster({ home, plan, check: (url) => query(url, 'select n from item order by n') });
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A backup is named after its second. */
const nextSecond = (): Promise<void> => pause(1_050);

it('restores a backup alone, beside the former data folder, which stays as it is', async () => {
  const one = await site();
  const { manifest, folder } = await one.backup();
  expect(readdirSync(folder).sort()).toEqual(['backup_manifest', 'base.tar.gz', 'manifest.json']);
  expect(manifest).toMatchObject({
    hrev_version: '0.1.0',
    migrations: ['One1'],
    encryption_key: { fingerprint: 'ab'.repeat(16) },
    postgres: { major: 18, timeline: 1, segment_bytes: 16 * 1024 * 1024 },
  });
  await one.insert(2);
  await one.stop();

  const result = await restore(one);
  expect(result.checked).toEqual([{ n: 1 }]);
  expect(result.formerDataFolder).toBe(path.join(one.home, 'pg/data'));
  expect(existsSync(path.join(one.home, 'pg/data/PG_VERSION'))).toBe(true);
  await one.run();
  expect(await one.items()).toEqual([1]);
  await one.stop();
  // The former data is one removed file away.
  rmSync(path.join(one.home, 'pg/location'));
  await one.run();
  expect(await one.items()).toEqual([1, 2]);
});

it('restores the moment before a mistake, and later everything that happened after the restore', async () => {
  const one = await site();
  one.receive();
  await one.backup();
  const before = await one.insert(2);
  await pause(50);
  await query(one.url, 'delete from item');
  await one.stop();
  expect(one.problems).toEqual([]);

  const first = await restore(one, { to: later(before, 10) });
  expect(first.checked).toEqual([{ n: 1 }, { n: 2 }]);
  expect(new Date(first.lastTransactionAt ?? '').getTime()).toBeLessThanOrEqual(later(before, 10).getTime());

  await one.run();
  one.receive();
  await one.insert(3);
  await one.stop();
  expect(one.problems).toEqual([]);
  const verified = await verifyBackup(one.backups, listBackups(one.backups)[0] as StoredBackup);
  expect(verified).toMatchObject({ gap: null, reachesUntil: expect.any(String) as string });

  // The whole log leads over two timelines; the one that the restore left can still be chosen.
  expect((await restore(one)).checked).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect((await restore(one, { timeline: 1 })).checked).toEqual([]);
});

it('a time after the last transaction is the end of the log, and one after the log is refused', async () => {
  const one = await site();
  one.receive();
  await one.backup();
  const last = await one.insert(2);
  await pause(2_500);
  await one.stop();
  expect((await restore(one, { to: later(last, 500) })).checked).toEqual([{ n: 1 }, { n: 2 }]);
  await expect(restore(one, { to: later(last, 60_000) })).rejects.toThrow(
    /the log was received until .*: choose a time/,
  );
  await expect(restore(one, { to: later(last, -60_000) })).rejects.toThrow(
    /no backup leads to .* the first one ended at/,
  );
});

it('the lost disk of the database costs at most what was not received in the last second', async () => {
  const one = await site();
  one.receive();
  await one.backup();
  for (let n = 2; n <= 40; n += 1) await one.insert(n);
  await pause(2_500);
  await one.stop();
  rmSync(path.join(one.home, 'pg'), { recursive: true });
  const elsewhere = newHome();
  const result = await restore(one, {}, elsewhere);
  expect(result.checked).toHaveLength(40);
  expect(result.formerDataFolder).toBeNull();
  expect(result.dataFolder).toBe(path.join(elsewhere, 'pg/data'));
  // The password is that of the new home.
  const server = await start(elsewhere, 'service');
  expect(await query(server.url, 'select count(*)::int as n from item')).toEqual([{ n: 40 }]);
});

it('many segments are received, compressed, continued after an interruption, and pruned with their backup', async () => {
  const one = await site();
  one.receive();
  const first = await one.backup();
  await query(
    one.url,
    'create table filler as select repeat(md5(n::text), 40) as text from generate_series(1, 40000) n',
  );
  await one.stop();
  await one.run();
  one.receive();
  await query(one.url, 'insert into filler select text from filler');
  await one.insert(2);
  await nextSecond();
  await one.backup();
  await one.insert(3);
  await one.stop();
  expect(one.problems).toEqual([]);
  const wal = path.join(one.backups, 'wal', first.manifest.postgres.system_id);
  const complete = (): string[] => readdirSync(wal).filter((name) => name.endsWith('.gz'));
  expect(complete().length).toBeGreaterThan(4);
  expect((await restore(one, { name: first.manifest.name })).checked).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);

  const [damaged = ''] = complete().slice(2);
  const content = readFileSync(path.join(wal, damaged));
  writeFileSync(path.join(wal, damaged), content.subarray(0, content.length / 2));
  await expect(verifyBackup(one.backups, first)).rejects.toThrow(`${damaged} is damaged`);
  rmSync(path.join(wal, damaged));
  expect((await verifyBackup(one.backups, first)).gap).toBe(damaged.replace('.gz', ''));
  await expect(restore(one, { name: first.manifest.name })).rejects.toThrow('the log has a gap');

  const pruned = pruneBackups(one.backups, listBackups(one.backups), 1);
  expect(pruned.removed).toEqual([first.manifest.name]);
  expect(pruned.segments).toBeGreaterThan(3);
  expect((await restore(one)).checked).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

it('log that the server has removed is reported as a gap, and the receiver continues', async () => {
  const one = await site();
  one.receive();
  await one.backup();
  await one.stop();
  await one.run();
  await query(one.url, `alter system set max_slot_wal_keep_size = '32MB'`);
  await query(one.url, `select pg_drop_replication_slot('hrev_backup')`);
  for (let n = 0; n < 3; n += 1)
    await query(one.url, 'select pg_switch_wal()').then(() => query(one.url, 'checkpoint'));
  await query(
    one.url,
    'create table filler as select repeat(md5(n::text), 40) as text from generate_series(1, 40000) n',
  );
  await query(one.url, 'checkpoint');
  one.receive();
  await eventually('a report of the gap', LIMIT_MS, () =>
    one.problems.some((line) => line.includes('make a new backup now')),
  );
  await nextSecond();
  const beforeBackup = Date.now();
  const backup = await one.backup();
  // The log of before the gap is not counted. The receiver may already have log that follows the backup.
  const { reachesUntil } = await verifyBackup(one.backups, backup);
  expect(reachesUntil === null || new Date(reachesUntil).getTime() >= beforeBackup - 1_000).toBe(true);
  await one.insert(2);
  await eventually(
    'the log that follows the backup',
    LIMIT_MS,
    async () => (await verifyBackup(one.backups, backup)).reachesUntil !== null,
  );
  await nextSecond();
  await one.stop();
  expect((await restore(one)).checked).toEqual([{ n: 1 }, { n: 2 }]);
});

it('a damaged backup changes nothing', async () => {
  const one = await site();
  const { folder } = await one.backup();
  await one.stop();
  const base = path.join(folder, 'base.tar.gz');
  const content = readFileSync(base);
  content[Math.floor(content.length / 2)] = (content[Math.floor(content.length / 2)] ?? 0) ^ 0xff;
  writeFileSync(base, content);
  await expect(verifyBackup(one.backups, listBackups(one.backups)[0] as StoredBackup)).rejects.toThrow(/damaged/);
  await expect(restore(one)).rejects.toThrow(/the backup is damaged: base.tar.gz/);
  truncateSync(base, 1000);
  await expect(restore(one)).rejects.toThrow(/the backup is damaged: base.tar.gz: its size differs/);
  expect(readdirSync(path.join(one.home, 'pg')).filter((name) => name.startsWith('restored-'))).toEqual([]);
  await one.run();
  expect(await one.items()).toEqual([1]);
});

it('is refused while the database runs, and if the check of the restored database fails', async () => {
  const one = await site();
  await one.backup();
  await expect(restore(one)).rejects.toThrow('the database of this HREV_HOME is running');
  await one.insert(2);
  await one.stop();
  const plan = planRestore(one.backups, listBackups(one.backups), { name: null, to: null, timeline: null });
  const check = (): Promise<never> => Promise.reject(new Error('the check failed'));
  await expect(restoreCluster({ home: one.home, plan, check })).rejects.toThrow('the check failed');
  expect(readdirSync(path.join(one.home, 'pg')).filter((name) => name.startsWith('restored-'))).toEqual([]);
  await one.run();
  expect(await one.items()).toEqual([1, 2]);
});
