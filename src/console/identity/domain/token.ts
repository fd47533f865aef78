import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A secret for a cookie or a link, and its digest, which alone is stored. */
export interface Token {
  readonly token: string;
  readonly digest: Buffer;
}

/** A new secret of 256 bits. */
export function newToken(): Token {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, digest: sha256(token) };
}

/** The digest under which a token is stored; null if the text is not a token. */
export function digestOfToken(token: string): Buffer | null {
  return TOKEN.test(token) ? sha256(token) : null;
}

const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();
