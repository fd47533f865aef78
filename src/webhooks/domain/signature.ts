/**
 * The headers of an attempt to send a delivery (contract §6.2), and its signatures in two schemes that share one
 * secret. `X-Hrev-Signature` (contract §6.4) is the HMAC-SHA256 over the timestamp, a dot and the body, in hexadecimal;
 * the key is the text of the secret. Standard Webhooks (https://www.standardwebhooks.com) is the HMAC-SHA256 over the
 * id, a dot, the timestamp, a dot and the body, in base64; the key is the bytes of the secret.
 */
import { createHmac } from 'node:crypto';

export interface DeliveryHead {
  readonly event: string;
  readonly deliveryId: number;
  /** Id of the first review; 0 for `scrape.run.finished`. */
  readonly eventId: number;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  /** The number of the delivery among those of its webhook; null if it has none. */
  readonly sequence: number | null;
}

/**
 * The headers of one attempt, with a signature of the body by each secret. They include the headers of Standard
 * Webhooks, whose `webhook-id` is the id of the delivery, the same in every attempt.
 */
export function signedHeaders(
  head: DeliveryHead,
  secrets: readonly string[],
  body: Buffer,
): Readonly<Record<string, string>> {
  const deliveryId = String(head.deliveryId);
  const timestamp = String(head.timestamp);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'hrev-webhooks/1',
    // The beginning of the response is stored without decompression.
    'Accept-Encoding': 'identity',
    'X-Hrev-Event': head.event,
    'X-Hrev-Delivery-Id': deliveryId,
    'X-Hrev-Event-Id': String(head.eventId),
    ...(head.sequence === null ? {} : { 'X-Hrev-Sequence': String(head.sequence) }),
    'X-Hrev-Timestamp': timestamp,
    'X-Hrev-Signature': signatureHeader(secrets, head.timestamp, body),
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignatureHeader(secrets, deliveryId, head.timestamp, body),
  };
}

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
