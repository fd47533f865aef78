/**
 * The secret that signs an account's deliveries (contract §6.4): 256 random bits, written as `whsec_` and 43 characters, and stored
 * sealed. The seal is bound to the account, so that a row that was copied to another account cannot be opened.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from '@libs/kernel';

/** How long a replaced secret stays valid. */
export const OVERLAP_HOURS = 24;

/**
 * Limits the size of the headers of a delivery, which contain a signature by each valid secret. It allows nineteen rotations in
 * `OVERLAP_HOURS`.
 */
const MAX_VALID_SECRETS = 20;

/** Throws `conflict` if the account has the maximum number of valid secrets. */
export function assertMayRotate(validSecrets: number): void {
  if (validSecrets < MAX_VALID_SECRETS) return;
  const detail = `The secret was rotated ${MAX_VALID_SECRETS - 1} times within ${OVERLAP_HOURS} hours; rotate again later`;
  throw new AppError('conflict', detail);
}

export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARACTERS = 12;

/** Purpose of the derived keys that seal signing secrets. */
export const SIGNING_SECRETS = 'webhook signing secret';

/** AES-256-GCM under a key of 32 bytes: nonce, tag, ciphertext. */
export class SecretSeal {
  /** A fingerprint of the key, stored with each sealed value. */
  readonly keyId: string;

  constructor(private readonly key: Buffer) {
    this.keyId = createHash('sha256').update(key).digest('hex').slice(0, KEY_ID_CHARACTERS);
  }

  seal(accountId: number, secret: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(bindingOf(accountId));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  /** Throws if the bytes were changed, or were sealed for another account or by another key. */
  open(accountId: number, sealed: Buffer): string {
    const tagEnd = NONCE_BYTES + TAG_BYTES;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, NONCE_BYTES), options);
    decipher.setAAD(bindingOf(accountId));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd));
    return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8');
  }
}

const bindingOf = (accountId: number): Buffer => Buffer.from(`signing_secret of account ${accountId}`);
