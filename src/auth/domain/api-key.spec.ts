// cspell:ignore xrev
import { digestOf, displayPrefixOf, looksLikeApiKey, makeApiKey } from './api-key';

describe('an API key (contract §5.1)', () => {
  const key = makeApiKey();

  it('consists of hrev_ and 49 base62 characters, and is never issued twice', () => {
    expect(key).toMatch(/^hrev_[0-9A-Za-z]{49}$/);
    expect(new Set(Array.from({ length: 1000 }, () => makeApiKey())).size).toBe(1000);
  });

  it.each([
    ['the smallest secret', new Uint8Array(32), 'hrev_' + '0'.repeat(43)],
    ['the largest secret', new Uint8Array(32).fill(255), 'hrev_'],
  ])('encodes %s in 43 characters', (_, random, prefix) => {
    const issued = makeApiKey(random);
    expect(issued.startsWith(prefix)).toBe(true);
    expect(issued).toHaveLength(54);
    expect(looksLikeApiKey(issued)).toBe(true);
  });

  it('encodes all 256 bits: secrets that differ in one bit give different keys', () => {
    const one = new Uint8Array(32).fill(255);
    const other = new Uint8Array(32).fill(255);
    other[0] = 254;
    expect(makeApiKey(one).slice(0, 48)).not.toBe(makeApiKey(other).slice(0, 48));
  });

  it('fails its checksum after an error in any single character', () => {
    for (let index = 5; index < key.length; index += 1) {
      const wrong = key[index] === 'a' ? 'b' : 'a';
      expect(looksLikeApiKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBe(false);
    }
  });

  it.each([
    ['an empty text', ''],
    ['a key with another prefix', key.replace('hrev_', 'xrev_')],
    ['a key without its last character', key.slice(0, -1)],
    ['a key with one more character', `${key}0`],
    ['two keys, joined as Node joins repeated headers', `${key}, ${key}`],
    ['a key followed by a space', `${key} `],
    ['a key followed by a line break', `${key}\n`],
    ['a key with a letter that is not ASCII', key.replace(/.$/, 'é')],
    ['a text of 8 KB', 'hrev_' + 'a'.repeat(8192)],
  ])('is not %s', (_, text) => expect(looksLikeApiKey(text)).toBe(false));

  it('is stored as a digest of 32 bytes and listed by its prefix', () => {
    expect(digestOf(key)).toHaveLength(32);
    expect(digestOf(key).toString('hex')).not.toContain(key.slice(5, 15));
    expect(displayPrefixOf(key)).toBe(key.slice(0, 11));
  });
});
