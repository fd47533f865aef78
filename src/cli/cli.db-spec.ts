import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SandboxServer } from '@libs/sources/sandbox';
import { googleSandbox } from '@libs/sources/sandbox/google';
import { hasBrowser, IS_ROOT } from '@test/support/real-browser';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { buildProgram } from './build-program';

interface Output {
  readonly out: string;
  readonly err: string;
  readonly code: unknown;
}

/** Runs one command line in this process, like `hrev …` in a separate process. */
async function hrev(...words: string[]): Promise<Output> {
  let out = '';
  let err = '';
  const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true));
  process.exitCode = undefined;
  let usageExitCode: number | undefined;
  try {
    await buildProgram().parseAsync(['node', 'hrev', ...words]);
  } catch (error) {
    usageExitCode = (error as { exitCode: number }).exitCode === 0 ? 0 : 2;
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
  const code = usageExitCode ?? process.exitCode;
  process.exitCode = 0;
  return { out, err, code };
}

const LOCATION = googleSandbox.demo.key;

describe('command line (contract §12.3)', () => {
  let database: TestDatabase;
  let emptyDatabase: TestDatabase;
  const environmentBefore = { ...process.env };

  beforeAll(async () => {
    database = await createTestDatabase();
    emptyDatabase = await createTestDatabase();
    // The variables of the test server have the prefix HREV_ but are not settings of the service.
    for (const name of Object.keys(process.env)) if (name.startsWith('HREV_')) delete process.env[name];
    Object.assign(process.env, { DATABASE_URL: database.url, HREV_HOME: '/tmp/hrev-cli-spec', LOG_LEVEL: 'warn' });
  });

  afterAll(async () => {
    process.env = environmentBefore;
    await database?.drop();
    await emptyDatabase?.drop();
  });

  const jsonOf = (output: Output): Record<string, unknown> => {
    expect(output.err).toBe('');
    expect(output.out.trim().split('\n')).toHaveLength(1);
    return JSON.parse(output.out) as Record<string, unknown>;
  };

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
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const token = `select email, role, kind from console_token where account_id = $1`;
      expect((await client.query(token, [accountId])).rows).toEqual([
        { email: 'ana@pier.example', role: 'owner', kind: 'join' },
      ]);
      const entry = `select actor, action, after from audit_entry where account_id = $1 order by id desc limit 1`;
      expect((await client.query(entry, [accountId])).rows).toEqual([
        { actor: 'cli', action: 'account.invited', after: { email: 'ana@pier.example', role: 'owner' } },
      ]);
    } finally {
      await client.end();
    }
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
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const hostile = 'red \u001b[31m\u202e and\nmore';
      await client.query('insert into notice (account_id, kind, subject, body) values ($1, $2, $3, $4)', [
        accountId,
        'webhook_failing',
        hostile,
        'body',
      ]);
      await client.query(
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
    } finally {
      await client.end();
    }
  });

  it('prints names of accounts and keys without control characters, also as JSON', async () => {
    const name = 'Dee \u001b]0;owned\u0007\u009b31m\u202e\r\nforged';
    const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Dee', '--json'));
    const id = String(accountId);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('update account set name = $2 where id = $1', [id, name]).finally(() => client.end());
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
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const { rows } = await client.query(
        'select actor, action, key_id, address from audit_entry where account_id = $1 order by id',
        [account_id],
      );
      expect(rows).toEqual(
        ['account.created', 'key.issued', 'key.issued', 'account.changed'].map((action) => ({
          actor: 'cli',
          action,
          key_id: null,
          address: null,
        })),
      );
    } finally {
      await client.end();
    }
  });

  it('collect reports an object without a link to collect and exits 1', async () => {
    const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Eff', '--json'));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const result = await client.query<{ id: string }>(
        `insert into tracked_object (account_id, name) values ($1, 'Bare') returning id`,
        [accountId],
      );
      const words = ['collect', '--object', result.rows[0]?.id ?? ''];
      for (const options of [[], ['--wait'], ['--full', '--wait', '--json']])
        expect(await hrev(...words, ...options)).toEqual({
          out: '',
          err: 'The object has no enabled link to collect\n',
          code: 1,
        });
      await client.query(
        `insert into source (id, slug) values (9999, 'removed-platform');
         with l as (insert into link (account_id, object_id, source_id, url)
           select account_id, id, 9999, 'https://removed.example/' from tracked_object where name = 'Bare' returning *)
         insert into link_collection (link_id, account_id, object_id, source_id, next_run_at)
         select id, account_id, object_id, source_id, clock_timestamp() from l`,
      );
      expect(await hrev(...words, '--wait')).toMatchObject({
        out: expect.stringMatching(/^run \d+: failed\nNo link was collected: [^\n]+\n$/) as string,
        code: 1,
      });
    } finally {
      await client.end();
    }
  });

  it('sources list and doctor succeed after migrate, and a second migrate runs no migration', async () => {
    expect((await hrev('migrate')).code).toBe(0);
    expect(jsonOf(await hrev('migrate', '--json'))).toEqual({ migrations: [] });
    const { sources } = jsonOf(await hrev('sources', 'list', '--json')) as { sources: { slug: string }[] };
    expect(sources.length).toBeGreaterThan(0);
    const doctor = jsonOf(await hrev('doctor', '--json')) as { checks: { name: string; ok: boolean }[] };
    expect(doctor.checks.filter((check) => !check.ok && check.name !== 'browser')).toEqual([]);
  });

  it('sources samples lists, prints and removes samples', async () => {
    expect((await hrev('sources', 'list')).code).toBe(0);
    expect(jsonOf(await hrev('sources', 'samples', '--json'))).toEqual({ samples: [] });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(
        `insert into source_sample (source_id, road, address, parser, message, status, document, bytes)
         select id, 'public', 'https://store.steampowered.com/appreviews/1', 'steam/reviews', 'parse_error: x', 200, '{"a":"xx"}', 10
         from source where slug = 'steam'`,
      );
    } finally {
      await client.end();
    }
    const { samples } = jsonOf(await hrev('sources', 'samples', '--source', 'steam', '--json')) as {
      samples: { id: number }[];
    };
    expect(samples).toEqual([expect.objectContaining({ source: 'steam', parser: 'steam/reviews', road: 'public' })]);
    expect((await hrev('sources', 'samples', '--source', 'google')).out).not.toContain('steam/reviews');
    const id = String(samples[0]?.id);
    expect((await hrev('sources', 'samples', '--show', id)).out).toContain('{"a":"xx"}');
    expect(jsonOf(await hrev('sources', 'samples', '--show', id, '--json'))).toMatchObject({ document: '{"a":"xx"}' });
    expect((await hrev('sources', 'samples', '--remove', id)).code).toBe(0);
    expect((await hrev('sources', 'samples', '--show', id)).code).toBe(4);
  });

  it('sources reparse reads stored records again, and refuses unknown platforms and wrong positions', async () => {
    expect(jsonOf(await hrev('sources', 'reparse', '--source', 'odrs', 'trustpilot', '--json'))).toEqual({
      sources: [
        { source: 'odrs', can_be_reread: true, links: 0, reviews: 0, changed: 0, records_changed: 0, unread: 0 },
        { source: 'trustpilot', can_be_reread: false, links: 0, reviews: 0, changed: 0, records_changed: 0, unread: 0 },
      ],
    });
    const { out, code } = await hrev('sources', 'reparse', '--source', 'odrs', '--since', '2026-01-01T00:00:00');
    expect([out, code]).toEqual(['odrs: 0 reviews of 0 links, 0 changed, of 0 only the record\n', 0]);
    expect((await hrev('sources', 'reparse', '--source', 'nowhere')).code).toBe(4);
    expect((await hrev('sources', 'reparse')).code).toBe(2);
    expect((await hrev('sources', 'reparse', '--source', 'odrs', '--after', '1')).code).toBe(2);
    expect((await hrev('sources', 'reparse', '--source', 'odrs', 'steam', '--after', '1:2')).code).toBe(2);
  });

  it('reseal seals with the current key; reseal and doctor report in one line that a key is unknown (contract §12.3)', async () => {
    const [oldKey, newKey] = ['aa'.repeat(32), 'bb'.repeat(32)];
    Object.assign(process.env, { DATABASE_URL: emptyDatabase.url, HREV_ENCRYPTION_KEY: oldKey });
    const secretsCheck = async (): Promise<unknown> => {
      const { checks } = JSON.parse((await hrev('doctor', '--json')).out) as { checks: { name: string }[] };
      return checks.find(({ name }) => name === 'secrets');
    };
    try {
      expect((await hrev('migrate')).code).toBe(0);
      expect(jsonOf(await hrev('reseal', '--json'))).toEqual({
        signing_secrets: 0,
        connections: 0,
        oauth_clients: 0,
        second_factors: 0,
        unreadable: 0,
      });
      process.env['HREV_ENCRYPTION_KEY'] = newKey;
      expect(await hrev('reseal')).toMatchObject({
        out: '',
        err: expect.stringMatching(/^HREV_ENCRYPTION_KEY: this is not the key that sealed [^\n]+\n$/) as string,
        code: 2,
      });
      expect(await secretsCheck()).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/is not the key/) as string,
      });
      process.env['HREV_ENCRYPTION_KEY_PREVIOUS'] = oldKey;
      expect(await secretsCheck()).toMatchObject({ ok: false, detail: expect.stringMatching(/hrev reseal/) as string });
      expect((await hrev('reseal')).code).toBe(0);
      expect(await secretsCheck()).toMatchObject({ ok: true });
      delete process.env['HREV_ENCRYPTION_KEY_PREVIOUS'];
      expect(await secretsCheck()).toMatchObject({ ok: true });
    } finally {
      for (const name of ['HREV_ENCRYPTION_KEY', 'HREV_ENCRYPTION_KEY_PREVIOUS']) delete process.env[name];
      process.env['DATABASE_URL'] = database.url;
    }
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
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      // The service writes the rows of platforms at its start.
      expect((await hrev('sources', 'list')).code).toBe(0);
      platforms.add('google', LOCATION, { text: 'Fine', rating: 5, publishedAt: new Date() });
      const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Aitch', '--json'));
      const result = await client.query<{ id: string }>(
        `with o as (insert into tracked_object (account_id, name) values ($1, 'Harbour') returning *)
         insert into link (account_id, object_id, source_id, url) select account_id, id, (select id from source where slug = 'google'), $2 from o
         returning object_id as id`,
        [accountId, googleSandbox.pageUrl(LOCATION)],
      );
      const add = (secret: string): Promise<Output> =>
        hrev(
          ...['connection', 'add', '--object', result.rows[0]?.id ?? '', '--source', 'google'],
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
      await client.end();
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
    [['sources', 'samples', '--show', '999999'], 4],
    [['sources', 'samples', '--remove', '999999'], 4],
    [['sources', 'samples', '--source', 'nowhere'], 4],
    [['sources', 'samples', '--show', '1', '--remove', '1'], 2],
    [['sources', 'probe', 'https://store.steampowered.com/app/1', '--record', '/tmp', '--pages', '0'], 2],
    [['sources', 'probe', 'https://store.steampowered.com/app/1', '--record', __dirname], 2],
    [['nonsense'], 2],
    [['--help'], 0],
  ])('%j exits with %i and prints the reason only on standard error', async (words, code) => {
    const result = await hrev(...words);
    expect(result.code).toBe(code);
    if (code !== 0) expect([result.out, result.err === '']).toEqual(['', false]);
  });

  it('sandbox reports a port that is in use in one line and exits 3', async () => {
    const runningServer = new SandboxServer([]);
    const port = new URL(await runningServer.start()).port;
    try {
      const result = await hrev('sandbox', '--port', port);
      expect(result).toMatchObject({
        out: '',
        err: `Port ${port} cannot be used on 127.0.0.1; set --port to another one.\n`,
        code: 3,
      });
    } finally {
      await runningServer.stop();
    }
  });

  it('doctor reads the file of extra sources', async () => {
    process.env.HREV_EXTRA_SOURCES = '/nowhere/sources.yaml';
    try {
      const result = await hrev('doctor', '--json');
      const { checks } = JSON.parse(result.out) as { checks: { name: string; ok: boolean }[] };
      expect([result.code, checks.find(({ name }) => name === 'sources')]).toEqual([
        3,
        expect.objectContaining({ ok: false }),
      ]);
    } finally {
      delete process.env.HREV_EXTRA_SOURCES;
    }
  });

  it('doctor prints a remedy for a damaged key file and exits 3', async () => {
    const home = mkdtempSync(join(tmpdir(), 'hrev-doctor-'));
    const previousHome = process.env['HREV_HOME'];
    process.env['HREV_HOME'] = home;
    writeFileSync(join(home, 'encryption-key'), 'damaged');
    try {
      const result = await hrev('doctor', '--json');
      const { checks } = jsonOf(result) as { checks: { name: string; ok: boolean }[] };
      expect([result.code, checks.filter((check) => !check.ok && check.name !== 'browser')]).toEqual([
        3,
        [
          {
            name: 'key',
            ok: false,
            detail: expect.stringContaining('does not hold 64 hexadecimal digits') as string,
            remedy: expect.stringContaining('backup') as string,
          },
          { name: 'secrets', ok: false, detail: 'not checked: needs key', remedy: null },
        ],
      ]);
    } finally {
      process.env['HREV_HOME'] = previousHome;
      rmSync(home, { recursive: true });
    }
  });

  (IS_ROOT && hasBrowser ? it : it.skip).each([
    ['', false, 'Chromium has no sandbox as root: start hrev as another user'],
    ['true', true, 'starts, without its sandbox (HREV_CHROMIUM_NO_SANDBOX)'],
  ])('doctor as root with HREV_CHROMIUM_NO_SANDBOX="%s" accepts the browser: %s', async (value, ok, words) => {
    process.env['HREV_CHROMIUM_NO_SANDBOX'] = value;
    try {
      const { checks } = JSON.parse((await hrev('doctor', '--json')).out) as { checks: { name: string }[] };
      expect(checks.find(({ name }) => name === 'browser')).toMatchObject({
        ok,
        detail: expect.stringContaining(words) as string,
      });
    } finally {
      delete process.env['HREV_CHROMIUM_NO_SANDBOX'];
    }
  });

  it('exits 3 for an unavailable database and 2 for a setting that cannot be read', async () => {
    process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/none';
    expect(await hrev('account', 'list')).toMatchObject({ code: 3, out: '' });
    const doctor = await hrev('doctor', '--json');
    expect(doctor.code).toBe(3);
    process.env['PORT'] = 'x';
    expect(await hrev('account', 'list')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('PORT') as string,
    });
  });
});
