import type { Database } from '@libs/database';
import { resealAll } from '@libs/sealing';
import { inEveryOrder } from '@test/support/interleaving';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const [OLD_KEY, NEW_KEY] = ['aa', 'bb'].map((digits) => digits.repeat(32)) as [string, string];

describe('credentials of connections under a new encryption key (contract §12.4)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let oldHarness: ReplyHarness;
  let currentHarness: ReplyHarness;
  let newKeyHarness: ReplyHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    oldHarness = await replyHarness(database, { HREV_ENCRYPTION_KEY: OLD_KEY, HREV_ENCRYPTION_KEY_PREVIOUS: NEW_KEY });
    currentHarness = await replyHarness(database, {
      HREV_ENCRYPTION_KEY: NEW_KEY,
      HREV_ENCRYPTION_KEY_PREVIOUS: OLD_KEY,
    });
    newKeyHarness = await replyHarness(database, { HREV_ENCRYPTION_KEY: NEW_KEY });
  });
  afterAll(async () => {
    for (const harness of [oldHarness, currentHarness, newKeyHarness]) await harness?.platform.close();
    await fixture.close();
  });

  const storedSeal = async (accountId: number) => {
    const [row] = await database.query<{ keyId: string; generation: number }>(
      'select key_id as "keyId", generation from platform_connection where account_id = $1',
      [accountId],
    );
    return row;
  };

  it('are resealed when they are used, without a new generation', async () => {
    await oldHarness.keys.takeOver();
    const target = await oldHarness.aReview('a');
    const before = await storedSeal(target.accountId);
    await currentHarness.keys.takeOver();
    await expect(newKeyHarness.connections.open(target)).rejects.toThrow('cannot be opened');
    expect((await currentHarness.connections.open(target))?.credentials).toEqual({ key: 'open' });
    const after = await storedSeal(target.accountId);
    expect([after?.keyId === before?.keyId, after?.generation]).toEqual([false, before?.generation]);
    expect((await newKeyHarness.connections.open(target))?.credentials).toEqual({ key: 'open' });
  });

  it('include the refreshed token and can be opened with the new key after a refresh and `hrev reseal` in any order', async () => {
    await inEveryOrder({
      on: database,
      given: async () => {
        await oldHarness.keys.takeOver();
        const target = await oldHarness.aReview('a');
        return { target, connection: await oldHarness.connections.open(target) };
      },
      contenders: {
        S: async () => {
          await currentHarness.keys.takeOver();
          return resealAll((lastId) => currentHarness.seals.resealBatch(lastId));
        },
        T: ({ connection }) => connection?.saveCredentials({ token: 'fresh' }) ?? Promise.resolve(),
      },
      holds: async ({ target }) => {
        const connection = await newKeyHarness.connections.open(target);
        expect(connection?.credentials).toEqual({ key: 'open', token: 'fresh' });
      },
      atMost: 120,
    });
  });
});
