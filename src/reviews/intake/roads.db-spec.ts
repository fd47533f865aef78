import type { CollectedReview } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { AnswerableReviewQuery } from '../persistence/answerable-review.query';
import { FinishPassService } from './finish-pass.service';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore, type FirstRoad } from './persistence/review-road.store';
import type { IntakeTarget } from './page-intake';
import { ReviewIntakeService } from './review-intake.service';

/** `public` is the first road. `equal` has its ids; `own` and `third` have ids of their own. */
type Road = 'public' | 'equal' | 'own' | 'third';
const SAME_IDS: Record<Road, readonly string[]> = {
  public: ['public', 'equal'],
  equal: ['public', 'equal'],
  own: ['own'],
  third: ['third'],
};
const [FRESH, LATER, ...FIRST] = collectedReviews(14, 100) as [CollectedReview, CollectedReview, ...CollectedReview[]];
const [FIRST_ID] = FIRST.map(({ externalId }) => externalId);

/** A review as a road shows it. */
function shownBy(road: Road, review: CollectedReview): CollectedReview {
  return SAME_IDS[road].includes('public') ? review : { ...review, externalId: `${road}-${review.externalId}` };
}

/** Two passes that read these reviews: the second one confirms deletions. */
type Step = readonly [road: Road, shows: readonly CollectedReview[]];
/** How the reviews count as read by the first road: up to an id, or by rows, which an earlier version wrote. */
const FIRST_ROADS = ['an id', 'rows'] as const;

const without = (index: number): readonly CollectedReview[] => FIRST.filter((_, n) => n !== index);
const numberOf = (review: CollectedReview | undefined): string => String(review?.text?.split(' ').at(-1));

describe.each(FIRST_ROADS)('a link whose first road has read its reviews by %s (ADR 30)', (by) => {
  let fixture: StoreFixture;
  let intake: ReviewIntakeService;
  let passes: FinishPassService;
  let link: LinkFixture;
  let runId: number;
  let first: FirstRoad | null;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    const parts = [
      ...([new ReviewIntakeStore(database), new ReviewRoadStore(database)] as const),
      ...([new ChangeCounterStore(database), database] as const),
    ] as const;
    [intake, passes] = [new ReviewIntakeService(...parts), new FinishPassService(...parts)];
  });
  afterAll(() => fixture?.close());

  beforeEach(async () => {
    const { database } = fixture;
    // A review of the account with a later id, on another link.
    const other = await aLink(database);
    link = await aLink(database, { accountId: other.accountId });
    const [run] = await database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    runId = run?.id ?? 0;
    await intake.takePage(targetOf(), FIRST);
    await intake.takePage({ ...targetOf(), ...other }, FIRST);
    first = by === 'rows' ? null : { name: 'public', until: await newestId() };
    if (by === 'rows')
      await database.query(
        `insert into review_road (account_id, link_id, road, external_id, review_external_id)
         select account_id, link_id, 'public', external_id, external_id from review where account_id = $1 and link_id = $2`,
        [link.accountId, link.linkId],
      );
    await database.query(
      `update link_collection set road = 'public', keeps_roads = true, first_road = $2, first_road_until = $3 where link_id = $1`,
      [link.linkId, first?.name ?? null, first?.until ?? null],
    );
  });

  const targetOf = (road?: Road): IntakeTarget => ({
    ...link,
    runId,
    rawPrivacy: { names: [], drop: [] },
    contentDays: null,
    road: road && { name: road, sameIds: SAME_IDS[road], first },
  });
  const newestId = async (): Promise<number> => {
    const [row] = await fixture.database.query<{ id: number }>(
      'select max(id) as id from review where account_id = $1',
      [link.accountId],
    );
    return row?.id ?? 0;
  };
  const read = async ([road, shows]: Step): Promise<void> => {
    const target = targetOf(road);
    for (let pass = 1; pass <= 2; pass += 1) {
      const reviews = shows.map((review) => shownBy(road, review));
      const { seenIds } = await intake.takePage(target, reviews);
      // The later pass begins a minute after the earlier one.
      const beganAt = new Date(Date.UTC(2026, 0, 1, 0, pass));
      const finished = { beganAt, seenIds, judges: { from: null }, confirmAfterMs: 1 };
      await passes.finishPass(target, finished, await passes.findMissing(target, finished));
    }
  };
  const stored = () =>
    fixture.database.query<{ id: number; externalId: string; number: string; deleted: boolean }>(
      `select id, external_id as "externalId", split_part(text, ' ', 3) as number, deleted_at is not null as deleted
       from review where account_id = $1 and link_id = $2 order by review_date desc`,
      [link.accountId, link.linkId],
    );
  const rowsOf = async (): Promise<Record<string, number>> => {
    const rows = await fixture.database.query<{ road: string; n: number }>(
      'select road, count(*) as n from review_road where account_id = $1 and link_id = $2 group by road',
      [link.accountId, link.linkId],
    );
    return Object.fromEntries(rows.map(({ road, n }) => [road, n]));
  };

  it.each<[string, Step[], { added?: CollectedReview[]; deleted?: (CollectedReview | undefined)[] }]>([
    [
      'a review that another road inserts is not deleted by the first',
      [
        ['own', [FRESH, ...FIRST]],
        ['public', FIRST],
      ],
      { added: [FRESH] },
    ],
    [
      'a review that another road with the same ids inserts is not deleted by the first',
      [
        ['equal', [FRESH, ...FIRST]],
        ['public', FIRST],
      ],
      { added: [FRESH] },
    ],
    [
      'a review that both have read is deleted by the first',
      [
        ['own', FIRST],
        ['public', without(3)],
      ],
      { deleted: [FIRST[3]] },
    ],
    [
      'a review that both have read is deleted by the other',
      [
        ['own', FIRST],
        ['own', without(3)],
      ],
      { deleted: [FIRST[3]] },
    ],
    [
      'a road with the same ids deletes a review that it has read',
      [
        ['equal', FIRST],
        ['equal', without(3)],
      ],
      { deleted: [FIRST[3]] },
    ],
    [
      'a road does not delete what only the first has read',
      [
        ['own', FIRST.slice(0, 6)],
        ['own', FIRST.slice(1, 6)],
      ],
      { deleted: [FIRST[0]] },
    ],
    [
      'a road with the same ids does not delete what only the first has read',
      [
        ['equal', FIRST.slice(0, 6)],
        ['equal', FIRST.slice(1, 6)],
      ],
      { deleted: [FIRST[0]] },
    ],
    [
      'the first deletes what no other road has read',
      [
        ['own', FIRST.slice(0, 6)],
        ['public', without(11)],
      ],
      { deleted: [FIRST[11]] },
    ],
    [
      'the first road finds, and then deletes, a review that another road inserted',
      [
        ['own', [FRESH, ...FIRST]],
        ['public', [FRESH, ...FIRST]],
        ['public', FIRST],
      ],
      { added: [FRESH], deleted: [FRESH] },
    ],
    [
      'a review that only the first shows after its return is not deleted by the other',
      [
        ['own', FIRST],
        ['public', [FRESH, ...FIRST]],
        ['own', FIRST],
      ],
      { added: [FRESH] },
    ],
    [
      'a third road doubles nothing, and deletes only what it has read',
      [
        ['own', [FRESH, ...FIRST]],
        ['third', [LATER, ...without(3)]],
        ['own', [FRESH, ...FIRST]],
        ['public', FIRST],
        ['third', without(3)],
      ],
      { added: [FRESH, LATER], deleted: [LATER] },
    ],
    [
      'a deleted review that another road shows is no longer deleted',
      [
        ['equal', FIRST],
        ['equal', without(3)],
        ['own', FIRST],
      ],
      {},
    ],
  ])('%s', async (_, steps, { added = [], deleted = [] }) => {
    const before = await stored();
    for (const step of steps) await read(step);
    const after = await stored();
    expect(after.filter((row) => row.deleted).map((row) => row.number)).toEqual(deleted.map(numberOf));
    expect(after.map((row) => row.number).sort()).toEqual([...added, ...FIRST].map(numberOf).sort());
    expect(after.map(({ id, externalId }) => ({ id, externalId }))).toEqual(
      expect.arrayContaining(before.map(({ id, externalId }) => ({ id, externalId }))),
    );
  });

  it('another review to which a road gives an id of the first is stored under another id', async () => {
    await read(['own', FIRST]);
    const clash = { ...FRESH, externalId: FIRST_ID ?? null };
    const target = targetOf('own');
    await intake.takePage(target, [clash]);
    expect((await stored())[0]).toMatchObject({ externalId: `own:${FIRST_ID}`, number: numberOf(FRESH) });
    await intake.takePage(target, [clash]);
    expect(await stored()).toHaveLength(FIRST.length + 1);
  });

  it('writes rows only for reviews on the pages of other roads, and for new ones', async () => {
    const before = await rowsOf();
    expect(before).toEqual(by === 'rows' ? { public: FIRST.length } : {});
    await read(['own', FIRST.slice(0, 5)]);
    expect(await rowsOf()).toEqual({ ...before, own: 5 });
    await read(['public', FIRST]);
    expect(await rowsOf()).toEqual({ ...before, own: 5 });
    await read(['public', [FRESH, ...FIRST]]);
    expect(await rowsOf()).toEqual({ public: (before['public'] ?? 0) + 1, own: 5 });
  });

  it('knows the id of a review on each road that has read it, for replies', async () => {
    await read(['own', [FRESH, ...FIRST.slice(0, 5)]]);
    const idsOf = async (review: CollectedReview | undefined) => {
      const row = (await stored()).find((one) => one.number === numberOf(review));
      return (await new AnswerableReviewQuery(fixture.database).withRaw(link.accountId, row?.id ?? 0))?.roadIds;
    };
    expect(await idsOf(FIRST[0])).toEqual({ public: FIRST_ID, own: `own-${FIRST_ID}` });
    expect(await idsOf(FIRST[11])).toEqual({ public: FIRST[11]?.externalId });
    expect(await idsOf(FRESH)).toEqual({ own: `own-${FRESH.externalId}` });
  });

  it('an old review on a page does not make a road with other ids read all reviews between', async () => {
    await fixture.database.query(
      `insert into review (account_id, object_id, link_id, source_id, change_seq, review_date, first_seen_at, updated_at,
         seen_at, rating, date_precision, is_native, content_hash, external_id)
       select $1, $2, $3, $4, n, timestamp '2010-01-01' + n * interval '1 hour', now(), now(), now(), 500, 0, true, '\\x00', 'old-' || n
       from generate_series(1, 20000) n`,
      [link.accountId, link.objectId, link.linkId, link.sourceId],
    );
    const page = [...FIRST.slice(0, 5), { ...FRESH, reviewDate: '2010-02-01T00:00:00' }];
    const reviews = page.map((review) => shownBy('third', review));
    const read = await rowsRead(fixture.database, 'review', () => intake.takePage(targetOf('third'), reviews));
    expect(read).toBeLessThan(300);
  });
});
