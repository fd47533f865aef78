import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MIGRATIONS } from '@libs/database/migrations';
import { hrev, jsonOf } from '@test/support/command-line';

/** `backup`, `backup verify` and `restore` on an embedded database of their own (docs/operations/backup.md). */
describe('command line: backups (contract §12.3)', () => {
  const environment = { ...process.env };
  let home: string;
  let backups: string;

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-backup-cli-'));
    // PostgreSQL runs as another user if the tests run as root.
    chmodSync(home, 0o755);
    backups = path.join(home, 'backups');
    for (const name of Object.keys(process.env)) if (name.startsWith('HREV_')) delete process.env[name];
    delete process.env['DATABASE_URL'];
    Object.assign(process.env, { HREV_HOME: home, LOG_LEVEL: 'warn' });
    expect((await hrev('migrate')).code).toBe(0);
    // Seals nothing yet: the key of the installation is recorded by the first start of the service.
    expect((await hrev('account', 'create', '--name', 'First')).code).toBe(0);
  });
  afterAll(() => {
    process.env = environment;
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  const accounts = async (): Promise<string[]> =>
    (jsonOf(await hrev('account', 'list', '--json')) as { accounts: { name: string }[] }).accounts.map(
      ({ name }) => name,
    );

  it('needs a folder, and a backup in it', async () => {
    expect(await hrev('backup')).toMatchObject({ code: 2, err: expect.stringContaining('HREV_BACKUP_DIR') as string });
    process.env['HREV_BACKUP_DIR'] = backups;
    expect(await hrev('restore')).toMatchObject({ code: 1, err: expect.stringContaining('has no backup') as string });
  });

  it.each(['/proc/none', '/dev/null', '/dev/null/backups'])('refuses the folder %s in one line', async (folder) => {
    const { code, err } = await hrev('backup', '--dir', folder);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/the folder \S+ cannot be used \((ENOENT|EEXIST|ENOTDIR|EACCES)\)\n$/) as string,
    });
  });

  it('backup states the versions first; verify prints one JSON object', async () => {
    const taken = await hrev('backup');
    expect(taken).toMatchObject({
      code: 0,
      out: expect.stringContaining('only this moment can be restored') as string,
    });
    const newest = MIGRATIONS.at(-1)?.name;
    expect(taken.err).toMatch(new RegExp(`^hrev \\S+, schema ${newest}, PostgreSQL 18\\.\\d+, encryption key \\w+\\n`));
    const verified = await hrev('backup', 'verify', '--json');
    expect(JSON.parse(verified.out)).toMatchObject({ ok: true, gap: null, segments: 0 });
  });

  it('restore --check changes nothing; restore keeps the former data beside', async () => {
    expect((await hrev('account', 'create', '--name', 'Second')).code).toBe(0);
    const checked = await hrev('restore', '--check');
    expect(checked).toMatchObject({ code: 0, out: 'The backup can be restored here. Nothing was changed.\n' });
    expect(checked.err).toMatch(/^backup \w+, without later changes\nok {4}hrev /);
    const restored = JSON.parse((await hrev('restore', '--json')).out) as Record<string, string>;
    expect(restored).toMatchObject({ former_data_folder: path.join(home, 'pg/data'), doubted_replies: 0 });
    expect(existsSync(path.join(home, 'pg/data/PG_VERSION'))).toBe(true);
    expect(await accounts()).toEqual(['First']);
    const deep = JSON.parse((await hrev('doctor', '--deep', '--json')).out) as {
      checks: { name: string; ok: boolean }[];
    };
    expect(deep.checks.filter(({ ok, name }) => !ok && name !== 'browser')).toEqual([]);
    renameSync(path.join(home, 'pg/location'), path.join(home, 'pg/location.away'));
    expect(await accounts()).toEqual(['First', 'Second']);
  });

  it('restore refuses a database of the own, and a moment that the log does not reach', async () => {
    expect(await hrev('restore', '--to', '2026-11-28T10:00:00Z')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no write-ahead log') as string,
    });
    expect((await hrev('restore', '--to', 'yesterday')).code).toBe(2);
    process.env['DATABASE_URL'] = 'postgresql://db.example/hrev';
    expect(await hrev('restore')).toMatchObject({ code: 2, err: expect.stringContaining('embedded') as string });
  });
});
