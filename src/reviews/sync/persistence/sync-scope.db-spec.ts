import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

interface Signal {
  readonly received: Promise<void>;
  readonly send: () => void;
}

type LeavingStatement = (link: LinkFixture) => readonly [text: string, values: readonly unknown[]];

describe('contract §4.4.1: no event is missed if two transactions overlap', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  it.each<[string, LeavingStatement]>([
    ['is deleted', ({ objectId }) => ['update tracked_object set deleted_at = now() where id = $1', [objectId]]],
    ['is disabled', ({ objectId }) => ['update tracked_object set is_active = false where id = $1', [objectId]]],
    ['has lost its link', ({ linkId }) => ['update link set deleted_at = now() where id = $1', [linkId]]],
  ])('a folder to which an object is added concurrently has the event that the object %s', async (_, leaving) => {
    const { database } = fixture;
    const link = await aLink(database, {});
    const { accountId, objectId } = link;
    const [folder] = await database.query<{ id: number }>(
      `insert into folder (account_id, name) values ($1, 'Folder') returning id`,
      [accountId],
    );
    const [added, mayCommit] = [signal(), signal()];
    const adding = database.transaction(async () => {
      await database.query('insert into folder_object (account_id, folder_id, object_id) values ($1, $2, $3)', [
        accountId,
        folder?.id,
        objectId,
      ]);
      added.send();
      await mayCommit.received;
    });
    await added.received;
    const removing = database.query(...leaving(link));
    while ((await blockedStatements()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    mayCommit.send();
    await Promise.all([adding, removing]);
    const events = await database.query<{ folders: number[] }>(
      'select to_json(folder_ids) as folders from sync_scope_change where object_id = $1 order by change_seq',
      [objectId],
    );
    expect(events).toEqual([{ folders: [folder?.id] }, { folders: [folder?.id] }]);
  });

  /** The number of statements that wait for a row lock of another transaction. */
  async function blockedStatements(): Promise<number> {
    const [row] = await fixture.database.query<{ waiting: number }>(
      `select count(*) as waiting from pg_locks where not granted and locktype = 'transactionid'`,
    );
    return row?.waiting ?? 0;
  }
});

function signal(): Signal {
  let send = (): void => undefined;
  const received = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { received, send };
}
