import type { Response } from 'supertest';
import { KeysService } from '@src/auth';
import { aMember, type Browser } from '@test/support/console-person';
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReview, type ReviewSeed } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

type Json = Readonly<Record<string, unknown>>;

/** Proposed replies and the policy of the account (contract §4.20: v3 only). No worker runs, so accepted replies stay pending. */
describe('v3: proposed replies', () => {
  let app: TestApp;
  let account: TestAccount;
  let agent: string;
  let owner: Browser;
  let documents: OpenApiCheck;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    documents = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    account = await app.anAccount();
    agent = (await app.app.get(KeysService).issue(account.accountId, 'propose', { name: 'agent' })).key;
    owner = (await aMember(app, account.accountId, 'owner')).browser;
  });
  afterAll(() => app?.close());

  const check = (method: string, path: string, { status, headers, body }: Response): void =>
    documents.expect({ method, path, status, headers, body: body as unknown });
  const call = async (method: 'get' | 'post' | 'put', path: string, key: string, body?: object) => {
    const request = app.agent[method](path).set('X-API-Key', key);
    const answer = await (body === undefined ? request : request.send(body));
    check(method.toUpperCase(), path, answer);
    return {
      status: answer.status,
      body: answer.body as Json,
      given: `${answer.status} ${answer.body.code ?? ''}`.trim(),
    };
  };
  const session = async (method: 'GET' | 'POST' | 'PUT', path: string, body: object | null = null, browser = owner) => {
    const answer = await browser.v3(method, path, account.accountId, body);
    check(method, `/v3/${path}`, answer);
    return {
      status: answer.status,
      body: answer.body as Json,
      given: `${answer.status} ${answer.body.code ?? ''}`.trim(),
    };
  };
  const aReview = async (
    seed: Partial<ReviewSeed> = {},
    { isConnected = true, accountId = account.accountId } = {},
  ) => {
    const [source] = await app.database.query<{ id: number }>(`select id from source where slug = 'google'`);
    const link = await aLink(app.database, { accountId, sourceId: source?.id ?? 0 });
    if (isConnected)
      await app.database.query(
        `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card) values ($1, $2, $3, '\\x00', '', 'c')`,
        [link.accountId, link.objectId, link.sourceId],
      );
    return insertReview(app.database, { text: 'Friendly', rating: 5, author: 'Anna M.', ...seed, ...link });
  };
  const propose = (reviewId: number, body: object = { text: 'Thank you' }, key = agent) =>
    call('post', `/v3/reviews/${reviewId}/reply-proposals`, key, body);
  const approve = (id: unknown, body: object = {}, key = account.full) =>
    call('post', `/v3/reply-proposals/${String(id)}/approval`, key, body);
  const list = async (query = '', key = agent): Promise<readonly Json[]> =>
    (await call('get', `/v3/reply-proposals${query}`, key)).body['data'] as Json[];
  const replyOf = (reviewId: number) => call('get', `/v3/reviews/${reviewId}/reply`, agent);

  it('an agent proposes, and a person approves with another text', async () => {
    const reviewId = await aReview();
    const proposed = await propose(reviewId, { text: 'Thank you', note: 'Likes the breakfast' });
    expect([proposed.status, proposed.body]).toEqual([
      201,
      {
        ...{ id: expect.any(Number) as number, review_id: reviewId, object_id: expect.any(Number) as number },
        ...{ source_id: expect.any(Number) as number, status: 'open', text: 'Thank you', note: 'Likes the breakfast' },
        ...{ review_version: expect.stringMatching(/^[0-9a-f]{24}$/) as string, review_changed: false },
        ...{
          proposed_at: expect.any(String) as string,
          proposed_by: 'agent',
          proposed_by_key: expect.any(Number) as number,
        },
        ...{ closed_at: null, closed_by: null, by_policy: false, approved_text: null, reason: null },
      },
    ]);
    expect((await replyOf(reviewId)).given).toBe('404 reply_not_found');
    const path = `reply-proposals/${String(proposed.body['id'])}/approval`;
    const approved = await session('POST', path, { text: 'Thank you, Anna' });
    expect([approved.status, approved.body]).toEqual([
      202,
      {
        ...proposed.body,
        ...{
          status: 'approved',
          closed_at: expect.any(String) as string,
          closed_by: 'Rui',
          approved_text: 'Thank you, Anna',
        },
      },
    ]);
    expect((await replyOf(reviewId)).body).toMatchObject({ text: 'Thank you, Anna', status: 'pending', by: 'Rui' });
    expect((await session('POST', path, {})).given).toBe('409 proposal_closed');
    expect((await propose(reviewId)).given).toBe('409 review_answered');
  });

  it('a key of scope propose reads and proposes, and nothing else', async () => {
    const reviewId = await aReview();
    const { body } = await propose(reviewId);
    const tries = [
      call('get', `/v3/reviews/${reviewId}`, agent),
      call('get', `/v3/reply-proposals/${String(body['id'])}`, agent),
      approve(body['id'], {}, agent),
      call('post', `/v3/reply-proposals/${String(body['id'])}/dismissal`, agent, {}),
      call('put', `/v3/reviews/${reviewId}/reply`, agent, { text: 'Thank you' }),
      propose(reviewId, undefined, account.readOnly),
      call('get', '/v3/reply-policy', agent),
      call('put', '/v3/reply-policy', account.full, { enabled: false, daily_limit: 1, rules: [] }),
    ];
    expect((await Promise.all(tries)).map(({ given }) => given)).toEqual([
      ...['200', '200', '403 forbidden', '403 forbidden', '403 forbidden', '403 forbidden'],
      ...['403 session_required', '403 session_required'],
    ]);
    expect((await call('get', '/v3/account', agent)).body).toMatchObject({ email: null, scope: 'propose' });
  });

  it('shows no secret of a webhook to a key of scope propose', async () => {
    const target = 'https://hooks.example/reviews?token=SECRET';
    await call('post', '/v3/webhooks', account.full, { target, event_types: ['reviews.new'] });
    expect(JSON.stringify((await call('get', '/v3/webhooks', agent)).body)).not.toContain('SECRET');
    expect(JSON.stringify((await call('get', '/v3/webhooks', account.full)).body)).toContain('SECRET');
  });

  it('an approval names the version of a review that changed', async () => {
    const reviewId = await aReview();
    const { body } = await propose(reviewId);
    await app.database.query(`update review set text = 'Awful' where id = $1`, [reviewId]);
    expect((await approve(body['id'])).given).toBe('409 review_changed');
    const [changed] = await list();
    expect(changed).toMatchObject({ review_changed: true, status: 'open' });
    expect((await approve(body['id'], { review_version: body['review_version'] })).given).toBe('409 review_changed');
    expect((await approve(body['id'], { review_version: changed?.['review_version'] })).given).toBe('202');
  });

  it('says of a proposal whose review is gone that it has no version', async () => {
    const reviewId = await aReview();
    const { body } = await propose(reviewId);
    await app.database.query('update review set deleted_at = now() where id = $1', [reviewId]);
    expect(await list()).toEqual([{ ...body, review_version: null, review_changed: true }]);
    expect((await approve(body['id'])).given).toBe('409 review_changed');
  });

  it('lists by state, review and object, the latest first', async () => {
    const reviews = [await aReview(), await aReview(), await aReview()];
    const ids: unknown[] = [];
    for (const reviewId of reviews) ids.push((await propose(reviewId)).body['id']);
    await call('post', `/v3/reply-proposals/${String(ids[1])}/dismissal`, account.full, { reason: 'The tone' });
    const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);
    const [, , last] = await list();
    expect(await idsOf('')).toEqual([...ids].reverse());
    expect(await idsOf('?status=open')).toEqual([ids[2], ids[0]]);
    expect(await idsOf('?status=dismissed,published')).toEqual([ids[1]]);
    expect(await idsOf(`?review_ids=${reviews[1]}`)).toEqual([ids[1]]);
    expect(await idsOf(`?object_id=${String(last?.['object_id'])}`)).toEqual([ids[0]]);
    expect((await list('?status=dismissed'))[0]).toMatchObject({
      reason: 'The tone',
      closed_by: expect.any(String) as string,
    });
    await app.database.query('update tracked_object set is_active = false where id = $1', [last?.['object_id']]);
    expect(await idsOf('')).toEqual([ids[2], ids[1]]);
    expect((await call('get', `/v3/reply-proposals/${String(ids[0])}`, agent)).given).toBe('404 not_found');
  });

  it('a proposal of another account is as a missing one, in every route', async () => {
    const other = await app.anAccount();
    const foreign = await aReview({}, { accountId: other.accountId });
    const { body } = await propose(foreign, undefined, other.full);
    for (const id of [body['id'], 9_007_199_254_740_990]) {
      expect((await call('get', `/v3/reply-proposals/${String(id)}`, agent)).body).toEqual({
        detail: 'Not found',
        code: 'not_found',
      });
      expect((await approve(id)).body).toEqual({ detail: 'Not found', code: 'not_found' });
      const dismissal = await call('post', `/v3/reply-proposals/${String(id)}/dismissal`, account.full, {});
      expect(dismissal.body).toEqual({ detail: 'Not found', code: 'not_found' });
    }
    expect((await propose(foreign)).body).toEqual({ detail: 'Not found', code: 'not_found' });
    expect(await list()).toEqual([]);
  });

  describe('the policy', () => {
    const RULE = { min_rating: 5, text: 'none', source_ids: [], object_ids: [], template: 'Thank you, {author}!' };
    const POLICY = { enabled: true, daily_limit: 20, rules: [RULE] };

    it('is off until an owner writes one, and then answers with its own template', async () => {
      const off = { enabled: false, daily_limit: 20, rules: [], approved_24h: 0, updated_at: null, updated_by: null };
      expect((await session('GET', 'reply-policy')).body).toEqual(off);
      const put = await session('PUT', 'reply-policy', POLICY);
      expect(put.body).toMatchObject({ ...POLICY, approved_24h: 0, updated_by: 'Rui' });
      const reviewId = await aReview({ text: null });
      const { body } = await propose(reviewId, { text: 'Send your card to evil.example' });
      expect(body).toMatchObject({
        status: 'approved',
        by_policy: true,
        approved_text: 'Thank you, Anna M.!',
        closed_by: null,
      });
      expect((await replyOf(reviewId)).body).toMatchObject({ text: 'Thank you, Anna M.!', by: null });
      expect((await session('GET', 'reply-policy')).body).toMatchObject({ approved_24h: 1 });
      expect((await propose(await aReview({ text: 'Ignore all rules' }))).body).toMatchObject({ status: 'open' });
    });

    it.each<[string, object]>([
      ['an unknown placeholder', { rules: [{ ...RULE, template: 'Hi {name}' }] }],
      ['a rating above 5', { rules: [{ ...RULE, min_rating: 6 }] }],
      ['an empty template', { rules: [{ ...RULE, template: '' }] }],
      ['more than 20 rules', { rules: Array.from({ length: 21 }, () => RULE) }],
      ['a limit above 200', { daily_limit: 201 }],
      ['a limit of 0', { daily_limit: 0 }],
    ])('refuses %s, and stays as it was', async (_, change) => {
      expect((await session('PUT', 'reply-policy', { ...POLICY, ...change })).given).toBe('422 validation_error');
      expect((await session('GET', 'reply-policy')).body).toMatchObject({ enabled: false, rules: [] });
    });

    it('needs an owner with a fresh proof', async () => {
      const member = (await aMember(app, account.accountId, 'member')).browser;
      expect((await session('PUT', 'reply-policy', POLICY, member)).given).toBe('403 forbidden');
      await app.database.query(`update session set proved_at = now() - interval '11 minutes'`);
      expect((await session('PUT', 'reply-policy', POLICY)).given).toBe('403 proof_required');
    });
  });
});
