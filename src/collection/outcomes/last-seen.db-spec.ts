/**
 * After any sequence of passes, the stored reviews equal those of a simple model: which reviews exist, which are deleted, and when
 * each was last seen. The model uses no staircases, hashes or SQL.
 */
import type { Database } from '@libs/database';
import { Blocked, type CollectedReview } from '@libs/sources';
import { LAST_SEEN } from '@src/reviews/persistence/review-columns';
import { aCollectedReview } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { seededRandom } from '@test/support/feed-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

const PAGE = 5;
const DAY = 86_400_000;

/** How a visit ends. */
type Ending = 'whole' | 'window' | 'blocked';

/** A review of the model. Passes have numbers; the test records when each began and ended by the database's clock. */
interface ModelReview {
  text: string;
  date: string | null;
  lastSeenPass: number;
  /** Earlier than `lastSeenPass` if the service may record the last sighting late; it never records one early. */
  seenAtLeastPass: number;
  missedPass: number | null;
  deleted: boolean;
}

describe('passes compared with a simple model (contract §10.3: deletion, last_seen_at)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let visit: { list: CollectedReview[]; ending: Ending; stopAfterPages: number };

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      const { list, ending, stopAfterPages } = visit;
      for (let page = 0; page * PAGE < Math.max(1, list.length); page += 1) {
        if (ending !== 'whole' && page === stopAfterPages) {
          if (ending === 'window') return { coverage: 'window' };
          throw new Blocked('a captcha');
        }
        yield { reviews: list.slice(page * PAGE, (page + 1) * PAGE) };
      }
      return { coverage: ending === 'window' ? 'window' : 'all' };
    });
    harness = await collectionHarness(database, {
      platforms: [platform],
      environment: { HREV_DELETION_CONFIRM_AFTER: '1ms' },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const dbNow = async (): Promise<number> =>
    (await database.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000000 as now'))[0]?.now ??
    0;

  const seeds = process.env['HREV_TEST_SEED']?.split(',').map(Number) ?? [1, 2, 3, 4, 5, 6, 7, 8];
  it.each(seeds)('stores what the model contains after each of 22 random passes (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const chance = (p: number): boolean => random() < p;
    const below = (n: number): number => Math.floor(random() * n);
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    const platform = new Map<string, { text: string; date: string | null }>();
    const dropped = new Map<string, { text: string; date: string | null }>();
    const model = new Map<string, ModelReview>();
    const times: { begin: number; end: number }[] = [];
    const history: string[] = [];
    let serial = 0;

    const publish = (): void => {
      serial += 1;
      const date = chance(0.05)
        ? null
        : new Date(Date.UTC(2026, 0, 1) + serial * DAY - (chance(0.2) ? below(20) * DAY : 0))
            .toISOString()
            .slice(0, 19);
      platform.set(String(serial), { text: `Review ${serial}`, date });
    };
    for (let count = 0; count < 25; count += 1) publish();

    for (let pass = 0; pass < 22; pass += 1) {
      if (pass > 0) mutate();
      // Newest first, with undated reviews at the end, as platforms order them.
      const list = [...platform].sort(
        ([a, x], [b, y]) => (y.date ?? '').localeCompare(x.date ?? '') || Number(b) - Number(a),
      );
      const ending: Ending = pass === 0 || chance(0.6) ? 'whole' : chance(0.5) ? 'window' : 'blocked';
      const stopAfterPages = 1 + below(4);
      const full = pass === 0 || chance(0.7);
      visit = {
        list: list.map(([id, { text, date }]) => aCollectedReview({ externalId: id, text, reviewDate: date })),
        ending,
        stopAfterPages,
      };
      const begin = await dbNow();
      const report = await collectOnce(harness, link, full);
      await database.query('truncate source_pace');
      times.push({ begin, end: await dbNow() });
      const [row] = await database.query<{ pages: number; stop: string }>(
        'select pages, stop_reason as stop from run_link where run_id = $1',
        [report.runId],
      );
      history.push(
        `${pass}: ${full ? 'full' : 'incremental'} ${ending}@${stopAfterPages} -> ${report.outcome} ${row?.stop} in ${row?.pages} pages`,
      );
      apply(pass, list, row?.pages ?? 0, report.outcome === 'success' ? (row?.stop ?? '') : 'failed');
      await compare(link, pass);
    }

    function mutate(): void {
      for (let change = below(4); change > 0; change -= 1) {
        const ids = [...platform.keys()];
        const id = ids[below(ids.length)] as string;
        const droppedIds = [...dropped.keys()];
        if (chance(0.35)) publish();
        else if (chance(0.5)) {
          dropped.set(id, platform.get(id) as { text: string; date: string | null });
          platform.delete(id);
        } else if (chance(0.5) && droppedIds.length > 0) {
          const restored = droppedIds[below(droppedIds.length)] as string;
          platform.set(restored, dropped.get(restored) as { text: string; date: string | null });
          dropped.delete(restored);
        } else
          platform.set(id, {
            ...(platform.get(id) as { text: string; date: string | null }),
            text: `Edited ${below(1_000)}`,
          });
      }
    }

    /** Updates the model by the rules of contract §10. */
    function apply(
      pass: number,
      list: [string, { text: string; date: string | null }][],
      pages: number,
      stop: string,
    ): void {
      const visible = list.slice(0, pages * PAGE);
      const seen = new Set(visible.map(([id]) => id));
      const before = new Map(model);
      for (const [id, { text, date }] of visible) {
        model.set(id, { text, date, lastSeenPass: pass, seenAtLeastPass: pass, missedPass: null, deleted: false });
      }
      if (stop === 'complete' || stop === 'window_limit') markMissing(pass, visible, stop);
      for (const [id, { text, date }] of visible) {
        const previous = before.get(id);
        const isUnchanged =
          previous !== undefined && previous.text === text && previous.missedPass === null && !previous.deleted;
        // A sighting may be recorded late after a failed visit, or if a review with the same or a later date was not read.
        const mayBeLate = stop === 'failed' || hasUnseenNeighbor(date, seen);
        if (isUnchanged && mayBeLate) (model.get(id) as ModelReview).seenAtLeastPass = previous.seenAtLeastPass;
      }
    }

    function markMissing(pass: number, visible: [string, { date: string | null }][], stop: string): void {
      const seen = new Set(visible.map(([id]) => id));
      const dates = visible.flatMap(([, { date }]) => date ?? []).sort();
      const missing = [...model].filter(([id, review]) => {
        if (seen.has(id) || review.deleted) return false;
        return stop === 'complete' || (dates[0] !== undefined && review.date !== null && review.date > dates[0]);
      });
      const live = [...model.values()].filter((review) => !review.deleted).length;
      const missedTwice = missing.filter(([, review]) => review.missedPass !== null);
      for (const [, review] of missing) review.missedPass ??= pass;
      if (missedTwice.length > 0 && missedTwice.length < 0.2 * live)
        for (const [, review] of missedTwice) review.deleted = true;
    }

    function hasUnseenNeighbor(date: string | null, seen: ReadonlySet<string>): boolean {
      return [...model].some(
        ([id, other]) =>
          !seen.has(id) && !other.deleted && other.missedPass === null && (other.date ?? '') >= (date ?? ''),
      );
    }

    async function compare({ linkId }: LinkFixture, pass: number): Promise<void> {
      const rows = await database.query<{
        id: string;
        text: string;
        deleted: boolean;
        missed: boolean;
        seen: number;
      }>(
        `select r.external_id as id, r.text, r.deleted_at is not null as deleted, r.missed_at is not null as missed,
           extract(epoch from ${LAST_SEEN}) * 1000000 as seen
         from review r where r.link_id = $1 order by r.external_id`,
        [linkId],
      );
      const context = `HREV_TEST_SEED=${seed}\n${history.join('\n')}`;
      const summary = (id: string, text: string, deleted: boolean, missed: boolean): string =>
        `${id} ${text} ${deleted ? 'deleted' : 'live'} ${missed ? 'missed' : ''}`;
      const stored = rows.map((row) => summary(row.id, row.text, row.deleted, row.missed)).sort();
      const expected = [...model]
        .map(([id, one]) => summary(id, one.text, one.deleted, one.missedPass !== null))
        .sort();
      expect({ context, reviews: stored }).toEqual({ context, reviews: expected });
      for (const row of rows) {
        const one = model.get(row.id) as ModelReview;
        const begin = times[one.seenAtLeastPass]?.begin ?? NaN;
        const end = times[one.lastSeenPass]?.end ?? NaN;
        const isWrong = !(row.seen >= begin - 1_000 && row.seen <= end + 1_000);
        const description = `review ${row.id} (${one.date}) after pass ${pass}: last seen in pass ${one.seenAtLeastPass}-${one.lastSeenPass}, stored ${times.findIndex((time) => row.seen <= time.end)}`;
        if (isWrong) throw new Error(`${description}\n${context}`);
      }
    }
  });
});
