import type { Database } from '@libs/database';
import { resealAll } from '@libs/sealing';
import { inEveryOrder } from '@test/support/interleaving';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const [OLD, NEW] = ['aa', 'bb'].map((digits) => digits.repeat(32)) as [string, string];

describe('credentials of connections under a new encryption key (contract §12.4)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let old: ReplyHarness;
  let current: ReplyHarness;
  let onlyNew: ReplyHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    old = await replyHarness(database, { HREV_ENCRYPTION_KEY: OLD, HREV_ENCRYPTION_KEY_PREVIOUS: NEW });
    current = await replyHarness(database, { HREV_ENCRYPTION_KEY: NEW, HREV_ENCRYPTION_KEY_PREVIOUS: OLD });
    onlyNew = await replyHarness(database, { HREV_ENCRYPTION_KEY: NEW });
  });
  afterAll(async () => {
    for (const fixtures of [old, current, onlyNew]) await fixtures?.platform.close();
    await fixture.close();
  });

  const stored = async (accountId: number) => {
    const [row] = await database.query<{ keyId: string; generation: number }>(
      'select key_id as "keyId", generation from platform_connection where account_id = $1',
      [accountId],
    );
    return row;
  };

  it('are resealed when they are used, without a new generation', async () => {
    await old.keys.takeOver();
    const target = await old.aReview('a');
    const before = await stored(target.accountId);
    await current.keys.takeOver();
    await expect(onlyNew.connections.open(target)).rejects.toThrow('cannot be opened');
    expect((await current.connections.open(target))?.credentials).toEqual({ key: 'open' });
    const after = await stored(target.accountId);
    expect([after?.keyId === before?.keyId, after?.generation]).toEqual([false, before?.generation]);
    expect((await onlyNew.connections.open(target))?.credentials).toEqual({ key: 'open' });
  });

  it('keep refreshed tokens, which the new key opens, in every order of the refresh and of `hrev reseal`', async () => {
    await inEveryOrder({
      on: database,
      given: async () => {
        await old.keys.takeOver();
        const target = await old.aReview('a');
        return { target, open: await old.connections.open(target) };
      },
      contenders: {
        S: async () => {
          await current.keys.takeOver();
          return resealAll((lastId) => current.seals.resealBatch(lastId));
        },
        T: ({ open }) => open?.saveCredentials({ token: 'fresh' }) ?? Promise.resolve(),
      },
      holds: async ({ target }) => {
        const open = await onlyNew.connections.open(target);
        expect(open?.credentials).toEqual({ key: 'open', token: 'fresh' });
      },
      atMost: 120,
    });
  });
});
