/**
 * Headers that the owner of a webhook adds to its deliveries (contract §4.11), such as `Authorization`. Their values may be secrets:
 * they are stored sealed, and neither logged nor shown.
 */
import { AppError, foldIdentity } from '@libs/kernel';

/** Names and values, in the order of the request. */
export type OwnHeaders = readonly (readonly [name: string, value: string])[];

export const MAX_OWN_HEADERS = 20;
export const MAX_HEADER_VALUE = 1_000;
const MAX_HEADER_NAME = 100;

/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Visible ASCII, with spaces between: `Bearer abc`. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers that belong to the connection or frame the message. */
const OF_THE_CONNECTION =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|host|expect|content-length|proxy-.*)$/;
/** Headers that the service sets. */
const OF_THE_SERVICE =
  /^(?:content-type|content-encoding|accept-encoding|user-agent|x-hrev-.*|webhook-.*|traceparent|tracestate|baggage)$/;

/** Throws `validation_error` with the name of the header that cannot be sent. The detail never contains a value. */
export function assertOwnHeaders(headers: OwnHeaders): void {
  const seen = new Set<string>();
  for (const [name, value] of headers) {
    const folded = foldIdentity(name);
    const rule =
      brokenRule(name, folded, value) ?? (seen.has(folded) ? 'occurs twice; names are compared without case' : null);
    if (rule !== null) throw new AppError('validation_error', `headers.${shown(name)}: ${rule}`);
    seen.add(folded);
  }
}

/** Throws `validation_error` for headers of a webhook that was created through v2. */
export function assertMayHaveHeaders(schemaVersion: 2 | 3): void {
  if (schemaVersion === 2) throw new AppError('validation_error', 'headers: need a webhook created through v3');
}

function brokenRule(name: string, folded: string, value: string): string | null {
  if (name.length > MAX_HEADER_NAME || !TOKEN.test(name))
    return `the name of a header has 1 to ${MAX_HEADER_NAME} letters, digits and characters of !#$%&'*+-.^_\`|~`;
  if (OF_THE_CONNECTION.test(folded)) return 'belongs to the connection and cannot be set';
  if (OF_THE_SERVICE.test(folded)) return 'is set by the service';
  if (!VALUE.test(value)) return 'the value must be visible ASCII, with spaces between';
  return null;
}

const MAX_SHOWN_NAME = 60;

function shown(name: string): string {
  const clean = name.toWellFormed().replaceAll('\u0000', '\uFFFD');
  return clean.length > MAX_SHOWN_NAME ? `${clean.slice(0, MAX_SHOWN_NAME)}…` : clean;
}
