import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * API keys (contract §5.1): `hrev_` + 43 base62 characters (256 bits) + 6 base62 characters of the CRC-32 of the text before them.
 * A key is stored only as its SHA-256 digest, with a prefix that identifies it in lists. 256 random bits need no slow hash,
 * and a slow hash would let attackers exhaust the CPU.
 */
const PREFIX = 'hrev_';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const DISPLAY_LENGTH = PREFIX.length + 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

/** A new key. `random` is 32 bytes; only tests pass it. */
export function makeApiKey(random: Uint8Array = randomBytes(32)): string {
  const secret = base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksum(PREFIX + secret)}`;
}

/** Whether a text has the form and the checksum of a key; other texts are refused without a query. */
export function looksLikeApiKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a key. */
export function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The prefix that identifies a key in lists; it reveals nothing about the other characters. */
export function displayPrefixOf(key: string): string {
  return key.slice(0, DISPLAY_LENGTH);
}
