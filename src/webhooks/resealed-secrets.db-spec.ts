import type { Database } from '@libs/database';
import { resealAll } from '@libs/sealing';
import { deliveryWorld, type DeliveryWorld } from '@test/support/delivery-world';
import { inEveryOrder } from '@test/support/interleaving';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SEALED_TOGETHER } from './persistence/signing-secret.store';

const [OLD, NEW] = ['aa', 'bb'].map((digits) => digits.repeat(32)) as [string, string];

/** Contract §12.4: "secrets that they sealed are read, and resealed when used; `hrev reseal` reseals all of them at once". */
describe('signing secrets under a new encryption key', () => {
  let fixture: StoreFixture;
  let database: Database;
  let old: DeliveryWorld;
  let young: DeliveryWorld;
  let lost: DeliveryWorld;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    old = await deliveryWorld(database, { HREV_ENCRYPTION_KEY: OLD, HREV_ENCRYPTION_KEY_PREVIOUS: NEW });
    young = await deliveryWorld(database, { HREV_ENCRYPTION_KEY: NEW, HREV_ENCRYPTION_KEY_PREVIOUS: OLD });
    lost = await deliveryWorld(database, { HREV_ENCRYPTION_KEY: NEW });
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
    ['shown', async (id) => [(await young.secrets.current(id)).secret]],
    ['looked up to sign', (id) => young.secrets.validSecrets(id)],
    ['read together with what it signs', async (id) => young.secrets.openedTogether(id, await together(id))],
  ])('is the same when it is %s, which reseals it', async (_, use) => {
    await old.keys.takeOver();
    const accountId = await anAccount();
    const { secret } = await old.secrets.current(accountId);
    const before = await keyIds(accountId);
    await young.keys.takeOver();
    await expect(lost.secrets.current(accountId)).rejects.toThrow('cannot be read');
    expect(await use(accountId)).toEqual([secret]);
    await eventually('the new seal', 30_000, async () => ![...(await keyIds(accountId))].some((id) => before.has(id)));
    expect((await lost.secrets.current(accountId)).secret).toBe(secret);
  });

  it('all at once, in batches; an interrupted round leaves all secrets readable, and the next one continues', async () => {
    await old.keys.takeOver();
    const accounts: number[] = [];
    for (let n = 0; n < 130; n += 1) accounts.push(await anAccount());
    const secrets = new Map<number, string>();
    for (const id of accounts) secrets.set(id, (await old.secrets.current(id)).secret);
    await young.keys.takeOver();
    const first = await young.secrets.resealBatch(0);
    expect(first).toEqual({ lastId: expect.any(Number) as number, resealed: 100, unreadable: 0 });
    // Both kinds are there now.
    for (const id of [accounts[0] ?? 0, accounts.at(-1) ?? 0])
      expect(await young.secrets.validSecrets(id)).toEqual([secrets.get(id)]);
    const { resealed, unreadable } = await resealAll((lastId) => young.secrets.resealBatch(lastId));
    expect([resealed, unreadable]).toEqual([29, 0]);
    for (const id of accounts) expect(await lost.secrets.validSecrets(id)).toEqual([secrets.get(id)]);
    expect((await resealAll((lastId) => young.secrets.resealBatch(lastId))).resealed).toBe(0);
  });

  it('a secret that no key opens is counted and not changed', async () => {
    await old.keys.takeOver();
    const accountId = await anAccount();
    await old.secrets.current(accountId);
    await young.keys.takeOver();
    const found = await resealAll((lastId) => lost.secrets.resealBatch(lastId));
    expect(found).toEqual({ resealed: 0, unreadable: 1 });
    await resealAll((lastId) => young.secrets.resealBatch(lastId));
  });

  it.each<[string, boolean, (accountId: number) => Promise<{ readonly secret: string }>]>([
    ['a rotation', true, (id) => old.secrets.rotate(id)],
    ['the making of the first one', false, (id) => old.secrets.current(id)],
  ])('in every order of `hrev reseal` and %s elsewhere, the new key alone opens all', async (_, hasOne, make) => {
    await inEveryOrder({
      on: database,
      given: async () => {
        await resealAll((lastId) => young.secrets.resealBatch(lastId));
        await old.keys.takeOver();
        const accountId = await anAccount();
        return { accountId, first: hasOne ? [(await old.secrets.current(accountId)).secret] : [] };
      },
      contenders: {
        S: async () => {
          await young.keys.takeOver();
          return resealAll((lastId) => young.secrets.resealBatch(lastId));
        },
        M: ({ accountId }) => make(accountId),
      },
      holds: async ({ accountId, first }, { outcomes }) => {
        const made = outcomes['M'] as { readonly value: { readonly secret: string } };
        expect(await lost.secrets.validSecrets(accountId)).toEqual([made.value.secret, ...first]);
      },
      atMost: 120,
    });
  });
});
