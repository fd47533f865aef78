import type { ReviewsEvent, RunFinishedEvent } from './generated/v3.gen';
import type { ReviewsEventV2, RunFinishedEventV2 } from './generated/v2-webhooks.gen';

/**
 * The body of a delivery. `event` and `schema_version` distinguish its forms. A newer service may send events that are not in this
 * type: ignore those.
 */
export type WebhookBody = ReviewsEvent | RunFinishedEvent | ReviewsEventV2 | RunFinishedEventV2;

/** Why a request is not accepted as a delivery. */
export type WebhookRefusal =
  /** It has neither `X-Hrev-Signature` and `X-Hrev-Timestamp` nor the headers of Standard Webhooks. */
  | 'missing_header'
  /** The timestamp is not a number of seconds. */
  | 'invalid_timestamp'
  /** No signature fits the body, the timestamp and the secrets: a changed body, another secret, or a forgery. */
  | 'no_matching_signature'
  /** The signature is right, and older than the tolerance: a replay, or a clock that is wrong. */
  | 'timestamp_too_old'
  /** The signature is right, and its time is in the future: a clock is wrong. */
  | 'timestamp_in_future'
  /** The signature is right, and the body is no event. */
  | 'invalid_body';

/** A request that is not an authentic delivery. Respond with 401, or any other 4xx, and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(readonly reason: WebhookRefusal) {
    super(`the request is not a delivery of hrev: ${reason}`);
  }
}

/** A request to a webhook. */
export interface WebhookRequest {
  /** The bytes of the body as they were received, or their text. Not parsed JSON: its bytes may differ. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** `Headers`, or the headers of a request of Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `secret` or `standard_secret` of `GET /v3/webhooks/secret`; several while a rotation is not complete everywhere. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may be from `now`, in seconds; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** Unix milliseconds; by default the clock. */
  readonly now?: number | undefined;
}

/**
 * Checks the signature of a delivery and returns its body. `X-Hrev-Signature` is checked if the request has it, otherwise
 * `webhook-signature` of Standard Webhooks. Throws `WebhookVerificationError` with the reason, and a TypeError for a secret that has
 * not the form `whsec_…`. Needs WebCrypto: Node 20, or a page of https.
 *
 * Deliveries are sent at least once: discard those whose `delivery_id` you have processed.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookBody> {
  const body = bytesOf(request.body);
  const { signatures, timestamp, signed } = signedPartsOf(request.headers, body);
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('invalid_timestamp');
  if (!(await isSigned(signed, signatures, [request.secret].flat())))
    throw new WebhookVerificationError('no_matching_signature');
  const age = Math.floor((request.now ?? Date.now()) / 1_000) - Number(timestamp);
  const tolerance = request.toleranceSeconds ?? 300;
  if (age < -tolerance) throw new WebhookVerificationError('timestamp_in_future');
  // NaN, of a setting that is not there for example, permits nothing.
  if (!(age <= tolerance)) throw new WebhookVerificationError('timestamp_too_old');
  return eventOf(body);
}

interface SignedParts {
  readonly timestamp: string;
  /** The bytes under the signatures. */
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signatures: Signatures;
}

interface Signatures {
  /** The key of a secret. */
  readonly keyOf: (secret: string) => Uint8Array<ArrayBuffer>;
  readonly values: readonly Uint8Array[];
}

function signedPartsOf(headers: WebhookRequest['headers'], body: Uint8Array): SignedParts {
  const [signature, timestamp] = [headerOf(headers, 'X-Hrev-Signature'), headerOf(headers, 'X-Hrev-Timestamp')];
  if (signature !== null && timestamp !== null) {
    const values = signature.split(',').map((part) => /^sha256=((?:[\da-f]{2})+)$/i.exec(part.trim())?.[1]);
    const signatures = { keyOf: utf8, values: values.flatMap((hex) => hex ?? []).map(bytesOfHex) };
    return { timestamp, signed: joined(utf8(`${timestamp}.`), body), signatures };
  }
  const [id, time] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  const standard = headerOf(headers, 'webhook-signature');
  if (standard === null || id === null || time === null) throw new WebhookVerificationError('missing_header');
  const values = standard.split(' ').map((part) => /^v1,([\w+/]+=*)$/.exec(part)?.[1]);
  const signatures = { keyOf: keyOfText, values: values.flatMap((text) => bytesOfBase64(text ?? '') ?? []) };
  return { timestamp: time, signed: joined(utf8(`${id}.${time}.`), body), signatures };
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | null {
  if (isHeaders(headers)) return headers.get(name);
  const [, value] = Object.entries(headers).find(([other]) => other.toLowerCase() === name.toLowerCase()) ?? [];
  return typeof value === 'string' ? value : (value?.join(',') ?? null);
}

/** Also the `Headers` of a library. */
const isHeaders = (headers: WebhookRequest['headers']): headers is Headers => typeof headers['get'] === 'function';

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  { keyOf, values }: Signatures,
  secrets: readonly string[],
): Promise<boolean> {
  let isFound = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', keyOf(secretText(secret)), HMAC, false, ['sign']);
    const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
    for (const value of values) isFound = isEqual(value, expected) || isFound;
  }
  return isFound;
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const PREFIX = 'whsec_';

/** The secret as `X-Hrev-Signature` uses it: `standard_secret` has the same bytes in base64 instead of base64url. */
function secretText(secret: string): string {
  if (!/^whsec_[\w+/-]{43}=?$/.test(secret)) throw new TypeError('the secret of webhooks is whsec_ and 43 characters');
  return secret.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

function keyOfText(secret: string): Uint8Array<ArrayBuffer> {
  const base64 = secret.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
  return bytesOfBase64(base64) ?? new Uint8Array();
}

/** Compares all bytes, so that the time does not depend on where two signatures differ. */
function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

function eventOf(body: Uint8Array): WebhookBody {
  try {
    const event = JSON.parse(new TextDecoder().decode(body)) as WebhookBody;
    if (typeof event.event === 'string') return event;
  } catch {
    // Is refused below.
  }
  throw new WebhookVerificationError('invalid_body');
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Null if the text is not base64. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return utf8(body);
  return body instanceof ArrayBuffer ? new Uint8Array(body) : body;
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}
