import type { Database } from '@libs/database';
import { resealAll } from '@libs/sealing';
import { deliveryHarness, type DeliveryHarness } from '@test/support/delivery-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SEALED_SECRETS_TEXT } from './persistence/signing-secret.store';

const [OLD, NEW] = ['aa', 'bb'].map((digits) => digits.repeat(32)) as [string, string];

/** Contract §12.4: "secrets that they sealed are read, and resealed when used; `hrev reseal` reseals all of them at once". */
describe('signing secrets under a new encryption key', () => {
  let fixture: StoreFixture;
  let database: Database;
  let oldHarness: DeliveryHarness;
  let newHarness: DeliveryHarness;
  /** Has only the new key. */
  let newKeyHarness: DeliveryHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    oldHarness = await deliveryHarness(database, { HREV_ENCRYPTION_KEY: OLD, HREV_ENCRYPTION_KEY_PREVIOUS: NEW });
    newHarness = await deliveryHarness(database, { HREV_ENCRYPTION_KEY: NEW, HREV_ENCRYPTION_KEY_PREVIOUS: OLD });
    newKeyHarness = await deliveryHarness(database, { HREV_ENCRYPTION_KEY: NEW });
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
  const sealedSecretsText = async (accountId: number): Promise<string> => {
    const [row] = await database.query<{ text: string }>(`select ${SEALED_SECRETS_TEXT('$1::bigint')} as text`, [
      accountId,
    ]);
    return row?.text ?? '';
  };

  it.each<[string, (accountId: number) => Promise<readonly string[]>]>([
    ['returned to the client', async (id) => [(await newHarness.secrets.current(id)).secret]],
    ['read to sign', (id) => newHarness.secrets.validSecrets(id)],
    [
      'read together with deliveries',
      async (id) => newHarness.secrets.openSecretsText(id, await sealedSecretsText(id)),
    ],
  ])('are unchanged and resealed when they are %s', async (_, use) => {
    await oldHarness.keys.takeOver();
    const accountId = await anAccount();
    const { secret } = await oldHarness.secrets.current(accountId);
    const before = await keyIds(accountId);
    await newHarness.keys.takeOver();
    await expect(newKeyHarness.secrets.current(accountId)).rejects.toThrow('cannot be read');
    expect(await use(accountId)).toEqual([secret]);
    await eventually('the new seal', 30_000, async () => ![...(await keyIds(accountId))].some((id) => before.has(id)));
    expect((await newKeyHarness.secrets.current(accountId)).secret).toBe(secret);
  });

  it('are all resealed in batches; after an interrupted round, all secrets are readable and the next round continues', async () => {
    await oldHarness.keys.takeOver();
    const accounts: number[] = [];
    for (let n = 0; n < 130; n += 1) accounts.push(await anAccount());
    const secrets = new Map<number, string>();
    for (const id of accounts) secrets.set(id, (await oldHarness.secrets.current(id)).secret);
    await newHarness.keys.takeOver();
    const first = await newHarness.secrets.resealBatch(0);
    expect(first).toEqual({ lastId: expect.any(Number) as number, resealed: 100, unreadable: 0 });
    // The table now has secrets of both keys.
    for (const id of [accounts[0] ?? 0, accounts.at(-1) ?? 0])
      expect(await newHarness.secrets.validSecrets(id)).toEqual([secrets.get(id)]);
    const { resealed, unreadable } = await resealAll((lastId) => newHarness.secrets.resealBatch(lastId));
    expect([resealed, unreadable]).toEqual([29, 0]);
    for (const id of accounts) expect(await newKeyHarness.secrets.validSecrets(id)).toEqual([secrets.get(id)]);
    expect((await resealAll((lastId) => newHarness.secrets.resealBatch(lastId))).resealed).toBe(0);
  });

  it('are counted as unreadable and not changed if no key opens them', async () => {
    await oldHarness.keys.takeOver();
    const accountId = await anAccount();
    await oldHarness.secrets.current(accountId);
    await newHarness.keys.takeOver();
    const found = await resealAll((lastId) => newKeyHarness.secrets.resealBatch(lastId));
    expect(found).toEqual({ resealed: 0, unreadable: 1 });
    await resealAll((lastId) => newHarness.secrets.resealBatch(lastId));
  });

  it.each<[string, boolean, (accountId: number) => Promise<{ readonly secret: string }>]>([
    ['a concurrent rotation', true, (id) => oldHarness.secrets.rotate(id)],
    ['the concurrent creation of the first one', false, (id) => oldHarness.secrets.current(id)],
  ])('are opened by the new key alone after `hrev reseal` and %s, in every order', async (_, hasSecret, create) => {
    await inEveryOrder({
      on: database,
      given: async () => {
        await resealAll((lastId) => newHarness.secrets.resealBatch(lastId));
        await oldHarness.keys.takeOver();
        const accountId = await anAccount();
        return { accountId, first: hasSecret ? [(await oldHarness.secrets.current(accountId)).secret] : [] };
      },
      contenders: {
        reseal: async () => {
          await newHarness.keys.takeOver();
          return resealAll((lastId) => newHarness.secrets.resealBatch(lastId));
        },
        create: ({ accountId }) => create(accountId),
      },
      holds: async ({ accountId, first }, { outcomes }) => {
        const created = outcomes['create'] as { readonly value: { readonly secret: string } };
        expect(await newKeyHarness.secrets.validSecrets(accountId)).toEqual([created.value.secret, ...first]);
      },
      atMost: 120,
    });
  });
});
