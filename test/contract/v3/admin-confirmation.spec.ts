/** Confirming that an object belongs to its account (contract §7.4, §4.16): v3 only, for keys of scope `master`. */
import { KeysService } from '@src/auth';
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReview } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ContractClient, WRONG_IDS, type Answer } from '../contract-client';

const GOOGLE = 5;
const NO_ID = 9_000_000_000;

describe('v3: confirming an object', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let master: ContractClient;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    const operator = await app.anAccount({ name: 'Operator' });
    const { key } = await app.app.get(KeysService).issue(operator.accountId, 'master');
    master = new ContractClient(app, 'v3', operator, key);
  });
  afterAll(() => app?.close());

  const pathOf = (objectId: number | string): string => `/v3/admin/objects/${objectId}/confirmation`;
  async function request(method: 'get' | 'put' | 'delete', path: string): Promise<Answer> {
    const answer = method === 'put' ? await master.put(path, undefined) : await master[method](path);
    check.expect({ method: method.toUpperCase(), path, ...answer });
    return answer;
  }
  async function aGoogleLink(): Promise<{ account: TestAccount; link: LinkFixture; path: string }> {
    const account = await app.anAccount({ plan: 'full' });
    const [source] = await app.database.query<{ id: number }>(`select id from source where slug = 'google'`);
    const link = await aLink(app.database, { accountId: account.accountId, sourceId: source?.id ?? GOOGLE });
    return { account, link, path: pathOf(link.objectId) };
  }

  it('PUT confirms an object and keeps the first time; DELETE withdraws the confirmation', async () => {
    const { account, link, path } = await aGoogleLink();
    const unconfirmed = {
      account_id: account.accountId,
      object_id: link.objectId,
      object_name: 'Object',
      confirmed_at: null,
    };
    expect([(await request('get', path)).status, (await request('get', path)).body]).toEqual([200, unconfirmed]);
    const first = await request('put', path);
    expect([first.status, first.body]).toEqual([200, { ...unconfirmed, confirmed_at: expect.any(String) as string }]);
    expect((await request('put', path)).body).toEqual(first.body);
    expect((await request('get', path)).body).toEqual(first.body);
    expect([(await request('delete', path)).status, (await request('get', path)).body]).toEqual([200, unconfirmed]);
    expect((await request('delete', path)).body).toEqual(unconfirmed);
  });

  it('a reply on an unconfirmed object gives reply_card_not_yours; on a confirmed one without a connection, reply_access_revoked', async () => {
    const { account, link, path } = await aGoogleLink();
    const review = await insertReview(app.database, link);
    const client = new ContractClient(app, 'v3', account);
    const put = async (): Promise<unknown> => {
      const { status, body } = await client.put(`/v3/reviews/${review}/reply`, { text: 'Thanks' });
      return [status, body['code']];
    };
    expect(await put()).toEqual([403, 'reply_card_not_yours']);
    await request('put', path);
    expect(await put()).toEqual([403, 'reply_access_revoked']);
    await app.database.query(
      `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card)
       values ($1, $2, $3, '\\x00', '', 'c')`,
      [link.accountId, link.objectId, link.sourceId],
    );
    await request('delete', path);
    // A connection needs no confirmation, because its access is tested when it is created.
    expect(await put()).toEqual([202, undefined]);
  });

  it('missing and deleted objects give the same 404', async () => {
    const { link, path } = await aGoogleLink();
    await app.database.query('update tracked_object set deleted_at = now() where id = $1', [link.objectId]);
    for (const method of ['get', 'put', 'delete'] as const) {
      const answers = await Promise.all([path, pathOf(NO_ID)].map((one) => request(method, one)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect([answers[0]?.status, answers[0]?.body['code']]).toEqual([404, 'not_found']);
    }
  });

  it('a key of the owner gives 403', async () => {
    const { account, path } = await aGoogleLink();
    const client = new ContractClient(app, 'v3', account);
    const answers = [await client.get(path), await client.put(path, undefined), await client.delete(path)];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(Array(3).fill([403, 'forbidden']));
    expect((await request('get', path)).body['confirmed_at']).toBeNull();
  });

  it.each(WRONG_IDS)('the id %s gives 422', async (id) =>
    expect((await master.put(pathOf(id), undefined)).status).toBe(422),
  );
});
