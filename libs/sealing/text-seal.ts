import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;
const KEY_ID_CHARACTERS = 12;

/**
 * Seals texts under one key of 32 bytes: AES-256-GCM with a new nonce each time, as nonce, tag and ciphertext. The binding names the
 * owner of the text, so that a sealed value that was copied to another owner cannot be opened.
 */
export class TextSeal {
  /** Identifies the key without revealing it. */
  readonly keyId: string;

  constructor(private readonly key: Buffer) {
    this.keyId = createHash('sha256').update('key id').update(key).digest('hex').slice(0, KEY_ID_CHARACTERS);
  }

  seal(text: string, binding: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(binding));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Throws if the bytes were changed, or were sealed for another binding or by another key. */
  open(sealed: Buffer, binding: string): string {
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, this.key, sealed.subarray(0, NONCE_BYTES), options);
    decipher.setAAD(Buffer.from(binding)).setAuthTag(sealed.subarray(NONCE_BYTES, HEAD_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
  }
}
