import { randomBytes } from 'node:crypto';
import { assertMayRotate, newSigningSecret, SecretSeal } from './signing-secret';

describe('signing secret (contract §6.4)', () => {
  it('a new secret is "whsec_ + 43 characters base64url", and different each time', () => {
    const secrets = Array.from({ length: 100 }, newSigningSecret);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(new Set(secrets).size).toBe(100);
  });

  const seal = new SecretSeal(randomBytes(32));

  it('a sealed secret opens for its account', () => {
    const secret = newSigningSecret();
    expect(seal.open(7, seal.seal(7, secret))).toBe(secret);
  });

  it('the same secret is sealed differently each time, and the bytes do not contain it', () => {
    const [one, two] = [seal.seal(7, 'whsec_same'), seal.seal(7, 'whsec_same')];
    expect(one.equals(two)).toBe(false);
    expect(one.includes('whsec')).toBe(false);
  });

  it('a sealed secret does not open for another account', () => {
    const sealed = seal.seal(7, 'whsec_x');
    expect(() => seal.open(8, sealed)).toThrow();
  });

  it('a sealed secret that was changed or truncated does not open', () => {
    const sealed = seal.seal(7, 'whsec_x');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => seal.open(7, changed)).toThrow();
    }
    for (const length of [0, 11, 27, sealed.length - 1])
      expect(() => seal.open(7, sealed.subarray(0, length))).toThrow();
  });

  it('a sealed secret does not open with another key, which has another fingerprint', () => {
    const other = new SecretSeal(randomBytes(32));
    expect(other.keyId).not.toBe(seal.keyId);
    expect(() => other.open(7, seal.seal(7, 'whsec_x'))).toThrow();
  });

  it('the number of valid secrets is limited, which limits the size of the headers', () => {
    expect(() => assertMayRotate(19)).not.toThrow();
    expect(() => assertMayRotate(20)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});
