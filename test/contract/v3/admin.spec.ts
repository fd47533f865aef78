/** The contract of administration (contract §4.16): v3 only, for keys of scope `master`. */
import { KeysService } from '@src/auth';
import { NoticesModule, NoticesService } from '@src/notices';
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, WRONG_IDS, type Answer, type Json } from '../contract-client';

const ACCOUNTS = '/v3/admin/accounts';
const FIELDS = [
  'closed_at',
  'created_at',
  'email',
  'id',
  'name',
  'plan',
  'status',
  'suspended_by',
  'suspended_reason',
  'trial_ends_at',
];

describe('v3: administration', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let master: ContractClient;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' }, modules: [NoticesModule] });
    check = new OpenApiCheck(app.app);
    const operator = await app.anAccount({ name: 'Operator' });
    const { key } = await app.app.get(KeysService).issue(operator.accountId, 'master');
    master = new ContractClient(app, 'v3', operator, key);
  });
  afterAll(() => app?.close());

  const checkDocumented = (method: string, path: string, answer: Answer): Answer => {
    check.expect({ method, path, ...answer });
    return answer;
  };
  const create = async (body: unknown): Promise<Answer> =>
    checkDocumented('POST', ACCOUNTS, await master.post(ACCOUNTS, body));
  const read = async (path: string): Promise<Answer> => checkDocumented('GET', path, await master.get(path));
  const change = async (id: number, body: unknown): Promise<Answer> =>
    checkDocumented('PATCH', `${ACCOUNTS}/${id}`, await master.patch(`${ACCOUNTS}/${id}`, body));
  const anAccount = async (body: Json = {}): Promise<{ id: number; keys: { full: string; read_only: string } }> => {
    const answer = await create({ name: 'Acme', plan: 'basic', ...body });
    expect(answer.status).toBe(201);
    return answer.body as { id: number; keys: { full: string; read_only: string } };
  };
  const statusWith = async (key: string): Promise<number> =>
    (await app.agent.get('/v3/objects').set('X-API-Key', key)).status;

  describe('creating', () => {
    it('creates an account with a working full key and a working read_only key', async () => {
      const answer = await create({ name: ' Acme ', plan: 'full', email: 'owner@example.com' });
      expect([answer.status, Object.keys(answer.body).sort()]).toEqual([201, [...FIELDS, 'keys'].sort()]);
      expect(answer.body).toMatchObject({
        name: 'Acme',
        plan: 'full',
        email: 'owner@example.com',
        status: 'active',
        suspended_by: null,
        suspended_reason: null,
        trial_ends_at: null,
      });
      const keys = answer.body['keys'] as Json;
      expect(Object.keys(keys).sort()).toEqual(['full', 'read_only']);
      const post = (key: unknown) =>
        app.agent.post('/v3/folders').set('X-API-Key', String(key)).send({ name: 'North' });
      expect([(await post(keys['full'])).status, (await post(keys['read_only'])).status]).toEqual([201, 403]);
    });

    it('an account without a plan is a trial with an end', async () => {
      const { body } = await create({ name: 'Acme' });
      expect(body).toMatchObject({ plan: 'trial', email: null, trial_ends_at: expect.any(String) as string });
    });

    it.each<[string, Json, string]>([
      ['a missing name', {}, 'name'],
      ['a name of whitespace', { name: '  ' }, 'name'],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
      ['an unknown plan', { name: 'x', plan: 'gold' }, 'plan'],
      ['an invalid e-mail', { name: 'x', email: 'nobody' }, 'email'],
      ['an e-mail that adds a header', { name: 'x', email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
      ['an unknown field', { name: 'x', status: 'active' }, 'status'],
    ])('%s gives 422 and creates nothing', async (_, body, field) => {
      const before = (await read(`${ACCOUNTS}?limit=1`)).body['total'];
      const answer = await create(body);
      expect([answer.status, answer.body['code']]).toEqual([422, 'validation_error']);
      expect(answer.body['detail']).toContain(field);
      expect((await read(`${ACCOUNTS}?limit=1`)).body['total']).toBe(before);
    });
  });

  describe('listing and reading', () => {
    it('an account has the documented fields and no key', async () => {
      const { id } = await anAccount();
      const answer = await read(`${ACCOUNTS}/${id}`);
      expect([answer.status, Object.keys(answer.body).sort()]).toEqual([200, FIELDS]);
      expect(answer.text).not.toContain('hrev_');
    });

    it('pages are in the order of ids and have no gaps', async () => {
      for (const name of ['p1', 'p2', 'p3']) await anAccount({ name });
      const all = dataOf(await read(`${ACCOUNTS}?limit=1000`)).map((account) => account['id'] as number);
      expect(all).toEqual([...all].sort((a, b) => a - b));
      const paged: unknown[] = [];
      for (let offset = 0; ; offset += 2) {
        const page = await read(`${ACCOUNTS}?limit=2&offset=${offset}`);
        expect(page.body).toMatchObject({ total: all.length, limit: 2, offset });
        paged.push(...dataOf(page).map((account) => account['id']));
        if (page.body['has_next'] === false) break;
      }
      expect(paged).toEqual(all);
    });

    it.each<[string, string, readonly string[]]>([
      ['a part of the name in any case', 'search=ZEBRA', ['zebra one', 'Zebra two']],
      ['a part of the e-mail address', 'search=zebra.example', ['Zebra two']],
      ['a literal %', 'search=z%25bra', []],
      ['a plan', 'search=zebra&plan=full', ['Zebra two']],
      ['the status suspended', 'search=zebra&status=suspended', ['Zebra two']],
      ['the status active', 'search=zebra&status=active', ['zebra one']],
      ['an empty search with plan and status', 'search=&plan=full&status=suspended', ['Zebra two']],
    ])('filters by %s', async (_, query, names) => {
      const existing = dataOf(await read(`${ACCOUNTS}?search=zebra`));
      if (existing.length === 0) {
        await anAccount({ name: 'zebra one' });
        const { id } = await anAccount({ name: 'Zebra two', plan: 'full', email: 'a@zebra.example' });
        await change(id, { status: 'suspended' });
      }
      expect(dataOf(await read(`${ACCOUNTS}?${query}`)).map((account) => account['name'])).toEqual(names);
    });

    it('an account is suspended by trial_end after the end of its trial', async () => {
      const { id } = await anAccount({ name: 'Over', plan: 'trial' });
      await change(id, { trial_ends_at: '2026-01-01T00:00:00' });
      expect((await read(`${ACCOUNTS}/${id}`)).body).toMatchObject({ status: 'suspended', suspended_by: 'trial_end' });
      expect(dataOf(await read(`${ACCOUNTS}?search=over&status=suspended`))).toHaveLength(1);
    });

    it('an unknown account gives 404, an invalid id 422', async () => {
      expect((await read(`${ACCOUNTS}/999999`)).body['code']).toBe('not_found');
      expect((await change(999_999, { plan: 'full' })).body['code']).toBe('not_found');
      for (const id of WRONG_IDS) expect([id, (await master.get(`${ACCOUNTS}/${id}`)).status]).toEqual([id, 422]);
    });
  });

  describe('changing', () => {
    it('suspends and resumes an account, with effect on its keys at once', async () => {
      const { id, keys } = await anAccount();
      expect(await statusWith(keys.full)).toBe(200);
      const suspended = await change(id, { status: 'suspended', suspended_reason: 'invoice 7' });
      expect(suspended.body).toMatchObject({
        status: 'suspended',
        suspended_by: 'operator',
        suspended_reason: 'invoice 7',
      });
      const refused = await app.agent.get('/v3/objects').set('X-API-Key', keys.full);
      expect([refused.status, (refused.body as Json)['detail']]).toEqual([402, 'Access is suspended: invoice 7']);
      const resumed = await change(id, { status: 'active' });
      expect(resumed.body).toMatchObject({ status: 'active', suspended_by: null, suspended_reason: null });
      expect(await statusWith(keys.full)).toBe(200);
    });

    it('changes the plan: a new trial has an end, another plan has none', async () => {
      const { id } = await anAccount({ plan: 'basic' });
      const trial = await change(id, { plan: 'trial' });
      expect(trial.body).toMatchObject({ plan: 'trial', trial_ends_at: expect.any(String) as string });
      expect((await change(id, { plan: 'trial' })).body['trial_ends_at']).toBe(trial.body['trial_ends_at']);
      expect((await change(id, { plan: 'full' })).body).toMatchObject({ plan: 'full', trial_ends_at: null });
    });

    it('changes the end of a trial, which ends or restores access', async () => {
      const { id, keys } = await anAccount({ plan: 'trial' });
      expect((await change(id, { trial_ends_at: '2026-01-01T02:00:00+02:00' })).body['trial_ends_at']).toBe(
        '2026-01-01T00:00:00',
      );
      expect(await statusWith(keys.full)).toBe(402);
      expect((await change(id, { trial_ends_at: '2099-12-31T23:59:59.5' })).body).toMatchObject({
        trial_ends_at: '2099-12-31T23:59:59',
        status: 'active',
      });
      expect(await statusWith(keys.full)).toBe(200);
      const both = await change(id, { plan: 'trial', trial_ends_at: '2098-01-01T00:00:00Z' });
      expect(both.body['trial_ends_at']).toBe('2098-01-01T00:00:00');
    });

    it('changes several fields at once, and keeps fields that are not given', async () => {
      const { id } = await anAccount({ email: 'owner@example.com' });
      await change(id, { name: 'New', plan: 'full', status: 'suspended' });
      expect((await change(id, { email: null })).body).toMatchObject({
        name: 'New',
        plan: 'full',
        status: 'suspended',
        email: null,
      });
      const before = (await read(`${ACCOUNTS}/${id}`)).text;
      expect((await change(id, {})).text).toBe(before);
    });

    it('trial_ends_at for another plan gives 409 and changes nothing', async () => {
      const { id } = await anAccount();
      const before = (await read(`${ACCOUNTS}/${id}`)).text;
      const body = { name: 'New', email: 'x@y.example', status: 'suspended', trial_ends_at: '2099-01-01T00:00:00' };
      const refused = await change(id, body);
      expect([refused.status, refused.body['code']]).toEqual([409, 'conflict']);
      expect((await read(`${ACCOUNTS}/${id}`)).text).toBe(before);
    });

    it.each<[string, Json]>([
      ['without a status', { suspended_reason: 'x' }],
      ['with status active', { status: 'active', suspended_reason: 'x' }],
    ])('a reason %s gives 409 if the account is not suspended', async (_, body) => {
      const { id } = await anAccount();
      const before = (await read(`${ACCOUNTS}/${id}`)).text;
      expect((await change(id, { name: 'New', ...body })).body['code']).toBe('conflict');
      expect((await read(`${ACCOUNTS}/${id}`)).text).toBe(before);
    });

    it('the reason of a suspension can be changed and removed, and stays if it is not given', async () => {
      const { id } = await anAccount();
      await change(id, { status: 'suspended', suspended_reason: 'invoice 7' });
      const reasonAfter = async (body: Json): Promise<unknown> => (await change(id, body)).body['suspended_reason'];
      expect(await reasonAfter({ name: 'New' })).toBe('invoice 7');
      expect(await reasonAfter({ status: 'suspended' })).toBe('invoice 7');
      expect(await reasonAfter({ suspended_reason: 'invoice 8' })).toBe('invoice 8');
      expect(await reasonAfter({ suspended_reason: null })).toBeNull();
      expect((await read(`${ACCOUNTS}/${id}`)).body['status']).toBe('suspended');
    });

    it('an account cannot suspend itself', async () => {
      const refused = await change(master.account.accountId, { status: 'suspended' });
      expect([refused.status, refused.body['code']]).toEqual([409, 'conflict']);
      expect((await read(`${ACCOUNTS}/${master.account.accountId}`)).body['status']).toBe('active');
    });

    it.each<[string, unknown, string]>([
      ['an unknown plan', { plan: 'gold' }, 'plan'],
      ['a null plan', { plan: null }, 'plan'],
      ['an unknown status', { status: 'closed' }, 'status'],
      ['a name of whitespace', { name: ' ' }, 'name'],
      ['an end that is not a time', { trial_ends_at: 'tomorrow' }, 'trial_ends_at'],
      ['an end that does not exist', { trial_ends_at: '2026-02-30T00:00:00' }, 'trial_ends_at'],
      ['a null end', { trial_ends_at: null }, 'trial_ends_at'],
      ['an end that is a number', { trial_ends_at: 1_800_000_000 }, 'trial_ends_at'],
      ['a reason of 201 characters', { status: 'suspended', suspended_reason: 'x'.repeat(201) }, 'suspended_reason'],
      ['an invalid e-mail', { email: 'a@b, c@d' }, 'email'],
      ['an unknown field', { keys: {} }, 'keys'],
    ])('%s gives 422 and changes nothing', async (_, body, field) => {
      const { id } = await anAccount({ plan: 'trial' });
      const before = (await read(`${ACCOUNTS}/${id}`)).text;
      const refused = await change(id, body);
      expect([refused.status, refused.body['code']]).toEqual([422, 'validation_error']);
      expect(refused.body['detail']).toContain(field);
      expect((await read(`${ACCOUNTS}/${id}`)).text).toBe(before);
    });
  });

  describe('support messages', () => {
    it('pages of the messages of all accounts have the latest first', async () => {
      const path = '/v3/admin/support-messages';
      const ids: unknown[] = [];
      for (const text of ['first', 'second', 'third']) {
        const { id, keys } = await anAccount();
        const body = { message: text, contact: 'a@b.example' };
        const answer = await app.agent.post('/v2/support/message').set('X-API-Key', keys.read_only).send(body);
        ids.unshift((answer.body as Json)['id']);
        expect((await read(`${path}?limit=1`)).body['data']).toEqual([
          {
            id: ids[0],
            account_id: id,
            key_id: expect.any(Number) as number,
            person_id: null,
            subject: null,
            message: text,
            contact: 'a@b.example',
            created_at: expect.any(String) as string,
            done_at: null,
          },
        ]);
      }
      const page = await read(`${path}?limit=2&offset=1`);
      expect(dataOf(page).map((message) => message['id'])).toEqual(ids.slice(1));
      expect(page.body).toMatchObject({ total: 3, has_next: false });
    });

    describe('PATCH /v3/admin/support-messages/{message_id} (contract §4.16)', () => {
      const path = '/v3/admin/support-messages';
      const aMessage = async (): Promise<number> => {
        const { keys } = await anAccount();
        const answer = await app.agent
          .post('/v3/support/message')
          .set('X-API-Key', keys.read_only)
          .send({ message: 'hello' });
        return (answer.body as Json)['id'] as number;
      };
      const mark = async (id: unknown, body: Json): Promise<Answer> =>
        checkDocumented('PATCH', `${path}/${String(id)}`, await master.patch(`${path}/${String(id)}`, body));
      const isListed = async (id: number, done: boolean): Promise<boolean> =>
        dataOf(await read(`${path}?done=${done}`)).some((message) => message['id'] === id);

      it('marks a message as done and as open, and the filter `done` follows', async () => {
        const id = await aMessage();
        expect([await isListed(id, true), await isListed(id, false)]).toEqual([false, true]);
        const done = await mark(id, { done: true });
        expect(done.status).toBe(200);
        expect(done.body).toMatchObject({ id, message: 'hello', done_at: expect.any(String) as string });
        expect((await mark(id, { done: true })).text).toBe(done.text);
        expect([await isListed(id, true), await isListed(id, false)]).toEqual([true, false]);
        expect((await mark(id, { done: false })).body).toMatchObject({ id, done_at: null });
        expect([await isListed(id, true), await isListed(id, false)]).toEqual([false, true]);
      });

      it('a missing message gives 404, an invalid id or body 422 and changes nothing', async () => {
        expect((await mark(999_999, { done: true })).body['code']).toBe('not_found');
        for (const id of WRONG_IDS)
          expect([id, (await master.patch(`${path}/${id}`, { done: true })).status]).toEqual([id, 422]);
        const id = await aMessage();
        for (const body of [{}, { done: null }, { done: 'yes' }, { done: true, message: 'x' }])
          expect([body, (await mark(id, body)).body['code']]).toEqual([body, 'validation_error']);
        expect(await isListed(id, false)).toBe(true);
      });
    });
  });

  describe('statistics', () => {
    const statistics = async (): Promise<Record<string, Record<string, number> & number>> =>
      (await read('/v3/admin/statistics')).body as Record<string, Record<string, number> & number>;

    it('count active and suspended accounts, objects, links, reviews, notices and messages', async () => {
      const before = await statistics();
      const { id, keys } = await anAccount();
      const suspended = await anAccount();
      await change(suspended.id, { status: 'suspended' });
      const link = await aLink(app.database, { accountId: id });
      await insertReviews(app.database, [
        { ...link, externalId: 'a' },
        { ...link, externalId: 'b' },
        { ...link, externalId: 'c', deletedAt: '2026-11-01T00:00:00Z' },
      ]);
      await app.app.get(NoticesService).notify({ accountId: id, kind: 'k', subject: 's', body: 'b' });
      await app.agent.post('/v3/support/message').set('X-API-Key', keys.full).send({ message: 'x' });
      const after = await statistics();
      const difference = (part: string, name: string): number =>
        (after[part]?.[name] ?? 0) - (before[part]?.[name] ?? 0);
      expect([difference('accounts', 'active'), difference('accounts', 'suspended')]).toEqual([1, 1]);
      expect([difference('objects', 'active'), difference('objects', 'inactive')]).toEqual([1, 0]);
      expect([difference('links', 'pending'), difference('links', 'inactive')]).toEqual([1, 0]);
      expect(Number(after['reviews']) - Number(before['reviews'])).toBe(2);
      expect(Number(after['notices']) - Number(before['notices'])).toBe(1);
      expect(Number(after['support_messages']) - Number(before['support_messages'])).toBe(1);
    });

    it.each([
      ['successful', `update link_collection set scrape_status = 'success' where link_id = $1`, ['success']],
      [
        'failed and frozen',
        `update link_collection set scrape_status = 'failed', frozen_at = now() where link_id = $1`,
        ['failed', 'frozen'],
      ],
      ['switched off', `update link set is_active = false where id = $1`, ['inactive']],
      [
        'on a switched-off object',
        `update tracked_object set is_active = false where id = (select object_id from link where id = $1)`,
        ['inactive'],
      ],
      ['deleted', `update link set deleted_at = now() where id = $1`, []],
      [
        'on a deleted object',
        `update tracked_object set deleted_at = now() where id = (select object_id from link where id = $1)`,
        [],
      ],
    ])('the statistics count a link that is %s only in the counts of its state', async (_, sql, counted) => {
      const before = (await statistics())['links'] ?? {};
      const { id } = await anAccount();
      const { linkId } = await aLink(app.database, { accountId: id });
      await app.database.query(sql, [linkId]);
      const after = (await statistics())['links'] ?? {};
      const changed = Object.keys(after).filter((name) => after[name as never] !== before[name as never]);
      expect(changed).toEqual(counted);
    });

    it('count pending deliveries, and deliveries that failed within a day', async () => {
      const accountId = master.account.accountId;
      const [webhook] = await app.database.query<{ id: number }>(
        `insert into webhook (account_id, schema_version, target, event_types, bucket_window, filters)
         values ($1, 3, 'http://127.0.0.1:1/', '{reviews.new}', 'immediate', '{}') returning id`,
        [accountId],
      );
      const before = (await statistics())['deliveries'] ?? {};
      await app.database.query(
        `insert into webhook_delivery (id, account_id, webhook_id, event_id, next_attempt_at, settled_at, state, event_type, body)
         select nextval('webhook_delivery_id'), $1, webhook, 1, due, settled, state, 'reviews.new', ''
         from (values ($2::bigint, now(), null, 'pending'), ($2, now(), null, 'pending'), (987654321, now(), null, 'pending'),
           ($2, null, now(), 'dead_letter'), ($2, null, now() - interval '25 hours', 'dead_letter'),
           ($2, null, now(), 'failed'), ($2, null, now(), 'success')) v (webhook, due, settled, state)`,
        [accountId, webhook?.id],
      );
      const after = (await statistics())['deliveries'] ?? {};
      const difference = (name: string): number => Number(after[name as never]) - Number(before[name as never]);
      expect(['pending', 'failed', 'dead_letter'].map(difference)).toEqual([2, 1, 1]);
    });

    it('count waiting and given-up mail, waiting events and open runs', async () => {
      const before = await statistics();
      const accountId = master.account.accountId;
      await app.database.query(
        `insert into outgoing_mail (account_id, recipient, subject, body, status, ended_at)
         values ($1, 'a@b', 's', 'b', 'waiting', null), ($1, 'a@b', 's', 'b', 'given_up', now()), ($1, 'a@b', 's', 'b', 'sent', now())`,
        [accountId],
      );
      await app.database.query(`insert into outbox (account_id, event, payload) values ($1, 'E', '{}')`, [accountId]);
      const after = await statistics();
      expect([after['mail']?.['waiting'], after['mail']?.['given_up']]).toEqual([
        (before['mail']?.['waiting'] ?? 0) + 1,
        (before['mail']?.['given_up'] ?? 0) + 1,
      ]);
      expect(Number(after['events_waiting']) - Number(before['events_waiting'])).toBe(1);
      expect(Object.keys(after['runs'] ?? {}).sort()).toEqual(['links_queued', 'links_running', 'open']);
    });
  });

  it.each([
    'GET /v3/admin/accounts',
    'GET /v3/admin/statistics',
    'GET /v3/admin/support-messages',
    'PATCH /v3/admin/support-messages/1',
  ])('%s needs a master key and exists only in v3', async (route) => {
    const [method, path = ''] = route.split(' ');
    const send = (to: string) => (method === 'PATCH' ? app.agent.patch(to).send({ done: true }) : app.agent.get(to));
    const account = await app.anAccount();
    for (const key of [account.full, account.readOnly]) {
      const answer = await send(path).set('X-API-Key', key);
      expect([answer.status, (answer.body as Json)['code']]).toEqual([403, 'forbidden']);
    }
    expect((await send(path)).status).toBe(401);
    expect((await send(path.replace('v3', 'v2')).set('X-API-Key', account.full)).status).toBe(404);
  });
});
