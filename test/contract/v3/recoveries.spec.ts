import { RecoveryBatchStore } from '@src/webhooks/delivery/persistence/recovery-batch.store';
import { RecoveryRunnerSchedule } from '@src/webhooks/delivery/jobs/recovery-runner.schedule';
import { aWebhook, dueDeliveries } from '@test/support/delivery-harness';
import { recordedWakeups } from '@test/support/noted-wakeups';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json } from '../contract-client';

const HOUR_MS = 3_600_000;
const BOTH = ['failed', 'dead_letter'];

/** Sending the failed deliveries of a period again (contract §4.11: v3 only). */
describe('v3: recoveries of a webhook', () => {
  let app: TestApp;
  let client: ContractClient;
  let webhookId: number;
  let runner: RecoveryRunnerSchedule;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    runner = new RecoveryRunnerSchedule(app.database, new RecoveryBatchStore(app.database), recordedWakeups().wakeups);
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    await app.database.query('delete from webhook_recovery');
    client = new ContractClient(app, 'v3', await app.anAccount());
    webhookId = await aWebhook(app.database, { accountId: client.account.accountId });
  });

  const path = (suffix = ''): string => `/v3/webhooks/${webhookId}/recoveries${suffix}`;
  const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const documented = (method: string, at: string, answer: Answer): Answer => {
    new OpenApiCheck(app.app).expect({ method, path: at, ...answer });
    return answer;
  };
  const start = async (body: Json = {}): Promise<Answer> =>
    documented('POST', path(), await client.post(path(), { since: ago(24), statuses: BOTH, ...body }));
  const read = async (id: number): Promise<Json> =>
    documented('GET', path(`/${id}`), await client.get(path(`/${id}`))).body;
  const idOf = ({ body }: Answer): number => body['id'] as number;

  /** Inserts settled deliveries, one per hour; the first is the newest. Returns their ids. */
  async function settled(state: string, count: number, hoursAgo = 1): Promise<readonly number[]> {
    const ids = await dueDeliveries(app.database, { accountId: client.account.accountId, webhookId }, count);
    await app.database.query(
      `update webhook_delivery d set state = $2, next_attempt_at = null, settled_at = now(), attempts = 30, tries = 30,
         created_at = now() - $3::int * interval '1 hour' - x.place * interval '1 minute'
       from unnest($1::bigint[]) with ordinality x (id, place) where d.id = x.id`,
      [ids, state, hoursAgo],
    );
    return ids;
  }
  const run = async (): Promise<number> => {
    await app.database.query('update webhook_recovery set next_at = clock_timestamp()');
    return runner.run(new AbortController().signal);
  };
  const pending = async (): Promise<readonly number[]> => {
    const rows = await app.database.query<{ id: number }>(
      `select id from webhook_delivery where webhook_id = $1 and state = 'pending' order by next_attempt_at, id`,
      [webhookId],
    );
    return rows.map(({ id }) => id);
  };

  it('makes the deliveries of the period with these statuses due, oldest first, and ends', async () => {
    const [newest, oldest] = await settled('failed', 2);
    const [dead] = await settled('dead_letter', 1, 3);
    await settled('success', 1);
    await settled('failed', 1, 30);
    const answer = await start();
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ matched: 3, done: 0, state: 'running', statuses: BOTH, ended_at: null });
    expect(await run()).toBe(3);
    expect(await pending()).toEqual([dead, oldest, newest]);
    expect(await read(idOf(answer))).toMatchObject({ matched: 3, done: 3, state: 'finished' });
    const [row] = await app.database.query('select tries, attempts from webhook_delivery where id = $1', [dead]);
    expect(row).toMatchObject({ tries: 0, attempts: 30 });
    expect(await run()).toBe(0);
  });

  it('takes only the given statuses, and deliveries before `until`', async () => {
    await settled('failed', 1);
    const [dead] = await settled('dead_letter', 1, 3);
    expect((await start({ statuses: ['dead_letter'], until: ago(2) })).body).toMatchObject({ matched: 1 });
    await run();
    expect(await pending()).toEqual([dead]);
    expect((await start({ statuses: ['dead_letter'] })).body).toMatchObject({ matched: 0, done: 0, state: 'finished' });
  });

  it('adds batches only while fewer than 100 deliveries are pending, and continues after them in another process', async () => {
    await settled('failed', 130, 2);
    const id = idOf(await start());
    expect([await run(), await run()]).toEqual([100, 0]);
    expect(await read(id)).toMatchObject({ matched: 130, done: 100, state: 'running' });
    // The first batch fails again: it is not sent twice.
    await app.database.query(
      `update webhook_delivery set state = 'failed', settled_at = now(), next_attempt_at = null where webhook_id = $1`,
      [webhookId],
    );
    const other = new RecoveryRunnerSchedule(
      app.database,
      new RecoveryBatchStore(app.database),
      recordedWakeups().wakeups,
    );
    await app.database.query('update webhook_recovery set next_at = clock_timestamp()');
    const made = await Promise.all([run(), other.run(new AbortController().signal)]);
    expect(made.reduce((sum, n) => sum + n)).toBe(30);
    expect(await read(id)).toMatchObject({ done: 130, state: 'finished' });
  });

  it('waits while the webhook is paused', async () => {
    await settled('failed', 1);
    const id = idOf(await start());
    await client.patch(`/v3/webhooks/${webhookId}`, { is_active: false });
    expect(await run()).toBe(0);
    expect(await read(id)).toMatchObject({ done: 0, state: 'running' });
    await client.patch(`/v3/webhooks/${webhookId}`, { is_active: true });
    expect(await run()).toBe(1);
  });

  it('stops, and stays in the list', async () => {
    await settled('failed', 2);
    const id = idOf(await start());
    const stopped = documented('DELETE', path(`/${id}`), await client.delete(path(`/${id}`)));
    expect([stopped.status, stopped.body]).toEqual([200, expect.objectContaining({ id, state: 'stopped', done: 0 })]);
    expect(await run()).toBe(0);
    const again = await start();
    expect(again.status).toBe(202);
    const list = documented('GET', path(), await client.get(path()));
    expect((list.body['data'] as Json[]).map((one) => one['id'])).toEqual([again.body['id'], id]);
    expect((await client.delete(path(`/${id}`))).body).toMatchObject({ state: 'stopped' });
  });

  it('runs once at a time, also if two requests arrive together', async () => {
    await settled('failed', 1);
    const answers = await Promise.all([start(), start()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['more than 30 days ago', { since: new Date(Date.now() - 31 * 24 * HOUR_MS).toISOString() }],
    ['after its end', { since: new Date(Date.now() - HOUR_MS).toISOString(), until: '2026-01-01T00:00:00' }],
    ['in the future', { since: '2999-01-01T00:00:00' }],
  ])('refuses a period that begins %s', async (_, body) => {
    const answer = await start(body);
    expect([answer.status, answer.body['code']]).toEqual([422, 'validation_error']);
  });

  it('refuses other statuses, read-only keys and other accounts', async () => {
    expect((await start({ statuses: ['success'] })).status).toBe(422);
    expect((await start({ statuses: [] })).status).toBe(422);
    const body = { since: ago(1), statuses: BOTH };
    expect((await client.withReadOnlyKey.post(path(), body)).status).toBe(403);
    const id = idOf(await start());
    const stranger = new ContractClient(app, 'v3', await app.anAccount());
    const other = await aWebhook(app.database, { accountId: client.account.accountId });
    const answers = [
      await stranger.post(path(), body),
      await stranger.get(path()),
      await stranger.get(path(`/${id}`)),
      await stranger.delete(path(`/${id}`)),
      await client.get(path('/999999999')),
      await client.get(`/v3/webhooks/${other}/recoveries/${id}`),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });
});
