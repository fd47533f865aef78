import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json } from '../contract-client';

const PATH = '/v3/webhooks/preview';

/** Judging recent reviews by the settings of a webhook (contract §4.11: v3 only). */
describe('v3: POST /v3/webhooks/preview', () => {
  let app: TestApp;
  let client: ContractClient;
  let link: LinkFixture;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    const account = await app.anAccount();
    client = new ContractClient(app, 'v3', account);
    link = await aLink(app.database, { accountId: account.accountId });
  });

  const preview = async (body: Json = {}, as = client): Promise<Answer> => {
    const answer = await as.post(PATH, { event_types: ['reviews.new'], ...body });
    new OpenApiCheck(app.app).expect({ method: 'POST', path: PATH, ...answer });
    return answer;
  };
  const reviews = (count: number, seed: Partial<ReviewSeed>) =>
    insertReviews(
      app.database,
      Array.from({ length: count }, () => ({ ...link, text: 'good', rating: 5, ...seed })),
    );

  it('judges the newest 100 reviews by filters and objects', async () => {
    await reviews(50, { rating: 1 });
    await reviews(60, { rating: 5 });
    await reviews(10, { rating: null });
    expect((await preview()).body).toMatchObject({ matched: 90, of: 100, unknown_sources: [] });
    expect((await preview({ filters: { allowed_ratings: [1, 2] } })).body).toMatchObject({ matched: 30, of: 100 });
    expect((await preview({ filters: { allowed_ratings: [0] } })).body).toMatchObject({ matched: 10, of: 100 });
    const other = await aLink(app.database, { accountId: client.account.accountId });
    expect((await preview({ object_ids: [other.objectId] })).body).toMatchObject({ matched: 0, of: 100 });
    expect((await preview({ object_ids: [link.objectId] })).body).toMatchObject({ matched: 90, of: 100 });
  });

  /** Inserts reviews that were collected for the first time now. */
  const ofWeek = async (count: number, seed: Partial<ReviewSeed>): Promise<void> => {
    const ids = await reviews(count, seed);
    await app.database.query('update review set first_seen_at = now() where id = any($1)', [ids]);
  };
  const weekOf = async (body: Json = {}, as = client): Promise<unknown> => {
    const { week } = (await preview(body, as)).body as {
      week: { ratings: { rating: number; sent: number; left_out: number }[]; truncated: boolean };
    };
    const counts = week.ratings.filter(({ sent, left_out: leftOut }) => sent + leftOut > 0);
    return { truncated: week.truncated, ratings: counts.map(({ rating, sent, left_out: out }) => [rating, sent, out]) };
  };

  it('counts the reviews of the last seven days by rating, with those that are left out', async () => {
    await ofWeek(3, { rating: 4.5 });
    await ofWeek(2, { rating: null });
    const old = await reviews(4, { rating: 1 });
    await app.database.query(`update review set first_seen_at = now() - interval '8 days' where id = any($1)`, [old]);
    const withoutUnrated = {
      truncated: false,
      ratings: [
        [4, 3, 0],
        [0, 0, 2],
      ],
    };
    expect(await weekOf()).toEqual(withoutUnrated);
    expect(await weekOf({ filters: { allowed_ratings: [0] } })).toEqual({
      truncated: false,
      ratings: [
        [4, 0, 3],
        [0, 2, 0],
      ],
    });
    const stranger = new ContractClient(app, 'v3', await app.anAccount());
    expect(await weekOf({}, stranger)).toEqual({ truncated: false, ratings: [] });
    expect(await weekOf({ event_types: ['scrape.run.finished'] })).toEqual({ truncated: false, ratings: [] });
  });

  it('judges at most 2,000 reviews and says that the week has more', async () => {
    await ofWeek(2_000, {});
    expect(await weekOf()).toEqual({ truncated: false, ratings: [[5, 2_000, 0]] });
    await ofWeek(1, { rating: null });
    expect(await weekOf()).toEqual({
      truncated: true,
      ratings: [
        [5, 1_999, 0],
        [0, 0, 1],
      ],
    });
  });

  it('names platforms that do not exist, each once', async () => {
    const filters = { allowed_sources: ['Trustpilot', 'trust-pilot', 'TRUST-PILOT', 'nowhere'] };
    expect((await preview({ filters })).body).toMatchObject({
      matched: 0,
      of: 0,
      unknown_sources: ['trust-pilot', 'nowhere'],
    });
  });

  it('judges only reviews with a reply for replies.new alone, and none for scrape.run.finished alone', async () => {
    await reviews(3, {});
    await reviews(2, { replyText: 'Thank you' });
    expect((await preview({ event_types: ['replies.new'] })).body).toMatchObject({ matched: 2, of: 2 });
    expect((await preview({ event_types: ['replies.new', 'reviews.new'] })).body).toMatchObject({ matched: 5, of: 5 });
    expect((await preview({ event_types: ['scrape.run.finished'] })).body).toMatchObject({ matched: 0, of: 0 });
  });

  it('judges only reviews that a trial may see', async () => {
    await reviews(25, {});
    await app.database.query(`update account set plan = 'trial' where id = $1`, [client.account.accountId]);
    expect((await preview()).body).toMatchObject({ matched: 20, of: 20 });
  });

  it('leaves out reviews of deleted links, and other accounts', async () => {
    await reviews(3, {});
    const stranger = new ContractClient(app, 'v3', await app.anAccount());
    expect((await preview({}, stranger)).body).toMatchObject({ matched: 0, of: 0 });
    await app.database.query('update link set deleted_at = now(), is_active = false where id = $1', [link.linkId]);
    expect((await preview()).body).toMatchObject({ matched: 0, of: 0 });
  });

  it('refuses foreign objects, unknown fields and read-only keys; v2 does not have it', async () => {
    const stranger = new ContractClient(app, 'v3', await app.anAccount());
    expect((await preview({ object_ids: [link.objectId] }, stranger)).status).toBe(404);
    expect((await preview({ filters: { stars: [1] } })).status).toBe(422);
    expect((await preview({ event_types: [] })).status).toBe(422);
    expect((await preview({}, client.withReadOnlyKey)).status).toBe(403);
    expect((await client.post('/v2/webhooks/preview', { event_types: ['reviews.new'] })).status).toBe(405);
  });
});
