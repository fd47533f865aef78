import pg from 'pg';
import { purgeResponses } from '@libs/http';
import { eventually } from '@test/support/eventually';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ProbeModule } from './probe/probe.module';

const PATH = '/v3/probes';

describe('Idempotency-Key (contract §4.1, §7.2)', () => {
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({
      modules: [ProbeModule],
      environment: { HREV_RATE_LIMIT: '100000', HREV_DATABASE_POOL: '20' },
    });
    account = await app.anAccount();
  });

  afterAll(() => app?.close());

  const post = (key: string, body: object, apiKey = account.full) =>
    app.agent.post(PATH).set('X-API-Key', apiKey).set('Idempotency-Key', key).send(body);
  const objectsNamed = async (name: string): Promise<number> => {
    const [row] = await app.database.query<{ n: number }>('select count(*) as n from tracked_object where name = $1', [
      name,
    ]);
    return row?.n ?? -1;
  };

  it('repeats the stored status and bytes, and marks the replay', async () => {
    const first = await post('again', { name: 'again' }).expect(201);
    const second = await post('again', { name: 'again' }).expect(201).expect('Idempotent-Replayed', 'true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.text).toBe(first.text);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await objectsNamed('again')).toBe(1);
  });

  it('refuses the same key with another body, even if only the spelling of the JSON differs', async () => {
    await post('other', { name: 'other' }).expect(201);
    expect((await post('other', { name: 'other2' }).expect(409)).body).toMatchObject({ code: 'idempotency_conflict' });
    expect((await post('other', { links: [], name: 'other' }).expect(409)).body).toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('two accounts may use the same key', async () => {
    const otherAccount = await app.anAccount();
    const mine = await post('shared', { name: 'shared' }).expect(201);
    const otherResponse = await post('shared', { name: 'shared' }, otherAccount.full).expect(201);
    expect(otherResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(otherResponse.text).not.toBe(mine.text);
  });

  it('50 equal concurrent requests create one object; each gives 201 with the same bytes or 409 idempotency_in_progress', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `storm ${round}`;
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(`storm-${round}`, { name })));
      const created = answers.filter((answer) => answer.status === 201);
      const refused = answers.filter((answer) => answer.status === 409);
      expect(created.length).toBeGreaterThan(0);
      expect(created.length + refused.length).toBe(50);
      expect(new Set(created.map((answer) => answer.text)).size).toBe(1);
      expect(refused.every((answer) => (answer.body as { code: string }).code === 'idempotency_in_progress')).toBe(
        true,
      );
      expect(await objectsNamed(name)).toBe(1);
    }
  });

  it('a refused request releases its key and stores nothing', async () => {
    await post('free', { name: 'refused' }).expect(409);
    expect(await objectsNamed('refused')).toBe(0);
    await post('free', { name: '' }).expect(422);
    const created = await post('free', { name: 'free' }).expect(201);
    expect(created.headers['idempotent-replayed']).toBeUndefined();
  });

  it('a killed transaction releases its key and stores nothing', async () => {
    const killer = new pg.Client({ connectionString: app.databaseUrl });
    await killer.connect();
    const status = post('killed', { name: 'slow' }).then((answer) => answer.status);
    await eventually('the kill', 60_000, async () => {
      const { rowCount } = await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where query like 'select pg_sleep(1)%' and state = 'active' and datname = current_database()`,
      );
      return rowCount === 1;
    });
    await killer.end();
    expect(await status).toBe(503);
    expect(await objectsNamed('slow')).toBe(0);
    await post('killed', { name: 'slow' }).expect(201);
    expect(await objectsNamed('slow')).toBe(1);
  });

  it.each([
    ['a key of 256 characters', 'x'.repeat(256)],
    ['a key with a space', 'a b'],
    ['an empty key', ''],
  ])('%s gives 400', async (_, key) => {
    const answer = await post(key, { name: 'a' });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'bad_request']);
  });

  it('a key of 255 visible characters is accepted', async () => {
    await post(`!~${'x'.repeat(253)}`, { name: 'long' }).expect(201);
  });

  it('a response is stored for 24 hours by the database clock, then purged', async () => {
    await post('old', { name: 'old' }).expect(201);
    const age = (hours: string) =>
      app.database.query(
        `update idempotent_response set created_at = clock_timestamp() - $1::interval where key = 'old'`,
        [hours],
      );
    await age('23 hours 59 minutes');
    await post('old', { name: 'old' }).expect(201).expect('Idempotent-Replayed', 'true');
    await age('24 hours 1 minute');
    const afterExpiry = await post('old', { name: 'after expiry' }).expect(201);
    expect(afterExpiry.headers['idempotent-replayed']).toBeUndefined();
    await age('24 hours 1 minute');
    expect(await purgeResponses(app.database)).toBe(1);
    expect(await app.database.query(`select 1 from idempotent_response where key = 'old'`)).toEqual([]);
  });
});
