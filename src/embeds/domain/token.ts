import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Tokens of embeds: 24 random bytes (192 bits) in base64url, and 6 characters that are made of their CRC-32. A text that is not such a
 * token is refused without a query.
 */
const FORM = /^[\w-]{32}[\da-z]{6}$/;
const SECRET_LENGTH = 32;

/** A new token. `random` is 24 bytes; only tests pass it. */
export function makeToken(random: Uint8Array = randomBytes(24)): string {
  const secret = Buffer.from(random).toString('base64url');
  return secret + checksum(secret);
}

export const looksLikeToken = (text: string): boolean =>
  FORM.test(text) && checksum(text.slice(0, SECRET_LENGTH)) === text.slice(SECRET_LENGTH);

const checksum = (text: string): string => (crc32(text) % 36 ** 6).toString(36).padStart(6, '0');
