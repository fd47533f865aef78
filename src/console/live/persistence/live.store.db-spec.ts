import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { LiveStore } from './live.store';

describe('the accounts that a console watches', () => {
  let fixture: StoreFixture;
  let store: LiveStore;
  let [one, other] = [0, 0];
  beforeAll(async () => {
    fixture = await storeFixture();
    store = new LiveStore(fixture.database);
    one = (await aLink(fixture.database)).accountId;
    other = (await aLink(fixture.database)).accountId;
  });
  afterAll(() => fixture.close());
  const setEnd = (accountId: number, until: string): Promise<unknown> =>
    fixture.database.query('update console_watch set until = clock_timestamp() + $2::interval where account_id = $1', [
      accountId,
      until,
    ]);

  it('are new once, each by itself, and again after they have ended', async () => {
    await expect(store.watch([one])).resolves.toEqual([one]);
    await expect(store.watch([one])).resolves.toEqual([]);
    await expect(store.watch([one, other])).resolves.toEqual([other]);
    await setEnd(one, '-1 second');
    await expect(store.watch([one, other])).resolves.toEqual([one]);
  });

  it('keep the later end, and are removed after it', async () => {
    await setEnd(one, '1 hour');
    await store.watch([one]);
    await setEnd(other, '-1 second');
    await store.removeEnded();
    await expect(
      fixture.database.query(
        `select account_id as id, until > clock_timestamp() + interval '50 minutes' as "isLater" from console_watch`,
      ),
    ).resolves.toEqual([{ id: one, isLater: true }]);
  });
});
