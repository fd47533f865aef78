// cspell:ignore quillfeather
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '@libs/database';
import { builtInSources, ParsingPool, type CollectedReview } from '@libs/sources';
import { schemaOrgSource } from '@libs/sources/platforms/schema-org';
import { LinkedSourcesQuery } from '@src/links/persistence/linked-sources.query';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { derivedIdOf } from '@src/reviews/intake/persistence/review-identity';
import { ReviewIntakeStore } from '@src/reviews/intake/persistence/review-intake.store';
import { ReviewRoadStore } from '@src/reviews/intake/persistence/review-road.store';
import { RereadService } from '@src/reviews/intake/reread.service';
import { ReviewIntakeService } from '@src/reviews/intake/review-intake.service';
import { SourceCatalogue } from '@src/sources';
import { SourceStore } from '@src/sources/persistence/source.store';
import { aCollectedReview } from '@test/support/collected-review';
import { scriptedPlatform } from '@test/support/collection-harness';
import { eventually } from '@test/support/eventually';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { wordsInAllTables } from '@test/support/words-in-tables';
import { StoredPagesQuery } from './persistence/stored-pages.query';
import { ReparseService, type ReparseOptions, type ReparseReport } from './reparse.service';

const PARSING_THREAD = join(__dirname, '../../../test/support/parsing-thread.cjs');
const ALL: ReparseOptions = { since: null, after: null };
const NAMES = { names: ['user_display', 'author', 'author.name'], drop: [] };

/** A record of ODRS, with the name and the texts as its server sends them. */
const record = (n: number, text: string, name: string): Record<string, unknown> => ({
  ...{ review_id: n, date_created: 1_790_000_000, rating: 80, summary: text, user_display: name },
});

/** docs/command-line.md: `hrev sources reparse`. Contract §10.4: a mended parser changes texts, and never doubles reviews. */
describe('reading stored records again', () => {
  let fixture: StoreFixture;
  let database: Database;
  let catalogue: SourceCatalogue;
  let parsing: ParsingPool;
  let intake: ReviewIntakeService;
  let rereading: RereadService;
  let service: ReparseService;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const shop = schemaOrgSource({ slug: 'shop', displayName: 'Shop', hosts: ['shop.example'], ratingScale: 5 });
    const platforms = [
      ...builtInSources.filter(({ facts }) => facts.slug === 'odrs'),
      ...[{ ...shop, facts: { ...shop.facts, id: 950 } }, scriptedPlatform(visitNothing, { rawPrivacy: NAMES })],
    ];
    catalogue = await SourceCatalogue.load(new SourceStore(database), platforms, new LinkedSourcesQuery(database));
    parsing = new ParsingPool({ deadlineMs: 60_000, file: PARSING_THREAD, threads: 1 });
    intake = new ReviewIntakeService(
      ...([new ReviewIntakeStore(database), new ReviewRoadStore(database)] as const),
      ...([new ChangeCounterStore(database), database] as const),
    );
    rereading = new RereadService(database);
    service = new ReparseService(parsing, catalogue, new StoredPagesQuery(database), rereading);
  });
  beforeEach(() => database.query('truncate account, review, review_raw, outbox cascade'));
  afterAll(async () => {
    await service?.onApplicationShutdown();
    await fixture?.close();
  });

  /** Stores reviews as an earlier version read them. `raw` is what it stored as their records. */
  const storeAs = async (
    slug: string,
    reviews: readonly Partial<CollectedReview>[],
    url?: string,
  ): Promise<LinkFixture> => {
    const link = await aLink(database, { sourceId: catalogue.bySlug(slug)?.id ?? 0 });
    if (url !== undefined) await database.query('update link set url = $2 where id = $1', [link.linkId, url]);
    const [run] = await database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    const target = { ...link, runId: run?.id ?? 0, rawPrivacy: { names: [], drop: [] }, contentDays: null };
    await intake.takePage(
      target,
      reviews.map((review) => aCollectedReview(review)),
    );
    return link;
  };
  const reparse = async (slug: string, options = ALL): Promise<ReparseReport> => {
    const reading = service.reparse(slug, options);
    for (;;) {
      const step = await reading.next();
      if (step.done === true) return step.value;
    }
  };
  const marks = (): Promise<object[]> =>
    database.query(
      `select id, external_id, hidden_at, pinned_at, pin_position, first_seen_at, seen_at, missed_at, deleted_at, reply_text, reply_date
       from review order by id`,
    );
  const contents = (): Promise<{ author: string | null; text: string | null }[]> =>
    database.query('select author, text from review order by id');
  const events = async (): Promise<readonly string[]> =>
    (await database.query<{ event: string }>('select distinct event from outbox order by 1')).map(({ event }) => event);

  it('mends texts and masks names, keeps ids, marks, replies and history, and announces no review as new', async () => {
    const reviews = [1, 2, 3].map((n) => ({
      ...{ externalId: String(n), text: `It&#39;s ${n}`, author: 'Zoe', replyText: null },
      ...{ reviewDate: '2026-09-21T14:13:20', raw: record(n, `It's ${n}`, 'Zoe&nbsp;Quillfeather') },
    }));
    await storeAs('odrs', reviews);
    await database.query(
      `update review set author = 'Zoe&nbsp;Quillfeather';
       update review set hidden_at = now() where external_id = '1';
       update review set pinned_at = now(), pin_position = 0, reply_text = 'Thank you', reply_date = now() where external_id = '2';
       update review set deleted_at = now() where external_id = '3'`,
    );
    expect(await wordsInAllTables(database, /quillfeather/i)).not.toEqual([]);
    const before = await marks();
    expect(await reparse('odrs')).toMatchObject({ links: 1, read: 3, changed: 3, unread: 0 });
    expect(await marks()).toEqual(before);
    expect(await contents()).toEqual([1, 2, 3].map((n) => ({ author: 'Zoe Q.', text: `It's ${n}` })));
    expect(await wordsInAllTables(database, /quillfeather/i)).toEqual([]);
    expect(await events()).toEqual(['AuthorsMasked', 'ReviewsChanged']);
    const [changed] = await database.query<{ payload: object }>(
      `select payload from outbox where event = 'ReviewsChanged'`,
    );
    // The deleted review changes in silence.
    expect(changed?.payload).toMatchObject({ run_id: null, review_ids: [expect.any(Number), expect.any(Number)] });
    // What was read again gives the same reviews.
    await database.query('truncate outbox');
    expect(await reparse('odrs')).toMatchObject({ read: 3, changed: 0, records: 0 });
    expect(await events()).toEqual([]);
  });

  it('gives a review whose id was made of its content the id that the next collection makes', async () => {
    const raw = {
      '@type': 'Review',
      author: 'Ada',
      datePublished: '2026-05-02',
      reviewBody: 'Bright',
      reviewRating: { ratingValue: '4' },
    };
    const review = { externalId: null, author: 'Ada', text: 'Bright', ratingOriginal: '4', rating: 4, raw };
    await storeAs('shop', [{ ...review, reviewDate: null, datePrecision: 'day' }], 'https://shop.example/lantern');
    const [before] = await database.query<{ id: number; external_id: string }>('select id, external_id from review');
    expect(await reparse('shop')).toMatchObject({ read: 1, changed: 1, unread: 0 });
    const [after] = await database.query<{ id: number; external_id: string; date: string }>(
      `select id, external_id, to_char(review_date, 'YYYY-MM-DD') as date from review`,
    );
    expect(after).toMatchObject({ id: before?.id, date: '2026-05-02' });
    expect(after?.external_id).not.toBe(before?.external_id);
    const content = {
      author: 'Ada',
      text: 'Bright',
      ratingOriginal: '4',
      reviewDate: '2026-05-02T00:00:00',
      datePrecision: 'day',
    };
    expect(after?.external_id).toBe(derivedIdOf(content as Parameters<typeof derivedIdOf>[0]));
  });

  it.each([
    ['of a platform whose records are not what its parser reads', 'scripted', 1],
    ['that its parser refuses', 'odrs', 1],
  ])('masks the names of records %s', async (_what, slug, unread) => {
    await storeAs(slug, [
      { externalId: '1', author: 'Zoe', raw: { author: 'Quillfeather, Zoe', user_display: 'Zoe\u3164Quillfeather' } },
    ]);
    await database.query(`update review set author = 'Quillfeather,Zoe'`);
    expect(await reparse(slug)).toMatchObject({ read: 1, changed: 1, unread });
    expect((await contents()).map(({ author }) => author)).toEqual(['Zoe Q.']);
    expect(
      await wordsInAllTables(database, slug === 'odrs' ? /Quillfeather,Zoe|Zoe.Quillfeather/ : /quillfeather/i),
    ).toEqual([]);
    expect(await events()).toEqual(['AuthorsMasked', 'ReviewsChanged']);
  });

  it('keeps what another writer stores meanwhile, and decides the review again', async () => {
    await storeAs('odrs', [{ externalId: '1', text: 'It&#39;s', raw: record(1, "It's", 'Zoe') }]);
    const writer = new pg.Client({ connectionString: fixture.url });
    await writer.connect();
    try {
      await writer.query('begin; update review set hidden_at = now()');
      const reading = reparse('odrs');
      await eventually('the wait for the other writer', 20_000, async () => {
        const waiting = await database.query('select from pg_locks where not granted');
        return waiting.length > 0;
      });
      await writer.query('commit');
      expect(await reading).toMatchObject({ changed: 1 });
    } finally {
      await writer.end();
    }
    const rows = await database.query('select text, hidden_at is not null as hidden from review');
    expect(rows).toEqual([{ text: "It's", hidden: true }]);
  });

  it('writes large records in several transactions', async () => {
    const padding = 'x'.repeat(15_000);
    const count = 200;
    await storeAs(
      'odrs',
      Array.from({ length: count }, (_, n) => ({
        externalId: String(n + 1),
        text: 'It&#39;s',
        raw: { ...record(n + 1, "It's", 'Zoe'), padding },
      })),
    );
    expect(await reparse('odrs')).toMatchObject({ read: count, changed: count });
    const [transactions] = await database.query<{ n: number }>('select count(distinct xmin::text) as n from review');
    expect(transactions?.n).toBe(2);
  });

  it('reads only reviews that changed since a time, and continues after a position', async () => {
    const link = await storeAs(
      'odrs',
      [1, 2, 3].map((n) => ({ externalId: String(n), text: 'It&#39;s', raw: record(n, "It's", 'Zoe') })),
    );
    expect(await reparse('odrs', { ...ALL, since: '2099-01-01T00:00:00' })).toMatchObject({ read: 0 });
    const [first] = await database.query<{ id: number }>('select min(id) as id from review');
    const after = { linkId: link.linkId, reviewId: first?.id ?? 0 };
    expect(await reparse('odrs', { ...ALL, after })).toMatchObject({ read: 2, changed: 2 });
    expect((await contents()).map(({ text }) => text)).toEqual(['It&#39;s', "It's", "It's"]);
    expect(await reparse('odrs', { ...ALL, since: '2000-01-01T00:00:00' })).toMatchObject({ read: 3, changed: 1 });
  });

  it('refuses a platform that does not exist', async () => {
    expect(() => service.canReparse('nowhere')).toThrow('There is no platform nowhere');
    await expect(reparse('nowhere')).rejects.toThrow('There is no platform nowhere');
  });
});

async function* visitNothing() {
  await Promise.resolve();
  yield { reviews: [] };
  return { coverage: 'window' as const };
}
