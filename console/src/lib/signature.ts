/**
 * Signatures of deliveries, computed in the browser (contract §6.4): `X-Hrev-Signature` is over the timestamp and the body, keyed with
 * the text of the secret; `webhook-signature` is over the id, the timestamp and the body, keyed with its bytes.
 */
const PREFIX = 'whsec_';
const text = new TextEncoder();

export interface Signed {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: string;
  readonly body: string;
}

/** Hexadecimal, without `sha256=`. */
export async function plainSignature(secret: string, { timestamp, body }: Omit<Signed, 'id'>): Promise<string> {
  const mac = await hmac(text.encode(secret), `${timestamp}.${body}`);
  return [...mac].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Base64, without `v1,`. */
export async function standardSignature(secret: string, { id, timestamp, body }: Signed): Promise<string> {
  const mac = await hmac(bytesOf(secret), `${id}.${timestamp}.${body}`);
  return btoa(String.fromCharCode(...mac));
}

/** Whether a text has the form of a signing secret, in either alphabet of base64. */
export function looksLikeSecret(secret: string): boolean {
  return /^whsec_[\w+/-]{43}=?$/.test(secret);
}

/** The secret in the form that signs `X-Hrev-Signature`, from either form. */
export function plainSecret(secret: string): string {
  return secret.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

async function hmac(key: Uint8Array<ArrayBuffer>, signed: string): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, text.encode(signed)));
}

function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const base64 = secret.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
