/** The contract of support messages (contract §4.12), the same in both versions. */
import { AccountsService, KeysService } from '@src/auth';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json, type Version } from './contract-client';

interface StoredMessage {
  readonly id: number;
  readonly key_id: number;
  readonly subject: string | null;
  readonly message: string;
  readonly contact: string | null;
}

export function describeSupport(version: Version): void {
  const path = `/${version}/support/message`;
  let app: TestApp;
  let check: OpenApiCheck;
  let me: ContractClient;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    me = new ContractClient(app, version, await app.anAccount());
  });
  afterAll(() => app?.close());

  const write = async (body: unknown, client = me): Promise<Answer> => {
    const answer = await client.post(path, body);
    check.expect({ method: 'POST', path, ...answer });
    return answer;
  };
  const storedMessages = (accountId = me.account.accountId): Promise<StoredMessage[]> =>
    app.database.query<StoredMessage>('select * from support_message where account_id = $1 order by id', [accountId]);
  const fill = (count: number, age: string): Promise<number> =>
    app.database.execute(
      `insert into support_message (account_id, key_id, message, created_at)
       select a.id, k.id, 'old', clock_timestamp() - $3::interval
       from account a join lateral (select id from api_key where account_id = a.id limit 1) k on true, generate_series(1, $2)
       where a.id = $1`,
      [me.account.accountId, count, age],
    );

  it('gives 201 with {id, detail} and stores the message with the key of the request', async () => {
    const answer = await write({ message: ' Half of link 12 is missing ', subject: 'Link 12', contact: 'a@b.example' });
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([201, ['detail', 'id']]);
    expect(await storedMessages()).toMatchObject([
      {
        id: answer.body['id'],
        message: 'Half of link 12 is missing',
        subject: 'Link 12',
        contact: 'a@b.example',
        key_id: expect.any(Number) as number,
      },
    ]);
  });

  it.each<[string, Json]>([
    ['missing', {}],
    ['null', { subject: null, contact: null }],
    ['empty', { subject: '  ' }],
  ])('subject and contact are optional (%s)', async (_, more) => {
    expect((await write({ message: 'x', ...more })).status).toBe(201);
    expect(await storedMessages()).toMatchObject([{ message: 'x', subject: null, contact: null }]);
  });

  it('accepts read_only and master keys (contract §4.12)', async () => {
    const master = await app.app.get(KeysService).issue(me.account.accountId, 'master');
    expect((await write({ message: 'x' }, me.withReadOnlyKey)).status).toBe(201);
    expect((await write({ message: 'x' }, new ContractClient(app, version, me.account, master.key))).status).toBe(201);
    expect(new Set((await storedMessages()).map((message) => message.key_id)).size).toBe(2);
  });

  it('accepts messages while the account is suspended and after its trial (contract §5.3)', async () => {
    await app.app.get(AccountsService).suspend(me.account.accountId, 'unpaid');
    expect((await me.get(`/${version}/sources`)).status).toBe(402);
    expect((await write({ message: 'I have paid' })).status).toBe(201);
    const trial = new ContractClient(app, version, await app.anAccount({ plan: 'trial' }));
    await app.database.query(`update account set trial_ends_at = now() - interval '1 day' where id = $1`, [
      trial.account.accountId,
    ]);
    expect((await write({ message: 'I want to stay' }, trial)).status).toBe(201);
  });

  it('a request without a key gives 401', async () => {
    const answer = await app.agent.post(path).send({ message: 'x' });
    expect([answer.status, (answer.body as Json)['code']]).toEqual([401, 'unauthorized']);
  });

  it.each<[string, unknown, number, string]>([
    ['a missing message', { subject: 'x' }, 422, 'message'],
    ['an empty message', { message: '' }, 422, 'message'],
    ['a message of whitespace', { message: ' \n\t ' }, 422, 'message'],
    ['a null message', { message: null }, 422, 'message'],
    ['a message of 5001 characters', { message: 'x'.repeat(5_001) }, 422, 'message'],
    ['a message that is a number', { message: 1 }, 422, 'message'],
    ['a message with NUL', { message: 'a\u0000b' }, 422, 'message'],
    ['a message with a lone surrogate', '{"message":"\\ud800"}', 422, 'message'],
    ['a subject of 201 characters', { message: 'x', subject: 'x'.repeat(201) }, 422, 'subject'],
    ['an invalid contact', { message: 'x', contact: 'nobody' }, 422, 'contact'],
    ['an empty contact', { message: 'x', contact: '' }, 422, 'contact'],
    ['two contacts', { message: 'x', contact: 'a@b.example,c@d.example' }, 422, 'contact'],
    ['a contact with a name', { message: 'x', contact: 'A <a@b.example>' }, 422, 'contact'],
    ['a contact that adds a header', { message: 'x', contact: 'a@b.example\r\nBcc: c@d.example' }, 422, 'contact'],
    ['an unknown field', { message: 'x', to: 'c@d.example' }, 422, 'to'],
    ['a body that is no object', '"x"', 400, ''],
    ['broken JSON', '{"message":', 400, ''],
    ['a message of 10 MB', { message: 'x'.repeat(10_000_000) }, 400, ''],
  ])('%s is refused, and nothing is stored', async (_, body, status, field) => {
    const answer = await write(body);
    expect([answer.status, answer.body['code']]).toEqual([status, status === 400 ? 'bad_request' : 'validation_error']);
    expect(answer.body['detail']).toContain(field);
    expect(await storedMessages()).toEqual([]);
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a line end and a header', 'x\r\nBcc: victim@example.com'],
    ['SQL', `'); drop table support_message; --`],
    ['right-to-left text', '\u202egpj.exe'],
    ['an emoji of several code points', '👨‍👩‍👧'],
    ['5000 characters', '😀'.repeat(5_000)],
    ['a template', '${7*7} {{7*7}} %s'],
  ])('a message with %s is stored unchanged and not returned', async (_, message) => {
    const answer = await write({ message, subject: message.slice(0, 50) });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain(message.slice(0, 12));
    expect((await storedMessages())[0]?.message).toBe(message);
  });

  describe('an account may send 20 messages per hour (contract §4.12)', () => {
    it('the 21st gives 429 with Retry-After and is not stored; other accounts are not limited', async () => {
      for (let count = 0; count < 20; count += 1) expect((await write({ message: String(count) })).status).toBe(201);
      const refused = await write({ message: 'one more' }, me.withReadOnlyKey);
      expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited']);
      const retryAfter = Number(refused.headers['retry-after']);
      expect(retryAfter).toBeGreaterThan(3_000);
      expect(retryAfter).toBeLessThanOrEqual(3_600);
      expect(await storedMessages()).toHaveLength(20);
      const other = new ContractClient(app, version, await app.anAccount());
      expect((await write({ message: 'x' }, other)).status).toBe(201);
    });

    it('an invalid body does not count towards the limit, and gives 422 even beyond it', async () => {
      await fill(19, '10 minutes');
      for (let count = 0; count < 3; count += 1) expect((await write({ message: '' })).status).toBe(422);
      expect((await write({ message: 'x' })).status).toBe(201);
      expect((await write({ message: '' })).status).toBe(422);
      expect((await write({ message: 'x' })).status).toBe(429);
    });

    it('the hour is a sliding window: Retry-After is the time until the oldest of the 20 leaves it', async () => {
      await fill(15, '10 minutes');
      await fill(5, '50 minutes');
      const refused = await write({ message: 'x' });
      expect(refused.status).toBe(429);
      expect(Math.abs(Number(refused.headers['retry-after']) - 600)).toBeLessThan(60);
      await app.database.query(
        `update support_message set created_at = created_at - interval '11 minutes' where account_id = $1`,
        [me.account.accountId],
      );
      const answers = [];
      for (let count = 0; count < 6; count += 1) answers.push((await write({ message: 'x' })).status);
      expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
    });

    it('20 of 40 concurrent messages are accepted', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          write({ message: String(index) }, index % 2 === 0 ? me : me.withReadOnlyKey),
        ),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(20).fill(429)]);
      expect(await storedMessages()).toHaveLength(20);
      expect(new Set((await storedMessages()).map((message) => message.message)).size).toBe(20);
    });
  });
}
