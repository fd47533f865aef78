/**
 * Encryption of texts at rest: AES-256-GCM with a new nonce each time. The row that a text belongs to is authenticated data, so a
 * sealed text that is copied to another row cannot be opened.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Sealed bytes and the id of the key that sealed them. */
export interface Sealed {
  readonly sealed: Buffer;
  readonly keyId: string;
}

const CIPHER = 'aes-256-gcm';
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const KEY_ID_DIGITS = 12;

/** Seals and opens texts under one key of 32 bytes. */
export class BoundSeal {
  /** Identifies the key without revealing it. */
  readonly keyId: string;

  constructor(private readonly key: Buffer) {
    this.keyId = createHash('sha256').update('key id').update(key).digest('hex').slice(0, KEY_ID_DIGITS);
  }

  /** `boundTo` names the row that the text belongs to. */
  seal(text: string, boundTo: string): Sealed {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(boundTo));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { sealed: Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body]), keyId: this.keyId };
  }

  /** Returns null if this key did not seal the text for this row, or if the bytes are damaged. */
  open(sealed: Buffer, boundTo: string): string | null {
    if (sealed.length < HEAD_BYTES || sealed[0] !== FORMAT) return null;
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}
