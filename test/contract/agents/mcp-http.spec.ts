import { connect } from 'node:net';
import pg from 'pg';
import { KeysService } from '@src/auth';
import { eventually } from '@test/support/eventually';
import { accountChecksum } from '@test/support/matrix-checksum';
import { insertChangedReviews, insertReview } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ACCEPTED, Agent, anAnswerableLink, message, post, REVISIONS, type Json } from './mcp-harness';

const LIST = JSON.stringify(message('tools/list'));
const DEFAULT = [
  'search_reviews',
  'get_review',
  'list_changes',
  'list_objects',
  'get_object',
  'list_folders',
  'list_sources',
  'analytics_summary',
  'analytics_timeseries',
];

/** The MCP server of the API process (contract §4.21). */
describe('MCP over HTTP', () => {
  let app: TestApp;
  let account: TestAccount;
  let link: LinkFixture;
  let ids: readonly number[];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await app.anAccount();
    link = await aLink(app.database, { accountId: account.accountId });
    ids = await insertChangedReviews(app.database, [
      { ...link, rating: 5, text: 'Lovely', reviewDate: '2026-11-10T09:00:00', author: 'Ada L.' },
      { ...link, rating: 1, text: 'Dirty room', reviewDate: '2026-11-11T09:00:00' },
      {
        ...link,
        rating: 3,
        text: 'Fine',
        reviewDate: '2026-11-12T09:00:00',
        replyText: 'Thanks',
        replyDate: '2026-11-13T00:00:00',
      },
    ]);
  });
  afterAll(() => app?.close());

  const reader = (query = ''): Promise<Agent> => Agent.connect(app, account.readOnly, { query });
  const key = () => ({ 'X-API-Key': account.readOnly });

  describe('revisions', () => {
    it.each(REVISIONS)('%s: the official client lists the tools and calls one, without a session', async (revision) => {
      const agent = await Agent.connect(app, account.readOnly, { revision });
      expect(agent.client.getNegotiatedProtocolVersion()).toBe(revision);
      expect(await agent.tools()).toEqual(DEFAULT);
      expect(await agent.read('search_reviews', { sort: 'worst' })).toMatchObject({ total: 3, shown: '1 to 3 of 3' });
      await agent.close();
    });

    it('an old client is answered without state: a call needs no earlier message', async () => {
      const { status, headers, text } = await post(
        app,
        JSON.stringify(message('tools/call', { name: 'list_sources' })),
        key(),
      );
      expect([status, headers.get('mcp-session-id')]).toEqual([200, null]);
      expect(text).toContain('"slug"');
    });

    it('GET and DELETE, which only servers with sessions have, are 405', async () => {
      for (const method of ['get', 'delete'] as const) {
        const { status, headers } = await app.agent[method]('/mcp').set(key());
        expect([status, headers['allow']]).toEqual([405, 'OPTIONS, POST']);
      }
    });

    it('a batch of an old client is answered, and one of more than 20 messages is 400', async () => {
      const batch = (count: number): string =>
        JSON.stringify(Array.from({ length: count }, (_, id) => message('tools/list', {}, id)));
      const { status, text } = await post(app, batch(20), { ...key(), 'MCP-Protocol-Version': '2025-03-26' });
      expect([status, text.match(/"id":\d+/g)?.length]).toEqual([200, 20]);
      expect(await post(app, batch(21), key())).toMatchObject({
        status: 400,
        text: expect.stringContaining('bad_request'),
      });
    });
  });

  describe('tools', () => {
    it('are at most twelve, read unless their toolset is chosen, and say so', async () => {
      const agent = await Agent.connect(app, account.full, { query: '?toolsets=reviews,objects,analytics,replies' });
      const { tools } = await agent.client.listTools();
      expect(tools.length).toBeLessThanOrEqual(12);
      for (const tool of tools) {
        expect([tool.name, tool.outputSchema?.type, tool.inputSchema.type]).toEqual([tool.name, 'object', 'object']);
        expect([tool.name, tool.annotations?.readOnlyHint, tool.annotations?.destructiveHint]).toEqual([
          tool.name,
          tool.name !== 'propose_reply',
          false,
        ]);
      }
      await agent.close();
    });

    it.each([
      ['?toolsets=analytics', ['analytics_summary', 'analytics_timeseries']],
      [
        '?toolsets=analytics,reviews',
        ['search_reviews', 'get_review', 'list_changes', 'analytics_summary', 'analytics_timeseries'],
      ],
      ['', DEFAULT],
    ])('%s leaves its toolsets', async (query, expected) => {
      const agent = await reader(query);
      expect(await agent.tools()).toEqual(expected);
      await agent.close();
    });

    it('an unknown toolset is 422', async () => {
      expect(await post(app, LIST, key(), '?toolsets=everything')).toMatchObject({ status: 422 });
    });

    it('search_reviews has the filters of the feed, and pages by a cursor that belongs to them', async () => {
      const agent = await reader();
      const idsOf = (page: Json): unknown =>
        (page['reviews'] as readonly Json[]).map(({ id }) => ids.indexOf(id as number));
      expect(idsOf(await agent.read('search_reviews', { sort: 'worst' }))).toEqual([1, 2, 0]);
      expect(idsOf(await agent.read('search_reviews', { has_reply: false, min_rating: 2 }))).toEqual([0]);
      expect(idsOf(await agent.read('search_reviews', { text: 'DIRTY', object_id: link.objectId }))).toEqual([1]);
      expect(
        idsOf(await agent.read('search_reviews', { from: '2026-11-11', to: '2026-11-12', sort: 'oldest' })),
      ).toEqual([1, 2]);
      const first = await agent.read('search_reviews', { limit: 2 });
      expect([first['shown'], idsOf(first)]).toEqual(['1 to 2 of 3', [2, 1]]);
      const rest = await agent.read('search_reviews', { limit: 2, cursor: first['next_cursor'] });
      expect([rest['shown'], rest['next_cursor'], idsOf(rest)]).toEqual(['3 to 3 of 3', null, [0]]);
      expect(await agent.fail('search_reviews', { sort: 'worst', cursor: first['next_cursor'] })).toMatchObject({
        code: 'invalid_cursor',
      });
      await agent.close();
    });

    it('list_changes misses no change between two calls', async () => {
      const agent = await reader();
      const start = await agent.read('list_changes', { object_id: link.objectId });
      expect(start).toMatchObject({ changes: [], has_more: false });
      const all = await agent.read('list_changes', { object_id: link.objectId, begin: 'beginning', limit: 2 });
      expect([(all['changes'] as readonly Json[]).length, all['has_more']]).toEqual([2, true]);
      const [added] = await insertChangedReviews(app.database, [
        { ...link, rating: 2, reviewDate: '2026-11-20T00:00:00' },
      ]);
      const later = await agent.read('list_changes', { object_id: link.objectId, cursor: start['next_cursor'] });
      expect(later['changes']).toMatchObject([{ op: 'upsert', review_id: added }]);
      await app.database.query('delete from review where account_id = $1 and id = $2', [account.accountId, added]);
      await agent.close();
    });

    it('get_object says why a collection stopped, and the figures are those of the API', async () => {
      const agent = await reader();
      await app.database.query(`update link_collection set stop_reason = 'window_limit' where link_id = $1`, [
        link.linkId,
      ]);
      const object = await agent.read('get_object', { object_id: link.objectId });
      expect(object['links']).toMatchObject([
        { stop_reason: 'window_limit', stop_meaning: expect.stringContaining('no older reviews') },
      ]);
      const { body } = await app.agent.get('/v3/analytics').set(key());
      const { summary } = body as { summary: Json };
      const figures = await agent.read('analytics_summary');
      expect([figures['reviews'], figures['average_rating']]).toEqual([
        summary['total_reviews'],
        summary['avg_rating'],
      ]);
      const series = await agent.read('analytics_timeseries', {
        from: '2026-11-01',
        to: '2026-11-30',
        granularity: 'month',
      });
      expect(series).toMatchObject({
        shown: 'the newest 1 of 1 periods',
        series: [{ source_id: 0, periods: [{ period: '2026-11' }] }],
      });
      expect(await agent.read('list_objects')).toMatchObject({ total: 1 });
      expect(await agent.read('list_folders')).toMatchObject({ total: 0, folders: [] });
      expect(await agent.read('list_sources')).toMatchObject({
        sources: expect.arrayContaining([expect.objectContaining({ slug: 'steam' })]),
      });
      await agent.close();
    });

    it('an error carries the code of the API and what to do', async () => {
      const agent = await reader();
      const error = await agent.fail('get_review', { review_id: 999_999_999 });
      expect(error).toMatchObject({
        code: 'not_found',
        status: 404,
        what_to_do: expect.stringMatching(/^There is no such/),
      });
      expect(await agent.fail('list_changes')).toMatchObject({ code: 'object_or_folder_required' });
      const wrong: readonly (readonly [args: Json, named: string])[] = [
        [{ limit: 51 }, 'limit: '],
        [{ sources: ['google', 7] }, 'sources: 1: '],
        [{ surprise: 1 }, '"surprise"'],
        [{ ['x'.repeat(100_000)]: 1 }, 'xxx'],
      ];
      for (const [args, named] of wrong) {
        const { code, status, what_to_do: advice } = await agent.fail('search_reviews', args);
        expect([code, status]).toEqual(['validation_error', null]);
        expect(advice).toContain(named);
        expect((advice as string).length).toBeLessThanOrEqual(500);
      }
      await agent.close();
    });
  });

  describe('proposed replies', () => {
    const REPLIES = '?toolsets=replies';
    const anAnswerableReview = async (accountId: number): Promise<number> =>
      insertReview(app.database, { ...(await anAnswerableLink(app, accountId)), rating: 5, text: 'Friendly' });
    const proposals = async (): Promise<unknown> =>
      ((await app.agent.get('/v3/reply-proposals').set(key()).expect(200)).body as Json)['data'];

    it.each(['propose', 'full'] as const)(
      'propose_reply of a key of scope %s makes an open proposal only',
      async (scope) => {
        const { accountId } = account;
        const reviewId = await anAnswerableReview(accountId);
        const issued = await app.app.get(KeysService).issue(accountId, scope, { name: 'agent' });
        const before = new Set(await accountChecksum(app.database, accountId));
        const agent = await Agent.connect(app, issued.key, { query: REPLIES });
        expect(await agent.tools()).toEqual(['list_proposals', 'propose_reply']);
        const texts = { text: 'Thank you', note: 'Likes the breakfast' };
        const made = await agent.read('propose_reply', { review_id: reviewId, ...texts });
        const state = { status: 'open', by_policy: false };
        expect(made).toMatchObject({ ...state, next: expect.stringMatching(/^A person decides/) });
        const after = await accountChecksum(app.database, accountId);
        expect(after.filter((line) => !before.has(line)).map((line) => line.split(':')[0])).toEqual([
          'audit_entry',
          'reply_proposal',
        ]);
        const facts = { id: made['proposal_id'], review_id: reviewId, ...state };
        expect(await proposals()).toContainEqual(expect.objectContaining({ ...facts, ...texts, proposed_by: 'agent' }));
        expect(await agent.read('list_proposals', { review_id: reviewId })).toMatchObject({
          proposals: [{ ...facts, untrusted: texts }],
        });
        await agent.close();
      },
    );

    it('a key of scope read_only does not have propose_reply and cannot call it; others choose its toolset', async () => {
      const reviewId = await anAnswerableReview(account.accountId);
      const before = await proposals();
      const agent = await reader(REPLIES);
      expect(await agent.tools()).toEqual(['list_proposals']);
      await expect(agent.call('propose_reply', { review_id: reviewId, text: 'Thank you' })).rejects.toThrow(
        /not found/,
      );
      await agent.close();
      const writer = await Agent.connect(app, account.full);
      expect(await writer.tools()).toEqual(DEFAULT);
      await writer.close();
      expect(await proposals()).toEqual(before);
    });

    it('a review of another account is the same as one that does not exist', async () => {
      const reviewId = await anAnswerableReview(account.accountId);
      const before = await proposals();
      const other = await app.anAccount();
      const agent = await Agent.connect(app, other.full, { query: REPLIES });
      const errors = [];
      for (const id of [reviewId, 999_999_999])
        errors.push({ ...(await agent.fail('propose_reply', { review_id: id, text: 'Hello' })), request_id: null });
      expect(errors[0]).toMatchObject({ code: 'not_found', status: 404 });
      expect(errors[0]).toEqual(errors[1]);
      expect(await agent.read('list_proposals', { review_id: reviewId })).toMatchObject({ total: 0 });
      await agent.close();
      expect(await proposals()).toEqual(before);
    });
  });

  describe('access', () => {
    it.each<[string, Readonly<Record<string, string>>]>([
      ['no key', {}],
      ['a mistyped key', { Authorization: 'Bearer hrev_nothing' }],
      ['another scheme', { Authorization: 'Basic hrev' }],
      ['a cookie', { Cookie: '__Host-hrev-session=abc; hrev-session=abc' }],
    ])('%s is 401 with the scheme', async (_, headers) => {
      const answer = await post(app, LIST, headers);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="hrev"']);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'unauthorized' });
    });

    it('a bearer token opens no other route', async () => {
      await app.agent.get('/v3/account').set('Authorization', `Bearer ${account.full}`).expect(401);
    });

    it('another account sees nothing of this one, and its ids do not exist', async () => {
      const other = await app.anAccount();
      const agent = await Agent.connect(app, other.full);
      expect(await agent.read('search_reviews')).toMatchObject({ total: 0 });
      expect(await agent.read('list_objects')).toMatchObject({ total: 0 });
      const [foreign, missing] = [
        await agent.fail('get_review', { review_id: ids[0] }),
        await agent.fail('get_review', { review_id: 999_999_999 }),
      ].map((error) => ({ ...error, request_id: null }));
      expect(foreign).toEqual(missing);
      expect(await agent.fail('get_object', { object_id: link.objectId })).toMatchObject({ code: 'not_found' });
      const place = await reader().then((mine) => mine.read('list_changes', { object_id: link.objectId }));
      const error = await agent.fail('list_changes', { object_id: link.objectId, cursor: place['next_cursor'] });
      expect(['not_found', 'invalid_cursor']).toContain(error['code']);
      await agent.close();
    });

    it('a suspended account is 402, also for the list of tools', async () => {
      const other = await app.anAccount();
      await app.database.query(`update account set status = 'suspended' where id = $1`, [other.accountId]);
      const { status } = await post(app, LIST, { 'X-API-Key': other.full });
      expect(status).toBe(402);
    });

    it.each<[string | undefined, number]>([
      [undefined, 200],
      ['http://localhost:3000', 200],
      ['http://127.0.0.1:4738', 200],
      ['https://evil.example', 403],
      ['http://localhost.evil.example', 403],
      ['null', 403],
      ['file://', 403],
    ])('a request with the Origin %s is %i (DNS rebinding)', async (origin, status) => {
      const answer = await post(app, LIST, { ...key(), ...(origin === undefined ? {} : { Origin: origin }) });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, null]);
    });

    it('no response may be stored, and each has the request id of the client', async () => {
      const answer = await post(app, LIST, { ...key(), 'X-Request-Id': 'my-request' });
      expect([answer.headers.get('cache-control'), answer.headers.get('x-request-id')]).toEqual([
        'no-store',
        'my-request',
      ]);
    });

    it('the requests of a tool are logged with the key, the account and the request id of the client', async () => {
      await post(app, JSON.stringify(message('tools/call', { name: 'list_sources' })), {
        ...key(),
        'X-Request-Id': 'traced',
      });
      const lines = app.logLines.filter((line) => line['request_id'] === 'traced');
      const facts = { account_id: account.accountId, key_id: account.readOnlyKeyId, status: 200 };
      expect(lines).toMatchObject([
        { route: '/v3/sources', ...facts },
        { route: '/mcp', ...facts },
      ]);
    });
  });

  describe('messages that cannot be read', () => {
    it.each<[string, string, Readonly<Record<string, string>>]>([
      ['cut off', '{"jsonrpc":', {}],
      ['empty', '', {}],
      ['a number', '5', {}],
      ['no UTF-8', '\ud800', { 'Content-Type': 'text/plain' }],
      ['no message', '{"hello":1}', {}],
      ['an empty batch', '[]', {}],
      ['a batch of no messages', '[1,2]', {}],
      ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', {}],
      ['a version of JSON-RPC that does not exist', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', {}],
      ['too deep', `${'['.repeat(40)}${']'.repeat(40)}`, {}],
      ['larger than 1 MiB', JSON.stringify(message('tools/list', { x: 'x'.repeat(1_100_000) })), {}],
      ['a revision that does not exist', LIST, { 'MCP-Protocol-Version': '1999-01-01' }],
      ['an Accept header of a browser', LIST, { Accept: 'text/html' }],
    ])('%s is 4xx, never 500', async (_, body, headers) => {
      const { status } = await post(app, body, { ...key(), ...headers });
      expect([status >= 400, status < 500]).toEqual([true, true]);
    });

    it.each<[string, Json]>([
      ['an unknown method', message('tools/everything')],
      ['an unknown tool', message('tools/call', { name: 'delete_object', arguments: { object_id: 1 } })],
      ['arguments that are a list', message('tools/call', { name: 'list_sources', arguments: [1] })],
      ['no name', message('tools/call', {})],
      ['__proto__', message('tools/call', { name: '__proto__', arguments: { constructor: 1 } })],
      ['a resource', message('resources/read', { uri: 'file:///etc/passwd' })],
    ])('%s is an error of the protocol, never 500', async (_, sent) => {
      const { status, text } = await post(app, JSON.stringify(sent), key());
      expect(status).toBeLessThan(500);
      expect(text).toMatch(/"error"|"isError":true/);
    });

    it('a notification is accepted without a body', async () => {
      const { status, text } = await post(app, JSON.stringify(message('notifications/initialized', {}, null)), key());
      expect([status, text]).toEqual([202, '']);
    });

    it('a subscription ends at once, because nothing changes during a connection', async () => {
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const body = message('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta });
      const { status, text } = await post(app, JSON.stringify(body), {
        ...key(),
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'subscriptions/listen',
      });
      expect([status, text]).toEqual([200, expect.stringContaining('"result"')]);
    });
  });

  it('clients that send a part of a message and wait hold up no others', async () => {
    const port = Number(new URL(app.address).port);
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.readOnly}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"jsonrpc"`,
      );
    }
    expect((await post(app, LIST, key())).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('a client that closes its connection ends the request of its tool', async () => {
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table folder in access exclusive mode');
    const closed = new AbortController();
    const call = fetch(`${app.address}/mcp`, {
      method: 'POST',
      headers: { ...key(), 'X-Request-Id': 'closed', 'Content-Type': 'application/json', Accept: ACCEPTED },
      body: JSON.stringify(message('tools/call', { name: 'list_folders' })),
      signal: closed.signal,
    });
    try {
      await eventually('the request of the tool', 10_000, async () => {
        const waiting = `select from pg_locks where relation = 'folder'::regclass and not granted`;
        return (await app.database.query(waiting)).length > 0;
      });
      closed.abort();
      await expect(call).rejects.toThrow(/abort/);
      const ended = (): readonly Json[] => app.logLines.filter((line) => line['request_id'] === 'closed');
      const lines = await eventually('the end of both requests', 10_000, () => ended().length === 2 && ended());
      expect(lines.map(({ route, aborted }) => `${String(route)} ${String(aborted)}`).sort()).toEqual([
        '/mcp true',
        '/v3/folders true',
      ]);
    } finally {
      await blocker.end();
    }
  });
});

describe('limits and settings of the MCP server', () => {
  it('§5.4: its messages and the requests of its tools count for the key, and beyond the limit it answers 429', async () => {
    const app = await testApp({ environment: { HREV_RATE_LIMIT: '9' } });
    const { readOnly } = await app.anAccount();
    const call = () =>
      post(app, JSON.stringify(message('tools/call', { name: 'list_sources' })), { 'X-API-Key': readOnly });
    const answers = [await call(), await call(), await call(), await call(), await call(), await call()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[4]?.text).toContain('rate_limited');
    expect(answers[4]?.text).toContain('retry_after_seconds');
    expect(answers[5]?.headers.get('retry-after')).toMatch(/^\d+$/);
    await app.close();
  });

  it('HREV_MCP=off: the path does not exist, and the map does not name it', async () => {
    const app = await testApp({ environment: { HREV_MCP: 'off' } });
    const { readOnly } = await app.anAccount();
    expect((await post(app, LIST, { 'X-API-Key': readOnly })).status).toBe(404);
    expect((await app.agent.get('/llms.txt').expect(200)).text).not.toContain('/mcp');
    await app.close();
  });

  it('/llms.txt is public and cached, and every path in it exists', async () => {
    const app = await testApp();
    const { text, headers } = await app.agent.get('/llms.txt').expect(200);
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'text/plain; charset=utf-8',
      'public, max-age=3600',
    ]);
    const paths = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path);
    expect(paths).toContain('/mcp');
    for (const path of paths) {
      const { status } = await app.agent.get(path).redirects(0);
      expect([path, status]).toEqual([path, expect.not.stringMatching(/404/)]);
      expect([200, 302, 303, 307, 308, 405]).toContain(status);
    }
    await app.close();
  });
});
