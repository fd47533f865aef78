import { request } from 'node:http';
import pg from 'pg';
import { RateLimiter } from '@src/auth/rate-limiter';
import { AccessConnections } from '@src/auth/persistence/access-connections';
import { eventually } from '@test/support/eventually';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const get = (address: string, key: string): Promise<Answer> => getPath(address, '/v3/account', key);

function getPath(address: string, path: string, key: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(`${address}${path}`, { headers: { 'X-API-Key': key } }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    call.on('error', reject).end();
  });
}

const countStatus = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe('rate limit over API processes (contract §8, §5.4)', () => {
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

  it('admits 300 of 1000 requests in 10 s over two processes, and does not limit other keys', async () => {
    const limited = await one.anAccount();
    const unlimited = await one.anAccount();
    const limitedAnswers: Promise<Answer>[] = [];
    const unlimitedAnswers: Promise<Answer>[] = [];
    for (let tick = 0; tick < 100; tick += 1) {
      for (let index = 0; index < 10; index += 1)
        limitedAnswers.push(get(index % 2 ? one.address : two.address, limited.full));
      unlimitedAnswers.push(get(tick % 2 ? one.address : two.address, unlimited.full));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const limitedResults = await Promise.all(limitedAnswers);
    expect(countStatus(limitedResults, 200)).toBeGreaterThanOrEqual(297);
    expect(countStatus(limitedResults, 200)).toBeLessThanOrEqual(303);
    expect(countStatus(limitedResults, 200) + countStatus(limitedResults, 429)).toBe(1000);
    expect(countStatus(await Promise.all(unlimitedAnswers), 200)).toBe(100);
  });

  it('admits exactly 300 of 400 concurrent requests', async () => {
    const account = await one.anAccount();
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) => get(index % 2 ? one.address : two.address, account.full)),
    );
    expect(countStatus(answers, 200)).toBe(300);
    expect(countStatus(answers, 429)).toBe(100);
  });

  it('decrements RateLimit-Remaining, and sends Retry-After with a refusal', async () => {
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

  it('stops counting requests after a minute, by the database clock', async () => {
    const account = await one.anAccount();
    const take = (count: number) =>
      one.database.query<{ granted: number; used: number }>('select granted, used from take_requests($1, 0, $2, 300)', [
        account.fullKeyId,
        count,
      ]);
    // Sets the age of the window, so that the result does not depend on the duration of the test.
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

  describe('while the shared window cannot be read (contract §5.4)', () => {
    const whileLocked = async (work: () => Promise<void>): Promise<void> => {
      const blocker = new pg.Client({ connectionString: one.databaseUrl });
      await blocker.connect();
      await blocker.query('begin; lock table request_window in access exclusive mode');
      try {
        await work();
      } finally {
        await blocker.end();
      }
    };

    it('each of two processes admits half of the limit without delay, and logs the fault once', async () => {
      const account = await one.anAccount();
      const counts = [one, two].map((app) => app.app.get(RateLimiter, { strict: false }).onModuleInit());
      await Promise.all(counts);
      const earlier = two.logLines.length;
      const { full: other } = await one.anAccount();
      const start = performance.now();
      await Promise.all(Array.from({ length: 300 }, () => get(one.address, other)));
      const usual = performance.now() - start;
      await whileLocked(async () => {
        for (const app of [one, two]) {
          const began = performance.now();
          const answers = await Promise.all(Array.from({ length: 300 }, () => get(app.address, account.full)));
          // A wait for the lock would last until the time-out of the statement, for each request.
          expect(performance.now() - began).toBeLessThan(3 * usual + 1_000);
          expect([countStatus(answers, 200), countStatus(answers, 429)]).toEqual([150, 150]);
        }
      });
      const alarms = two.logLines
        .slice(earlier)
        .filter((line) => line['level'] === 'error' && /shared rate window does not answer/.test(String(line['msg'])));
      // Both services of this process write to one log.
      expect(alarms).toHaveLength(2);
    });

    it('the shared limit applies again afterwards, and counts the requests that were admitted meanwhile', async () => {
      const account = await one.anAccount();
      await whileLocked(async () => {
        expect(await Promise.all(Array.from({ length: 100 }, () => get(one.address, account.full)))).toHaveLength(100);
      });
      // Each process uses its share of the limit until it has read the shared window and added its requests.
      let sent = 0;
      await eventually('the shared window in both processes', 10_000, async () => {
        const [row] = await one.database.query<{ total: number }>(
          'select (select sum(n) from unnest(counts) n)::int as total from request_window where key_id = $1',
          [account.fullKeyId],
        );
        if (sent > 0 && row?.total === 100 + sent) return true;
        await Promise.all([one, two].map((app) => get(app.address, account.full)));
        sent += 2;
        return false;
      });
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, index) => get(index % 2 ? one.address : two.address, account.full)),
      );
      // 100 requests were admitted meanwhile; another test checks the exact limit.
      expect(countStatus(answers, 200)).toBeLessThanOrEqual(210);
    });
  });

  it('uses its own database connections: it does not wait while requests use all others', async () => {
    const account = await one.anAccount();
    const app = await testApp({ environment: { HREV_DATABASE_POOL: '2' }, databaseUrl: one.databaseUrl });
    const holders: Promise<void>[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    try {
      for (let index = 0; index < 2; index += 1)
        holders.push(
          app.database.transaction(async () => {
            await app.database.query('select 1');
            await released;
          }),
        );
      const answer = await get(app.address, 'hrev_nobody');
      const forbidden = await getPath(app.address, '/v3/keys', account.full);
      expect([answer.status, forbidden.status]).toEqual([401, 403]);
      expect(forbidden.headers).toHaveProperty('ratelimit-remaining', '299');
    } finally {
      release();
      await Promise.all(holders);
      await app.close();
    }
  });

  it('needs far fewer database round trips than requests', async () => {
    const app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' }, databaseUrl: one.databaseUrl });
    try {
      const account = await app.anAccount();
      const { lookups, window } = app.app.get(AccessConnections, { strict: false });
      const spies = [jest.spyOn(lookups, 'prepared'), jest.spyOn(window, 'prepared')];
      for (let index = 0; index < 40; index += 1)
        await Promise.all(Array.from({ length: 10 }, () => get(app.address, account.full)));
      const roundTrips = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      expect(roundTrips).toBeGreaterThan(0);
      expect(roundTrips).toBeLessThan(120);
    } finally {
      await app.close();
    }
  });
});
