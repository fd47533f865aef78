import type { Database } from '@libs/database';
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Answer } from '../contract-client';

/** The list of replies in v3 (contract §4.5). */
describe('v3: the list of replies', () => {
  let app: TestApp;
  let database: Database;
  let me: ContractClient;
  let check: OpenApiCheck;
  let links: readonly LinkFixture[];
  /** Three reviews of each link, ascending. */
  let ids: readonly (readonly number[])[];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    database = app.database;
    check = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    me = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
    const { accountId } = me.account;
    const [source] = await database.query<{ id: number }>(`select id from source where slug = 'google'`);
    links = [
      await aLink(database, { accountId, sourceId: source?.id ?? 0 }),
      await aLink(database, { accountId, sourceId: source?.id ?? 0 }),
    ];
    ids = [];
    for (const link of links) {
      await database.query(
        `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card) values ($1, $2, $3, '\\x00', '', 'c')`,
        [accountId, link.objectId, link.sourceId],
      );
      ids = [
        ...ids,
        await insertReviews(
          database,
          [1, 2, 3].map(() => ({ text: 'Friendly', ...link })),
        ),
      ];
    }
    for (const id of ids.flat()) await me.put(`/v3/reviews/${id}/reply`, { text: `To ${id}` });
  });
  afterAll(() => app?.close());

  const list = async (query = ''): Promise<Answer> => {
    const path = `/v3/replies${query}`;
    const answer = await me.get(path);
    check.expect({ method: 'GET', path, ...answer });
    return answer;
  };
  const reviewsIn = (answer: Answer): unknown => dataOf(answer).map((reply) => reply['review_id']);
  const latestFirst = (...some: (readonly number[] | undefined)[]): number[] =>
    some.flatMap((part) => part ?? []).sort((a, b) => b - a);
  const fail = (id: number | undefined): Promise<unknown> =>
    database.query(
      `update review_reply set state = 'failed', error = 'text_rejected', error_detail = 'No phone numbers', due_at = null, attempts = 1
       where review_id = $1`,
      [id],
    );

  it('has each reply with its place, its text and its state, the latest review first', async () => {
    const answer = await list();
    expect([answer.status, answer.body['total'], reviewsIn(answer)]).toEqual([200, 6, latestFirst(...ids)]);
    const id = ids[1]?.[2] ?? 0;
    expect(dataOf(answer)[0]).toEqual({
      review_id: id,
      object_id: links[1]?.objectId,
      source_id: links[1]?.sourceId,
      status: 'pending',
      published_at: null,
      confirmed_at: null,
      error: null,
      text: `To ${id}`,
      wish: 'publish',
      accepted_at: expect.any(String),
      attempts: 0,
      next_attempt_at: expect.any(String),
      switched_off_since: null,
      detail: null,
      by: null,
    });
  });

  it('has the reason of a failure', async () => {
    await fail(ids[0]?.[1]);
    const answer = await list('?status=failed');
    expect([answer.body['total'], reviewsIn(answer)]).toEqual([1, [ids[0]?.[1]]]);
    expect(dataOf(answer)[0]).toMatchObject({
      status: 'failed',
      error: 'text_rejected',
      detail: 'No phone numbers',
      attempts: 1,
      next_attempt_at: null,
    });
    expect((await list('?status=published,deleted')).body['total']).toBe(0);
    expect((await list('?status=failed,pending')).body['total']).toBe(6);
  });

  it('shows a removal that is being sent as pending, and finds it there', async () => {
    await database.query(
      `update review_reply set state = 'publishing', action = 'remove', held_text = text, held_at = clock_timestamp() where review_id = $1`,
      [ids[0]?.[0]],
    );
    expect((await list('?status=publishing')).body['total']).toBe(0);
    const pending = await list('?status=pending');
    expect([pending.body['total'], dataOf(pending).at(-1)]).toMatchObject([6, { status: 'pending', wish: 'remove' }]);
  });

  it('selects reviews, an object or a folder, and returns pages', async () => {
    const [first = [], second = []] = ids;
    expect(reviewsIn(await list(`?review_ids=${first[0]},${second[1]},999999999`))).toEqual([second[1], first[0]]);
    expect(reviewsIn(await list(`?object_id=${links[0]?.objectId}`))).toEqual(latestFirst(first));
    const folder = await me.post('/v3/folders', { name: 'Porto' });
    const folderId = Number(folder.body['id']);
    await database.query('insert into folder_object (account_id, folder_id, object_id) values ($1, $2, $3)', [
      me.account.accountId,
      folderId,
      links[1]?.objectId,
    ]);
    expect(reviewsIn(await list(`?folder_id=${folderId}`))).toEqual(latestFirst(second));
    const page = await list('?limit=2&offset=3');
    expect([reviewsIn(page), page.body['has_next']]).toEqual([latestFirst(...ids).slice(3, 5), true]);
  });

  it('refuses unknown states, two selections, and objects and folders of others', async () => {
    const other = new ContractClient(app, 'v3', await app.anAccount());
    const code = async (query: string, client = me): Promise<unknown> =>
      (await client.get(`/v3/replies${query}`)).body['code'];
    expect(await code('?status=sent')).toBe('validation_error');
    expect(await code(`?object_id=1&folder_id=1`)).toBe('object_and_folder_conflict');
    expect(await code(`?object_id=${links[0]?.objectId}`, other)).toBe('not_found');
    expect(await code('?folder_id=999999')).toBe('folder_not_found');
    expect((await other.get(`/v3/replies?review_ids=${ids[0]?.[0]}`)).body['total']).toBe(0);
  });

  it('leaves out the replies of objects that are switched off', async () => {
    await me.put('/v3/objects', { object_ids: [links[0]?.objectId], is_active: false });
    expect(reviewsIn(await list())).toEqual(latestFirst(ids[1]));
  });
});
