// cspell:ignore dich
import { CannotOpen, CredentialSeal } from './credential-seal';

const seal = new CredentialSeal(Buffer.alloc(32, 7));
const target = { accountId: 1, objectId: 2, sourceId: 3 };
const credentials = { refresh_token: '1//Öffne-dich', client_id: 'x' };

describe('credentials at rest (contract §4.5)', () => {
  it('are the same after sealing and opening, and the sealed bytes do not contain them', () => {
    const sealed = seal.seal(credentials, target);
    expect(seal.open(sealed, target)).toEqual(credentials);
    expect(sealed.sealed.toString('latin1')).not.toContain('refresh_token');
    expect(sealed.keyId).toMatch(/^[0-9a-f]{12}$/);
  });

  it('have different sealed bytes each time', () =>
    expect(seal.seal(credentials, target).sealed.equals(seal.seal(credentials, target).sealed)).toBe(false));

  it.each([
    ['another account', { ...target, accountId: 9 }],
    ['another object', { ...target, objectId: 9 }],
    ['another source', { ...target, sourceId: 9 }],
    ['a grant of the account', { accountId: 1, sourceId: 3 }],
  ])('cannot be opened for %s', (_, other) =>
    expect(() => seal.open(seal.seal(credentials, target), other)).toThrow(CannotOpen),
  );

  it('cannot be opened with another key; the error contains the id of the sealing key', () => {
    const sealed = seal.seal(credentials, target);
    const other = new CredentialSeal(Buffer.alloc(32, 8));
    expect(other.keyId).not.toBe(seal.keyId);
    expect(() => other.open(sealed, target)).toThrow(sealed.keyId);
  });

  it('cannot be opened if a byte is changed or missing', () => {
    const { sealed, keyId } = seal.seal(credentials, target);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => seal.open({ sealed: changed, keyId }, target)).toThrow(CannotOpen);
      expect(() => seal.open({ sealed: sealed.subarray(0, index), keyId }, target)).toThrow(CannotOpen);
    }
  });
});
