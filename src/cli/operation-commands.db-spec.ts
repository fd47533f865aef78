import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@libs/database';
import { SandboxServer } from '@libs/sources/sandbox';
import { commandLineOn, hrev, jsonOf } from '@test/support/command-line';
import { hasBrowser, IS_ROOT } from '@test/support/real-browser';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

describe('command line: sources and operations (contract §12.3)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let emptyDatabase: TestDatabase;
  let restoreEnvironment: () => void;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    emptyDatabase = await createTestDatabase();
    restoreEnvironment = commandLineOn(fixture.url);
  });
  afterAll(async () => {
    restoreEnvironment?.();
    await fixture?.close();
    await emptyDatabase?.drop();
  });

  it('collect reports an object without a link to collect and exits 1', async () => {
    const { account_id: accountId } = jsonOf(await hrev('account', 'create', '--name', 'Eff', '--json'));
    const [object] = await database.query<{ id: number }>(
      `insert into tracked_object (account_id, name) values ($1, 'Bare') returning id`,
      [accountId],
    );
    const words = ['collect', '--object', String(object?.id)];
    for (const options of [[], ['--wait'], ['--full', '--wait', '--json']])
      expect(await hrev(...words, ...options)).toEqual({
        out: '',
        err: 'The object has no enabled link to collect\n',
        code: 1,
      });
    await database.query(`insert into source (id, slug) values (9999, 'removed-platform')`);
    await database.query(
      `with l as (insert into link (account_id, object_id, source_id, url)
         select account_id, id, 9999, 'https://removed.example/' from tracked_object where name = 'Bare' returning *)
       insert into link_collection (link_id, account_id, object_id, source_id, next_run_at)
       select id, account_id, object_id, source_id, clock_timestamp() from l`,
    );
    expect(await hrev(...words, '--wait')).toMatchObject({
      out: expect.stringMatching(/^run \d+: failed\nNo link was collected: [^\n]+\n$/) as string,
      code: 1,
    });
  });

  it('sources list and doctor succeed after migrate, and a second migrate runs no migration', async () => {
    expect((await hrev('migrate')).code).toBe(0);
    expect(jsonOf(await hrev('migrate', '--json'))).toEqual({ migrations: [] });
    const { sources } = jsonOf(await hrev('sources', 'list', '--json')) as { sources: { slug: string }[] };
    expect(sources.length).toBeGreaterThan(0);
    const doctor = jsonOf(await hrev('doctor', '--json')) as { checks: { name: string; ok: boolean }[] };
    expect(doctor.checks.filter((check) => !check.ok && check.name !== 'browser')).toEqual([]);
  });

  it('doctor marks a check that passes with a warning, and prints the warning and its remedy', async () => {
    const running = process.versions.node;
    Object.defineProperty(process.versions, 'node', { value: '20.19.0', configurable: true });
    try {
      const { out } = await hrev('doctor');
      expect(out.split('\n').slice(0, 3)).toEqual([
        'warn  node           Node 20.19.0',
        '                     Node 20.19.0 is past its end of life (2026-04-30) and gets no more corrections',
        '                     Install Node 24.',
      ]);
    } finally {
      Object.defineProperty(process.versions, 'node', { value: running, configurable: true });
    }
  });

  it('sources samples lists, prints and removes samples', async () => {
    expect((await hrev('sources', 'list')).code).toBe(0);
    expect(jsonOf(await hrev('sources', 'samples', '--json'))).toEqual({ samples: [] });
    await database.query(
      `insert into source_sample (source_id, road, address, parser, message, status, document, bytes)
       select id, 'public', 'https://store.steampowered.com/appreviews/1', 'steam/reviews', 'parse_error: x', 200, '{"a":"xx"}', 10
       from source where slug = 'steam'`,
    );
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
        webhook_headers: 0,
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
      process.env['DATABASE_URL'] = fixture.url;
    }
  });

  it.each<[string[], number]>([
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
            warning: null,
            remedy: expect.stringContaining('backup') as string,
          },
          { name: 'secrets', ok: false, detail: 'not checked: needs key', warning: null, remedy: null },
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
    process.env['DATABASE_URL'] = 'postgres://hrev@127.0.0.1:1/none';
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
