import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

interface Signal {
  readonly received: Promise<void>;
  readonly send: () => void;
}

type RemovalStatement = (link: LinkFixture) => readonly [text: string, values: readonly unknown[]];

describe('contract §4.4.1: no event is missed if two transactions overlap', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  it.each<[string, RemovalStatement]>([
    ['is deleted', ({ objectId }) => ['update tracked_object set deleted_at = now() where id = $1', [objectId]]],
    ['is disabled', ({ objectId }) => ['update tracked_object set is_active = false where id = $1', [objectId]]],
    ['loses its link', ({ linkId }) => ['update link set deleted_at = now() where id = $1', [linkId]]],
  ])(
    'if an object %s while another transaction adds it to a folder, both events contain the folder',
    async (_, removalStatement) => {
      const { database } = fixture;
      const link = await aLink(database, {});
      const { accountId, objectId } = link;
      const [folder] = await database.query<{ id: number }>(
        `insert into folder (account_id, name) values ($1, 'Folder') returning id`,
        [accountId],
      );
      const [insertDone, commitAllowed] = [signal(), signal()];
      const addition = database.transaction(async () => {
        await database.query('insert into folder_object (account_id, folder_id, object_id) values ($1, $2, $3)', [
          accountId,
          folder?.id,
          objectId,
        ]);
        insertDone.send();
        await commitAllowed.received;
      });
      await insertDone.received;
      const removal = database.query(...removalStatement(link));
      while ((await blockedStatements()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      commitAllowed.send();
      await Promise.all([addition, removal]);
      const events = await database.query<{ folders: number[] }>(
        'select to_json(folder_ids) as folders from sync_scope_change where object_id = $1 order by change_seq',
        [objectId],
      );
      expect(events).toEqual([{ folders: [folder?.id] }, { folders: [folder?.id] }]);
    },
  );

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
