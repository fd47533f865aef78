import { signatureHeader, standardSignatureHeader } from './signature';

export interface DeliveryHead {
  readonly event: string;
  readonly deliveryId: number;
  /** Id of the first review; 0 for `scrape.run.finished`. */
  readonly eventId: number;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
}

/**
 * The headers of one attempt to send a delivery (contract §6.2), with a signature of the body by each secret. They include the headers of
 * Standard Webhooks, whose `webhook-id` is the id of the delivery, the same in every attempt.
 */
export function deliveryHeaders(
  head: DeliveryHead,
  secrets: readonly string[],
  body: Buffer,
): Readonly<Record<string, string>> {
  const deliveryId = String(head.deliveryId);
  const timestamp = String(head.timestamp);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'hrev-webhooks/1',
    // The beginning of the answer is stored without decompression.
    'Accept-Encoding': 'identity',
    'X-Hrev-Event': head.event,
    'X-Hrev-Delivery-Id': deliveryId,
    'X-Hrev-Event-Id': String(head.eventId),
    'X-Hrev-Timestamp': timestamp,
    'X-Hrev-Signature': signatureHeader(secrets, head.timestamp, body),
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignatureHeader(secrets, deliveryId, head.timestamp, body),
  };
}
