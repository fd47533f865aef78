import { generateKeyPairSync, verify } from 'node:crypto';
import { authorizationOf, InvalidKey } from './app-store-connect';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const private_key = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
const credentials = { issuer_id: 'issuer', key_id: '2X9R4HXF34', private_key };
const NOW = Date.UTC(2026, 5, 15, 12);

describe('tokens of App Store Connect', () => {
  it('are signed with the private key, and name the issuer and the key', () => {
    const [header = '', payload = '', signature = ''] = authorizationOf(credentials, NOW)
      .replace('Bearer ', '')
      .split('.');
    const decoded = [header, payload].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown);
    expect(decoded).toEqual([
      { alg: 'ES256', kid: '2X9R4HXF34', typ: 'JWT' },
      { iss: 'issuer', iat: NOW / 1000, exp: NOW / 1000 + 900, aud: 'appstoreconnect-v1' },
    ]);
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const bytes = Buffer.from(signature, 'base64url');
    expect(bytes).toHaveLength(64);
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, bytes)).toBe(true);
  });

  it('accept a key whose line breaks became spaces, were removed, or were escaped', () => {
    for (const separator of [' ', '', '\\n', '\r\n']) {
      const damaged = private_key.trim().replaceAll('\n', separator);
      expect(() => authorizationOf({ ...credentials, private_key: damaged }, NOW)).not.toThrow();
    }
  });

  it('need a key of the curve P-256, and errors contain no part of the key', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey;
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const keys = [other, rsa].map((key) => key.export({ format: 'pem', type: 'pkcs8' }) as string);
    for (const wrong of [...keys, 'no key at all', private_key.slice(0, 80)]) {
      expect(() => authorizationOf({ ...credentials, private_key: wrong }, NOW)).toThrow(InvalidKey);
      expect(() => authorizationOf({ ...credentials, private_key: wrong }, NOW)).not.toThrow(wrong.slice(0, 60));
    }
  });
});
