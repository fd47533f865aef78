import type { Database } from '@libs/database';
import { SandboxServer } from '@libs/sources/sandbox';
import { googleSandbox } from '@libs/sources/sandbox/google';
import { commandLineOn, hrev, jsonOf, type Output } from '@test/support/command-line';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const LOCATION = googleSandbox.demo.key;

describe('command line: accounts, keys and connections (contract §12.3)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let restoreEnvironment: () => void;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    restoreEnvironment = commandLineOn(fixture.url);
  });
  afterAll(async () => {
    restoreEnvironment?.();
    await fixture?.close();
  });

  it('account create --json prints one object with two keys', async () => {
    const result = jsonOf(await hrev('account', 'create', '--name', 'Acme', '--plan', 'basic', '--json'));
    expect(result).toEqual({
      account_id: expect.any(Number) as number,
      name: 'Acme',
      plan: 'basic',
      limits: {
        object_ceiling: 50,
        allowed_sources: null,
        can_publish_replies: false,
        visible_reviews_per_link: null,
        trial_replies_per_source: null,
      },
      keys: {
        full: expect.stringMatching(/^hrev_\w{49}$/) as string,
        read_only: expect.stringMatching(/^hrev_\w{49}$/) as string,
      },
    });
  });

  it('account create without --plan creates an account of the plan full and prints the limits of the plan (contract §12.3)', async () => {
    const result = await hrev('account', 'create', '--name', 'Gee');
    expect(result.out.split('\n')[0]).toMatch(
      /^account \d+ \(Gee\), plan full: up to 10000 active objects, every platform, all reviews, replies$/,
    );
    expect(jsonOf(await hrev('account', 'create', '--name', 'Gee', '--json'))).toMatchObject({
      plan: 'full',
      limits: {
        object_ceiling: 10_000,
        allowed_sources: null,
        can_publish_replies: true,
        visible_reviews_per_link: null,
      },
    });
    const trial = await hrev('account', 'create', '--name', 'Gee', '--plan', 'trial');
    expect(trial.out).toContain(
      'plan trial: up to 3 active objects, every platform, the latest 20 reviews of each link, 3 replies per platform\n',
    );
  });

  it('account suspend, resume and plan change the account', async () => {
    const { account_id } = jsonOf(await hrev('account', 'create', '--name', 'Bee', '--plan', 'trial', '--json'));
    const account = ['--account', String(account_id), '--json'];
    expect(jsonOf(await hrev('account', 'suspend', ...account, '--reason', 'unpaid'))).toMatchObject({
      status: 'suspended',
      suspended_reason: 'unpaid',
      plan: 'trial',
    });
    const reason = '😀'.repeat(200);
    expect(jsonOf(await hrev('account', 'suspend', ...account, '--reason', ` ${reason} `))).toMatchObject({
      suspended_reason: reason,
    });
    expect(await hrev('account', 'suspend', ...account, '--reason', 'x'.repeat(201))).toEqual({
      out: '',
      err: 'reason: must be at most 200 characters long\n',
      code: 2,
    });
    expect(jsonOf(await hrev('account', 'resume', ...account))).toMatchObject({
      status: 'active',
      suspended_reason: null,
      trial_ends_at: expect.any(String) as string,
    });
    expect(jsonOf(await hrev('account', 'plan', ...account, '--plan', 'full'))).toMatchObject({
      plan: 'full',
      trial_ends_at: null,
    });
    const { accounts } = jsonOf(await hrev('account', 'list', '--json')) as { accounts: { account_id: number }[] };
    expect(accounts.map((listed) => listed.account_id)).toContain(account_id);
  });

  it('account create --email and account email set the address for notices', async () => {
    const result = jsonOf(await hrev('account', 'create', '--name', 'Mail', '--email', 'owner@example.com', '--json'));
    expect(result).toMatchObject({ name: 'Mail', email: 'owner@example.com' });
    const words = ['account', 'email', '--account', String(result['account_id']), '--json'];
    expect(jsonOf(await hrev(...words, '--email', 'new@example.com'))).toMatchObject({ email: 'new@example.com' });
    expect(jsonOf(await hrev(...words, '--none'))).toMatchObject({ email: null });
    for (const options of [
      [],
      ['--email', 'not-an-address'],
      ['--email', 'a@b\r\nBcc: c@d'],
      ['--email', 'a@b', '--none'],
    ])
      expect([options, await hrev(...words, ...options)]).toEqual([
        options,
        expect.objectContaining({ code: 2, out: '' }),
      ]);
  });

  it('account invite makes a link with which a person owns the account, as the audit trail says', async () => {
    const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Pier', '--json'));
    const words = ['account', 'invite', '--account', String(accountId)];
    const { url } = jsonOf(await hrev(...words, '--email', 'ana@pier.example', '--json'));
    expect(url).toMatch(/^http:\/\/localhost:\d+\/console\/join#[\w-]{43}$/);
    const token = `select email, role, kind from console_token where account_id = $1`;
    expect(await database.query(token, [accountId])).toEqual([
      { email: 'ana@pier.example', role: 'owner', kind: 'join' },
    ]);
    const entry = `select actor, action, after from audit_entry where account_id = $1 order by id desc limit 1`;
    expect(await database.query(entry, [accountId])).toEqual([
      { actor: 'cli', action: 'account.invited', after: { email: 'ana@pier.example', role: 'owner' } },
    ]);
    for (const [options, code] of [
      [['--email', 'not-an-address'], 2],
      [['--email', 'a@b', '--role', 'king'], 2],
      [[], 2],
    ] as const)
      expect([options, (await hrev(...words, ...options)).code]).toEqual([options, code]);
    expect((await hrev('account', 'invite', '--account', '999999', '--email', 'a@b')).code).toBe(4);
  });

  it('notice list and support list print notices and messages without control characters', async () => {
    const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Dee', '--json'));
    const hostile = 'red \u001b[31m\u202e and\nmore';
    await database.query('insert into notice (account_id, kind, subject, body) values ($1, $2, $3, $4)', [
      accountId,
      'webhook_failing',
      hostile,
      'body',
    ]);
    await database.query(
      `insert into support_message (account_id, key_id, message, contact)
       select $1, min(id), $2, 'asker@example.com' from api_key where account_id = $1`,
      [accountId, hostile],
    );
    const account = ['--account', String(accountId)];
    expect(jsonOf(await hrev('notice', 'list', ...account, '--json'))).toMatchObject({
      total: 1,
      notices: [{ kind: 'webhook_failing', subject: hostile, body: 'body' }],
    });
    expect(jsonOf(await hrev('support', 'list', '--limit', '1', '--json'))).toMatchObject({
      total: 1,
      messages: [{ account_id: accountId, message: hostile, contact: 'asker@example.com', subject: null }],
    });
    for (const words of [
      ['notice', 'list', ...account],
      ['support', 'list'],
    ]) {
      const result = await hrev(...words);
      expect(result.out).toContain('red');
      expect([result.out.includes('\u001b'), result.out.includes('\u202e')]).toEqual([false, false]);
    }
  });

  it('prints names of accounts and keys without control characters, also as JSON', async () => {
    const name = 'Dee \u001b]0;owned\u0007\u009b31m\u202e\r\nforged';
    const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Dee', '--json'));
    const id = String(accountId);
    await database.query('update account set name = $2 where id = $1', [id, name]);
    expect(await hrev('account', 'create', '--name', name)).toMatchObject({ code: 2, out: '' });
    for (const words of [
      ['account', 'list'],
      ['account', 'list', '--json'],
      ['account', 'plan', '--account', id, '--plan', 'full'],
    ]) {
      const { out, err } = await hrev(...words);
      expect([words, out + err]).toEqual([words, expect.stringContaining(words.includes('list') ? 'Dee' : id)]);
      expect((out + err).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(out.split('\n').filter((line) => line.includes('forged') && !line.includes('Dee'))).toEqual([]);
    }
  });

  it('key issue, list and revoke work; a second revoke exits 4', async () => {
    const { account_id } = jsonOf(await hrev('account', 'create', '--name', 'Cee', '--json'));
    const issued = jsonOf(await hrev('key', 'issue', '--account', String(account_id), '--scope', 'master', '--json'));
    expect(issued).toEqual({ key_id: expect.any(Number) as number, key: expect.stringMatching(/^hrev_/) as string });
    const { keys } = jsonOf(await hrev('key', 'list', '--account', String(account_id), '--json')) as {
      keys: { key_id: number; scope: string }[];
    };
    expect(keys.map((key) => key.scope)).toEqual(['full', 'read_only', 'master']);
    const words = ['key', 'revoke', '--key-id', String(issued['key_id'])];
    expect((await hrev(...words)).code).toBe(0);
    expect((await hrev(...words)).code).toBe(4);
  });

  it('key issue sets a name and an expiry, which key list prints, and exits 2 for an expiry in the past', async () => {
    const { account_id } = jsonOf(await hrev('account', 'create', '--name', 'Dab', '--json'));
    const words = ['key', 'issue', '--account', String(account_id), '--scope', 'full', '--json'];
    const result = jsonOf(await hrev(...words, '--name', 'till', '--expires-at', '2099-12-31T00:00:00'));
    expect(result).toMatchObject({ name: 'till', expires_at: '2099-12-31T00:00:00' });
    const { keys } = jsonOf(await hrev('key', 'list', '--account', String(account_id), '--json')) as { keys: object[] };
    expect(keys.at(-1)).toMatchObject({ name: 'till', expires_at: '2099-12-31T00:00:00' });
    expect((await hrev('key', 'list', '--account', String(account_id))).out).toMatch(
      /till +hrev_.+2099-12-31T00:00:00/,
    );
    for (const expiry of ['2026-01-01T00:00:00', 'tomorrow'])
      expect([expiry, await hrev(...words, '--expires-at', expiry)]).toEqual([
        expiry,
        expect.objectContaining({ code: 2, out: '' }),
      ]);
  });

  it('records the command line as the actor of its changes in the audit trail (contract §12.3)', async () => {
    const { account_id } = jsonOf(await hrev('account', 'create', '--name', 'Aud', '--json'));
    await hrev('account', 'plan', '--account', String(account_id), '--plan', 'basic');
    const entries = await database.query(
      'select actor, action, key_id, address from audit_entry where account_id = $1 order by id',
      [account_id],
    );
    expect(entries).toEqual(
      ['account.created', 'key.issued', 'key.issued', 'account.changed'].map((action) => ({
        actor: 'cli',
        action,
        key_id: null,
        address: null,
      })),
    );
  });

  it('connection list prints all connections, or those of one account', async () => {
    expect(jsonOf(await hrev('connection', 'list', '--json'))).toEqual({ connections: [] });
    expect(jsonOf(await hrev('connection', 'list', '--account', '1', '--json'))).toEqual({ connections: [] });
  });

  it('connection add exits 1 if the platform refuses the credentials, and 2 for wrong usage (contract §12.3)', async () => {
    const platforms = new SandboxServer([googleSandbox]);
    await platforms.start();
    const settings = {
      HREV_SOURCE_ORIGINS: JSON.stringify(platforms.origins),
      HREV_ALLOW_PRIVATE_TARGETS: 'true',
      HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    };
    Object.assign(process.env, settings);
    try {
      // The service writes the rows of platforms at its start.
      expect((await hrev('sources', 'list')).code).toBe(0);
      platforms.add('google', LOCATION, { text: 'Fine', rating: 5, publishedAt: new Date() });
      const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Aitch', '--json'));
      const [object] = await database.query<{ id: number }>(
        `with o as (insert into tracked_object (account_id, name) values ($1, 'Harbour') returning *)
         insert into link (account_id, object_id, source_id, url) select account_id, id, (select id from source where slug = 'google'), $2 from o
         returning object_id as id`,
        [accountId, googleSandbox.pageUrl(LOCATION)],
      );
      const add = (secret: string): Promise<Output> =>
        hrev(
          ...['connection', 'add', '--object', String(object?.id), '--source', 'google'],
          ...['client_id=me', `client_secret=${secret}`, 'refresh_token=token'].flatMap((field) => ['--field', field]),
        );
      expect(await add('wrong-secret')).toEqual({
        out: '',
        err: expect.stringMatching(/^The platform refused the connection: [^\n]+\n$/) as string,
        code: 1,
      });
      expect((await add('')).code).toBe(2);
      expect(await add('secret')).toMatchObject({ err: '', code: 0 });
    } finally {
      for (const name of Object.keys(settings)) delete process.env[name];
      await platforms.stop();
    }
  });

  it.each<[string[], number]>([
    [['account', 'suspend', '--account', '999999'], 4],
    [['key', 'issue', '--account', '999999', '--scope', 'full'], 4],
    [['account', 'suspend', '--account', '1x'], 2],
    [['account', 'create'], 2],
    [['account', 'create', '--name', 'x', '--plan', 'gold'], 2],
    [['account', 'create', '--name', '   '], 2],
    [['notice', 'list', '--account', '999999'], 4],
    [['notice', 'list'], 2],
    [['support', 'list', '--limit', '0'], 2],
    [['account', 'email', '--account', '999999', '--none'], 4],
    [['connection', 'list', '--account', '999999'], 4],
    [['connection', 'check', '--connection-id', '999999'], 4],
    [['connection', 'remove', '--connection-id', '999999'], 4],
    [['connection', 'add', '--object', '999999', '--source', 'google'], 4],
    [['connection', 'add', '--object', '1', '--source', 'google', '--field', 'secret-without-a-name'], 2],
    [['connection', 'add', '--object', '1', '--source', 'google', '--field-file', 'client_secret=/no/such/file'], 2],
  ])('%j exits with %i and prints the reason only on standard error', async (words, code) => {
    const result = await hrev(...words);
    expect(result.code).toBe(code);
    if (code !== 0) expect([result.out, result.err === '']).toEqual(['', false]);
  });
});
