/**
 * Signatures of deliveries, in two schemes that share one secret. `X-Hrev-Signature` (contract §6.4) is the HMAC-SHA256 over the
 * timestamp, a dot and the body, in hexadecimal; the key is the text of the secret. Standard Webhooks
 * (https://www.standardwebhooks.com) is the HMAC-SHA256 over the id, a dot, the timestamp, a dot and the body, in base64; the key is
 * the bytes of the secret.
 */
import { createHmac } from 'node:crypto';

/** Value of `X-Hrev-Signature`: one signature for each secret, in their order. `timestamp` in Unix seconds. */
export function signatureHeader(secrets: readonly string[], timestamp: number, body: Buffer): string {
  return secrets.map((secret) => `sha256=${signature(secret, timestamp, body)}`).join(',');
}

/** Value of `webhook-signature`: one signature for each secret, in their order. `timestamp` in Unix seconds. */
export function standardSignatureHeader(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: Buffer,
): string {
  return secrets.map((secret) => `v1,${standardSignature(secret, `${id}.${timestamp}.`, body)}`).join(' ');
}

/** The secret in the format of libraries for Standard Webhooks: `whsec_` and its bytes in base64. */
export const standardSecret = (secret: string): string => `${PREFIX}${bytesOf(secret).toString('base64')}`;

const PREFIX = 'whsec_';
const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64url');

function standardSignature(secret: string, head: string, body: Buffer): string {
  return createHmac('sha256', bytesOf(secret)).update(head).update(body).digest('base64');
}

function signature(secret: string, timestamp: number, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}
