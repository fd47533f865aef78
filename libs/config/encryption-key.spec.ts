import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from './config';
import { EncryptionKey } from './encryption-key';

const KEY = 'ab'.repeat(32);
const URL = 'postgres://localhost/hrev';

describe('HREV_ENCRYPTION_KEY (contract §12.2)', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-key-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const keyOf = (environment: Record<string, string>) =>
    new EncryptionKey(loadConfig({ HREV_HOME: home, ...environment }));

  it.each(['ab', 'zz'.repeat(32), 'ab'.repeat(33), 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='])(
    'refuses the key %j',
    (text) => {
      expect(() => loadConfig({ HREV_ENCRYPTION_KEY: text })).toThrow(/HREV_ENCRYPTION_KEY.*64 hexadecimal/);
    },
  );

  it.each([
    ['api', URL, true],
    ['worker', URL, true],
    ['all', URL, false],
    ['api', '', false],
  ])('with role %s and DATABASE_URL %j, requires the key: %s', (role, url, required) => {
    const load = () => loadConfig({ HREV_ROLE: role, DATABASE_URL: url });
    if (required) expect(load).toThrow(/^HREV_ENCRYPTION_KEY/);
    else expect(load).not.toThrow();
    expect(() => loadConfig({ HREV_ROLE: role, DATABASE_URL: url, HREV_ENCRYPTION_KEY: KEY })).not.toThrow();
  });

  it('derives the same keys from the same secret in every process, and different keys for different purposes', () => {
    const [one, other] = [keyOf({ HREV_ENCRYPTION_KEY: KEY }), keyOf({ HREV_ENCRYPTION_KEY: KEY.toUpperCase() })];
    expect(one.derive('a')).toEqual(other.derive('a'));
    expect(one.derive('a')).not.toEqual(one.derive('b'));
    expect(one.derive('a')).toHaveLength(32);
    expect(one.derive('a').toString('hex')).not.toBe(KEY);
  });

  it('deriveAll returns the current key, then the distinct older keys; fingerprints do not reveal keys', () => {
    const [older, oldest] = ['cd'.repeat(32), 'ef'.repeat(32)];
    const previous = ` ${older.toUpperCase()},${oldest}, ${older},,${KEY}`;
    const key = keyOf({ HREV_ENCRYPTION_KEY: KEY, HREV_ENCRYPTION_KEY_PREVIOUS: previous });
    const singleKeys = [KEY, older, oldest].map((text) => keyOf({ HREV_ENCRYPTION_KEY: text }));
    expect(key.deriveAll('a')).toEqual(singleKeys.map((one) => one.derive('a')));
    expect(key.fingerprints()).toEqual(singleKeys.flatMap((one) => one.fingerprints()));
    expect(new Set(key.fingerprints()).size).toBe(3);
    for (const fingerprint of key.fingerprints()) expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each(['ab', 'zz'.repeat(32), `${KEY};${KEY}`, `${KEY},x`])(
    'refuses the value %j of HREV_ENCRYPTION_KEY_PREVIOUS',
    (text) => {
      expect(() => loadConfig({ HREV_ENCRYPTION_KEY: KEY, HREV_ENCRYPTION_KEY_PREVIOUS: text })).toThrow(
        /HREV_ENCRYPTION_KEY_PREVIOUS: expected keys of 64 hexadecimal digits/,
      );
    },
  );

  it('creates a key at the first use if the variable is unset, and stores it with mode 600', () => {
    const missingFolder = path.join(home, 'not', 'there');
    const first = keyOf({ HREV_HOME: missingFolder }).derive('a');
    expect(keyOf({ HREV_HOME: missingFolder }).derive('a')).toEqual(first);
    expect(statSync(path.join(missingFolder, 'encryption-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(missingFolder, 'encryption-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it('reports its origin without creating a key', () => {
    expect(keyOf({ HREV_ENCRYPTION_KEY: KEY }).origin()).toBe('set');
    expect([keyOf({}).origin(), keyOf({}).origin()]).toEqual(['not created yet', 'not created yet']);
    keyOf({}).derive('a');
    expect(keyOf({}).origin()).toBe('stored');
  });

  it('throws if the stored key is damaged, and does not replace it', () => {
    const file = path.join(home, 'encryption-key');
    writeFileSync(file, 'damaged');
    chmodSync(file, 0o600);
    expect(() => keyOf({}).derive('a')).toThrow(ConfigError);
    expect(() => keyOf({}).origin()).toThrow(ConfigError);
    expect(readFileSync(file, 'utf8')).toBe('damaged');
  });
});
