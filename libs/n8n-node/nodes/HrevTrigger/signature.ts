import { createHmac, timingSafeEqual } from 'crypto';

const TOLERANCE_SECONDS = 300;

/**
 * Whether `X-Hrev-Signature` is that of the body, and its time is within five minutes of `now` (Unix seconds). The body is the bytes as
 * they were received.
 */
export function isSigned(body: Buffer, headers: Record<string, unknown>, secret: string, now: number): boolean {
  const [signature, timestamp] = [headers['x-hrev-signature'], headers['x-hrev-timestamp']];
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const values = signature.split(',').map((part) => /^sha256=([\da-f]{64})$/i.exec(part.trim())?.[1]);
  return values.some((value) => value !== undefined && timingSafeEqual(Buffer.from(value, 'hex'), expected));
}
