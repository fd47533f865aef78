import type { Database } from '@libs/database';
import { resealAll } from '@libs/sealing';
import { deliveryHarness, type DeliveryHarness } from '@test/support/delivery-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SEALED_TOGETHER } from './persistence/signing-secret.store';

const [OLD, NEW] = ['aa', 'bb'].map((digits) => digits.repeat(32)) as [string, string];

/** Contract §12.4: "secrets that they sealed are read, and resealed when used; `hrev reseal` reseals all of them at once". */
describe('signing secrets under a new encryption key', () => {
  let fixture: StoreFixture;
  let database: Database;
  let old: DeliveryHarness;
  let renewed: DeliveryHarness;
  /** Has only the new key. */
  let withoutOldKey: DeliveryHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    old = await deliveryHarness(database, { HREV_ENCRYPTION_KEY: OLD, HREV_ENCRYPTION_KEY_PREVIOUS: NEW });
    renewed = await deliveryHarness(database, { HREV_ENCRYPTION_KEY: NEW, HREV_ENCRYPTION_KEY_PREVIOUS: OLD });
    withoutOldKey = await deliveryHarness(database, { HREV_ENCRYPTION_KEY: NEW });
  });
  afterAll(() => fixture.close());

  const anAccount = async (): Promise<number> => {
    const sql = `insert into account (name, plan) values ('Test', 'full') returning id`;
    return (await database.query<{ id: number }>(sql))[0]?.id ?? 0;
  };
  const keyIds = async (accountId: number): Promise<Set<string>> => {
    const sql = 'select key_id as id from signing_secret where account_id = $1';
    return new Set((await database.query<{ id: string }>(sql, [accountId])).map(({ id }) => id));
  };
  const together = async (accountId: number): Promise<string> => {
    const [row] = await database.query<{ text: string }>(`select ${SEALED_TOGETHER('$1::bigint')} as text`, [
      accountId,
    ]);
    return row?.text ?? '';
  };

  it.each<[string, (accountId: number) => Promise<readonly string[]>]>([
    ['returned to the client', async (id) => [(await renewed.secrets.current(id)).secret]],
    ['read to sign', (id) => renewed.secrets.validSecrets(id)],
    ['read together with deliveries', async (id) => renewed.secrets.openedTogether(id, await together(id))],
  ])('are unchanged and resealed when they are %s', async (_, use) => {
    await old.keys.takeOver();
    const accountId = await anAccount();
    const { secret } = await old.secrets.current(accountId);
    const before = await keyIds(accountId);
    await renewed.keys.takeOver();
    await expect(withoutOldKey.secrets.current(accountId)).rejects.toThrow('cannot be read');
    expect(await use(accountId)).toEqual([secret]);
    await eventually('the new seal', 30_000, async () => ![...(await keyIds(accountId))].some((id) => before.has(id)));
    expect((await withoutOldKey.secrets.current(accountId)).secret).toBe(secret);
  });

  it('are all resealed in batches; after an interrupted round, all secrets are readable and the next round continues', async () => {
    await old.keys.takeOver();
    const accounts: number[] = [];
    for (let n = 0; n < 130; n += 1) accounts.push(await anAccount());
    const secrets = new Map<number, string>();
    for (const id of accounts) secrets.set(id, (await old.secrets.current(id)).secret);
    await renewed.keys.takeOver();
    const first = await renewed.secrets.resealBatch(0);
    expect(first).toEqual({ lastId: expect.any(Number) as number, resealed: 100, unreadable: 0 });
    // The table now has secrets of both keys.
    for (const id of [accounts[0] ?? 0, accounts.at(-1) ?? 0])
      expect(await renewed.secrets.validSecrets(id)).toEqual([secrets.get(id)]);
    const { resealed, unreadable } = await resealAll((lastId) => renewed.secrets.resealBatch(lastId));
    expect([resealed, unreadable]).toEqual([29, 0]);
    for (const id of accounts) expect(await withoutOldKey.secrets.validSecrets(id)).toEqual([secrets.get(id)]);
    expect((await resealAll((lastId) => renewed.secrets.resealBatch(lastId))).resealed).toBe(0);
  });

  it('are counted and not changed if no key opens them', async () => {
    await old.keys.takeOver();
    const accountId = await anAccount();
    await old.secrets.current(accountId);
    await renewed.keys.takeOver();
    const found = await resealAll((lastId) => withoutOldKey.secrets.resealBatch(lastId));
    expect(found).toEqual({ resealed: 0, unreadable: 1 });
    await resealAll((lastId) => renewed.secrets.resealBatch(lastId));
  });

  it.each<[string, boolean, (accountId: number) => Promise<{ readonly secret: string }>]>([
    ['a concurrent rotation', true, (id) => old.secrets.rotate(id)],
    ['the concurrent creation of the first one', false, (id) => old.secrets.current(id)],
  ])('are opened by the new key alone after `hrev reseal` and %s, in every order', async (_, hasSecret, create) => {
    await inEveryOrder({
      on: database,
      given: async () => {
        await resealAll((lastId) => renewed.secrets.resealBatch(lastId));
        await old.keys.takeOver();
        const accountId = await anAccount();
        return { accountId, first: hasSecret ? [(await old.secrets.current(accountId)).secret] : [] };
      },
      contenders: {
        S: async () => {
          await renewed.keys.takeOver();
          return resealAll((lastId) => renewed.secrets.resealBatch(lastId));
        },
        M: ({ accountId }) => create(accountId),
      },
      holds: async ({ accountId, first }, { outcomes }) => {
        const created = outcomes['M'] as { readonly value: { readonly secret: string } };
        expect(await withoutOldKey.secrets.validSecrets(accountId)).toEqual([created.value.secret, ...first]);
      },
      atMost: 120,
    });
  });
});
