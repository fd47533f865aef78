import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClusterMetrics } from '@libs/metrics';
import { valueIn } from '@test/support/metric-values';
import { StorageFigures } from './storage-figures.service';

const SYSTEM = '7580000000000000001';
const EXTERNAL = 'postgresql://localhost/hrev';

/** Disks and backups as metrics of the installation (docs/operations/backup.md). */
describe('the figures of disks and backups', () => {
  let home: string;
  let backups: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-storage-'));
    backups = path.join(home, 'backups');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const failures: string[] = [];
  const read = async (settings: { url?: string; backups?: string | null } = {}): Promise<string> => {
    const metrics = new ClusterMetrics((reader) => failures.push(reader));
    const { url: DATABASE_URL = null, backups: HREV_BACKUP_DIR = backups } = settings;
    new StorageFigures(metrics, { DATABASE_URL, HREV_HOME: home, HREV_BACKUP_DIR }).onModuleInit();
    await metrics.read();
    return metrics.text();
  };
  const aBackup = (endedAt: string): void => {
    const name = `${endedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    mkdirSync(path.join(backups, name), { recursive: true });
    const file = { bytes: 1, sha256: '' };
    const manifest = {
      ...{ format: 1, name, hrev_version: '0.1.0', started_at: endedAt, ended_at: endedAt, migrations: [] },
      postgres: {
        ...{ version: '18.4', major: 18, system_id: SYSTEM, timeline: 1, start_lsn: '0/1', end_lsn: '0/2' },
        segment_bytes: 16_777_216,
      },
      platform: { os: 'linux', architecture: 'x64' },
      encryption_key: { fingerprint: null },
      files: { 'base.tar.gz': file, backup_manifest: file },
    };
    writeFileSync(path.join(backups, name, 'manifest.json'), JSON.stringify(manifest));
  };
  const receivedUntil = (at: string): void => {
    mkdirSync(path.join(backups, 'wal', SYSTEM), { recursive: true });
    writeFileSync(path.join(backups, 'wal', SYSTEM, 'received.json'), JSON.stringify({ timeline: 1, lsn: '0/3', at }));
  };
  const timesIn = (text: string) =>
    ['newest', 'log'].map((what) => valueIn(text, `hrev_backup_${what}_timestamp_seconds`));
  const seconds = (at: string): number => Date.parse(at) / 1_000;

  it('are the times of the newest backup and of its log', async () => {
    aBackup('2026-11-28T03:17:00.000Z');
    aBackup('2026-11-27T03:17:00.000Z');
    receivedUntil('2026-11-29T10:00:01.500Z');
    expect(timesIn(await read())).toEqual([seconds('2026-11-28T03:17:00Z'), seconds('2026-11-29T10:00:01.500Z')]);
  });

  it.each([
    ['a folder that does not exist', () => undefined, [0, 0]],
    ['a folder without a backup', () => mkdirSync(backups), [0, 0]],
    ['a backup without its log', () => aBackup('2026-11-28T03:17:00.000Z'), [seconds('2026-11-28T03:17:00Z'), 0]],
  ])('are 0 for what is missing in %s', async (_, given, expected) => {
    given();
    expect(timesIn(await read())).toEqual(expected);
  });

  it('fail for a backup that cannot be read, and leave the disks', async () => {
    aBackup('2026-11-28T03:17:00.000Z');
    writeFileSync(path.join(backups, '20261128T031700Z', 'manifest.json'), '{');
    const text = await read();
    expect([failures.splice(0), timesIn(text)]).toEqual([['backups'], [undefined, undefined]]);
    expect(valueIn(text, 'hrev_disk_size_bytes{volume="database"}')).toBeGreaterThan(0);
  });

  it.each([
    ['the embedded database without backups', { backups: null }, ['database'], [false, false]],
    ['the embedded database with backups', {}, ['database', 'backups'], [true, true]],
    ['a server of the operator with backups', { url: EXTERNAL }, ['backups'], [true, false]],
    ['a server of the operator', { url: EXTERNAL, backups: null }, [], [false, false]],
  ])('of %s', async (_, settings, volumes, times) => {
    mkdirSync(backups);
    const text = await read(settings);
    expect([...text.matchAll(/^hrev_disk_free_bytes\{volume="(\w+)"\}/gm)].map(([, volume]) => volume)).toEqual(
      volumes,
    );
    for (const volume of volumes) {
      const [size = 0, free = 0] = ['size', 'free'].map((what) =>
        valueIn(text, `hrev_disk_${what}_bytes{volume="${volume}"}`),
      );
      expect(free).toBeGreaterThan(0);
      expect(size).toBeGreaterThanOrEqual(free);
    }
    expect(timesIn(text).map((time) => time !== undefined)).toEqual(times);
  });
});
