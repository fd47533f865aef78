import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

interface Signal {
  readonly given: Promise<void>;
  readonly give: () => void;
}

type Leaving = (link: LinkFixture) => readonly [text: string, values: readonly unknown[]];

describe('contract §4.4.1: no change is ever missed, also one that began before another was committed', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  it.each<[string, Leaving]>([
    ['deleted', ({ objectId }) => ['update tracked_object set deleted_at = now() where id = $1', [objectId]]],
    ['disabled', ({ objectId }) => ['update tracked_object set is_active = false where id = $1', [objectId]]],
    ['without its link', ({ linkId }) => ['update link set deleted_at = now() where id = $1', [linkId]]],
  ])('a folder that an object joins concurrently has the change that it is %s', async (_, leaving) => {
    const { database } = fixture;
    const link = await aLink(database, {});
    const { accountId, objectId } = link;
    const [folder] = await database.query<{ id: number }>(
      `insert into folder (account_id, name) values ($1, 'Folder') returning id`,
      [accountId],
    );
    const [joined, mayCommit] = [signal(), signal()];
    const joining = database.transaction(async () => {
      await database.query('insert into folder_object (account_id, folder_id, object_id) values ($1, $2, $3)', [
        accountId,
        folder?.id,
        objectId,
      ]);
      joined.give();
      await mayCommit.given;
    });
    await joined.given;
    const left = database.query(...leaving(link));
    while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    mayCommit.give();
    await Promise.all([joining, left]);
    const events = await database.query<{ folders: number[] }>(
      'select to_json(folder_ids) as folders from sync_scope_change where object_id = $1 order by change_seq',
      [objectId],
    );
    expect(events).toEqual([{ folders: [folder?.id] }, { folders: [folder?.id] }]);
  });

  /** Statements that wait for a row of another transaction. */
  async function waiting(): Promise<number> {
    const [row] = await fixture.database.query<{ waiting: number }>(
      `select count(*) as waiting from pg_locks where not granted and locktype = 'transactionid'`,
    );
    return row?.waiting ?? 0;
  }
});

function signal(): Signal {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
