import { AccountsService, KeysService } from '@src/auth';
import { eventually } from '@test/support/eventually';
import { MatrixCaller, statusAndCodeOf } from '@test/support/matrix-caller';
import type { WireAnswer } from '@test/support/matrix-wire';
import { UNKNOWN_IDS } from '@test/support/matrix-harness';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { callOf, KEYED_ROUTES } from './route-table';

/** `test/contract/rate-limit.spec.ts` tests the rate limit over two processes. */
// A test sends hundreds of requests, and the machine may be busy.
describe('two API processes on one database', () => {
  let one: TestApp;
  let two: TestApp;

  beforeAll(async () => {
    const environment = { HREV_RATE_LIMIT: '1000000' };
    one = await testApp({ environment });
    two = await testApp({ environment, databaseUrl: one.databaseUrl });
  });

  afterAll(async () => {
    await two?.close();
    await one?.close();
  });

  const callersWith = (key: string | null): readonly [MatrixCaller, MatrixCaller] => [
    new MatrixCaller(one, key),
    new MatrixCaller(two, key),
  ];
  const statusesFor = (callers: readonly MatrixCaller[], path = '/v3/objects'): Promise<readonly string[]> =>
    Promise.all(callers.map(async (caller) => statusAndCodeOf(await caller.call({ method: 'GET', path }))));

  /** Waits for the expected results, for less than the five seconds for which a process caches a key. */
  async function eventuallyEqual(read: () => Promise<readonly string[]>, expected: readonly string[]): Promise<void> {
    const until = performance.now() + 3_500;
    for (;;) {
      const found = await read();
      if (found.join() === expected.join() || performance.now() > until) return expect(found).toEqual(expected);
    }
  }

  const REFUSED = ['401 unauthorized', '401 unauthorized'];
  const ACCEPTED = ['200', '200'];
  const UNPAID = ['402 payment_required', '402 payment_required'];

  describe('keys and account status (contract §5.1)', () => {
    it('both at once accept a key that one of them issued', async () => {
      const account = await one.anAccount();
      expect(await statusesFor(callersWith(account.readOnly))).toEqual(ACCEPTED);
      expect(await statusesFor(callersWith(account.full))).toEqual(ACCEPTED);
    });

    it.each([1, 2, 3, 4, 5])('both refuse a cached key that one of them revoked (%d)', async () => {
      const account = await one.anAccount();
      const callers = callersWith(account.full);
      expect(await statusesFor(callers)).toEqual(ACCEPTED);
      await one.app.get(KeysService).revoke(account.fullKeyId);
      await eventuallyEqual(() => statusesFor(callers), REFUSED);
      // Both continue to refuse it, and accept the other key of the account.
      for (let again = 0; again < 5; again += 1) expect(await statusesFor(callers)).toEqual(REFUSED);
      expect(await statusesFor(callersWith(account.readOnly))).toEqual(ACCEPTED);
    });

    it('a process that refused a revoked key once does not accept it again under load', async () => {
      const account = await one.anAccount();
      const callers = callersWith(account.full);
      const results: string[][] = [[], []];
      const loads = callers.map(async (caller, index) => {
        const list = results[index] ?? [];
        for (let after = 0; after < 40 && list.length < 5_000; after += list.at(-1) === '401 unauthorized' ? 1 : 0)
          list.push(statusAndCodeOf(await caller.call({ method: 'GET', path: '/v3/account' })));
      });
      await eventually('ten responses of each process', 60_000, () => results.every((list) => list.length >= 10));
      await two.app.get(KeysService).revoke(account.fullKeyId);
      await Promise.all(loads);
      for (const list of results) {
        const first = list.indexOf('401 unauthorized');
        expect(first).toBeGreaterThan(0);
        expect(new Set(list.slice(first))).toEqual(new Set(['401 unauthorized']));
      }
    });

    it('both give 402 for an account that one of them suspended, except for GET /v3/account, until it is resumed', async () => {
      const account = await one.anAccount();
      const callers = callersWith(account.full);
      expect(await statusesFor(callers)).toEqual(ACCEPTED);
      await one.app.get(AccountsService).suspend(account.accountId, 'invoice 7');
      await eventuallyEqual(() => statusesFor(callers), UNPAID);
      await eventuallyEqual(() => statusesFor(callersWith(account.readOnly)), UNPAID);
      expect(await statusesFor(callers, '/v3/account')).toEqual(ACCEPTED);
      const { body } = await new MatrixCaller(two, account.full).call({ method: 'GET', path: '/v3/objects' });
      expect(body).toMatchObject({ detail: expect.stringContaining('invoice 7') as string });
      await two.app.get(AccountsService).resume(account.accountId);
      await eventuallyEqual(() => statusesFor(callers), ACCEPTED);
    });

    it('both refuse a suspended account on every keyed route except those for suspended accounts', async () => {
      const account = await one.anAccount();
      await two.app.get(AccountsService).suspend(account.accountId);
      const callers = callersWith(account.full);
      await eventuallyEqual(() => statusesFor(callers), UNPAID);
      for (const row of KEYED_ROUTES.filter((candidate) => !candidate.evenWhenSuspended)) {
        const call = callOf(row, UNKNOWN_IDS);
        const answers = await Promise.all(callers.map((caller) => caller.call(call)));
        expect([row.route, ...answers.map(statusAndCodeOf)]).toEqual([row.route, ...UNPAID]);
      }
    });

    it('both apply the object limit of a plan that one of them changed', async () => {
      const account = await one.anAccount({ plan: 'full' });
      const [first, second] = callersWith(account.full);
      for (const caller of [first, second, first]) expect((await create(caller, 'Object')).status).toBe(201);
      await one.app.get(AccountsService).changePlan(account.accountId, 'trial');
      await eventuallyEqual(
        async () => [
          statusAndCodeOf(await create(second, 'Too many')),
          statusAndCodeOf(await create(first, 'Too many')),
        ],
        ['403 object_limit_reached', '403 object_limit_reached'],
      );
    });
  });

  function create(caller: MatrixCaller, name: string, key?: string): Promise<WireAnswer> {
    const headers = key === undefined ? [] : ([['Idempotency-Key', key]] as const);
    return caller.call({ method: 'POST', path: '/v3/objects', body: { name }, headers });
  }

  async function objectsOf(account: TestAccount): Promise<number> {
    const [row] = await one.database.query<{ n: number }>(
      'select count(*) as n from tracked_object where account_id = $1',
      [account.accountId],
    );
    return row?.n ?? -1;
  }

  describe('Idempotency-Key (contract §4.1)', () => {
    const KEYS = 40;
    const EQUAL = 25;

    it(`${EQUAL} equal concurrent requests for each of ${KEYS} keys create one object per key and give the same 201, or 409`, async () => {
      const account = await one.anAccount();
      const callers = callersWith(account.full);
      const counts = { made: 0, replayed: 0, busy: 0 };
      for (let key = 0; key < KEYS; key += 1) {
        const answers = await Promise.all(
          Array.from({ length: EQUAL }, (_, index) =>
            create(callers[index % 2 === 0 ? 0 : 1], `Object ${key}`, `key-${key}`),
          ),
        );
        const succeeded = answers.filter((answer) => answer.status === 201);
        const busy = answers.filter((answer) => statusAndCodeOf(answer) === '409 idempotency_in_progress');
        expect(succeeded.length + busy.length).toBe(EQUAL);
        expect(new Set(succeeded.map((answer) => answer.text)).size).toBe(1);
        expect(succeeded.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
        counts.made += 1;
        counts.replayed += succeeded.length - 1;
        counts.busy += busy.length;
      }
      expect(await objectsOf(account)).toBe(KEYS);
      // The test is valid only if both results occurred.
      expect(Math.min(counts.replayed, counts.busy)).toBeGreaterThan(0);
    });

    it('one replays the response of the other byte for byte, and gives 409 for another body', async () => {
      const account = await one.anAccount();
      const [first, second] = callersWith(account.full);
      const created = await create(first, 'Once', 'k');
      const replayed = await create(second, 'Once', 'k');
      expect([created.status, replayed.status, replayed.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
      expect(replayed.text).toBe(created.text);
      expect(statusAndCodeOf(await create(second, 'Other', 'k'))).toBe('409 idempotency_conflict');
      expect(await objectsOf(account)).toBe(1);
    });

    it('a request that one refused releases its key for the other', async () => {
      const account = await one.anAccount({ plan: 'trial' });
      const [first, second] = callersWith(account.full);
      expect(statusAndCodeOf(await create(first, '', 'k'))).toBe('422 validation_error');
      expect((await create(second, 'Now right', 'k')).status).toBe(201);
      for (const name of ['Second', 'Third']) await create(first, name);
      expect(statusAndCodeOf(await create(first, 'Fourth', 'k2'))).toBe('403 object_limit_reached');
      await one.app.get(AccountsService).changePlan(account.accountId, 'full');
      await eventuallyEqual(async () => [statusAndCodeOf(await create(second, 'Fourth', 'k2'))], ['201']);
      expect(await objectsOf(account)).toBe(4);
    });

    it('a revoked key cannot replay its response', async () => {
      const account = await one.anAccount();
      const [first, second] = callersWith(account.full);
      await create(first, 'Secret', 'k');
      await one.app.get(KeysService).revoke(account.fullKeyId);
      await eventuallyEqual(async () => [statusAndCodeOf(await create(second, 'Secret', 'k'))], ['401 unauthorized']);
    });
  });

  it('concurrent requests to both create exactly as many objects as the plan allows (contract §5.3)', async () => {
    const account = await one.anAccount({ plan: 'trial' });
    const callers = callersWith(account.full);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(callers[index % 2 === 0 ? 0 : 1], `Object ${index}`)),
    );
    const results = answers.map(statusAndCodeOf).sort();
    expect(results).toEqual([...Array<string>(3).fill('201'), ...Array<string>(17).fill('403 object_limit_reached')]);
    expect(await objectsOf(account)).toBe(3);
  });

  it('concurrent requests to both add one link of a platform, and refuse the others in link_results (contract §4.6)', async () => {
    const account = await one.anAccount();
    const callers = callersWith(account.full);
    const { body } = await create(callers[0], 'Object');
    const path = `/v3/objects/${(body as { id: number }).id}/links`;
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        callers[index % 2 === 0 ? 0 : 1].call({
          method: 'POST',
          path,
          body: { url: `https://www.trustpilot.com/review/shop${index % 4}.example` },
        }),
      ),
    );
    expect(new Set(answers.map(statusAndCodeOf))).toEqual(new Set(['201']));
    const linkResults = answers.map(
      (answer) =>
        (answer.body as { link_results: { link_id: number | null; error_code: string | null }[] }).link_results[0],
    );
    expect(linkResults.filter((result) => result?.link_id !== null)).toHaveLength(1);
    for (const result of linkResults.filter((candidate) => candidate?.link_id === null))
      expect(['link_already_added', 'source_already_linked']).toContain(result?.error_code);
    const [row] = await one.database.query<{ n: number }>('select count(*) as n from link where account_id = $1', [
      account.accountId,
    ]);
    expect(row?.n).toBe(1);
  });
});
