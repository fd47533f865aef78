import type { Database } from '@libs/database';
import { resealAll } from '@libs/sealing';
import { inEveryOrder } from '@test/support/interleaving';
import { replyWorld, type ReplyWorld } from '@test/support/reply-world';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const [OLD, NEW] = ['aa', 'bb'].map((digits) => digits.repeat(32)) as [string, string];

/** Contract §12.4: "secrets that they sealed are read, and resealed when used; `hrev reseal` reseals all of them at once". */
describe('credentials of connections under a new encryption key', () => {
  let fixture: StoreFixture;
  let database: Database;
  let old: ReplyWorld;
  let young: ReplyWorld;
  let lost: ReplyWorld;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    old = await replyWorld(database, { HREV_ENCRYPTION_KEY: OLD, HREV_ENCRYPTION_KEY_PREVIOUS: NEW });
    young = await replyWorld(database, { HREV_ENCRYPTION_KEY: NEW, HREV_ENCRYPTION_KEY_PREVIOUS: OLD });
    lost = await replyWorld(database, { HREV_ENCRYPTION_KEY: NEW });
  });
  afterAll(async () => {
    for (const world of [old, young, lost]) await world?.platform.close();
    await fixture.close();
  });

  const stored = async (accountId: number) => {
    const [row] = await database.query<{ keyId: string; generation: number }>(
      'select key_id as "keyId", generation from platform_connection where account_id = $1',
      [accountId],
    );
    return row;
  };

  it('are resealed when they are used, and keep their generation', async () => {
    await old.keys.takeOver();
    const target = await old.aReview('a');
    const before = await stored(target.accountId);
    await young.keys.takeOver();
    await expect(lost.connections.open(target)).rejects.toThrow('cannot be opened');
    expect((await young.connections.open(target))?.credentials).toEqual({ key: 'open' });
    const after = await stored(target.accountId);
    expect([after?.keyId === before?.keyId, after?.generation]).toEqual([false, before?.generation]);
    expect((await lost.connections.open(target))?.credentials).toEqual({ key: 'open' });
  });

  it('"no lost update": in every order of `hrev reseal` and of refreshed tokens, the tokens are kept and the new key opens them', async () => {
    await inEveryOrder({
      on: database,
      given: async () => {
        await old.keys.takeOver();
        const target = await old.aReview('a');
        return { target, open: await old.connections.open(target) };
      },
      contenders: {
        S: async () => {
          await young.keys.takeOver();
          return resealAll((lastId) => young.seals.resealBatch(lastId));
        },
        T: ({ open }) => open?.saveCredentials({ token: 'fresh' }) ?? Promise.resolve(),
      },
      holds: async ({ target }) => {
        const open = await lost.connections.open(target);
        expect(open?.credentials).toEqual({ key: 'open', token: 'fresh' });
      },
      atMost: 120,
    });
  });
});
