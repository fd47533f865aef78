import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { loadConfig, type Config } from '@libs/config';
import { systemIdOf, type Database } from '@libs/database';
import { ErasureFile, type ErasureEntry } from '@libs/database/backup';
import { trailOn } from '@src/audit';
import { housekeepingOn } from '@src/collection/collection.worker.module';
import { accountsOn } from '@test/support/notices-on';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { accountErasureOn } from './account-erasure.service';
import { ErasureRecord } from './erasure-record';
import { ErasureRecordSchedule } from './jobs/erasure-record.schedule';

describe('the record of erasures beside the backups (docs/operations/retention.md)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let backups: string;
  let file: ErasureFile;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    backups = mkdtempSync(path.join(tmpdir(), 'hrev-erasures-'));
    file = new ErasureFile(backups, await systemIdOf(database));
  });
  beforeEach(async () => {
    await database.query('truncate account, audit_entry cascade');
    rmSync(path.join(backups, 'erasures'), { recursive: true, force: true });
  });
  afterAll(async () => {
    rmSync(backups, { recursive: true, force: true });
    await fixture.close();
  });

  const recorded = (): readonly (readonly [ErasureEntry['event'], number])[] =>
    file.read().map(({ event, target }) => [event, target]);
  const { signal } = new AbortController();

  type Step = (link: LinkFixture) => Promise<unknown>;
  const accounts = () => accountsOn(database, loadConfig({ NODE_ENV: 'test' }));
  const close: Step = ({ accountId }) => accounts().close(accountId, 'Test');
  const reopen: Step = ({ accountId }) => accounts().resume(accountId);
  const age =
    (table: string, column: string, key: keyof LinkFixture): Step =>
    (link) =>
      database.query(
        `update ${table} set ${column} = now() - interval '31 days'${table === 'tracked_object' ? `, created_at = now() - interval '1 year'` : ''} where id = $1`,
        [link[key]],
      );
  const rename: Step = ({ accountId }) => accounts().change(accountId, { name: 'Other' });
  const steps =
    (...all: readonly Step[]): Step =>
    async (link) => {
      for (const step of all) await step(link);
    };

  it.each<[string, Step, (link: LinkFixture) => readonly (readonly [ErasureEntry['event'], number])[]]>([
    ['a closed account', close, ({ accountId }) => [['account_closed', accountId]]],
    [
      'an account that was closed and opened again',
      steps(close, reopen),
      ({ accountId }) => [
        ['account_closed', accountId],
        ['account_reopened', accountId],
      ],
    ],
    ['not another change of an account', rename, () => []],
    [
      'an erased account',
      steps(age('account', 'closed_at', 'accountId'), () => accountErasureOn(database).run(signal)),
      ({ accountId }) => [['account_erased', accountId]],
    ],
    [
      'an erased link',
      steps(age('link', 'deleted_at', 'linkId'), () => housekeepingOn(database).purge(signal)),
      ({ linkId }) => [['link_erased', linkId]],
    ],
    [
      'an erased object, and its links',
      steps(age('tracked_object', 'deleted_at', 'objectId'), () => housekeepingOn(database).purge(signal)),
      ({ linkId, objectId }) => [
        ['link_erased', linkId],
        ['object_erased', objectId],
      ],
    ],
  ])('has %s, without names and texts', async (_, step, expected) => {
    const link = await aLink(database);
    await step(link);
    const added = await new ErasureRecord(database, backups).write();
    expect(recorded()).toEqual(expected(link));
    expect(added).toBe(expected(link).length);
    if (added > 0) expect(readFileSync(file.file, 'utf8')).not.toMatch(/Test|Other|example/);
  });

  const erase = (target: number): Promise<unknown> =>
    database.transaction(() =>
      trailOn(database).record({ action: 'object.erased', accountId: null, target: { type: 'object', id: target } }),
    );

  it('gets each entry once, also from several processes and after a restart', async () => {
    const [one, other] = [new ErasureRecord(database, backups), new ErasureRecord(database, backups)];
    await erase(1);
    expect(await one.write()).toBe(1);
    expect(await one.write()).toBe(0);
    await erase(2);
    expect(await other.write()).toBe(1);
    await one.write();
    expect(await new ErasureRecord(database, backups).write()).toBe(0);
    expect(recorded()).toEqual([
      ['object_erased', 1],
      ['object_erased', 2],
    ]);
  });

  it('gets an entry whose transaction commits after later ones were recorded', async () => {
    const record = new ErasureRecord(database, backups);
    await database.query(
      `insert into audit_entry (id, at, actor, action, target_type, target_id) overriding system value
       values (900, now(), 'service', 'object.erased', 'object', 9)`,
    );
    await record.write();
    await database.query(
      `insert into audit_entry (id, at, actor, action, target_type, target_id) overriding system value
       values (800, now() - interval '9 minutes', 'service', 'object.erased', 'object', 8)`,
    );
    expect(await record.write()).toBe(1);
    expect(recorded()).toEqual([
      ['object_erased', 8],
      ['object_erased', 9],
    ]);
  });

  it('is written by workers in their rounds and at their end, and a problem is logged once', async () => {
    const config = { HREV_BACKUP_DIR: backups } as Config;
    const schedule = new ErasureRecordSchedule(config, database);
    await erase(1);
    await schedule.run();
    expect(recorded()).toEqual([['object_erased', 1]]);
    await erase(2);
    await schedule.beforeApplicationShutdown();
    expect(recorded()).toHaveLength(2);

    const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    try {
      const blocked = new ErasureRecordSchedule({ HREV_BACKUP_DIR: `${file.file}/no-folder` } as Config, database);
      await blocked.run();
      await blocked.run();
      expect(errors.mock.calls).toEqual([[expect.stringContaining('erasures are not recorded beside the backups')]]);
    } finally {
      errors.mockRestore();
    }
    await new ErasureRecordSchedule({ HREV_BACKUP_DIR: null } as Config, database).run();
  });

  it('reads only the entries since it was written last, also without an erasure', async () => {
    const record = new ErasureRecord(database, backups);
    await record.write();
    const query = jest.spyOn(database, 'query');
    await record.write();
    const [since] = query.mock.calls.flatMap(([sql, values]) => (sql.includes('audit_entry') ? [values?.[0]] : []));
    query.mockRestore();
    expect(Date.now() - (since as Date).getTime()).toBeLessThan(11 * 60_000);
  });

  it('is read without an incomplete line, which is recorded again, and refused with a foreign one', async () => {
    await erase(1);
    await new ErasureRecord(database, backups).write();
    appendFileSync(file.file, '{"id":7,"at":"2026-11-2');
    expect(recorded()).toEqual([['object_erased', 1]]);
    await erase(2);
    expect(await new ErasureRecord(database, backups).write()).toBe(1);
    expect(recorded()).toEqual([
      ['object_erased', 1],
      ['object_erased', 2],
    ]);
    appendFileSync(file.file, '{"id":7}\n');
    expect(() => file.read()).toThrow(/line 5: this is not an erasure/);
  });
});
