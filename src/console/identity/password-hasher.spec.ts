import { scryptSync } from 'node:crypto';
import { PasswordHasher } from './password-hasher';
import { formatHash } from './domain/password-hash';

const PASSWORD = 'correct horse battery staple ';

describe('the hashes of passwords', () => {
  const hasher = new PasswordHasher();
  afterAll(() => hasher.onModuleDestroy());

  /** A hash of a low cost, so that a test with many hashes is fast. */
  const cheap = (password: string): string => {
    const salt = Buffer.alloc(16, 7);
    return formatHash({ logN: 10, r: 8, p: 1, salt, digest: scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 }) });
  };

  it('contain cost and salt, differ for equal passwords, and match exactly one password', async () => {
    const [one, other] = await Promise.all([hasher.hash(PASSWORD), hasher.hash(PASSWORD)]);
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(one).not.toBe(other);
    await expect(hasher.check(PASSWORD, one)).resolves.toEqual({ isRight: true, isOutdated: false });
    await expect(hasher.check(PASSWORD.trimEnd(), one)).resolves.toEqual({ isRight: false, isOutdated: false });
  });

  it('with an older cost match and are outdated', async () => {
    await expect(hasher.check(PASSWORD, cheap(PASSWORD))).resolves.toEqual({ isRight: true, isOutdated: true });
    await expect(hasher.check('another', cheap(PASSWORD))).resolves.toEqual({ isRight: false, isOutdated: false });
  });

  it('without a stored hash, no password is right, after the time of a hash', async () => {
    const start = process.cpuUsage();
    await expect(hasher.check(PASSWORD, null)).resolves.toEqual({ isRight: false, isOutdated: false });
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeGreaterThan(50_000);
  });

  it('of an unknown format are an error', async () => {
    await expect(hasher.check(PASSWORD, 'plain')).rejects.toThrow('unknown format');
  });

  it('are computed for 34 callers; the next one is refused with 503, and later ones are accepted', async () => {
    const stored = cheap(PASSWORD);
    const calls = Array.from({ length: 35 }, () => hasher.check(PASSWORD, stored));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(34);
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'service_unavailable' } });
    await expect(hasher.check(PASSWORD, stored)).resolves.toMatchObject({ isRight: true });
  });

  it('with invalid parameters fail, and the place is free again', async () => {
    const invalid = cheap(PASSWORD).replace('ln=10', 'ln=0');
    for (let call = 0; call < 3; call += 1) await expect(hasher.check(PASSWORD, invalid)).rejects.toThrow();
    await expect(hasher.check(PASSWORD, cheap(PASSWORD))).resolves.toMatchObject({ isRight: true });
  });
});
