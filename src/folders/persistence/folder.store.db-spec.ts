import type { Database } from '@libs/database';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { FolderStore } from './folder.store';

/** The service checks ownership before it writes; in addition, the store's statements are restricted to the account. */
describe("FolderStore with the id of another account's folder (contract §7.1)", () => {
  let fixture: StoreFixture;
  let database: Database;
  let store: FolderStore;
  let mine: LinkFixture;
  let theirs: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    store = new FolderStore(database);
    mine = await aLink(database);
    theirs = await aLink(database);
  });
  afterAll(() => fixture?.close());

  it.each<[string, (account: number, folder: number, sub: number) => Promise<unknown>]>([
    ['find', (account, folder) => store.find(account, folder)],
    ['branch', (account, folder) => store.branch(account, folder)],
    ['all', (account) => store.all(account)],
    ['count', (account) => store.count(account)],
    ['countObjects', (account, folder) => store.countObjects(account, folder)],
    ['addObjects', (account, folder) => store.addObjects(account, folder, [])],
    ['removeObjects', (account, folder) => store.removeObjects(account, folder, [theirs.objectId])],
    ['countMemberships', (account) => store.countMemberships(account, 0)],
    ['hasSubfolders', (account, folder) => store.hasSubfolders(account, folder)],
    ['rename', (account, folder) => store.rename(account, folder, 'Mine')],
    ['move', (account, _, sub) => store.move(account, sub, null)],
    ['replaceObjects', (account, folder) => store.replaceObjects(account, folder, [])],
    ['remove', (account, _, sub) => store.remove(account, sub)],
  ])('%s neither returns nor changes the folder', async (_, call) => {
    const folder = await store.insert(theirs.accountId, 'Theirs', null);
    const sub = await store.insert(theirs.accountId, 'Below', folder.id);
    await store.replaceObjects(theirs.accountId, folder.id, [theirs.objectId]);
    const before = await store.branch(theirs.accountId, folder.id);
    const result = await call(mine.accountId, folder.id, sub.id);
    expect([undefined, null, false, 0, []]).toContainEqual(result);
    expect(await store.branch(theirs.accountId, folder.id)).toEqual(before);
  });
});
