import { parse } from 'yaml';
import { loadConfig } from '@libs/config';
import { commandLineOn, hrev, jsonOf } from '@test/support/command-line';

const DATABASE = 'postgresql://hrev:p%40ss%23word@db.example:5432/hrev?sslmode=require';

interface Secret {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly type: string;
  readonly stringData: Readonly<Record<string, string>>;
}

describe('hrev init-secret (docker/chart/README.md)', () => {
  let restoreEnvironment: () => void;
  beforeEach(() => (restoreEnvironment = commandLineOn(DATABASE)));
  afterEach(() => restoreEnvironment());

  it('prints a Secret with a new encryption key that the service accepts, and the address of the database', async () => {
    const { out, err, code } = await hrev('init-secret');
    const secret = parse(out) as Secret;
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(secret).toMatchObject({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'hrev' },
      type: 'Opaque',
      stringData: { DATABASE_URL: DATABASE },
    });
    const config = loadConfig({ NODE_ENV: 'production', HREV_ROLE: 'api', ...secret.stringData });
    expect(config.HREV_ENCRYPTION_KEY).toMatch(/^[0-9a-f]{64}$/);
    expect(config.DATABASE_URL).toBe(DATABASE);
  });

  it('prints another key at each call', async () => {
    const keys = [await hrev('init-secret'), await hrev('init-secret')].map(
      ({ out }) => (parse(out) as Secret).stringData.HREV_ENCRYPTION_KEY,
    );
    expect(new Set(keys).size).toBe(2);
  });

  it('takes every address that is set, and leaves out those that are not', async () => {
    process.env.REDIS_URL = 'rediss://:s3cret@redis.example:6380/1';
    process.env.HREV_SMTP_URL = 'smtp://mail.example:587';
    process.env.HREV_MAIL_FROM = 'hrev@example.com';
    delete process.env.DATABASE_URL;
    const secret = jsonOf(await hrev('init-secret', '--name', 'reviews-1', '--namespace', 'team-a', '--json'));
    expect(secret).toMatchObject({ metadata: { name: 'reviews-1', namespace: 'team-a' } });
    expect((secret as unknown as Secret).stringData).toEqual({
      HREV_ENCRYPTION_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      REDIS_URL: 'rediss://:s3cret@redis.example:6380/1',
      HREV_SMTP_URL: 'smtp://mail.example:587',
    });
  });

  it('says what is missing without an address of the database, in a comment of the manifest', async () => {
    delete process.env.DATABASE_URL;
    const { out } = await hrev('init-secret');
    expect(out).toContain('# DATABASE_URL is not set here');
    expect(Object.keys((parse(out) as Secret).stringData)).toEqual(['HREV_ENCRYPTION_KEY']);
  });

  it.each(['Hrev', 'a_b', '-a', 'a-', '', 'a'.repeat(64), 'a\n b'])('refuses the name %j', async (name) => {
    expect(await hrev('init-secret', '--name', name)).toMatchObject({ out: '', code: 2 });
  });
});
