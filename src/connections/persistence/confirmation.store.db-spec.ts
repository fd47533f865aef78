import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { ConfirmationStore } from './confirmation.store';

describe("a confirmation of another account's object (contract §7.1)", () => {
  let fixture: StoreFixture;
  let store: ConfirmationStore;
  let mine: LinkFixture;
  let theirs: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    store = new ConfirmationStore(fixture.database);
    [mine, theirs] = [await aLink(fixture.database), await aLink(fixture.database)];
    await store.insert(theirs.accountId, theirs.objectId);
  });
  afterAll(() => fixture?.close());

  it('is neither found nor removed', async () => {
    expect(await store.find(mine.accountId, theirs.objectId)).toBeNull();
    await store.remove(mine.accountId, theirs.objectId);
    expect(await store.find(theirs.accountId, theirs.objectId)).toBeInstanceOf(Date);
    await store.remove(theirs.accountId, theirs.objectId);
    expect(await store.find(theirs.accountId, theirs.objectId)).toBeNull();
  });
});
