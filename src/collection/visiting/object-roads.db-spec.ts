import type { Database } from '@libs/database';
import {
  Blocked,
  Temporary,
  type CollectedReview,
  type OwnerRoad,
  type PlatformSource,
  type RoadFacts,
} from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import {
  claimNow,
  collectOnce,
  collectionHarness,
  eventsOf,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { rowsRead } from '@test/support/rows-read';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { VisitTime } from './visit-pages';

/** A page of the scripted lists. */
const PAGE = 5;
const SOURCES = { equal: 911, own: 912, newest: 913, picked: 914, both: 915, owner_only: 916, every: 917 } as const;
type SourceName = keyof typeof SOURCES;
const ROADS: Record<
  SourceName,
  Partial<OwnerRoad> & { readonly isAlone?: boolean; readonly publicReading?: RoadFacts['reading'] }
> = {
  equal: { publicReading: 'browser' },
  own: { hasOwnIds: true },
  newest: { hasOwnIds: true, shows: 'newest' },
  picked: { hasOwnIds: true, shows: 'selection' },
  both: { readsPublicList: true },
  owner_only: { isAlone: true },
  every: { hasOwnIds: true, showsEvery: true },
};

/** The ways to read an object's reviews: the public pages, and the connection of its owner (contract §2.2, §2.3, §4.5). */
describe('the roads of an object', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  /** What the platform shows on its public list, on the owner's road, and on the list beside the public one. */
  let shown: { public: CollectedReview[]; owner: CollectedReview[]; aside: CollectedReview[] };
  let pagesRead: { public: number; owner: number };
  let beforePage: (road: 'public' | 'owner', page: number) => void;

  async function* listOf(road: 'public' | 'owner', reviews: readonly CollectedReview[]) {
    for (let start = 0; start < reviews.length; start += PAGE) {
      await Promise.resolve();
      pagesRead[road] += 1;
      beforePage(road, start / PAGE + 1);
      const object = { name: null, reviewCount: reviews.length, rating: null, ratingOriginal: null };
      yield { reviews: reviews.slice(start, start + PAGE), object };
    }
  }

  function sourceOf(name: SourceName): PlatformSource {
    const { isAlone = false, publicReading = 'http', ...road } = ROADS[name];
    const { publicRoad, ...plain } = scriptedPlatform(async function* () {
      yield* listOf('public', shown.public);
      return { coverage: 'all' };
    });
    const owner: OwnerRoad = {
      ...{ name: 'owner', reading: 'http', order: 'newest_first', shows: 'all', limit: null, evidence: 'documented' },
      ...{ readsPublicList: false, hasOwnIds: false },
      ...road,
      async *visit() {
        if (name === 'both' && shown.aside.length > 0) yield { reviews: shown.aside, isAside: true };
        yield* listOf('owner', name === 'both' ? shown.public : shown.owner);
        return { coverage: road.shows === 'newest' || road.shows === 'selection' ? 'window' : 'all' };
      },
    };
    const host = `${name.replace('_', '-')}.example`;
    return {
      ...plain,
      facts: { ...plain.facts, id: SOURCES[name], slug: name, displayName: 'Scripted', hosts: [host] },
      match: (url) => (url.hostname === host ? { kind: 'page', canonicalUrl: url.href } : null),
      ...(isAlone || publicRoad === undefined ? {} : { publicRoad: { ...publicRoad, reading: publicReading } }),
      ownerRoads: [owner],
      connecting: {
        hosts: [host],
        credentialFields: [{ name: 'key', secret: true, description: 'API key', required: true }],
        check: () => Promise.resolve({ card: 'card', name: null }),
      },
    };
  }

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    harness = await collectionHarness(database, {
      platforms: (Object.keys(SOURCES) as SourceName[]).map(sourceOf),
      environment: { HREV_ENCRYPTION_KEY: '7e'.repeat(32), HREV_DELETION_CONFIRM_AFTER: '1ms' },
    });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    const reviews = collectedReviews(12, 100);
    shown = { public: reviews, owner: reviews, aside: [] };
    pagesRead = { public: 0, owner: 0 };
    beforePage = () => undefined;
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const linkOn = (name: SourceName): Promise<LinkFixture> => {
    const url = `https://${name.replace('_', '-')}.example/page`;
    return linkTo(database, SOURCES[name], { url });
  };
  const connect = ({ accountId, objectId, sourceId }: LinkFixture) =>
    harness.connections.add(accountId, objectId, harness.catalogue.platform(sourceId)?.facts.slug ?? '', {
      key: 'open',
    });
  const disconnect = async ({ accountId }: LinkFixture): Promise<void> => {
    for (const { id } of await harness.connections.list(accountId)) await harness.connections.remove(accountId, id);
  };
  const revoke = () =>
    database.query(`update platform_connection set status = 'revoked', revoked_at = now(), error = 'no'`);
  const roadOf = async ({ linkId }: LinkFixture) => {
    const [row] = await database.query(
      'select road, read_by as "readBy", full_due_at is not null as "fullIsDue" from link_collection where link_id = $1',
      [linkId],
    );
    return row;
  };
  interface Stored {
    readonly id: number;
    readonly externalId: string;
    readonly text: string;
    readonly deleted: boolean;
  }
  const stored = ({ linkId }: LinkFixture): Promise<Stored[]> =>
    database.query(
      'select id, external_id as "externalId", text, deleted_at is not null as deleted from review where link_id = $1 order by text',
      [linkId],
    );
  /** Two full passes, which confirm deletions. */
  const collectTwice = async (link: LinkFixture): Promise<void> => {
    for (let pass = 0; pass < 2; pass += 1)
      expect(await collectOnce(harness, link, true)).toMatchObject({ outcome: 'success' });
  };
  /** A review as the owner's road shows it. */
  const asOwn = (name: SourceName, review: CollectedReview): CollectedReview =>
    ROADS[name].hasOwnIds === true
      ? {
          ...review,
          externalId: `own-${review.externalId}`,
          author: 'A.',
          reviewDate: review.reviewDate?.replace('T00', 'T03') ?? null,
        }
      : review;
  const [fresh] = collectedReviews(1, 200) as [CollectedReview];

  it('a visit has the time of the road on which it reads, not that of the public road', async () => {
    const begun = jest.spyOn(VisitTime.prototype, 'begin');
    const link = await linkOn('equal');
    await collectOnce(harness, link, true);
    await connect(link);
    await collectOnce(harness, link, true);
    expect(begun.mock.calls.map(([{ reading }]) => reading)).toEqual(['browser', 'http']);
    begun.mockRestore();
  });

  describe('the choice', () => {
    it.each<[string, (link: LinkFixture) => Promise<unknown>, object, object]>([
      ['no connection', () => Promise.resolve(), { public: 3, owner: 0 }, { road: 'public', readBy: 'public' }],
      ['a connection', connect, { public: 0, owner: 3 }, { road: 'owner', readBy: 'owner' }],
      [
        'a revoked connection',
        async (link) => (await connect(link), revoke()),
        { public: 3, owner: 0 },
        { road: 'public', readBy: 'public' },
      ],
    ])('with %s', async (_, prepare, pages, road) => {
      const link = await linkOn('equal');
      await prepare(link);
      expect(await collectOnce(harness, link)).toMatchObject({ outcome: 'success', collected: 12 });
      expect([pagesRead, await roadOf(link)]).toMatchObject([pages, road]);
    });

    it.each<[string, (link: LinkFixture) => Promise<unknown>, RegExp]>([
      ['without a connection', () => Promise.resolve(), /^credentials_missing: .*\/v3\/connections/],
      [
        'with a revoked one',
        async (link) => (await connect(link), revoke()),
        /^credentials_rejected: .*\/v3\/connections/,
      ],
    ])('a platform without public pages says where to connect the object %s', async (_, prepare, error) => {
      const link = await linkOn('owner_only');
      await prepare(link);
      const report = await collectOnce(harness, link);
      expect([report.outcome, report.scrapeError]).toEqual(['failed', expect.stringMatching(error)]);
    });
  });

  describe.each<SourceName>(['equal', 'own', 'newest'])('from road to road and back (%s)', (name) => {
    const showOwn = (reviews: readonly CollectedReview[]): void => {
      const own = reviews.map((review) => asOwn(name, review));
      shown.owner = name === 'newest' ? own.slice(0, 6) : own;
    };

    it('doubles, deletes and renames no review, and reads all on the first pass of a road (§2.3, §10.2)', async () => {
      const link = await linkOn(name);
      await collectOnce(harness, link);
      const before = await stored(link);
      expect(before).toHaveLength(12);
      showOwn(shown.public);
      for (let turn = 0; turn < 2; turn += 1) {
        await connect(link);
        pagesRead = { public: 0, owner: 0 };
        await collectOnce(harness, link);
        expect(pagesRead).toEqual({ public: 0, owner: name === 'newest' ? 2 : 3 });
        await collectTwice(link);
        expect(await stored(link)).toEqual(before);
        await disconnect(link);
        pagesRead = { public: 0, owner: 0 };
        await collectOnce(harness, link);
        expect(pagesRead).toEqual({ public: 3, owner: 0 });
        await collectTwice(link);
        expect(await stored(link)).toEqual(before);
      }
    });

    it('a review that only the owner sees yet appears once, and the public road never deletes it (§10.3)', async () => {
      const link = await linkOn(name);
      await collectOnce(harness, link);
      await connect(link);
      showOwn([fresh, ...shown.public]);
      await collectTwice(link);
      const withFresh = await stored(link);
      expect(withFresh).toHaveLength(13);
      await disconnect(link);
      await collectTwice(link);
      expect(await stored(link)).toEqual(withFresh);
      shown.public = [fresh, ...shown.public];
      await collectTwice(link);
      expect(await stored(link)).toEqual(withFresh);
    });

    it('a review that only the public page shows is never deleted by the road of the owner', async () => {
      const link = await linkOn(name);
      await connect(link);
      showOwn(shown.public);
      await collectOnce(harness, link);
      await disconnect(link);
      shown.public = [fresh, ...shown.public];
      await collectTwice(link);
      const withFresh = await stored(link);
      expect(withFresh).toHaveLength(13);
      await connect(link);
      await collectTwice(link);
      expect(await stored(link)).toEqual(withFresh);
    });

    it('a review that the platform deleted is deleted by a road that had read it, and by no other', async () => {
      const link = await linkOn(name);
      await collectOnce(harness, link);
      await connect(link);
      showOwn(shown.public);
      await collectTwice(link);
      const gone = [shown.public[2], shown.public[10]].map((review) => review?.text);
      shown.public = shown.public.filter(({ text }) => !gone.includes(text));
      showOwn(shown.public);
      const deleted = async () => (await stored(link)).filter((one) => one.deleted).map((one) => one.text);
      await collectOnce(harness, link, true);
      await database.query(`update review set missed_at = missed_at - interval '1 hour' where missed_at is not null`);
      await collectOnce(harness, link, true);
      // The road of the owner shows the newest six reviews only.
      expect((await deleted()).sort()).toEqual((name === 'newest' ? gone.slice(0, 1) : gone).sort());
      await disconnect(link);
      await collectTwice(link);
      expect((await deleted()).sort()).toEqual([...gone].sort());
    });
  });

  it.each<SourceName>(['equal', 'own', 'newest'])(
    'a change of the road of a link with many reviews reads and writes rows for the pages only (%s)',
    async (name) => {
      const link = await linkOn(name);
      await collectOnce(harness, link);
      await database.query(
        `insert into review (account_id, object_id, link_id, source_id, change_seq, review_date, first_seen_at, updated_at,
           seen_at, rating, date_precision, is_native, content_hash, external_id)
         select $1, $2, $3, $4, 100 + n, timestamp '2010-01-01' + n * interval '1 minute', now(), now(), now(), 500, 0, true, '\\x00', 'old-' || n
         from generate_series(1, 5000) n`,
        [link.accountId, link.objectId, link.linkId, link.sourceId],
      );
      const records = () =>
        database.query('select road, count(*) as n from review_road where link_id = $1 group by road', [link.linkId]);
      const claim = await claimNow(harness, link);
      const begin = harness.starts.inProgressStatement(claim, {
        name: 'owner',
        readBy: 'owner',
        readsOtherRoad: false,
        everyMs: 1_800_000,
      });
      expect(await rowsRead(database, 'review', () => database.prepared(begin))).toBeLessThanOrEqual(1);
      await harness.leases.release(claim);
      shown.owner = shown.public.map((review) => asOwn(name, review)).slice(0, 6);
      await connect(link);
      await collectTwice(link);
      expect(await records()).toEqual([{ road: 'owner', n: 6 }]);
      await disconnect(link);
      shown.public = [fresh, ...shown.public];
      await collectTwice(link);
      expect(await records()).toEqual(
        expect.arrayContaining([
          { road: 'owner', n: 6 },
          { road: 'public', n: 1 },
        ]),
      );
      expect((await stored(link)).filter((one) => one.deleted)).toEqual([]);
    },
  );

  it('is planned by the period of its road as soon as that reads it (§10.1)', async () => {
    const link = await linkOn('equal');
    const hoursToNext = async (): Promise<number> => {
      const [row] = await database.query<{ hours: number }>(
        'select extract(epoch from next_run_at - clock_timestamp())::float8 / 3600 as hours from link_collection where link_id = $1',
        [link.linkId],
      );
      return row?.hours ?? NaN;
    };
    await database.query(`update link_collection set next_run_at = clock_timestamp() + interval '5 hours'`);
    await collectOnce(harness, link);
    expect(await hoursToNext()).toBeCloseTo(5, 1);
    await connect(link);
    await collectOnce(harness, link);
    expect(await hoursToNext()).toBeCloseTo(0.5, 1);
    // The planner set the next time by the road of before; the link is off.
    await database.query('update link_collection set next_run_at = null');
    await disconnect(link);
    await collectOnce(harness, link);
    expect(await hoursToNext()).toBeNaN();
  });

  describe('reviews that change between the passes of two roads', () => {
    /** Collects once; returns the number of reviews in each event of the run. */
    const collect = async (link: LinkFixture, full = false): Promise<Record<string, number>> => {
      const { outcome, runId } = await collectOnce(harness, link, full);
      expect(outcome).toBe('success');
      const events = await eventsOf(database, runId);
      return Object.fromEntries(
        events.flatMap(({ event, payload }) =>
          'review_count' in payload ? [[event, Number(payload['review_count'])] as const] : [],
        ),
      );
    };
    const ids = (rows: readonly Stored[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);
    const changeIn = (numbers: readonly number[], change: (review: CollectedReview) => CollectedReview): void => {
      shown.public = shown.public.map((review, n) => (numbers.includes(n) ? change(review) : review));
      shown.owner = shown.public.map((review) => asOwn('own', review));
    };
    const EDITED = [0, 1, 2, 4, 5, 7, 8, 11];
    const onOwn = async (name: SourceName): Promise<LinkFixture> => {
      const link = await linkOn(name);
      await collectOnce(harness, link);
      await connect(link);
      return link;
    };

    it.each<[what: string, change: (review: CollectedReview) => CollectedReview]>([
      ['their texts', (review) => ({ ...review, text: `${review.text}, edited` })],
      ['all of their texts', (review) => ({ ...review, text: `Changed my mind about ${review.externalId}` })],
      ['their ratings', (review) => ({ ...review, rating: 2, ratingOriginal: '2' })],
      [
        'their texts and ratings',
        (review) => ({ ...review, text: `${review.text}, edited`, rating: 2, ratingOriginal: '2' }),
      ],
      [
        'all of their texts, and their ratings, on roads that show equal names',
        (review) => ({ ...review, author: 'A.', text: null, rating: 2, ratingOriginal: '2' }),
      ],
    ])('are recognized if authors edited %s, and none is new (§10.4)', async (what, change) => {
      if (what.endsWith('equal names')) shown.public = shown.public.map((review) => ({ ...review, author: 'A.' }));
      const link = await onOwn('own');
      const before = await stored(link);
      changeIn(EDITED, change);
      expect(await collect(link)).toEqual({ ReviewsChanged: 12 });
      const after = await stored(link);
      expect(ids(after)).toEqual(ids(before));
      expect(after.filter(({ text }) => !before.some((row) => row.text === text))).toHaveLength(
        what.endsWith('ratings') && !what.includes('text') ? 0 : 8,
      );
      expect(await collect(link, true)).toEqual({});
      await disconnect(link);
      await collect(link);
      expect(ids(await stored(link))).toEqual(ids(before));
    });

    /** Nothing but the date agrees with the stored review. */
    const rewritten = (review: CollectedReview): CollectedReview => ({
      ...{ ...review, text: `Changed my mind about ${review.externalId}`, rating: 2, ratingOriginal: '2' },
    });

    it('are merged on the next full pass that shows them alike if they were stored twice, and the older one is kept', async () => {
      const link = await onOwn('own');
      const before = await stored(link);
      changeIn(EDITED, rewritten);
      expect(await collect(link)).toMatchObject({ ReviewsAppeared: 8 });
      expect(await stored(link)).toHaveLength(20);
      await disconnect(link);
      expect(await collect(link)).toEqual({ ReviewsChanged: 12, ReviewsDeleted: 8 });
      const live = async (): Promise<number[]> => ids((await stored(link)).filter((row) => !row.deleted));
      expect(await live()).toEqual(ids(before));
      // On both roads the kept ones are found from now on.
      for (const turn of [connect, disconnect]) {
        await turn(link);
        await collect(link);
        expect(await collect(link, true)).toEqual({});
        expect(await live()).toEqual(ids(before));
      }
    });

    it.each<[what: string, mark: string]>([
      ['is hidden', 'hidden_at = now()'],
      ['is pinned', 'pin_position = 0, pinned_at = now()'],
      ['has a reply', `reply_text = 'Thank you'`],
    ])('keep the row that %s, under its ids on both roads', async (_what, mark) => {
      const link = await onOwn('own');
      changeIn([3], rewritten);
      await collect(link);
      const [twin] = await database.query<{ id: number }>(
        `update review set ${mark} where text like 'Changed my mind%' returning id`,
      );
      for (const turn of [disconnect, connect, disconnect]) {
        await turn(link);
        await collectTwice(link);
        const live = (await stored(link)).filter((row) => !row.deleted);
        expect(live).toHaveLength(12);
        expect(live.filter(({ text }) => text.startsWith('Changed my mind')).map(({ id }) => id)).toEqual([twin?.id]);
      }
    });

    it('stay two if both are hidden or pinned', async () => {
      const link = await onOwn('own');
      changeIn([3], rewritten);
      await collect(link);
      await database.query('update review set hidden_at = now()');
      for (const turn of [disconnect, connect]) {
        await turn(link);
        await collectTwice(link);
        expect((await stored(link)).filter((row) => !row.deleted)).toHaveLength(13);
      }
    });

    it('are deleted by a road that lists every review, also if only another road had read them (§10.3)', async () => {
      shown.public = collectedReviews(40, 100);
      const link = await onOwn('every');
      const gone = [3, 10, 11, 20, 30, 39];
      const removed = gone.map((n) => shown.public[n]?.text);
      shown.public = shown.public.filter((_, n) => !gone.includes(n));
      changeIn(EDITED, (review) => ({ ...review, text: `${review.text}, edited` }));
      await collect(link);
      expect(await collect(link, true)).toMatchObject({ ReviewsDeleted: 6 });
      expect(
        (await stored(link))
          .filter((row) => row.deleted)
          .map(({ text }) => text)
          .sort(),
      ).toEqual(removed.sort());
      expect(await stored(link)).toHaveLength(40);
    });
  });

  it('a review that leaves a selection of the platform is not deleted (§10.3)', async () => {
    const link = await linkOn('picked');
    await connect(link);
    shown.owner = shown.public.slice(0, 10);
    await collectOnce(harness, link);
    shown.owner = shown.owner.filter((_, index) => index !== 3);
    await collectTwice(link);
    expect((await stored(link)).filter((one) => one.deleted)).toEqual([]);
  });

  it('reviews to which two roads give the same id are not merged (§10.4)', async () => {
    const link = await linkOn('own');
    await collectOnce(harness, link);
    const before = await stored(link);
    await connect(link);
    shown.owner = [
      { ...fresh, externalId: shown.public[0]?.externalId ?? null },
      ...shown.public.map((one) => asOwn('own', one)),
    ];
    await collectTwice(link);
    const after = await stored(link);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.map(({ text }) => text)).toContain(fresh.text);
    expect(after).toHaveLength(13);
  });

  describe('a road that also reads the public list', () => {
    const aside = collectedReviews(6, 300);

    it('is `both`; its own list ends no pass early, and does not dispute the number of the public one (§10.2)', async () => {
      const link = await linkOn('both');
      await connect(link);
      shown.aside = aside;
      await collectOnce(harness, link);
      expect(await roadOf(link)).toMatchObject({ road: 'owner', readBy: 'both', fullIsDue: false });
      expect(await stored(link)).toHaveLength(18);
      shown.public = [fresh, ...shown.public];
      pagesRead.owner = 0;
      await collectOnce(harness, link);
      expect([await stored(link), pagesRead.owner]).toMatchObject([{ length: 19 }, 2]);
    });

    it('keeps the reviews that only its own list shows, also after the connection is removed', async () => {
      const link = await linkOn('both');
      await collectOnce(harness, link);
      await connect(link);
      shown.aside = aside;
      await collectTwice(link);
      const before = await stored(link);
      expect(before).toHaveLength(18);
      await disconnect(link);
      await collectTwice(link);
      expect(await stored(link)).toEqual(before);
      shown.public = shown.public.slice(1);
      await collectTwice(link);
      expect((await stored(link)).filter((one) => one.deleted)).toHaveLength(1);
    });
  });

  describe('a source that is closed after refusals (§10.6)', () => {
    const pace = () =>
      database.query(`select closed_until > now() as closed, blocks_in_a_row as blocks from source_pace`);

    it('is read by the road of the owner, whose success does not open the public page', async () => {
      const [link, other] = [await linkOn('equal'), await linkOn('equal')];
      await connect(link);
      await database.query(
        `insert into source_pace (source_id, closed_until, blocks_in_a_row) values ($1, now() + interval '1 hour', 3)`,
        [SOURCES.equal],
      );
      expect(await collectOnce(harness, other)).toMatchObject({ outcome: 'failed' });
      expect(await collectOnce(harness, link)).toMatchObject({ outcome: 'success', collected: 12 });
      expect(await pace()).toEqual([{ closed: true, blocks: 3 }]);
    });

    it('is not closed by refusals of the road of the owner', async () => {
      const link = await linkOn('equal');
      await connect(link);
      beforePage = () => {
        throw new Blocked('no');
      };
      expect(await collectOnce(harness, link)).toMatchObject({ outcome: 'failed' });
      expect(await pace()).toEqual([]);
    });
  });

  it('a pass on another road that fails is repeated in full, in the same run and in a later one (§10.2)', async () => {
    for (const failures of [1, 3]) {
      const link = await linkOn('equal');
      await collectOnce(harness, link);
      await connect(link);
      let attempts = 0;
      beforePage = (road, page) => {
        if (road === 'owner' && page === 2 && attempts++ < failures) throw new Temporary('network', 'no');
      };
      const report = await collectOnce(harness, link);
      expect(report.outcome).toBe(failures === 3 ? 'failed' : 'success');
      if (failures === 3) {
        expect(await roadOf(link)).toMatchObject({ road: 'owner', fullIsDue: true });
        pagesRead.owner = 0;
        await collectOnce(harness, link);
        expect(pagesRead.owner).toBe(3);
      } else expect(pagesRead.owner).toBe(2 + 3);
      expect(await roadOf(link)).toMatchObject({ road: 'owner', fullIsDue: false });
    }
  });
});
