import type { Database } from '@libs/database';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SourcePaceStore } from './source-pace.store';

const SOURCE = 8;
const FREELY = { minDelayMs: 0, dailyRequests: 1_000 };

describe('the pace of a source, shared by all processes (decisions §5 "Politeness")', () => {
  let fixture: StoreFixture;
  let database: Database;
  let pace: SourcePaceStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    pace = new SourcePaceStore(database);
    await database.query(`insert into source (id, slug) values (8, 'a'), (9, 'b')`);
  });
  beforeEach(() => database.query('truncate source_pace'));
  afterAll(() => fixture?.close());

  const row = async (): Promise<{ closedFor: number; blocks: number }> => {
    const [found] = await database.query<{ closedFor: number; blocks: number }>(
      `select (extract(epoch from closed_until - clock_timestamp()) * 1000)::float8 as "closedFor", blocks_in_a_row as blocks
       from source_pace where source_id = $1 and closed_until > '-infinity'`,
      [SOURCE],
    );
    return found ?? { closedFor: 0, blocks: 0 };
  };

  it('16 callers at once get moments that lie the least delay apart', async () => {
    // Each is told its wait by the database's clock, at a moment of its own: the delay is long beside those moments.
    const minDelayMs = 3_600_000;
    const waits = await Promise.all(
      Array.from({ length: 16 }, () => pace.reserve(SOURCE, { minDelayMs, dailyRequests: 100 })),
    );
    const turns = waits.map((wait) => Math.round((wait ?? NaN) / minDelayMs)).sort((a, b) => a - b);
    expect(turns).toEqual(Array.from({ length: 16 }, (_, turn) => turn));
  });

  it('a source that rested may be asked at once, and sources do not wait for each other', async () => {
    expect(await pace.reserve(SOURCE, { minDelayMs: 60_000, dailyRequests: 10 })).toBe(0);
    expect(await pace.reserve(9, { minDelayMs: 60_000, dailyRequests: 10 })).toBe(0);
    expect(await pace.reserve(SOURCE, { minDelayMs: 60_000, dailyRequests: 10 })).toBeGreaterThan(59_000);
  });

  it('the ceiling of a day is exact over callers at once and is lifted the next day', async () => {
    const limited = { minDelayMs: 0, dailyRequests: 5 };
    const granted = await Promise.all(Array.from({ length: 12 }, () => pace.reserve(SOURCE, limited)));
    expect(granted.filter((wait) => wait !== null)).toHaveLength(5);
    await database.query(`update source_pace set used_on = current_date - 1`);
    expect(await pace.reserve(SOURCE, limited)).not.toBeNull();
  });

  it('the rest of a day lasts until midnight UTC, no longer', async () => {
    const rest = await pace.restOfDayMs();
    const now = new Date();
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    expect(Math.abs(rest - (midnight - now.getTime()))).toBeLessThan(5_000);
  });

  it('holding back moves the next request, never forward again', async () => {
    await pace.reserve(SOURCE, FREELY);
    await pace.holdBack(SOURCE, 30_000);
    await pace.holdBack(SOURCE, 1_000);
    const wait = await pace.reserve(SOURCE, FREELY);
    expect(wait).toBeGreaterThan(29_000);
    expect(wait).toBeLessThanOrEqual(30_000);
  });

  /** Visits of one account that were refused; each number is a page. */
  const refused = async (accountId: number, pages: readonly number[]): Promise<boolean[]> => {
    const asks: boolean[] = [];
    for (const page of pages)
      asks.push(await pace.noteBlocked({ sourceId: SOURCE, accountId, url: `https://a.example/${page}` }));
    return asks;
  };
  const closedMinutes = async (): Promise<number> => Math.max(0, Math.round((await row()).closedFor / 60_000));
  const reopen = () => database.query(`update source_pace set closed_until = clock_timestamp()`);

  describe("one account's links never decide about a platform for others (decisions §11)", () => {
    let one: number;
    let other: number;
    beforeEach(async () => {
      await database.query('truncate account cascade');
      one = (await aLink(database, { sourceId: SOURCE })).accountId;
      other = (await aLink(database, { sourceId: SOURCE })).accountId;
    });

    it('any number of refused pages of one account closes nothing; at the fifth, a link of another account is asked, once in ten minutes', async () => {
      expect(await refused(one, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual([
        false,
        false,
        false,
        false,
        true,
        false,
        false,
        false,
      ]);
      expect(await closedMinutes()).toBe(0);
      await database.query(`update source_pace set asked_at = asked_at - interval '10 minutes'`);
      expect(await refused(one, [9])).toEqual([true]);
    });

    it('the refusal of the other account closes the source', async () => {
      await refused(one, [1, 2, 3, 4, 5]);
      await refused(other, [6]);
      expect(await closedMinutes()).toBe(10);
    });

    it('one page again and again counts once', async () => {
      await refused(one, [1, 2, 3]);
      await refused(other, [1, 1, 1, 1]);
      expect(await closedMinutes()).toBe(0);
    });

    it('where only one account has links there, five different pages close it', async () => {
      await database.query('update link set is_active = false where account_id = $1', [other]);
      await refused(one, [1, 1, 2, 3, 4]);
      expect(await closedMinutes()).toBe(0);
      await refused(one, [5]);
      expect(await closedMinutes()).toBe(10);
    });

    it('closed again and again without an answer between, it rests twice as long each time, up to six hours', async () => {
      await refused(one, [1, 2, 3, 4]);
      const minutes: number[] = [];
      for (let closure = 1; closure <= 7; closure += 1) {
        await refused(one, [5]);
        await refused(other, [6]);
        minutes.push(await closedMinutes());
        await reopen();
      }
      expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 360]);
    });

    it('after a closure, too, one account does not close it again', async () => {
      await refused(one, [1, 2, 3, 4]);
      await refused(other, [5]);
      await reopen();
      await database.query(`update source_pace set asked_at = '-infinity'`);
      expect(await refused(one, [1, 2, 3, 4, 5, 6])).toEqual([true, false, false, false, false, false]);
      expect(await closedMinutes()).toBe(0);
    });

    it('refusals of visits that began before it was closed do not close it for longer', async () => {
      await refused(one, [1, 2, 3, 4]);
      await refused(other, [5, 6, 7, 8]);
      expect(await closedMinutes()).toBe(10);
    });

    it('a visit that got through forgets the refusals', async () => {
      await refused(one, [1, 2, 3, 4]);
      await database.prepared(pace.answered(SOURCE));
      await refused(other, [5]);
      expect(await row()).toEqual({ closedFor: 0, blocks: 0 });
    });

    it('refusals at the same moment are all counted', async () => {
      await Promise.all([1, 2, 3, 4, 5].map((page) => refused(page % 2 ? one : other, [page])));
      expect(await closedMinutes()).toBe(10);
    });
  });
});
