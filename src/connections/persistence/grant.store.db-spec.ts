import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { GrantStore } from './grant.store';

describe('the grants of a source (contract §7.1)', () => {
  let fixture: StoreFixture;
  let grants: GrantStore;
  beforeAll(async () => {
    fixture = await storeFixture();
    grants = new GrantStore(fixture.database);
  });
  afterAll(() => fixture.close());

  it('are removed if they serve no connection, and those of other accounts and sources are not', async () => {
    const [mine, theirs] = [await aLink(fixture.database), await aLink(fixture.database)];
    const other = await aLink(fixture.database, { sourceId: mine.sourceId + 1 });
    const grant = (accountId: number, sourceId: number): Promise<number> =>
      grants.insert({ accountId, sourceId, clientId: 'client' }, { sealed: Buffer.from([0]), keyId: '' });
    const { accountId, objectId, sourceId } = mine;
    const [used, unused] = [await grant(accountId, sourceId), await grant(accountId, sourceId)];
    const ofOtherSource = await grant(accountId, other.sourceId);
    const ofOtherAccount = await grant(theirs.accountId, sourceId);
    await fixture.database.query(
      `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, grant_id)
       values ($1, $2, $3, '\\x00', '', 'card', $4)`,
      [accountId, objectId, sourceId, used],
    );
    await grants.removeUnused(accountId, sourceId);
    expect(await grants.find(accountId, unused)).toBeNull();
    for (const [account, id] of [
      [accountId, used],
      [accountId, ofOtherSource],
      [theirs.accountId, ofOtherAccount],
    ] as const)
      expect(await grants.find(account, id)).toMatchObject({ id });
  });
});
