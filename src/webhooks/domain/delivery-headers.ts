/** The headers of a delivery (specification §6.2). Timestamp and signature are made anew for every attempt. */
export interface DeliveryHead {
  readonly event: string;
  readonly deliveryId: number;
  /** Id of the first review; 0 for `scrape.run.finished`. */
  readonly eventId: number;
  /** Unix seconds. */
  readonly timestamp: number;
  /** As `signatureHeader` makes it. */
  readonly signature: string;
}

export function deliveryHeaders(head: DeliveryHead): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'hrev-webhooks/1',
    'X-Hrev-Event': head.event,
    'X-Hrev-Delivery-Id': String(head.deliveryId),
    'X-Hrev-Event-Id': String(head.eventId),
    'X-Hrev-Timestamp': String(head.timestamp),
    'X-Hrev-Signature': head.signature,
  };
}
