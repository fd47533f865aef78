import type { CollectedReview } from '@libs/sources';
import { FinishPassService, ReviewIntakeService, type IntakeTarget } from '@src/reviews';
import { aCollectedReview } from '@test/support/collected-review';
import { OpenApiCheck } from '@test/support/openapi-check';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json } from '../contract-client';

const HOUR = 3_600_000;
const LINE = {
  source_slug: 'google',
  origin: 'Other Tool',
  external_review_id: 'g-1',
  author: 'Ada Maria Lovelace',
  text: 'Quiet rooms, cafe\u0301 downstairs.\r\nGladly again.',
  rating: 8,
  rating_scale: 10,
  review_date: '2024-05-01T10:00:00',
  review_url: 'https://maps.example/g-1',
  reply_text: 'Thank you',
  reply_date: '2024-05-02T09:00:00Z',
};

/** Imports of reviews from elsewhere (contract §4.22: v3 only). */
describe('v3: review imports', () => {
  let app: TestApp;
  let account: TestAccount;
  let client: ContractClient;
  let link: LinkFixture;
  let intake: ReviewIntakeService;
  let passes: FinishPassService;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    [intake, passes] = [
      app.app.get(ReviewIntakeService, { strict: false }),
      app.app.get(FinishPassService, { strict: false }),
    ];
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    account = await app.anAccount();
    client = new ContractClient(app, 'v3', account);
    const [google] = await app.database.query<{ id: number }>(`select id from source where slug = 'google'`);
    link = await aLink(app.database, { accountId: account.accountId, sourceId: Number(google?.id) });
  });

  const send = async (lines: readonly object[], query = '', by = client): Promise<Answer> => {
    const file = lines.map((line) => JSON.stringify({ object_id: link.objectId, ...line })).join('\n');
    const answer = await by.post(`/v3/review-imports${query}`, { file });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    new OpenApiCheck(app.app).expect({ method: 'POST', path: '/v3/review-imports', ...answer });
    return answer;
  };
  const results = ({ body }: Answer): readonly unknown[] =>
    (body['data'] as readonly Json[]).map(({ result }) => result);
  const idsOf = ({ body }: Answer): readonly unknown[] =>
    (body['data'] as readonly Json[]).map(({ review_id: id }) => id);
  const feed = async (query = ''): Promise<readonly Json[]> =>
    (await client.get(`/v3/reviews?object_id=${link.objectId}${query}`)).body['data'] as readonly Json[];
  const sync = async (cursor?: string): Promise<Json> =>
    (await client.get(`/v3/reviews/sync?object_id=${link.objectId}${cursor ? `&cursor=${cursor}` : ''}`)).body;
  const factsOf = async (runId: number): Promise<readonly string[]> =>
    (
      await app.database.query<{ fact: string }>('select fact from run_fact where run_id = $1 order by fact', [runId])
    ).map(({ fact }) => fact);
  const aRun = async (): Promise<IntakeTarget> => {
    const [run] = await app.database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    return { ...link, runId: Number(run?.id), rawPrivacy: { names: [], drop: [] }, contentDays: null };
  };
  const collect = async (...reviews: readonly CollectedReview[]) => {
    const target = await aRun();
    const { seenIds } = await intake.takePage(target, reviews);
    return { seenIds, facts: await factsOf(target.runId) };
  };
  /** The review of `LINE`, as the platform shows it. */
  const shown = (more: Partial<CollectedReview> = {}): CollectedReview =>
    aCollectedReview({
      externalId: 'g-1',
      author: 'Ada Maria Lovelace',
      text: 'Quiet rooms, café downstairs.\nGladly again.',
      reviewDate: '2024-05-01T10:00:00',
      ratingOriginal: '4',
      rating: 4,
      ...more,
    });

  it('a dry run says what the import then does, and a repeated import finds everything', async () => {
    const lines = [LINE, { ...LINE, external_review_id: 'g-2', author: 'Bo', text: 'Loud' }, LINE];
    const expected = ['created', 'created', 'present'];
    const dry = await send(lines, '?dry_run=true');
    expect([results(dry), idsOf(dry), dry.body['import_id']]).toEqual([expected, [null, null, null], null]);
    expect(await feed()).toEqual([]);
    const real = await send(lines);
    expect(results(real)).toEqual(expected);
    const [one, two, again] = idsOf(real);
    expect([one === again, one === two]).toEqual([true, false]);
    for (const query of ['?dry_run=true', '']) {
      const repeated = await send(lines, query);
      expect([results(repeated), idsOf(repeated), repeated.body['import_id']]).toEqual([
        ['present', 'present', 'present'],
        [one, two, one],
        null,
      ]);
    }
    expect((await client.get('/v3/review-imports')).body).toMatchObject({
      total: 1,
      data: [{ id: real.body['import_id'], created: 2, updated: 0, only_imported: 2, removed_at: null }],
    });
  });

  it('stores what a collection would store, with its provenance, and announces nothing', async () => {
    const before = await sync();
    const { body } = await send([LINE]);
    const [review] = await feed();
    expect(review).toMatchObject({
      author: 'Ada M. L.',
      text: 'Quiet rooms, café downstairs.\nGladly again.',
      rating: 4,
      rating_original: '8',
      review_date: '2024-05-01T10:00:00',
      reply_text: 'Thank you',
      reply_date: '2024-05-02T09:00:00',
      external_review_id: 'g-1',
      source_slug: 'google',
      provenance: { kind: 'imported', import_id: body['import_id'], origin: 'Other Tool' },
    });
    expect((review?.['provenance'] as Json)['imported_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    const changes = await sync(String(before['next_cursor']));
    expect(changes['data']).toMatchObject([{ op: 'upsert', review: { provenance: { kind: 'imported' } } }]);
    const events = await app.database.query('select from outbox where account_id = $1', [account.accountId]);
    expect(events).toEqual([]);
  });

  it.each<[what: string, line: object, code: string, reason: RegExp]>([
    ['no JSON', { toJSON: () => 'text' }, 'validation_error', /JSON object/],
    ['an unknown field', { ...LINE, stars: 5 }, 'validation_error', /a field other than/],
    ['a rating above its scale', { ...LINE, rating: 11 }, 'validation_error', /^rating:/],
    ['a rating of another type', { ...LINE, rating: '8' }, 'validation_error', /^rating:/],
    ['a date that does not exist', { ...LINE, review_date: '2024-02-30' }, 'validation_error', /^review_date:/],
    ['a date with a zone', { ...LINE, review_date: '2024-05-01T10:00:00+02:00' }, 'validation_error', /^review_date:/],
    ['a date in the future', { ...LINE, review_date: '2124-05-01' }, 'validation_error', /future/],
    ['neither text nor rating', { ...LINE, text: ' ', rating: null }, 'validation_error', /text or a rating/],
    ['an address that is none', { ...LINE, review_url: 'javascript:1' }, 'validation_error', /^review_url:/],
    ['a text that is too long', { ...LINE, text: 'x'.repeat(50_001) }, 'validation_error', /^text:/],
    ['an unknown platform', { ...LINE, source_slug: 'nowhere' }, 'validation_error', /^source_slug:/],
    ['a platform without a link', { ...LINE, source_slug: 'trustpilot' }, 'not_found', /no link/],
    ['an unknown object', { ...LINE, object_id: 9_007_199_254_740_990 }, 'not_found', /./],
    ['an unknown name', { ...LINE, object_id: null, object_name: 'Nowhere' }, 'not_found', /name/],
  ])('%s refuses its line alone', async (_, line, code, reason) => {
    const answer = await send([line, LINE]);
    expect(results(answer)).toEqual(['refused', 'created']);
    expect((answer.body['data'] as readonly Json[])[0]).toMatchObject({
      error_code: code,
      error: expect.stringMatching(reason) as string,
      review_id: null,
    });
    expect(await feed()).toHaveLength(1);
  });

  it('refuses a file that is too large, and one of a key that may only read', async () => {
    const blank = await client.post('/v3/review-imports', { file: `${'{}\n'.repeat(1_001)}` });
    expect([blank.status, blank.body['code']]).toEqual([422, 'validation_error']);
    const long = await client.post('/v3/review-imports', { file: 'x'.repeat(250_001) });
    expect([long.status, long.body['code']]).toEqual([422, 'validation_error']);
  });

  it('finds the object by its name, and no object of another account', async () => {
    const other = new ContractClient(app, 'v3', await app.anAccount());
    expect(results(await send([LINE], '', other))).toEqual(['refused']);
    expect(results(await send([{ ...LINE, object_id: null, object_name: 'Object' }]))).toEqual(['created']);
    const { body } = await client.get('/v3/review-imports');
    const [{ id = 0 } = {}] = body['data'] as readonly { id: number }[];
    for (const call of [other.get(`/v3/review-imports/${id}`), other.delete(`/v3/review-imports/${id}`)])
      expect((await call).status).toBe(404);
    expect((await other.get('/v3/review-imports')).body['data']).toEqual([]);
    expect(await feed()).toHaveLength(1);
  });

  it.each<[what: string, line: object, collected: Partial<CollectedReview>]>([
    ['with the id of the platform', LINE, {}],
    ['without an id in the file', { ...LINE, external_review_id: null }, {}],
    ['without an id, and with another text', { ...LINE, external_review_id: null, text: 'Another text entirely' }, {}],
    ['without an id on the platform', { ...LINE, external_review_id: null }, { externalId: null }],
    ['with the id of another interface', { ...LINE, external_review_id: 'api/1' }, {}],
    ['on another day of the same moment', { ...LINE, external_review_id: 'api/1', review_date: '2024-05-02' }, {}],
  ])('a review that a collection finds becomes a collected one: %s', async (_, line, collected) => {
    const imported = await send([line]);
    const { seenIds, facts } = await collect(shown(collected));
    expect(seenIds).toEqual(idsOf(imported));
    expect(facts.filter((fact) => fact !== 'changed')).toEqual([]);
    const [review, ...others] = await feed();
    expect(others).toEqual([]);
    expect(review).toMatchObject({
      provenance: { kind: 'collected', import_id: null, origin: null, imported_at: null },
      // The platform shows none.
      reply_text: null,
    });
    // The import is repeated, and finds what was collected.
    expect([results(await send([line])), idsOf(await send([line]))]).toEqual([['present'], seenIds]);
    expect(await collect(shown(collected))).toEqual({ seenIds, facts: [] });
  });

  it('what a collection found stays as it is', async () => {
    const { seenIds } = await collect(shown());
    const answer = await send([
      { ...LINE, text: 'Another text' },
      { ...LINE, external_review_id: null },
    ]);
    expect([results(answer), idsOf(answer)]).toEqual([
      ['present', 'present'],
      [...seenIds, ...seenIds],
    ]);
    expect(await feed()).toMatchObject([{ text: 'Quiet rooms, café downstairs.\nGladly again.', reply_text: null }]);
  });

  it('a later import changes what an earlier one brought, and keeps a reply that it lacks', async () => {
    const first = await send([LINE]);
    const second = await send([{ ...LINE, text: 'Quieter rooms', reply_text: null, reply_date: null }]);
    expect([results(second), idsOf(second)]).toEqual([['updated'], idsOf(first)]);
    expect(await feed()).toMatchObject([
      { text: 'Quieter rooms', reply_text: 'Thank you', provenance: { import_id: first.body['import_id'] } },
    ]);
  });

  it('collections that do not see it neither miss nor delete it, and it does not fill what is missing', async () => {
    await send([LINE]);
    const target = await aRun();
    const { seenIds } = await intake.takePage(target, [shown({ externalId: 'g-2', author: 'Bo', text: 'Loud' })]);
    for (const hours of [0, 7]) {
      const beganAt = new Date(Date.now() + hours * HOUR);
      const pass = { beganAt, seenIds, judges: { from: null }, confirmAfterMs: 6 * HOUR };
      const missing = await passes.findMissing(target, pass);
      expect(missing).toEqual([]);
      expect(await passes.finishPass(target, pass, missing)).toMatchObject({ deleted: 0, held: 1 });
    }
    expect(await feed()).toHaveLength(2);
    const { body } = await client.get(`/v3/objects/${link.objectId}/links`);
    expect(body['data']).toMatchObject([{ collected_count: 1 }]);
  });

  it('the feed has a filter, and the total follows it', async () => {
    await send([LINE]);
    await collect(shown({ externalId: 'g-2', author: 'Bo', text: 'Loud', reviewDate: '2020-01-01T00:00:00' }));
    for (const sort of ['date', 'rating', 'reply_date']) {
      for (const kind of ['collected', 'imported']) {
        const { body } = await client.get(`/v3/reviews?object_id=${link.objectId}&provenance=${kind}&sort_by=${sort}`);
        expect(body).toMatchObject({ total: 1, data: [{ provenance: { kind } }] });
      }
    }
    expect(await feed('&provenance=imported&search=quiet')).toHaveLength(1);
    expect(await feed()).toHaveLength(2);
  });

  it.each([
    '',
    '&min_rating=4',
    '&min_rating=0&sort_by=rating',
    '&published_from=2024-05-01',
    '&published_from=2024-05-01&published_to=2024-05-31&sort_by=rating',
    '&has_reply=true',
    '&search=quiet',
    '&languages=und',
    '&show_pinned=true',
    '&show_hidden=true',
  ])('the totals of both provenances add up to that of all: %s', async (query) => {
    await send([LINE, { ...LINE, external_review_id: 'old-2', rating: 2, date: '2023-02-01T09:00:00Z' }]);
    await collect(
      shown({ externalId: 'g-2', author: 'Bo', text: 'Loud', reviewDate: '2020-01-01T00:00:00' }),
      shown({ externalId: 'g-3', author: 'Cy', text: 'Fine', reviewDate: '2024-05-20T00:00:00' }),
      shown({ externalId: 'g-4', author: 'Di', text: 'Quiet', reviewDate: '2024-05-21T00:00:00' }),
    );
    const all = await feed();
    const [first, second] = all.map(({ id }) => Number(id));
    const pinned = await client.post(`/v3/objects/${link.objectId}/pinned-reviews`, { review_ids: [first] });
    const hidden = await client.post(`/v3/objects/${link.objectId}/hidden-reviews`, { review_ids: [second] });
    expect([pinned.status, hidden.status]).toEqual([200, 200]);
    const totals: number[] = [];
    for (const kind of ['', '&provenance=collected', '&provenance=imported']) {
      const { body } = await client.get(`/v3/reviews?object_id=${link.objectId}${query}${kind}`);
      expect((body['data'] as Json[]).length).toBe(body['total']);
      totals.push(Number(body['total']));
    }
    expect(totals[0]).toBe((totals[1] ?? NaN) + (totals[2] ?? NaN));
  });

  it('embeds neither show nor count it until a collection has found it (§4.23)', async () => {
    await send([LINE]);
    await collect(shown({ externalId: 'g-2', author: 'Bo', text: 'Loud', reviewDate: '2020-01-01T00:00:00' }));
    const shownBy = async (): Promise<readonly unknown[]> => {
      const { body } = await client.post('/v3/embeds', { object_id: link.objectId });
      const answer = (await app.agent.get(`/v3/embed/${String(body['token'])}.json`)).body as Json;
      return [answer['shown'], answer['total'], answer['rated']];
    };
    expect(await shownBy()).toEqual([1, 1, 1]);
    await collect(shown());
    expect(await shownBy()).toEqual([2, 2, 2]);
  });

  it.each<[provenance: string, range: string, counted: readonly number[], average: number, replied: number]>([
    // Stars of the counted reviews. One collected and one imported review share a month, platform and rating.
    ['', '', [4, 5, 2, 4], 3.75, 1],
    ['&provenance=collected', '', [5, 4], 4.5, 0],
    ['&provenance=imported', '', [4, 2], 3, 1],
    ['&provenance=collected', '&published_from=2024-05-01&published_to=2024-05-31', [4], 4, 0],
    ['&provenance=imported', '&published_from=2024-05-10&published_to=2024-05-31', [4], 4, 1],
    ['&provenance=imported', '&min_rating=1&max_rating=3', [2], 2, 0],
    ['&provenance=collected', '&min_rating=1&max_rating=3', [], 0, 0],
  ])(
    'analytics count the reviews of the provenance (§4.7, §4.8): %s%s',
    async (provenance, range, stars, average, replied) => {
      const silent = { reply_text: null, reply_date: null };
      await send([
        { ...LINE, review_date: '2024-05-11T10:00:00' },
        {
          ...LINE,
          ...silent,
          external_review_id: 'g-2',
          author: 'Bo',
          text: 'Loud',
          rating: 4,
          review_date: '2023-03-01',
        },
      ]);
      await collect(
        shown({ externalId: 'g-3', author: 'Cy', text: 'Bright', reviewDate: '2024-05-02T10:00:00' }),
        shown({
          externalId: 'g-4',
          author: 'Di',
          text: 'Clean',
          reviewDate: '2023-03-02T10:00:00',
          rating: 5,
          ratingOriginal: '5',
        }),
      );
      const get = async (path: string): Promise<Json> => {
        const { status, body } = await client.get(
          `/v3/analytics${path}object_id=${link.objectId}${provenance}${range}`,
        );
        expect(status).toBe(200);
        return body;
      };
      const expectedAverage = stars.length === 0 ? null : average;
      const summary = (await get('?'))['summary'] as Json;
      expect(summary).toMatchObject({
        total_reviews: stars.length,
        avg_rating: expectedAverage,
        reply: { total_with_reply: replied },
      });
      const [object] = (await get('/objects?'))['data'] as readonly Json[];
      expect(object).toMatchObject({
        review_count: stars.length,
        avg_rating: expectedAverage,
        total_with_reply: replied,
      });
      const dates = range.includes('published') ? '' : '&published_from=2020-01-01&published_to=2024-12-31';
      const [series] = (await get(`/timeseries?granularity=month${dates}&`))['series'] as readonly Json[];
      const periods = series?.['timeseries'] as readonly Json[];
      const total = periods.reduce((sum, { review_count: count }) => sum + Number(count), 0);
      expect(total).toBe(stars.length);
    },
  );

  it('a removed import takes what only it has brought; what a collection found stays', async () => {
    const { body } = await send([LINE, { ...LINE, external_review_id: 'g-2', author: 'Bo', text: 'Loud' }]);
    await collect(shown());
    const cursor = String((await sync())['next_cursor']);
    const path = `/v3/review-imports/${String(body['import_id'])}`;
    for (let time = 1; time <= 2; time += 1) expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).body).toMatchObject({ created: 2, only_imported: 0 });
    expect(await feed()).toMatchObject([{ external_review_id: 'g-1' }]);
    expect((await sync(cursor))['data']).toMatchObject([{ op: 'remove', reason: 'import_removed', review: null }]);
    const [gone] = await app.database.query(
      `select author, text, reply_text, review_url from review where account_id = $1 and external_id = 'g-2'`,
      [account.accountId],
    );
    expect(gone).toEqual({ author: null, text: null, reply_text: null, review_url: null });
    // It is brought again by another import, and once more removed; a collection that then finds it announces it.
    const again = await send([{ ...LINE, external_review_id: 'g-2', author: 'Bo', text: 'Loud' }]);
    expect(results(again)).toEqual(['created']);
    expect(await feed('&provenance=imported')).toMatchObject([
      { author: 'Bo', provenance: { import_id: again.body['import_id'] } },
    ]);
    await client.delete(`/v3/review-imports/${String(again.body['import_id'])}`);
    const { facts } = await collect(shown({ externalId: 'g-2', author: 'Bo', text: 'Loud', replyText: null }));
    expect(facts).toEqual(['appeared']);
    expect(await feed()).toHaveLength(2);
  });

  it('the counters of the link agree with the reviews', async () => {
    await send([LINE, { ...LINE, external_review_id: 'g-2', author: 'Bo', text: 'Loud' }]);
    await collect(shown());
    const [total] = await app.database.query(
      'select n::int, n_imported::int from link_total where account_id = $1 and link_id = $2',
      [account.accountId, link.linkId],
    );
    expect(total).toEqual({ n: 2, n_imported: 1 });
    const [wrong] = await app.database.query(
      `(select link_id, n, n_imported from link_total where account_id = $1 except all
        select link_id, n, n_imported from link_total_recount where account_id = $1)`,
      [account.accountId],
    );
    expect(wrong).toBeUndefined();
  });
});
