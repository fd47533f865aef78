import { commandLineOn, hrev } from '@test/support/command-line';
import { feedHarness, seededRandom } from '@test/support/feed-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

/** Runs `hrev rollups … --json`. Returns its document and its exit code. */
async function rollups(...words: string[]): Promise<{ json: Record<string, unknown>; code: unknown }> {
  const { out, code } = await hrev('rollups', ...words, '--json');
  return { json: out === '' ? {} : (JSON.parse(out) as Record<string, unknown>), code };
}

describe('hrev rollups', () => {
  let store: StoreFixture;
  let restoreEnvironment: () => void;
  let accountId: number;

  beforeAll(async () => {
    store = await storeFixture();
    accountId = (await feedHarness(store.database, 2_000, seededRandom(7))).accountId;
    restoreEnvironment = commandLineOn(store.url);
  });
  afterAll(async () => {
    restoreEnvironment?.();
    await store?.close();
  });

  const snapshot = (): Promise<object[]> =>
    store.database.query(
      `select * from link_month where n_feed <> 0 or n <> 0 order by account_id, object_id, month, link_id, rating`,
    );

  it('verify finds no mismatch after writes of every kind, and exits 0', async () => {
    await store.database.query(`update review set deleted_at = now() where id % 5 = 0`);
    await store.database.query(`update review set rating = null, reply_text = 'Hm' where id % 7 = 0`);
    await store.database.query(`update review set hidden_at = now() where id % 13 = 0 and pin_position is null`);
    await store.database.query(`delete from review where id % 11 = 0`);
    expect(await rollups('verify')).toMatchObject({ code: 0, json: { ok: true, accounts: 2, mismatches: [] } });
  });

  it.each<[string, string, object[]]>([
    [
      'a wrong count',
      'update link_stat set n = n + 1 where ctid = (select min(ctid) from link_stat where account_id = $1 and n > 0)',
      [{ rollup: 'link_stat', counters: 1 }],
    ],
    [
      'a missing counter',
      'delete from link_month where ctid = (select min(ctid) from link_month where account_id = $1 and n > 0)',
      [{ rollup: 'link_month', counters: 1 }],
    ],
    [
      'a counter of another source',
      'update link_month set source_id = 99 where ctid = (select min(ctid) from link_month where account_id = $1 and n > 0)',
      [{ rollup: 'link_month', counters: 1 }],
    ],
    [
      'a counter without reviews',
      `insert into link_stat select account_id, object_id, link_id, source_id, 333, 0, 5 from link_stat where account_id = $1 limit 1`,
      [{ rollup: 'link_stat', counters: 1 }],
    ],
    [
      'a wrong total',
      'update link_total set n_shown = n_shown - 1 where ctid = (select min(ctid) from link_total where account_id = $1 and n > 0)',
      [{ rollup: 'link_total', counters: 1 }],
    ],
  ])('verify finds %s and exits 1; rebuild corrects it', async (_, damage, mismatches) => {
    const correct = await snapshot();
    await store.database.query(damage, [accountId]);
    const expectedMismatches = mismatches.map((mismatch) => ({ account_id: accountId, ...mismatch }));
    expect(await rollups('verify')).toMatchObject({
      code: 1,
      json: { ok: false, mismatches: expectedMismatches },
    });
    expect(await rollups('rebuild', '--account', String(accountId))).toMatchObject({
      code: 0,
      json: { mismatches: expectedMismatches },
    });
    expect(await rollups('verify', '--account', String(accountId))).toMatchObject({
      code: 0,
      json: { ok: true, accounts: 1 },
    });
    expect(await snapshot()).toEqual(correct);
  });

  it('verify accepts a counter of zero without reviews', async () => {
    await store.database.query(
      'insert into link_stat select account_id, object_id, link_id, source_id, 444, 0, 0 from link_stat limit 1',
    );
    expect((await rollups('verify')).code).toBe(0);
  });

  it('exits 4 for an account that does not exist', async () => {
    expect((await rollups('verify', '--account', '900000001')).code).toBe(4);
  });
});
