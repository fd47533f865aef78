// cspell:ignore dich
import { CannotOpen, CredentialSeal } from './sealed-credentials';

const seal = new CredentialSeal(Buffer.alloc(32, 7));
const place = { accountId: 1, objectId: 2, sourceId: 3 };
const credentials = { refresh_token: '1//Öffne-dich', client_id: 'x' };

describe('credentials at rest (contract §4.5)', () => {
  it('come back as they were, from bytes that do not show them', () => {
    const sealed = seal.seal(credentials, place);
    expect(seal.open(sealed, place)).toEqual(credentials);
    expect(sealed.sealed.toString('latin1')).not.toContain('refresh_token');
    expect(sealed.keyId).toMatch(/^[0-9a-f]{12}$/);
  });

  it('are sealed anew each time', () =>
    expect(seal.seal(credentials, place).sealed.equals(seal.seal(credentials, place).sealed)).toBe(false));

  it.each([
    ['another account', { ...place, accountId: 9 }],
    ['another object', { ...place, objectId: 9 }],
    ['another source', { ...place, sourceId: 9 }],
  ])('cannot be opened for %s', (_, other) =>
    expect(() => seal.open(seal.seal(credentials, place), other)).toThrow(CannotOpen),
  );

  it('cannot be opened with another key, which is told by its id', () => {
    const sealed = seal.seal(credentials, place);
    const other = new CredentialSeal(Buffer.alloc(32, 8));
    expect(other.keyId).not.toBe(seal.keyId);
    expect(() => other.open(sealed, place)).toThrow(sealed.keyId);
  });

  it('cannot be opened once any byte was changed or cut off', () => {
    const { sealed, keyId } = seal.seal(credentials, place);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => seal.open({ sealed: changed, keyId }, place)).toThrow(CannotOpen);
      expect(() => seal.open({ sealed: sealed.subarray(0, index), keyId }, place)).toThrow(CannotOpen);
    }
  });
});
