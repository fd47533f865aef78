/** Collection runs (contract §4.14). */
import { ContractClient, dataOf, type Account, type Json } from '../contract-client';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';

/** A link of a run, and those of its columns that differ from the defaults. */
interface RunLink {
  readonly linkId: number;
  readonly objectId: number;
  readonly columns?: Readonly<Record<string, string | number | boolean>>;
}

const ENDED = {
  state: 'ended',
  outcome: 'success',
  stop_reason: 'complete',
  started_at: 'now',
  ended_at: 'now',
  attempts: 1,
};

describe('GET /v3/runs, GET /v3/runs/{run_id}, GET /v3/objects/{object_id}/runs (contract §4.14)', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let account: Account;
  let me: ContractClient;
  let nextLink = 1_000;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
    check = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    account = await app.anAccount({ plan: 'full' });
    me = new ContractClient(app, 'v3', account).withReadOnlyKey;
  });
  afterAll(() => app.close());

  const anObject = async (accountId = account.accountId): Promise<number> => {
    const [row] = await app.database.query<{ id: number }>(
      `insert into tracked_object (account_id, name) values ($1, 'Harbour') returning id`,
      [accountId],
    );
    return row?.id ?? 0;
  };
  const aRunLink = (objectId: number, columns: RunLink['columns'] = {}): RunLink => ({
    linkId: (nextLink += 1),
    objectId,
    columns,
  });

  async function aRun(
    createdAt: string,
    runLinks: readonly RunLink[],
    { cause = 'scheduled', isOpen = false } = {},
  ): Promise<number> {
    const [run] = await app.database.query<{ id: number }>(
      `insert into run (account_id, cause, created_at, finished_at)
       values ($1, $2, $3::timestamptz, case when not $4 then $3::timestamptz + interval '5 minutes' end) returning id`,
      [account.accountId, cause, createdAt, isOpen],
    );
    const id = run?.id ?? 0;
    for (const { linkId, objectId, columns = {} } of runLinks) {
      const all = {
        run_id: id,
        account_id: account.accountId,
        object_id: objectId,
        link_id: linkId,
        source_id: 1,
        ...columns,
      };
      const names = Object.keys(all);
      await app.database.query(
        `insert into run_link (scheduled_at, wants_full, priority, ${names.join(', ')})
         values (now(), true, 1, ${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(all),
      );
    }
    return id;
  }

  async function get(path: string, status = 200): Promise<Json> {
    const answer = await me.get(path);
    check.expect({ method: 'GET', path, ...answer });
    expect([path, answer.status]).toEqual([path, status]);
    return answer.body;
  }
  const idsOf = async (path: string): Promise<readonly unknown[]> =>
    dataOf(await me.get(path)).map((run) => run['run_id']);

  it('lists runs with their cause, status, times and the sums of their links', async () => {
    const object = await anObject();
    const run = await aRun('2026-11-20T08:30:00Z', [
      aRunLink(object, { ...ENDED, reviews_new: 3, reviews_changed: 1 }),
      aRunLink(object, { ...ENDED, outcome: 'failed', reviews_new: 4, reviews_deleted: 2 }),
    ]);
    expect(await get('/v3/runs')).toEqual({
      data: [
        {
          run_id: run,
          cause: 'scheduled',
          status: 'partial',
          created_at: '2026-11-20T08:30:00',
          finished_at: '2026-11-20T08:35:00',
          link_count: 2,
          new: 7,
          changed: 1,
          deleted: 2,
        },
      ],
      total: 1,
      limit: 100,
      offset: 0,
      has_next: false,
    });
  });

  it('returns the runs of an object with the parts of its links, and of no other object, only on request', async () => {
    const object = await anObject();
    const [first, second] = [aRunLink(object, { ...ENDED, reviews_new: 3 }), aRunLink(object)];
    const other = aRunLink(await anObject(), ENDED);
    const run = await aRun('2026-11-20T08:30:00Z', [first, second, other]);
    const later = await aRun('2026-11-21T08:30:00Z', [aRunLink(object, ENDED)]);
    const path = `/v3/objects/${object}/runs`;
    const { data } = (await get(`${path}?include_links=true`)) as { data: { run_id: number; links: Json[] }[] };
    expect(data.map(({ run_id, links }) => [run_id, links.length])).toEqual([
      [later, 1],
      [run, 2],
    ]);
    expect(data[1]?.links.map(({ link_id, new: found, state }) => [link_id, found, state])).toEqual([
      [first.linkId, 3, 'ended'],
      [second.linkId, 0, 'queued'],
    ]);
    expect(((await get(path)) as { data: Json[] }).data.map(({ links }) => links)).toEqual([null, null]);
  });

  it('returns one run with its links', async () => {
    const runLink = aRunLink(await anObject(), {
      ...ENDED,
      outcome: 'failed',
      scrape_error: 'blocked: Trustpilot refuses',
      stop_reason: 'blocked',
      started_at: '2026-11-20T08:30:02Z',
      ended_at: '2026-11-20T08:31:40Z',
      attempts: 3,
      pages: 2,
      reviews_read: 40,
      reviews_new: 5,
      reviews_changed: 1,
      reviews_deleted: 1,
    });
    const waiting = aRunLink(await anObject());
    const run = await aRun('2026-11-20T08:30:00Z', [runLink, waiting], { cause: 'manual', isOpen: true });
    expect(await get(`/v3/runs/${run}`)).toEqual({
      run_id: run,
      cause: 'manual',
      status: 'in_progress',
      created_at: '2026-11-20T08:30:00',
      finished_at: null,
      link_count: 2,
      new: 5,
      changed: 1,
      deleted: 1,
      links: [
        {
          link_id: runLink.linkId,
          state: 'ended',
          outcome: 'failed',
          scrape_error: 'blocked: Trustpilot refuses',
          stop_reason: 'blocked',
          pages: 2,
          read: 40,
          new: 5,
          changed: 1,
          deleted: 1,
          attempts: 3,
          started_at: '2026-11-20T08:30:02',
          ended_at: '2026-11-20T08:31:40',
          is_full: true,
        },
        {
          link_id: waiting.linkId,
          state: 'queued',
          outcome: null,
          scrape_error: null,
          stop_reason: null,
          pages: 0,
          read: 0,
          new: 0,
          changed: 0,
          deleted: 0,
          attempts: 0,
          started_at: null,
          ended_at: null,
          is_full: true,
        },
      ],
    });
  });

  it('lists runs newest first by the time of planning, in pages, with an exact total', async () => {
    const object = await anObject();
    const late = await aRun('2026-11-20T08:30:00Z', [aRunLink(object, ENDED)]);
    const early = await aRun('2026-11-18T08:30:00Z', [aRunLink(object, ENDED)]);
    const [one, two] = [await aRun('2026-11-19T08:30:00Z', []), await aRun('2026-11-19T08:30:00Z', [])];
    expect(await idsOf('/v3/runs')).toEqual([late, two, one, early]);
    expect(await get('/v3/runs?limit=2&offset=1')).toMatchObject({ total: 4, limit: 2, offset: 1, has_next: true });
    expect(await idsOf('/v3/runs?limit=2&offset=1')).toEqual([two, one]);
    expect(await get('/v3/runs?offset=9')).toMatchObject({ data: [], total: 4, has_next: false });
  });

  it('state and since filter the runs and the total', async () => {
    const object = await anObject();
    const ended = await aRun('2026-11-18T08:30:00Z', [aRunLink(object, ENDED)]);
    const open = await aRun('2026-11-19T08:30:00Z', [aRunLink(object)], { isOpen: true });
    for (const list of ['/v3/runs', `/v3/runs?object_id=${object}`, `/v3/objects/${object}/runs`]) {
      const withQuery = (query: string): string => `${list}${list.includes('?') ? '&' : '?'}${query}`;
      expect([list, await idsOf(withQuery('state=open'))]).toEqual([list, [open]]);
      expect([list, await idsOf(withQuery('state=ended'))]).toEqual([list, [ended]]);
      expect([list, await idsOf(withQuery('since=2026-11-19T08:30:00'))]).toEqual([list, [open]]);
      expect([list, await idsOf(withQuery('since=2026-11-18T10:30:00%2B02:00'))]).toEqual([list, [open, ended]]);
      expect([list, await idsOf(withQuery('state=ended&since=2026-11-19T00:00:00'))]).toEqual([list, []]);
      expect(await get(withQuery('state=open'))).toMatchObject({
        total: 1,
        data: [{ status: 'pending', finished_at: null }],
      });
      for (const wrong of ['state=done', 'since=yesterday', 'limit=0', 'limit=1001']) await get(withQuery(wrong), 422);
    }
  });

  it('lists the runs of an object with the counts of its links only', async () => {
    const [harbour, station] = [await anObject(), await anObject()];
    const both = await aRun('2026-11-19T08:30:00Z', [
      aRunLink(harbour, { ...ENDED, reviews_new: 2 }),
      aRunLink(harbour, { ...ENDED, reviews_new: 3 }),
      aRunLink(station, { ...ENDED, outcome: 'failed', reviews_new: 90 }),
    ]);
    await aRun('2026-11-20T08:30:00Z', [aRunLink(station, ENDED)]);
    for (const path of [`/v3/objects/${harbour}/runs`, `/v3/runs?object_id=${harbour}`]) {
      const answer = await get(path);
      expect(answer).toMatchObject({ total: 1, data: [{ run_id: both, status: 'success', link_count: 2, new: 5 }] });
    }
    expect(await get(`/v3/runs/${both}`)).toMatchObject({ status: 'partial', link_count: 3, new: 95 });
  });

  it('runs and objects of other accounts and missing ones give the same 404, and are not listed', async () => {
    const object = await anObject();
    const run = await aRun('2026-11-20T08:30:00Z', [aRunLink(object, ENDED)]);
    const other = new ContractClient(app, 'v3', await app.anAccount());
    for (const path of [
      `/v3/runs/${run}`,
      '/v3/runs/9007199254740991',
      `/v3/objects/${object}/runs`,
      `/v3/runs?object_id=${object}`,
    ]) {
      const { status, text } = await other.get(path);
      expect([path, status, text]).toEqual([path, 404, '{"detail":"Not found","code":"not_found"}']);
    }
    expect((await other.get('/v3/runs')).body).toMatchObject({ data: [], total: 0 });
  });

  it('a run that "collect now" created can be read at once; v2 has no runs', async () => {
    const writing = new ContractClient(app, 'v3', account);
    const links = [{ url: 'https://www.trustpilot.com/review/example.com' }];
    const { body: object } = await writing.post('/v3/objects', { name: 'Harbour', links });
    const { body: created } = await writing.post(`/v3/objects/${String(object['id'])}/collect`, {});
    expect(await get(`/v3/runs/${String(created['run_id'])}`)).toMatchObject({
      cause: 'manual',
      status: 'pending',
      link_count: 1,
      links: [{ state: 'queued', outcome: null }],
    });
    expect((await me.get('/v2/runs')).status).toBe(404);
  });
});
