// cspell:ignore xrev
import { digestOf, displayPrefixOf, looksLikeApiKey, makeApiKey } from './api-key';

describe('API keys (contract §5.1)', () => {
  const key = makeApiKey();

  it('are hrev_, 43 and 6 base62 characters, and never the same twice', () => {
    expect(key).toMatch(/^hrev_[0-9A-Za-z]{49}$/);
    expect(new Set(Array.from({ length: 1000 }, () => makeApiKey())).size).toBe(1000);
  });

  it.each([
    ['the smallest secret', new Uint8Array(32), 'hrev_' + '0'.repeat(43)],
    ['the largest secret', new Uint8Array(32).fill(255), 'hrev_'],
  ])('hold %s in 43 characters', (_, random, begins) => {
    const made = makeApiKey(random);
    expect(made.startsWith(begins)).toBe(true);
    expect(made).toHaveLength(54);
    expect(looksLikeApiKey(made)).toBe(true);
  });

  it('carry 256 bits: two secrets that differ in one bit are two keys', () => {
    const one = new Uint8Array(32).fill(255);
    const other = new Uint8Array(32).fill(255);
    other[0] = 254;
    expect(makeApiKey(one).slice(0, 48)).not.toBe(makeApiKey(other).slice(0, 48));
  });

  it('detect every error in a single character', () => {
    for (let at = 5; at < key.length; at += 1) {
      const wrong = key[at] === 'a' ? 'b' : 'a';
      expect(looksLikeApiKey(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false);
    }
  });

  it.each([
    ['empty', ''],
    ['another prefix', key.replace('hrev_', 'xrev_')],
    ['one character too few', key.slice(0, -1)],
    ['one character too many', `${key}0`],
    ['two keys, joined as Node joins repeated headers', `${key}, ${key}`],
    ['a blank behind', `${key} `],
    ['a trailing line break', `${key}\n`],
    ['letters that are not ASCII', key.replace(/.$/, 'é')],
    ['8 KB', 'hrev_' + 'a'.repeat(8192)],
  ])('are not: %s', (_, text) => expect(looksLikeApiKey(text)).toBe(false));

  it('are stored as a digest of 32 bytes and shown as a prefix', () => {
    expect(digestOf(key)).toHaveLength(32);
    expect(digestOf(key).toString('hex')).not.toContain(key.slice(5, 15));
    expect(displayPrefixOf(key)).toBe(key.slice(0, 11));
  });
});
