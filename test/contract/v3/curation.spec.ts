import { aMember } from '@test/support/console-person';
import { insertReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, V2_API, V3_API, type Account, type Answer } from '../contract-client';
import { describeCuration } from '../curation-contract';

describe('v3: hidden and pinned reviews', () => describeCuration(V3_API));

describe('v3: the ETag of pinned reviews (contract §4.10)', () => {
  let app: TestApp;
  let account: Account;
  let link: LinkFixture;
  let ids: readonly number[];
  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });
  beforeEach(async () => {
    account = await app.anAccount({ plan: 'full' });
    link = await aLink(app.database, { accountId: account.accountId, sourceId: 1 });
    ids = await insertReviews(
      app.database,
      [1, 2, 3, 4].map((day) => ({ ...link, reviewDate: `2026-01-0${day}T00:00:00`, rating: 4 })),
    );
  });
  afterAll(() => app.close());

  const client = (version: 'v2' | 'v3' = 'v3'): ContractClient => new ContractClient(app, version, account);
  const path = (): string => `/v3/objects/${link.objectId}/pinned-reviews`;
  const order = (positions: readonly number[]): object => ({ ordered_review_ids: positions.map((n) => ids[n]) });
  const put = (positions: readonly number[], ifMatch?: string): Promise<Answer> =>
    client().put(path(), order(positions), ifMatch === undefined ? {} : { 'If-Match': ifMatch });
  const tag = async (): Promise<string> => (await client().get(path())).headers['etag'] ?? '';

  it('changes with the order and not with the reviews', async () => {
    const none = await tag();
    const answer = await put([0, 1]);
    expect(answer.headers['etag']).toBe(await tag());
    expect(answer.headers['etag']).toMatch(/^"[\w-]{22}"$/);
    await app.database.query(`update review set text = 'changed' where account_id = $1`, [account.accountId]);
    expect(await tag()).toBe(answer.headers['etag']);
    expect((await put([1, 0])).headers['etag']).not.toBe(answer.headers['etag']);
    expect((await put([])).headers['etag']).toBe(none);
  });

  it('a tag of another order gives 409 conflict and changes nothing', async () => {
    const before = await tag();
    await put([0, 1]);
    const refused = await put([1, 0, 2], before);
    expect([refused.status, refused.body]).toEqual([409, { detail: 'The order was changed', code: 'conflict' }]);
    expect(refused.headers['etag']).toBeUndefined();
    const { headers, body } = await client().get(path());
    expect((body['data'] as { id: number }[]).map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect((await put([1, 0, 2], headers['etag'])).status).toBe(200);
  });

  it.each([
    ['*', 200],
    ['"another"', 409],
    ['nonsense', 409],
    ['', 409],
  ])('If-Match: %s gives %i', async (ifMatch, status) => expect((await put([0], ifMatch)).status).toBe(status));

  it('accepts one of several tags, and a tag that a proxy marked as weak', async () => {
    const present = await tag();
    expect((await put([0], `"another", W/${present}`)).status).toBe(200);
  });

  it('of two changes of one order at once, one is refused', async () => {
    const present = await tag();
    const answers = await Promise.all([put([0, 1], present), put([1, 0], present)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('hiding a pinned review changes the order, and the refusal names the person', async () => {
    await put([0, 1]);
    const before = await tag();
    const { browser } = await aMember(app, account.accountId, 'member');
    const hidden = { review_ids: [ids[0]] };
    await browser.v3('POST', `objects/${link.objectId}/hidden-reviews`, account.accountId, hidden);
    expect((await put([1, 0], before)).body['detail']).toBe('Rui changed the order');
  });

  it('v2 sends no tag and ignores If-Match', async () => {
    const v2 = `${V2_API.objects}/${link.objectId}/pinned-reviews`;
    const answer = await client('v2').put(v2, order([0]), { 'If-Match': '"another"' });
    expect([answer.status, answer.headers['etag']]).toEqual([200, undefined]);
    expect((await client('v2').get(v2)).headers['etag']).toBeUndefined();
  });
});
