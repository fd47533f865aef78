/** The contract of the operator's view of sources, queues and the installation (contract §4.16): v3 only, for keys of scope `master`. */
import { KeysService } from '@src/auth';
import { OpenApiCheck } from '@test/support/openapi-check';
import { aMember, type Browser } from '@test/support/console-person';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json } from '../contract-client';

const TRUSTPILOT = 4;

describe('v3: sources, queues and checks', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let operator: TestAccount;
  let master: ContractClient;
  let person: Browser;
  let link: LinkFixture;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    operator = await app.anAccount({ name: 'Operator' });
    const { key } = await app.app.get(KeysService).issue(operator.accountId, 'master');
    master = new ContractClient(app, 'v3', operator, key);
    const invited = await aMember(app, operator.accountId, 'owner');
    await app.database.query('update person set is_operator = true where email = $1', [invited.email]);
    person = invited.browser;
    link = await aLink(app.database, { sourceId: TRUSTPILOT });
  });
  afterAll(() => app?.close());

  const documented = (method: string, path: string, answer: Answer): Answer => {
    check.expect({ method, path, ...answer });
    return answer;
  };
  const read = async (path: string): Promise<Json> => {
    const answer = documented('GET', `/v3/admin/${path}`, await master.get(`/v3/admin/${path}`));
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const post = async (path: string, body?: Json): Promise<Answer> =>
    documented('POST', `/v3/admin/${path}`, await master.post(`/v3/admin/${path}`, body ?? {}));
  const source = async (slug = 'trustpilot'): Promise<Json> => read(`sources/${slug}`);

  describe('sources', () => {
    it('lists every source with 24 hours, its ceiling and the totals', async () => {
      const { data, totals } = (await read('sources')) as { data: Json[]; totals: Json };
      const trustpilot = data.find(({ slug }) => slug === 'trustpilot');
      expect(trustpilot).toMatchObject({ how: 'browser', state: 'idle', success_24h: null, links: 1, ceiling: 10_000 });
      expect(trustpilot?.['hours']).toHaveLength(24);
      expect(trustpilot?.['ages']).toEqual([
        { road: null, links: 1, never_read: 1, p50_seconds: null, p95_seconds: null },
      ]);
      expect(totals).toMatchObject({ frozen: 0, frozen_reasons: [], new_24h: 0, on_time_24h: null });
    });

    it('counts visits of 24 hours by outcome', async () => {
      await app.database.query(
        `insert into source_hour (source_id, hour, outcome, visits, on_time, new_reviews, last_at)
         select 5, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', o, n, n - 1, 2, now()
         from (values (0, 'success', 9), (1, 'success', 10), (0, 'timeout', 1), (30, 'success', 99)) x(h, o, n)`,
      );
      await new Promise((resolve) => setTimeout(resolve, 5_100));
      const found = ((await read('sources'))['data'] as Json[]).find(({ id }) => id === 5);
      expect(found).toMatchObject({
        state: 'reading',
        success_24h: 0.95,
        visits_24h: 20,
        troubles: [{ code: 'timeout', visits: 1, share: 0.05, of_links: false }],
        last_good_at: expect.any(String) as string,
      });
    });

    it('a paused source has the reason, and an event and an audit entry with the actor', async () => {
      const answer = await post('sources/trustpilot/pause', { reason: ' The platform asked us to stop ' });
      expect(answer).toMatchObject({
        status: 200,
        body: { state: 'paused', pause_reason: 'The platform asked us to stop' },
      });
      expect((await source())['events']).toMatchObject([
        { kind: 'paused', facts: { reason: 'The platform asked us to stop' } },
      ]);
      const [entry] = await app.database.query(
        'select actor, action, account_id, after from audit_entry order by id desc',
      );
      expect(entry).toMatchObject({
        actor: 'key',
        action: 'source.paused',
        account_id: null,
        after: { slug: 'trustpilot' },
      });
    });

    it('a repeated pause with the same reason changes nothing', async () => {
      await post('sources/trustpilot/pause', { reason: 'The platform asked us to stop' });
      expect((await source())['events']).toHaveLength(1);
    });

    it('tries one link of a paused source, and shows the visit', async () => {
      const { status, body } = await post('sources/trustpilot/try', { link_id: null });
      expect([status, body['link_id']]).toEqual([202, link.linkId]);
      expect((await source())['trial']).toMatchObject({
        link_id: link.linkId,
        run_id: body['run_id'],
        state: 'queued',
      });
      expect(await post('sources/trustpilot/try', { link_id: 999_999 })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    });

    it('resumes a paused source, and refuses to resume one that is not paused', async () => {
      expect(await post('sources/trustpilot/resume', { reason: 'Allowed again' })).toMatchObject({
        status: 200,
        body: { paused_at: null, pause_reason: null },
      });
      expect(await post('sources/trustpilot/resume', { reason: 'Again' })).toMatchObject({ status: 409 });
    });

    it('refuses a pause without a reason, and an unknown source', async () => {
      expect(await post('sources/trustpilot/pause', { reason: ' ' })).toMatchObject({ status: 422 });
      expect(await post('sources/nowhere/pause', { reason: 'x' })).toMatchObject({ status: 404 });
      expect(await master.get('/v3/admin/sources/nowhere')).toMatchObject({ status: 404 });
    });
  });

  describe('who may', () => {
    const asPerson = (method: 'GET' | 'POST', path: string, body: Json | null = null) =>
      person.v3(method, `admin/${path}`, operator.accountId, body);
    const prove = (at: string) => app.database.query(`update session set proved_at = ${at}`);

    it('an operator reads with a session, and pauses only with a fresh proof', async () => {
      await prove("now() - interval '1 hour'");
      expect((await asPerson('GET', 'sources')).status).toBe(200);
      const refused = await asPerson('POST', 'sources/steam/pause', { reason: 'x' });
      expect([refused.status, (refused.body as Json)['code']]).toEqual([403, 'proof_required']);
      await prove('now()');
      expect((await asPerson('POST', 'sources/steam/pause', { reason: 'x' })).status).toBe(200);
      expect((await asPerson('POST', 'sources/steam/resume', { reason: 'y' })).status).toBe(200);
      const [entry] = await app.database.query('select actor, person_id from audit_entry order by id desc limit 1');
      expect(entry).toMatchObject({ actor: 'person', person_id: expect.any(Number) as number });
    });

    it('an owner who is no operator reads nothing', async () => {
      const { browser } = await aMember(app, operator.accountId, 'owner');
      for (const path of ['sources', 'sources/steam', 'queues', 'workers', 'jobs', 'checks', 'bundle'])
        expect([path, (await browser.v3('GET', `admin/${path}`, operator.accountId)).status]).toEqual([path, 403]);
    });
  });

  describe('queues and processes', () => {
    it('shows every queue', async () => {
      const { data } = (await read('queues')) as { data: Json[] };
      expect(data.map(({ name }) => name)).toEqual(['collection', 'deliveries', 'replies', 'mail', 'events']);
      expect(data[0]).toMatchObject({ waiting: 1, running: 0, oldest_at: expect.any(String) as string });
    });

    it('lists this process, marks another version, and forgets processes after a day', async () => {
      await app.database.query(
        `insert into running_process (id, role, version, seen_at, work) values
           (gen_random_uuid(), 'worker', '0.0.1', now() - interval '1 hour', '[{"noun": "replies", "running": 1, "slots": 4}]'),
           (gen_random_uuid(), 'worker', '0.0.2', now() - interval '25 hours', '[]')`,
      );
      const { data } = (await read('workers')) as { data: Json[] };
      expect(
        data.map(({ role, version, alive, same_version }) => [role, version !== '0.0.1', alive, same_version]),
      ).toEqual([
        ['all', true, true, true],
        ['worker', false, false, false],
      ]);
    });

    it('lists failed work, and retries a mail that was given up', async () => {
      await app.database.query(
        `insert into outgoing_mail (account_id, recipient, subject, body, status, attempts, ended_at, last_error)
         values ($1, 'a@example.com', 's', 'b', 'given_up', 12, now(), 'no route')`,
        [operator.accountId],
      );
      const { data, total } = (await read('jobs?queue=mail')) as { data: Json[]; total: number };
      expect([total, data[0]]).toMatchObject([1, { queue: 'mail', reason: 'no route', attempts: 12 }]);
      const id = String(data[0]?.['id']);
      expect((await post(`jobs/${id}/retry`)).status).toBe(204);
      expect(await app.database.query('select status, attempts from outgoing_mail')).toEqual([
        { status: 'waiting', attempts: 0 },
      ]);
      expect((await post(`jobs/${id}/retry`)).status).toBe(404);
    });

    it('retries a failed collection, and refuses it while the source is paused', async () => {
      await app.database.query(
        `update run_link set state = 'ended', outcome = 'failed', scrape_error = 'timeout: slow', ended_at = now()`,
      );
      const { data } = (await read('jobs?queue=collection')) as { data: Json[] };
      const id = String(data[0]?.['id']);
      await post('sources/trustpilot/pause', { reason: 'x' });
      expect(await post(`jobs/${id}/retry`)).toMatchObject({ status: 409 });
      await post('sources/trustpilot/resume', { reason: 'y' });
      expect((await post(`jobs/${id}/retry`)).status).toBe(204);
      expect(await app.database.query(`select link_id from run_link where state = 'queued'`)).toEqual([
        { link_id: link.linkId },
      ]);
    });

    it.each(['mail-0', 'events-1', 'mail', 'mail-99999'])('answers 404 for the job %s', async (id) => {
      expect((await post(`jobs/${id}/retry`)).status).toBe(404);
    });
  });

  describe('the installation', () => {
    it('runs the checks of hrev doctor', async () => {
      const { data } = (await read('checks')) as { data: Json[] };
      expect(data.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['node', 'configuration', 'database', 'migrations', 'secrets', 'queue', 'browser']),
      );
      expect(data.find(({ name }) => name === 'migrations')).toMatchObject({
        ok: true,
        warning: null,
        remedy: null,
      });
    });

    it('counts the seeds of second factors among the secrets, and reports those that no key opens', async () => {
      const secrets = async () => ((await read('checks'))['data'] as Json[]).find(({ name }) => name === 'secrets');
      const [{ count } = { count: 0 }] = await app.database.query<{ count: number }>(
        `select count(*)::int as count from factor where kind = 'totp'`,
      );
      expect(count).toBeGreaterThan(1);
      expect(await secrets()).toMatchObject({ ok: true, found: `${count} sealed with this key` });
      await app.database.query(
        `update factor set key_id = 'another' where id = (select min(id) from factor where kind = 'totp')`,
      );
      expect(await secrets()).toMatchObject({
        ok: false,
        found: expect.stringMatching(/^1 stored secrets cannot be read/) as string,
      });
    });

    it('makes a bundle without secrets', async () => {
      const bundle = JSON.stringify(await read('bundle'));
      expect(bundle).toContain('"HREV_ENCRYPTION_KEY":"set"');
      expect(bundle).not.toContain('7e7e7e');
      expect(bundle).not.toContain('postgres://');
    });

    it('refuses a test mail without a mail server', async () => {
      expect(await post('test-mail')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    });

    it('a probe of an address of no platform says so', async () => {
      expect(await post('probe', { url: 'https://nowhere.example/' })).toMatchObject({
        status: 200,
        body: { source: null, reviews: [], error: expect.stringMatching(/^source_not_detected: /) as string },
      });
    });
  });
});
