import { loadConfig } from '@libs/config';
import type { Database } from '@libs/database';
import { resealAll } from '@libs/sealing';
import { inEveryOrder } from '@test/support/interleaving';
import { sealingKeysOn } from '@test/support/sealing-keys';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { FactorStore } from './persistence/factor.store';
import { Seeds } from './seeds.service';
import { newSeed } from './totp';

const [OLD, NEW] = ['aa', 'bb'].map((digits) => digits.repeat(32)) as [string, string];

describe('seeds of second factors under a new encryption key (contract §12.4)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let factors: FactorStore;
  let people = 0;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    factors = new FactorStore(database);
  });
  afterAll(() => fixture?.close());

  const processWith = (key: string, ...older: readonly string[]) => {
    const config = loadConfig({ HREV_ENCRYPTION_KEY: key, HREV_ENCRYPTION_KEY_PREVIOUS: older.join(',') });
    const keys = sealingKeysOn(database, config);
    return { keys, seeds: new Seeds(keys, database, factors) };
  };
  const withOldKey = () => processWith(OLD, NEW);
  const withBothKeys = () => processWith(NEW, OLD);
  const withNewKey = () => processWith(NEW).seeds;
  const resealedBy = (seeds: Seeds) => resealAll((lastId) => seeds.resealBatch(lastId));
  const aPerson = async (): Promise<number> => {
    const [person] = await database.query<{ id: number }>(
      `insert into person (name, email, password_hash) values ('Ana', $1, '') returning id`,
      [`ana${(people += 1)}@harbor.example`],
    );
    return person?.id ?? 0;
  };
  const add = async (seeds: Seeds, personId: number, seed = newSeed()) =>
    database.transaction(async () => {
      const sealed = await seeds.seal(personId, seed);
      const id = await factors.insertSeed({ personId, ...sealed }, 'Phone');
      await database.query('update factor set confirmed_at = now() where id = $1', [id]);
      return { personId, id, seed };
    });
  const opened = async (seeds: Seeds, personId: number) =>
    (await factors.seeds(personId)).map((stored) => seeds.openOrNull(stored));

  it('are all resealed, a second call reseals none, and each stays bound to its person', async () => {
    const old = withOldKey();
    await old.keys.takeOver();
    const [ana, rui] = [await add(old.seeds, await aPerson()), await add(old.seeds, await aPerson())];
    const both = withBothKeys();
    await both.keys.takeOver();
    expect(await opened(withNewKey(), ana.personId)).toEqual([null]);
    expect(await resealedBy(both.seeds)).toEqual({ resealed: 2, unreadable: 0 });
    expect(await resealedBy(both.seeds)).toEqual({ resealed: 0, unreadable: 0 });
    for (const { personId, seed } of [ana, rui]) expect(await opened(withNewKey(), personId)).toEqual([seed]);
    await database.query('update factor set sealed = (select sealed from factor where id = $1) where id = $2', [
      ana.id,
      rui.id,
    ]);
    expect(await opened(withNewKey(), rui.personId)).toEqual([null]);
    await factors.remove(rui.personId, rui.id);
  });

  it('are resealed in batches of 100', async () => {
    const old = withOldKey();
    await old.keys.takeOver();
    for (let count = 0; count < 101; count += 1) await add(old.seeds, await aPerson());
    const both = withBothKeys();
    await both.keys.takeOver();
    expect(await both.seeds.resealBatch(0)).toMatchObject({ resealed: 100, unreadable: 0 });
    expect(await resealedBy(both.seeds)).toEqual({ resealed: 1, unreadable: 0 });
  });

  it('are counted as unreadable and not changed if no key opens them', async () => {
    const old = withOldKey();
    await old.keys.takeOver();
    const { personId, seed } = await add(old.seeds, await aPerson());
    await withBothKeys().keys.takeOver();
    expect(await resealedBy(withNewKey())).toEqual({ resealed: 0, unreadable: 1 });
    expect(() => withNewKey().open({ id: 0, personId, sealed: Buffer.alloc(40), keyId: 'unknown' })).toThrow(
      'cannot be checked at the moment',
    );
    expect(await opened(withBothKeys().seeds, personId)).toEqual([seed]);
    await resealedBy(withBothKeys().seeds);
  });

  it('are resealed when they are used', async () => {
    const old = withOldKey();
    await old.keys.takeOver();
    const { personId, seed } = await add(old.seeds, await aPerson());
    const both = withBothKeys();
    await both.keys.takeOver();
    for (const stored of await factors.seeds(personId)) await both.seeds.renew(stored);
    expect(await opened(withNewKey(), personId)).toEqual([seed]);
  });

  it('can be opened with the new key alone after `hrev reseal` and an app that a process with the old key adds, in any order', async () => {
    await inEveryOrder({
      on: database,
      given: async () => {
        await withOldKey().keys.takeOver();
        return { personId: await aPerson() };
      },
      contenders: {
        reseal: async () => {
          const both = withBothKeys();
          await both.keys.takeOver();
          return resealedBy(both.seeds);
        },
        add: ({ personId }) => add(withOldKey().seeds, personId),
      },
      holds: async ({ personId }, { outcomes }) => {
        const added = outcomes['add'] as { readonly value: { readonly seed: string } };
        expect(await opened(withNewKey(), personId)).toEqual([added.value.seed]);
      },
      atMost: 120,
    });
  });
});
