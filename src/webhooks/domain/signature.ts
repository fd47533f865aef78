/**
 * How a receiver knows that a delivery is ours (specification §6.4): HMAC-SHA256 over timestamp, dot and the very bytes
 * that are sent, in hexadecimal. The key is the secret's text as the account sees it.
 */
import { createHmac } from 'node:crypto';

/** Value of `X-Hrev-Signature`: one signature for each secret, in their order. `timestamp` in Unix seconds. */
export function signatureHeader(secrets: readonly string[], timestamp: number, body: Buffer): string {
  return secrets.map((secret) => `sha256=${signature(secret, timestamp, body)}`).join(',');
}

function signature(secret: string, timestamp: number, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}
