import { AccountsService, KeysService } from '@src/auth';
import { eventually } from '@test/support/eventually';
import { MatrixCaller, verdictOf } from '@test/support/matrix-caller';
import type { WireAnswer } from '@test/support/matrix-wire';
import { UNKNOWN_IDS } from '@test/support/matrix-world';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { callOf, KEYED_ROUTES } from './route-table';

/** The rate limit over two processes is `src/auth/rate-limit.db-spec.ts`. */
// Hundreds of requests a test, on machines that may be busy.
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

  const both = (key: string | null): readonly [MatrixCaller, MatrixCaller] => [
    new MatrixCaller(one, key),
    new MatrixCaller(two, key),
  ];
  const ask = (callers: readonly MatrixCaller[], path = '/v3/objects'): Promise<readonly string[]> =>
    Promise.all(callers.map(async (caller) => verdictOf(await caller.call({ method: 'GET', path }))));

  /** A change in one process takes effect in the other before the five seconds for which it caches a key. */
  async function soon(read: () => Promise<readonly string[]>, expected: readonly string[]): Promise<void> {
    const until = performance.now() + 3_500;
    for (;;) {
      const found = await read();
      if (found.join() === expected.join() || performance.now() > until) return expect(found).toEqual(expected);
    }
  }

  const REFUSED = ['401 unauthorized', '401 unauthorized'];
  const WELCOME = ['200', '200'];
  const UNPAID = ['402 payment_required', '402 payment_required'];

  describe('keys and standing (contract §5.1)', () => {
    it('a key that one process issues works in both at once', async () => {
      const account = await one.anAccount();
      expect(await ask(both(account.readOnly))).toEqual(WELCOME);
      expect(await ask(both(account.full))).toEqual(WELCOME);
    });

    it.each([1, 2, 3, 4, 5])('a key that was used in both and is revoked in one is refused by both (%d)', async () => {
      const account = await one.anAccount();
      const callers = both(account.full);
      expect(await ask(callers)).toEqual(WELCOME);
      await one.app.get(KeysService).revoke(account.fullKeyId);
      await soon(() => ask(callers), REFUSED);
      // It stays revoked, and the other key of the account works.
      for (let again = 0; again < 5; again += 1) expect(await ask(callers)).toEqual(REFUSED);
      expect(await ask(both(account.readOnly))).toEqual(WELCOME);
    });

    it('a key revoked under load: after the first refusal no request is admitted', async () => {
      const account = await one.anAccount();
      const callers = both(account.full);
      const verdicts: string[][] = [[], []];
      const firing = callers.map(async (caller, index) => {
        const list = verdicts[index] ?? [];
        for (let after = 0; after < 40 && list.length < 5_000; after += list.at(-1) === '401 unauthorized' ? 1 : 0)
          list.push(verdictOf(await caller.call({ method: 'GET', path: '/v3/account' })));
      });
      await eventually('ten answers of each process', 60_000, () => verdicts.every((list) => list.length >= 10));
      await two.app.get(KeysService).revoke(account.fullKeyId);
      await Promise.all(firing);
      for (const list of verdicts) {
        const first = list.indexOf('401 unauthorized');
        expect(first).toBeGreaterThan(0);
        expect(new Set(list.slice(first))).toEqual(new Set(['401 unauthorized']));
      }
    });

    it('an account suspended by one is 402 in both, except GET /v3/account, and resumed again in both', async () => {
      const account = await one.anAccount();
      const callers = both(account.full);
      expect(await ask(callers)).toEqual(WELCOME);
      await one.app.get(AccountsService).suspend(account.accountId, 'invoice 7');
      await soon(() => ask(callers), UNPAID);
      await soon(() => ask(both(account.readOnly)), UNPAID);
      expect(await ask(callers, '/v3/account')).toEqual(WELCOME);
      const { body } = await new MatrixCaller(two, account.full).call({ method: 'GET', path: '/v3/objects' });
      expect(body).toMatchObject({ detail: expect.stringContaining('invoice 7') as string });
      await two.app.get(AccountsService).resume(account.accountId);
      await soon(() => ask(callers), WELCOME);
    });

    it('a suspended account is refused by both on every keyed route that is not open to it', async () => {
      const account = await one.anAccount();
      await two.app.get(AccountsService).suspend(account.accountId);
      const callers = both(account.full);
      await soon(() => ask(callers), UNPAID);
      for (const row of KEYED_ROUTES.filter((candidate) => !candidate.evenWhenSuspended)) {
        const call = callOf(row, UNKNOWN_IDS);
        const answers = await Promise.all(callers.map((caller) => caller.call(call)));
        expect([row.route, ...answers.map(verdictOf)]).toEqual([row.route, ...UNPAID]);
      }
    });

    it('a plan changed in one applies in both: the limit of objects', async () => {
      const account = await one.anAccount({ plan: 'full' });
      const [first, second] = both(account.full);
      for (const caller of [first, second, first]) expect((await create(caller, 'Object')).status).toBe(201);
      await one.app.get(AccountsService).changePlan(account.accountId, 'trial');
      await soon(
        async () => [verdictOf(await create(second, 'Too many')), verdictOf(await create(first, 'Too many'))],
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

    it(`${EQUAL} equal requests at once for each of ${KEYS} keys, over both: one object per key, every response is its 201 or 409`, async () => {
      const account = await one.anAccount();
      const callers = both(account.full);
      const counts = { made: 0, replayed: 0, busy: 0 };
      for (let key = 0; key < KEYS; key += 1) {
        const answers = await Promise.all(
          Array.from({ length: EQUAL }, (_, index) =>
            create(callers[index % 2 === 0 ? 0 : 1], `Object ${key}`, `key-${key}`),
          ),
        );
        const done = answers.filter((answer) => answer.status === 201);
        const busy = answers.filter((answer) => verdictOf(answer) === '409 idempotency_in_progress');
        expect(done.length + busy.length).toBe(EQUAL);
        expect(new Set(done.map((answer) => answer.text)).size).toBe(1);
        expect(done.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
        counts.made += 1;
        counts.replayed += done.length - 1;
        counts.busy += busy.length;
      }
      expect(await objectsOf(account)).toBe(KEYS);
      // Both results occurred, or the test proves nothing.
      expect(Math.min(counts.replayed, counts.busy)).toBeGreaterThan(0);
    });

    it('a response of one is replayed by the other byte for byte, and another body is a conflict there', async () => {
      const account = await one.anAccount();
      const [first, second] = both(account.full);
      const made = await create(first, 'Once', 'k');
      const replayed = await create(second, 'Once', 'k');
      expect([made.status, replayed.status, replayed.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
      expect(replayed.text).toBe(made.text);
      expect(verdictOf(await create(second, 'Other', 'k'))).toBe('409 idempotency_conflict');
      expect(await objectsOf(account)).toBe(1);
    });

    it('a refused request releases its key for the other process', async () => {
      const account = await one.anAccount({ plan: 'trial' });
      const [first, second] = both(account.full);
      expect(verdictOf(await create(first, '', 'k'))).toBe('422 validation_error');
      expect((await create(second, 'Now right', 'k')).status).toBe(201);
      for (const name of ['Second', 'Third']) await create(first, name);
      expect(verdictOf(await create(first, 'Fourth', 'k2'))).toBe('403 object_limit_reached');
      await one.app.get(AccountsService).changePlan(account.accountId, 'full');
      await soon(async () => [verdictOf(await create(second, 'Fourth', 'k2'))], ['201']);
      expect(await objectsOf(account)).toBe(4);
    });

    it('a revoked key cannot replay its response', async () => {
      const account = await one.anAccount();
      const [first, second] = both(account.full);
      await create(first, 'Secret', 'k');
      await one.app.get(KeysService).revoke(account.fullKeyId);
      await soon(async () => [verdictOf(await create(second, 'Secret', 'k'))], ['401 unauthorized']);
    });
  });

  it('creates at the limit from both at once: exactly as many as the plan allows (contract §5.3)', async () => {
    const account = await one.anAccount({ plan: 'trial' });
    const callers = both(account.full);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(callers[index % 2 === 0 ? 0 : 1], `Object ${index}`)),
    );
    const verdicts = answers.map(verdictOf).sort();
    expect(verdicts).toEqual([...Array<string>(3).fill('201'), ...Array<string>(17).fill('403 object_limit_reached')]);
    expect(await objectsOf(account)).toBe(3);
  });

  it('links of one platform from both at once: one is added, the rest are refused each by itself (§4.6)', async () => {
    const account = await one.anAccount();
    const callers = both(account.full);
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
    expect(new Set(answers.map(verdictOf))).toEqual(new Set(['201']));
    const results = answers.map(
      (answer) =>
        (answer.body as { link_results: { link_id: number | null; error_code: string | null }[] }).link_results[0],
    );
    expect(results.filter((result) => result?.link_id !== null)).toHaveLength(1);
    for (const result of results.filter((candidate) => candidate?.link_id === null))
      expect(['link_already_added', 'source_already_linked']).toContain(result?.error_code);
    const [row] = await one.database.query<{ n: number }>('select count(*) as n from link where account_id = $1', [
      account.accountId,
    ]);
    expect(row?.n).toBe(1);
  });
});
