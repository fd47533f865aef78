/**
 * Encryption of credentials at rest: AES-256-GCM with a new nonce each time. The account, object and source are authenticated data,
 * so a sealed value that is copied to another row cannot be opened.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Credentials } from '@libs/sources';

/** The account, object and source of a connection. */
export interface ConnectionKey {
  readonly accountId: number;
  readonly objectId: number;
  readonly sourceId: number;
}

/** Sealed bytes and the id of the key that sealed them. */
export interface Sealed {
  readonly sealed: Buffer;
  readonly keyId: string;
}

/** The purpose in the derivation of the keys that seal credentials. */
export const PLATFORM_CONNECTIONS = 'platform connections';

const CIPHER = 'aes-256-gcm';
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const KEY_ID_DIGITS = 12;

/** The credentials cannot be opened: another key, another connection, or damaged bytes. */
export class CannotOpen extends Error {
  constructor(keyId: string) {
    super(`the stored credentials cannot be opened with this key (they were sealed with ${keyId})`);
    this.name = 'CannotOpen';
  }
}

/** Seals and opens credentials under one key of 32 bytes. */
export class CredentialSeal {
  /** Identifies the key without revealing it. */
  readonly keyId: string;

  constructor(private readonly key: Buffer) {
    this.keyId = createHash('sha256').update('key id').update(key).digest('hex').slice(0, KEY_ID_DIGITS);
  }

  seal(credentials: Credentials, target: ConnectionKey): Sealed {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(authenticatedData(target));
    const body = Buffer.concat([cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()]);
    return { sealed: Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body]), keyId: this.keyId };
  }

  /** Decrypts credentials. Throws `CannotOpen` if this key did not seal them for this connection. */
  open({ sealed, keyId }: Sealed, target: ConnectionKey): Credentials {
    if (sealed.length < HEAD_BYTES || sealed[0] !== FORMAT) throw new CannotOpen(keyId);
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticatedData(target)).setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
    try {
      const text = Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
      return JSON.parse(text) as Credentials;
    } catch {
      throw new CannotOpen(keyId);
    }
  }
}

function authenticatedData({ accountId, objectId, sourceId }: ConnectionKey): Buffer {
  return Buffer.from(`platform_connection ${accountId} ${objectId} ${sourceId}`);
}
