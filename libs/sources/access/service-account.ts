/**
 * Access with a service account of Google Cloud: a signed assertion (RFC 7523) is exchanged for an access token. The key file of the
 * account is the credential.
 */
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Credentials } from '../publisher';
import { jsonOrNull } from '../read-shape';
import { AccessTokens, form, FORM_TYPE, readOAuthGrant, TokenRefused } from './access-tokens';

/** The only address of assertions, which is also their audience. The address in a key file must be the same. */
export const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Google accepts at most one hour. */
const LIFETIME_S = 3_600;
/** Google issues keys of 2048 bits. The time to sign grows with the third power of the size. */
const MAX_KEY_BITS = 4_096;

const keyFileShape = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().min(1).optional(),
  token_uri: z.literal(TOKEN_URL),
});

interface ServiceAccount {
  readonly email: string;
  readonly key: KeyObject;
  readonly keyId: string | null;
}

/** Whether a text is the key file of a service account, with a key that can sign. */
export function isKeyFile(text: string): boolean {
  return readKeyFile(text) !== null;
}

/** Tokens for a scope. The credential `service_account` is the text of the key file. `slug`: of the platform, or of an API of it. */
export const serviceAccountTokens = (slug: string, scope: string): AccessTokens =>
  new AccessTokens({
    slug,
    credentialNames: ['service_account'],
    request: ({ service_account = '' }: Credentials) => {
      const account = readKeyFile(service_account);
      if (account === null) throw new TokenRefused('the key file cannot be read');
      const assertion = assertionOf(account, scope, Math.floor(Date.now() / 1_000));
      return {
        url: TOKEN_URL,
        headers: { 'content-type': FORM_TYPE },
        body: form({ grant_type: GRANT_TYPE, assertion }),
      };
    },
    read: readOAuthGrant,
  });

/** A JWT that is signed with RS256. `now` in seconds. */
function assertionOf({ email, key, keyId }: ServiceAccount, scope: string, now: number): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) };
  const claims = { iss: email, scope, aud: TOKEN_URL, iat: now, exp: now + LIFETIME_S };
  const signed = [header, claims].map((part) => base64url(JSON.stringify(part))).join('.');
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

function readKeyFile(text: string): ServiceAccount | null {
  const file = keyFileShape.safeParse(jsonOrNull(text));
  if (!file.success) return null;
  const key = privateKeyOf(file.data.private_key);
  return key === null ? null : { email: file.data.client_email, key, keyId: file.data.private_key_id ?? null };
}

function privateKeyOf(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? Infinity;
    return key.asymmetricKeyType === 'rsa' && bits <= MAX_KEY_BITS ? key : null;
  } catch {
    return null;
  }
}
