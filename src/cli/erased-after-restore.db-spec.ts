import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { loadConfig } from '@libs/config';
import { Database, createDataSource } from '@libs/database';
import { listBackups } from '@libs/database/backup';
import { startEmbeddedPostgres } from '@libs/database/embedded';
import { ENTITIES } from '@src/entities';
import { accountsOn } from '@test/support/notices-on';
import { hrev, jsonOf } from '@test/support/command-line';
import { insertReview } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { removeDueRows } from '../due-rows';

/** docs/operations/backup.md: a restore of an earlier time erases again what was erased since. */
describe('erasures after a backup', () => {
  const environment = { ...process.env };
  let home: string;
  let backups: string;
  let erased: LinkFixture;
  let open: LinkFixture;

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-erasures-cli-'));
    // PostgreSQL runs as another user if the tests run as root.
    chmodSync(home, 0o755);
    backups = path.join(home, 'backups');
    for (const name of Object.keys(process.env)) if (name.startsWith('HREV_')) delete process.env[name];
    delete process.env['DATABASE_URL'];
    Object.assign(process.env, { HREV_HOME: home, HREV_BACKUP_DIR: backups, LOG_LEVEL: 'warn' });
    Logger.overrideLogger(false);
    expect(await hrev('erasures')).toMatchObject({
      code: 3,
      err: 'The database has no schema of hrev: nothing was erased in it.\n',
    });
    expect((await hrev('migrate')).code).toBe(0);
    await withDatabase(async (database) => {
      [erased, open] = [await aLink(database), await aLink(database)];
      for (const link of [erased, open]) await insertReview(database, { ...link, externalId: 'one', text: 'Words' });
      await database.query(`update tracked_object set created_at = now() - interval '1 year'`);
    });
    expect((await hrev('backup')).code).toBe(0);
    await withDatabase(async (database) => {
      await accountsOn(database, loadConfig({ NODE_ENV: 'test' })).close(erased.accountId, 'Test');
      await database.query(`update account set closed_at = now() - interval '31 days' where id = $1`, [
        erased.accountId,
      ]);
      await database.query(`update tracked_object set deleted_at = now() - interval '31 days' where id = $1`, [
        open.objectId,
      ]);
      expect(await removeDueRows(database, { HREV_AUDIT_KEEP: 400 * 86_400_000 })).toEqual([]);
      expect(await contents(database)).toEqual(AFTER);
    });
  });
  afterAll(() => {
    process.env = environment;
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  /** Runs `work` on the embedded database of the home, and stops it. */
  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const server = await startEmbeddedPostgres({ home, role: 'command' });
    const settings = { url: server.url, poolSize: 2, statementTimeoutMs: 20_000, applicationName: 'spec' };
    const database = new Database(await createDataSource({ ...settings, entities: ENTITIES }).initialize());
    try {
      return await work(database);
    } finally {
      await database.close();
      await server.stop();
    }
  }

  interface Contents {
    readonly accounts: number;
    readonly objects: number;
    readonly reviews: number;
  }
  const contents = async (database: Database): Promise<Contents | undefined> =>
    (
      await database.query<Contents & Record<string, unknown>>(
        `select (select count(*)::int from account) as accounts, (select count(*)::int from tracked_object) as objects,
           (select count(*)::int from review) as reviews`,
      )
    )[0];
  const BEFORE: Contents = { accounts: 2, objects: 2, reviews: 2 };
  const AFTER: Contents = { accounts: 1, objects: 0, reviews: 0 };
  const REPEATED = { closed_accounts: 0, erased_accounts: 1, erased_objects: 1, erased_links: 1 };

  const restore = async (...options: readonly string[]) => {
    const { out, code } = await hrev('restore', '--json', ...options);
    expect([code, out]).toEqual([0, expect.stringContaining('{')]);
    return JSON.parse(out) as { repeated: Record<string, number>; overdue: string[] };
  };
  const recordFile = (): string => {
    const [backup] = listBackups(backups);
    return path.join(backups, 'erasures', `${backup?.manifest.postgres.system_id}.jsonl`);
  };

  it('are listed with ids and times only', async () => {
    const { erasures } = jsonOf(await hrev('erasures', '--json')) as { erasures: Record<string, unknown>[] };
    // Opened again or not, the closure is part of the audit trail of the account, and is erased with it.
    expect(erasures.map(({ event, target }) => [event, target])).toEqual(
      expect.arrayContaining([
        ['account_erased', erased.accountId],
        ['object_erased', open.objectId],
      ]),
    );
    const { out } = await hrev('erasures');
    expect(out).not.toContain('Test');
    writeFileSync(path.join(home, 'erasures.jsonl'), out);
  });

  it('are repeated by a restore from the record of the present database, which it writes first', async () => {
    expect(await restore()).toMatchObject({ repeated: REPEATED, overdue: [] });
    expect(readFileSync(recordFile(), 'utf8')).toContain('account_erased');
    expect(await withDatabase(contents)).toEqual(AFTER);
  });

  it('are repeated by a restore on an empty home from the record beside the backups', async () => {
    rmSync(path.join(home, 'pg'), { recursive: true, force: true });
    expect(await restore()).toMatchObject({ repeated: REPEATED, overdue: [] });
    expect(await withDatabase(contents)).toEqual(AFTER);
  });

  it.each(['/none', '/'])('are not repeated from %s, which cannot be read', async (file) => {
    expect(await hrev('restore', '--settle', '--erasures', file)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^the file \/\w* cannot be read \((ENOENT|EISDIR)\)\n$/) as string,
    });
  });

  it('are repeated from a file that hrev erasures has written', async () => {
    rmSync(path.join(home, 'pg'), { recursive: true, force: true });
    rmSync(recordFile());
    const file = path.join(home, 'erasures.jsonl');
    expect(await restore('--erasures', file)).toMatchObject({ repeated: REPEATED, overdue: [] });
    expect(await withDatabase(contents)).toEqual(AFTER);
  });

  it('cannot be repeated without a record, which the restore says', async () => {
    rmSync(path.join(home, 'pg'), { recursive: true, force: true });
    rmSync(recordFile(), { force: true });
    const { out, code } = await hrev('restore');
    expect([code, out]).toEqual([0, expect.stringContaining('No record of erasures was found')]);
    expect(await withDatabase(contents)).toEqual(BEFORE);
  });
});
