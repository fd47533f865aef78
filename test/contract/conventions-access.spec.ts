import { AccountsService, KeysService } from '@src/auth';
import { makeApiKey } from '@src/auth/domain/api-key';
import { eventually } from '@test/support/eventually';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { PATH, probeApp, raw } from './probe/probe-app';
import { ProbeModule } from './probe/probe.module';

/** Shorter than the five seconds for which a process caches a key without notifications. */
const SOON_MS = 3_500;

describe('wire conventions (contract §5, §7, §1.2)', () => {
  const probe = probeApp();
  const { read, write, expectError } = probe;
  let app: TestApp;
  let account: TestAccount;
  beforeAll(() => {
    ({ app, account } = probe.current());
  });

  describe('checks run in the order 404, 405, 401, 429, 402, 403, 400/422, 404, 409', () => {
    let suspended: TestAccount;
    beforeAll(async () => {
      suspended = await app.anAccount();
      await app.app.get(AccountsService).suspend(suspended.accountId, 'the May invoice is unpaid');
    });

    it.each<[string, number, string, () => Promise<{ status: number; body: unknown }>]>([
      ['an unknown path without a key', 404, 'not_found', async () => app.agent.get('/v3/nothing')],
      ['an unsupported method without a key', 405, 'method_not_allowed', async () => app.agent.patch(PATH).send('{')],
      [
        'a broken body without a key',
        401,
        'unauthorized',
        async () => app.agent.post(PATH).set('Content-Type', 'application/json').send('{'),
      ],
      ['a broken path without a key', 401, 'unauthorized', async () => app.agent.get(`${PATH}/%ff`)],
      [
        'a broken body with a read_only key of a suspended account',
        402,
        'payment_required',
        async () =>
          app.agent.post(PATH).set('X-API-Key', suspended.readOnly).set('Content-Type', 'application/json').send('{'),
      ],
      [
        'a broken body with a read_only key',
        403,
        'forbidden',
        async () =>
          app.agent.post(PATH).set('X-API-Key', account.readOnly).set('Content-Type', 'application/json').send('{'),
      ],
      ['a broken body', 400, 'bad_request', async () => write().set('Content-Type', 'application/json').send('{')],
      ['a broken path', 400, 'bad_request', async () => read(`${PATH}/%ff`)],
      ['a body with an invalid field', 422, 'validation_error', async () => write().send({ name: '' })],
      ['a missing resource', 404, 'not_found', async () => read(`${PATH}/9007199254740991`)],
      ['a conflict', 409, 'conflict', async () => write().send({ name: 'refused' })],
    ])('%s gives %i %s', async (_, status, code, call) => {
      const answer = await call();
      expect(answer.status).toBe(status);
      expectError(answer.body, code);
    });

    it('429 comes before 402, 403 and 400', async () => {
      const strict = await testApp({
        modules: [ProbeModule],
        databaseUrl: app.databaseUrl,
        environment: { HREV_RATE_LIMIT: '1' },
      });
      try {
        const fresh = await app.anAccount();
        await app.app.get(AccountsService).suspend(fresh.accountId);
        const call = () =>
          strict.agent.post(PATH).set('X-API-Key', fresh.readOnly).set('Content-Type', 'application/json').send('{');
        await call().expect(402);
        const { body } = await call().expect(429).expect('Retry-After', /^\d+$/);
        expectError(body, 'rate_limited');
      } finally {
        await strict.close();
      }
    });
  });

  describe('keys', () => {
    it('missing, malformed, unknown, revoked and repeated keys give the same 401', async () => {
      const keys = app.app.get(KeysService);
      const revoked = await keys.issue(account.accountId, 'full');
      await app.agent.get(PATH).set('X-API-Key', revoked.key).expect(200);
      await keys.revoke(revoked.keyId);
      const unknown = makeApiKey();
      const answers = await Promise.all([
        app.agent.get(PATH),
        ...[
          '',
          'x',
          unknown,
          revoked.key,
          `${account.full}, ${account.full}`,
          `${account.full} `.repeat(100),
          account.full.toLowerCase(),
        ].map((key) => app.agent.get(PATH).set('X-API-Key', key)),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    });

    it('two X-API-Key headers give 401, even with the same key', async () => {
      const answer = await raw(
        app,
        `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.full}\r\nX-API-Key: ${account.full}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 401/);
    });

    it('a key that one process revokes is refused by the other process within seconds', async () => {
      const other = await testApp({ modules: [ProbeModule], databaseUrl: app.databaseUrl });
      try {
        const issued = await app.app.get(KeysService).issue(account.accountId, 'read_only');
        for (let index = 0; index < 3; index += 1) await other.agent.get(PATH).set('X-API-Key', issued.key).expect(200);
        await app.app.get(KeysService).revoke(issued.keyId);
        await eventually('the refusal', SOON_MS, async () => {
          const { status } = await other.agent.get(PATH).set('X-API-Key', issued.key);
          return status === 401;
        });
      } finally {
        await other.close();
      }
    });

    it('without the connection for notifications, a revoked key is still refused within seconds', async () => {
      const issued = await app.app.get(KeysService).issue(account.accountId, 'read_only');
      await app.agent.get(PATH).set('X-API-Key', issued.key).expect(200);
      await app.database.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hrev-access-changes' and datname = current_database()",
      );
      await app.database.query('update api_key set revoked_at = clock_timestamp() where id = $1', [issued.keyId]);
      await eventually('the refusal', SOON_MS, async () => {
        const { status } = await app.agent.get(PATH).set('X-API-Key', issued.key);
        return status === 401;
      });
    });

    it('requests of an ended trial give 402 with the reason, but GET /v3/account succeeds', async () => {
      const trial = await app.anAccount({ plan: 'trial' });
      await app.agent.get(PATH).set('X-API-Key', trial.full).expect(200);
      await app.database.query("update account set trial_ends_at = clock_timestamp() - interval '1 s' where id = $1", [
        trial.accountId,
      ]);
      await app.database.query("select pg_notify('hrev_access', $1)", [String(trial.accountId)]);
      const refused = await eventually('the refusal', SOON_MS, async () => {
        const answer = await app.agent.get(PATH).set('X-API-Key', trial.full);
        return answer.status === 402 && answer;
      });
      expect((refused.body as { detail: string }).detail).toMatch(/trial has ended/);
      const response = await app.agent.get('/v3/account').set('X-API-Key', trial.readOnly).expect(200);
      expect(response.body).toMatchObject({
        id: trial.accountId,
        plan: 'trial',
        status: 'suspended',
        scope: 'read_only',
        limits: { object_ceiling: 3, visible_reviews_per_link: 20 },
        usage: { active_objects: 0 },
      });
    });

    it.each([
      ['get', '/v3/keys'],
      ['post', '/v3/keys'],
      ['delete', '/v3/keys/1'],
      ['get', '/v3/connections'],
      ['post', '/v3/connections'],
      ['patch', '/v3/account'],
      ['delete', '/v3/account'],
    ] as const)('%s %s gives 403 session_required with any key (contract §4.15)', async (method, path) => {
      for (const key of [account.readOnly, account.full])
        expectError((await app.agent[method](path).set('X-API-Key', key).expect(403)).body, 'session_required');
      await app.agent[method](path).expect(401);
    });
  });
});
