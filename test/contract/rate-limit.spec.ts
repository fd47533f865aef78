import { request } from 'node:http';
import pg from 'pg';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

function get(address: string, key: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(`${address}/v3/account`, { headers: { 'X-API-Key': key } }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    call.on('error', reject).end();
  });
}

const statuses = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe('rate limit over API processes (specification §8, decisions §2, reliability L9)', () => {
  let one: TestApp;
  let two: TestApp;

  beforeAll(async () => {
    one = await testApp();
    two = await testApp({ databaseUrl: one.databaseUrl });
  });

  afterAll(async () => {
    await two?.close();
    await one?.close();
  });

  it('lets 300 of 1000 requests in 10 s pass, spread over two processes, and leaves other keys alone', async () => {
    const loud = await one.anAccount();
    const quiet = await one.anAccount();
    const loudAnswers: Promise<Answer>[] = [];
    const quietAnswers: Promise<Answer>[] = [];
    for (let tick = 0; tick < 100; tick += 1) {
      for (let index = 0; index < 10; index += 1)
        loudAnswers.push(get(index % 2 ? one.address : two.address, loud.full));
      quietAnswers.push(get(tick % 2 ? one.address : two.address, quiet.full));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const loudOnes = await Promise.all(loudAnswers);
    expect(statuses(loudOnes, 200)).toBeGreaterThanOrEqual(297);
    expect(statuses(loudOnes, 200)).toBeLessThanOrEqual(303);
    expect(statuses(loudOnes, 200) + statuses(loudOnes, 429)).toBe(1000);
    expect(statuses(await Promise.all(quietAnswers), 200)).toBe(100);
  });

  it('lets exactly 300 of 400 requests pass that come at the same moment', async () => {
    const account = await one.anAccount();
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) => get(index % 2 ? one.address : two.address, account.full)),
    );
    expect(statuses(answers, 200)).toBe(300);
    expect(statuses(answers, 429)).toBe(100);
  });

  it('counts down in RateLimit-Remaining and tells a refused caller when to come back', async () => {
    const account: TestAccount = await one.anAccount();
    const answers: Answer[] = [];
    for (let index = 0; index < 302; index += 1) answers.push(await get(one.address, account.readOnly));
    expect(answers.slice(0, 300).map((answer) => Number(answer.headers['ratelimit-remaining']))).toEqual(
      Array.from({ length: 300 }, (_, index) => 299 - index),
    );
    expect(answers[300]).toMatchObject({
      status: 429,
      headers: { 'ratelimit-limit': '300', 'ratelimit-remaining': '0' },
    });
    const retryAfter = Number(answers[300]?.headers['retry-after']);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(answers[301]?.headers['ratelimit-reset']).toBe(String(answers[301]?.headers['retry-after']));
    const [window] = await one.database.query<{ total: number }>(
      'select (select sum(n) from unnest(counts) n) as total from request_window where key_id = $1',
      [account.readOnlyKeyId],
    );
    // Refused requests do not count.
    expect(window?.total).toBe(300);
  });

  it('forgets requests after a minute, by the database clock', async () => {
    const account = await one.anAccount();
    const take = (asked: number) =>
      one.database.query<{ granted: number; used: number }>('select granted, used from take_requests($1, 0, $2, 300)', [
        account.fullKeyId,
        asked,
      ]);
    // So long ago from now on, however long it took to come here.
    const takeAfter = (seconds: number) =>
      one.database.transaction(async () => {
        await one.database.query(
          'update request_window set newest_quarter = floor(extract(epoch from clock_timestamp()) * 4) - $2 where key_id = $1',
          [account.fullKeyId, seconds * 4],
        );
        return take(10);
      });
    expect(await take(300)).toEqual([{ granted: 300, used: 300 }]);
    expect(await takeAfter(58)).toEqual([{ granted: 0, used: 300 }]);
    expect(await takeAfter(60.5)).toEqual([{ granted: 10, used: 10 }]);
  });

  it('lets everybody in while its store does not answer, after its own second, and says so in the log', async () => {
    const account = await one.anAccount();
    const blocker = new pg.Client({ connectionString: one.databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table request_window in access exclusive mode');
    try {
      expect((await get(two.address, account.full)).status).toBe(200);
    } finally {
      await blocker.end();
    }
    const alarms = two.logLines.filter(
      (line) => line['level'] === 'error' && String(line['msg']).includes('rate limit is not enforced'),
    );
    expect(alarms).toHaveLength(1);
    // Not the database's limit for a statement ended it, which is five times as long.
    expect(JSON.stringify(alarms)).toContain('no answer in 1000 ms');
  });

  it('asks the database for far less than one round trip a request', async () => {
    const app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' }, databaseUrl: one.databaseUrl });
    try {
      const account = await app.anAccount();
      const asked = jest.spyOn(app.database, 'prepared');
      for (let index = 0; index < 40; index += 1)
        await Promise.all(Array.from({ length: 10 }, () => get(app.address, account.full)));
      const questions = asked.mock.calls.filter(
        ([statement]) => statement.name === 'auth-take-requests' || statement.name === 'auth-key-holder',
      );
      expect(questions.length).toBeLessThan(120);
    } finally {
      await app.close();
    }
  });
});
