import type { Database } from '@libs/database';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
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

  it('five refusals in a row close the source for ten minutes, each further one for twice as long, up to six hours', async () => {
    const minutes: number[] = [];
    for (let block = 1; block <= 12; block += 1) {
      await pace.noteBlocked(SOURCE);
      minutes.push(Math.round((await row()).closedFor / 60_000));
    }
    expect(minutes).toEqual([0, 0, 0, 0, 10, 20, 40, 80, 160, 320, 360, 360]);
  });

  it('a visit that got through forgets the refusals', async () => {
    for (let block = 1; block <= 4; block += 1) await pace.noteBlocked(SOURCE);
    await database.prepared(pace.answered(SOURCE));
    await pace.noteBlocked(SOURCE);
    expect((await row()).closedFor).toBe(0);
  });

  it('refusals at the same moment are all counted', async () => {
    await Promise.all(Array.from({ length: 6 }, () => pace.noteBlocked(SOURCE)));
    const { closedFor, blocks } = await row();
    expect(blocks).toBe(6);
    expect(Math.round(closedFor / 60_000)).toBe(20);
  });
});
