import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { AddressBuckets } from '@src/auth/domain/address-buckets';
import { EmbedRateLimiter } from '@src/auth/rate-limiter';
import { EmbedAnswers } from '@src/embeds/embed-answers.service';
import { makeToken } from '@src/embeds/domain/token';
import { EmbedStore } from '@src/embeds/persistence/embed.store';
import { FolderDirectory } from '@src/folders';
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json } from '../contract-client';

/** Public tokens with which web pages show reviews (contract §4.23: v3 only). */
describe('v3: embeds', () => {
  let app: TestApp;
  let account: TestAccount;
  let client: ContractClient;
  let link: LinkFixture;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    account = await app.anAccount();
    client = new ContractClient(app, 'v3', account);
    link = await aLink(app.database, { accountId: account.accountId });
    // The buckets of addresses are those of one process; each test begins with full ones.
    jest.spyOn(AddressBuckets.prototype, 'take').mockReturnValue(0);
  });
  afterEach(() => jest.restoreAllMocks());

  const documented = (method: string, at: string, answer: Answer): Answer => {
    new OpenApiCheck(app.app).expect({ method, path: at, ...answer });
    return answer;
  };
  const create = async (body: Json): Promise<Answer> =>
    documented('POST', '/v3/embeds', await client.post('/v3/embeds', body));
  const anEmbed = async (options: Json = {}, scope: Json = { object_id: link.objectId }): Promise<Json> => {
    const { status, body } = await create({ ...scope, options });
    expect(status).toBe(201);
    return body;
  };
  const shown = async (token: unknown): Promise<Answer> => {
    const at = `/v3/embed/${String(token)}.json`;
    const { status, headers, text, body } = await app.agent.get(at);
    return documented('GET', at, { status, headers: headers as Record<string, string>, text, body: body as Json });
  };
  const review = (values: Partial<ReviewSeed>): ReviewSeed => ({ ...link, ...values });
  const textsOf = ({ body }: Answer): unknown => (body['reviews'] as { text: unknown }[]).map(({ text }) => text);

  it('are created with a full key, listed to every key, changed and revoked', async () => {
    const embed = await anEmbed({ min_rating: 4 });
    expect(embed).toMatchObject({
      object_id: link.objectId,
      folder_id: null,
      token: expect.stringMatching(/^[\w-]{32}[\da-z]{6}$/) as string,
      options: {
        title: null,
        min_rating: 4,
        source_ids: [],
        language: null,
        limit: 10,
        sort: 'newest',
        theme: 'auto',
        text_length: 500,
      },
    });
    expect((await client.withReadOnlyKey.get('/v3/embeds')).body).toEqual({ data: [embed] });
    expect((await client.withReadOnlyKey.post('/v3/embeds', { object_id: link.objectId })).status).toBe(403);
    const at = `/v3/embeds/${String(embed['id'])}`;
    const { body: changed } = documented(
      'PATCH',
      at,
      await client.patch(at, { options: { limit: 3, min_rating: null } }),
    );
    expect(changed).toMatchObject({ token: embed['token'], options: { limit: 3, min_rating: null, sort: 'newest' } });
    expect((await shown(embed['token'])).status).toBe(200);
    expect((await client.delete(at)).status).toBe(204);
    const unknown = await shown(makeToken());
    const revoked = await shown(embed['token']);
    expect([revoked.status, revoked.text]).toEqual([404, unknown.text]);
    expect((await client.delete(at)).status).toBe(404);
    expect((await client.get('/v3/embeds')).body).toEqual({ data: [] });
  });

  it.each<[string, (ids: { readonly object: number; readonly folder: number }) => Json, number, string]>([
    ['neither object nor folder', () => ({}), 400, 'object_or_folder_required'],
    ['both', ({ object, folder }) => ({ object_id: object, folder_id: folder }), 400, 'object_and_folder_conflict'],
    ['an unknown object', () => ({ object_id: 9_007_199_254_740_990 }), 404, 'not_found'],
    ['an unknown folder', () => ({ folder_id: 9_007_199_254_740_990 }), 404, 'folder_not_found'],
    ['a rating of 0', ({ object }) => ({ object_id: object, options: { min_rating: 0 } }), 422, 'validation_error'],
    ['51 reviews', ({ object }) => ({ object_id: object, options: { limit: 51 } }), 422, 'validation_error'],
    ['another language', ({ object }) => ({ object_id: object, options: { language: 'xx' } }), 422, 'validation_error'],
    [
      'an unknown platform',
      ({ object }) => ({ object_id: object, options: { source_ids: [999_999] } }),
      422,
      'validation_error',
    ],
    ['an unknown option', ({ object }) => ({ object_id: object, options: { notice: false } }), 422, 'validation_error'],
  ])('are refused with %s, and nothing is stored', async (_, bodyOf, status, code) => {
    const { body: folder } = await client.post('/v3/folders', { name: 'North' });
    const answer = await create(bodyOf({ object: link.objectId, folder: Number(folder['id']) }));
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    expect((await client.get('/v3/embeds')).body).toEqual({ data: [] });
  });

  it('of another account look like missing ones', async () => {
    const other = new ContractClient(app, 'v3', await app.anAccount());
    expect((await other.post('/v3/embeds', { object_id: link.objectId })).status).toBe(404);
    const at = `/v3/embeds/${String((await anEmbed())['id'])}`;
    expect((await other.patch(at, { options: { limit: 1 } })).status).toBe(404);
    expect((await other.delete(at)).status).toBe(404);
  });

  it('are a hundred per account', async () => {
    await app.database.query(
      `insert into review_embed (account_id, object_id, token, options) select $1::bigint, $2::bigint, 'full-' || $1::bigint || '-' || n, '{}' from generate_series(1, 99) n`,
      [account.accountId, link.objectId],
    );
    expect((await create({ object_id: link.objectId })).status).toBe(201);
    expect((await create({ object_id: link.objectId })).body['code']).toBe('conflict');
  });

  describe('what is shown', () => {
    it('is neither hidden nor deleted, pinned ones first, and said to be a part of all', async () => {
      await insertReviews(app.database, [
        review({ text: 'old', rating: 5, reviewDate: '2026-01-01T00:00:00' }),
        review({ text: 'new', rating: 4, reviewDate: '2026-03-01T00:00:00' }),
        review({ text: 'pinned', rating: 5, reviewDate: '2025-01-01T00:00:00', pinPosition: 1 }),
        review({ text: 'bad', rating: 1, reviewDate: '2026-02-01T00:00:00' }),
        review({ text: 'hidden', rating: 1, hiddenAt: '2026-11-20T08:00:00Z' }),
        review({ text: 'deleted', rating: 1, deletedAt: '2026-11-20T08:00:00Z' }),
      ]);
      const { token } = await anEmbed({ min_rating: 4, limit: 2 });
      const answer = await shown(token);
      expect(textsOf(answer)).toEqual(['pinned', 'new']);
      // The average is over all five that the platform has: 5, 4, 5, 1 and 1.
      expect(answer.body).toMatchObject({
        notice: '2 of 5 reviews shown, rated 4 and higher',
        shown: 2,
        total: 5,
        average_rating: 3.2,
        rated: 5,
        min_rating: 4,
      });
    });

    it.each([
      ['newest', ['b', 'c', 'a']],
      ['oldest', ['a', 'c', 'b']],
      ['highest', ['c', 'b', 'a']],
      ['lowest', ['a', 'b', 'c']],
    ])('is in the order %s', async (sort, texts) => {
      await insertReviews(app.database, [
        review({ text: 'a', rating: 1, reviewDate: '2026-01-01T00:00:00' }),
        review({ text: 'b', rating: 3, reviewDate: '2026-03-01T00:00:00' }),
        review({ text: 'c', rating: 5, reviewDate: '2026-02-01T00:00:00' }),
      ]);
      expect(textsOf(await shown((await anEmbed({ sort }))['token']))).toEqual(texts);
    });

    it('of a folder is that of its objects', async () => {
      const other = await aLink(app.database, { accountId: account.accountId });
      await insertReviews(app.database, [review({ text: 'one' }), { ...other, text: 'two' }]);
      const { body: folder } = await client.post('/v3/folders', {
        name: 'North',
        object_ids: [link.objectId, other.objectId],
      });
      const answer = await shown((await anEmbed({}, { folder_id: folder['id'] }))['token']);
      expect([(textsOf(answer) as string[]).sort(), answer.body['title']]).toEqual([['one', 'two'], null]);
      expect((await client.delete(`/v3/folders/${String(folder['id'])}`)).status).toBe(204);
      expect((await client.get('/v3/embeds')).body).toEqual({ data: [] });
    });

    it('without reviews is 0 of 0', async () => {
      const { body } = await shown((await anEmbed())['token']);
      expect(body).toMatchObject({ shown: 0, total: 0, average_rating: null, reviews: [] });
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a deleted object', () => client.delete(`/v3/objects/${link.objectId}`)],
    [
      'a suspended account',
      () => app.database.query(`update account set status = 'suspended' where id = $1`, [account.accountId]),
    ],
  ])('of %s are unknown', async (_, change) => {
    const { token } = await anEmbed();
    expect((await shown(token)).status).toBe(200);
    await change();
    app.app.get(EmbedAnswers, { strict: false }).forget(String(token));
    expect((await shown(token)).status).toBe(404);
  });

  it('revoked by another process are unknown within a second', async () => {
    const { token, id } = await anEmbed();
    expect((await shown(token)).status).toBe(200);
    await app.database.query('delete from review_embed where account_id = $1 and id = $2', [account.accountId, id]);
    await pause(1_100);
    expect((await shown(token)).status).toBe(404);
  });

  it('show a change and a revocation at once, also while an answer is made (contract §4.23, 3)', async () => {
    const { token, id } = await anEmbed({ title: 'before' });
    const store = app.app.get(EmbedStore, { strict: false });
    const found = store.byToken.bind(store);
    const whileMade = (change: () => Promise<unknown>) =>
      jest.spyOn(store, 'byToken').mockImplementationOnce(async (...of) => {
        const embed = await found(...of);
        await change();
        return embed;
      });
    whileMade(() => client.patch(`/v3/embeds/${String(id)}`, { options: { title: 'after' } }));
    await shown(token);
    expect((await shown(token)).body['title']).toBe('after');
    app.app.get(EmbedAnswers, { strict: false }).forget(String(token));
    whileMade(() => client.delete(`/v3/embeds/${String(id)}`));
    await shown(token);
    expect((await shown(token)).status).toBe(404);
  });

  it('are all shown by a page with many of them', async () => {
    const tokens = [];
    for (let number = 0; number < 12; number++) tokens.push((await anEmbed())['token']);
    const answers = await Promise.all(tokens.map(shown));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('are answered from memory: a hundred requests read the reviews once', async () => {
    await insertReviews(app.database, [review({ text: 'one' })]);
    const { token } = await anEmbed();
    const lookups = jest.spyOn(EmbedStore.prototype, 'byToken');
    const answers = await Promise.all(Array.from({ length: 100 }, () => shown(token)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(lookups.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('have a page that is made once for each answer', async () => {
    await insertReviews(app.database, [review({ text: 'one' }), review({ text: 'two' })]);
    const { token } = await anEmbed();
    const page = () => app.agent.get(`/v3/embed/${String(token)}.html`);
    await page();
    const formats = jest.spyOn(Intl, 'DateTimeFormat');
    expect((await page()).text).toContain('two');
    expect(formats).not.toHaveBeenCalled();
  });

  it('need no lookup for a text that is no token', async () => {
    const lookups = jest.spyOn(EmbedStore.prototype, 'byToken');
    for (const token of ['x', makeToken().slice(1), '..%2f..']) expect((await shown(token)).status).toBe(404);
    expect(lookups).not.toHaveBeenCalled();
  });

  describe('headers', () => {
    it('let every page read the JSON, and keep it for a minute', async () => {
      const { token } = await anEmbed();
      const { headers } = await shown(token);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=60',
        'cross-origin-resource-policy': 'cross-origin',
        etag: expect.stringMatching(/^W\/"/) as string,
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers).not.toHaveProperty('set-cookie');
      const again = await app.agent
        .get(`/v3/embed/${String(token)}.json`)
        .set('If-None-Match', String(headers['etag']));
      expect([again.status, again.text]).toEqual([304, '']);
      const missing = await shown(makeToken());
      expect(missing.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    });

    it('let every page frame the page, and no other response', async () => {
      const token = String((await anEmbed())['token']);
      const page = await app.agent.get(`/v3/embed/${token}.html`).expect(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors \*$/);
      expect(page.headers).not.toHaveProperty('x-frame-options');
      for (const path of [`/v3/embed/${token}.json`, `/v3/embed/${token}.js`, '/health', '/docs'])
        expect((await app.agent.get(path)).headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      const script = await app.agent.get(`/v3/embed/${token}.js`).expect(200);
      expect(script.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=60',
      });
    });

    it.each(['txt', 'json.js.x', ''])('there is no /v3/embed/{token}.%s', async (ending) => {
      const token = String((await anEmbed())['token']);
      expect((await app.agent.get(`/v3/embed/${token}.${ending}`)).status).toBe(404);
      expect((await app.agent.post(`/v3/embed/${token}.json`)).status).toBe(405);
    });
  });

  const get = (token: unknown): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      httpRequest(`${app.address}/v3/embed/${String(token)}.json`, (response) => {
        response.resume().on('end', () => resolve(response));
      })
        .on('error', reject)
        .end();
    });

  describe('limits', () => {
    it('of an embed are counted apart from those of keys, and hold if the store does not answer', async () => {
      const { token, id } = await anEmbed();
      const before = Number((await client.get('/v3/account')).headers['ratelimit-remaining']);
      await Promise.all(Array.from({ length: 50 }, () => get(token)));
      expect(Number((await client.get('/v3/account')).headers['ratelimit-remaining'])).toBeGreaterThanOrEqual(
        before - 2,
      );
      const limiter = app.app.get(EmbedRateLimiter, { strict: false });
      const admit = jest
        .spyOn(limiter, 'admit')
        .mockReturnValue({ allowed: false, limit: 6_000, remaining: 0, resetSeconds: 7 });
      const answer = await shown(token);
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
      expect(admit).toHaveBeenCalledWith(id);
    });
  });

  it('of a folder that is gone while its answer is made are unknown', async () => {
    const { body: folder } = await client.post('/v3/folders', { name: 'North', object_ids: [link.objectId] });
    const { token } = await anEmbed({}, { folder_id: folder['id'] });
    const directory = app.app.get(FolderDirectory, { strict: false });
    const real = directory.coveredObjects.bind(directory);
    jest.spyOn(directory, 'coveredObjects').mockImplementationOnce(async (...of) => {
      await app.database.query('delete from folder where account_id = $1', [account.accountId]);
      return real(...of);
    });
    const answer = await shown(token);
    expect([answer.status, answer.body]).toEqual([404, (await shown(makeToken())).body]);
  });

  describe('the limit of an address (the last test, because it is used up then)', () => {
    it('holds before anything is looked up, also for tokens that do not exist', async () => {
      jest.restoreAllMocks();
      const { token } = await anEmbed();
      const lookups = jest.spyOn(EmbedStore.prototype, 'byToken');
      // The bucket is refilled meanwhile, so the number of the first refusal depends on the speed of the machine.
      const answers: IncomingMessage[] = [];
      const refused = (): readonly IncomingMessage[] => answers.filter(({ statusCode }) => statusCode === 429);
      while (refused().length === 0) {
        expect(answers.length).toBeLessThan(5_000);
        answers.push(...(await Promise.all([makeToken(), token, makeToken(), token].map(get))));
      }
      const admitted = answers.length - refused().length;
      expect(admitted).toBeGreaterThanOrEqual(300);
      expect(lookups.mock.calls.length).toBeLessThanOrEqual(admitted);
      const [{ headers }] = refused() as [IncomingMessage];
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['access-control-allow-origin']).toBe('*');
      // The limit of the account's keys is another one.
      expect((await client.get('/v3/account')).status).toBe(200);
    });
  });
});
