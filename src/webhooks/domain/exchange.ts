/**
 * What is stored of an attempt beside its result, and of which attempts: headers without secrets, and the beginning of
 * the response (contract §4.11).
 */
import { cleanText } from '@libs/kernel';
import type { OwnHeaders } from './own-headers';

/** How many bytes of the body of a response are stored. */
export const RESPONSE_BYTES = 2_048;
const MAX_HEADERS = 50;
const MAX_VALUE_LENGTH = 500;
const MAX_TOTAL_LENGTH = 4_096;

type Headers = Readonly<Record<string, string>>;

/** The first characters of a signature identify it and do not allow anyone to forge a request. */
const SIGNATURE = /(sha256=|v1,)([^\s,]{8})[^\s,]+/g;

/** The headers with every signature cut to its first eight characters. */
export function withoutSignatures(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /signature$/i.test(name) ? value.replace(SIGNATURE, '$1$2…') : value,
    ]),
  );
}

/** The headers of a response within the limits: at most 50, values of at most 500 characters, 4 KiB together. */
export function responseHeaders(headers: Headers): Headers {
  const kept: [string, string][] = [];
  let left = MAX_TOTAL_LENGTH;
  for (const [name, value] of Object.entries(headers).slice(0, MAX_HEADERS)) {
    const entry: [string, string] = [cleanText(name), cleanText(value.slice(0, MAX_VALUE_LENGTH))];
    left -= entry[0].length + entry[1].length;
    if (left < 0) break;
    kept.push(entry);
  }
  return Object.fromEntries(kept);
}

/** The beginning of a body as text, without an incomplete last character; null for an encoded (compressed) body. */
export function responseText(bytes: Buffer, headers: Headers): string | null {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== '') return null;
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, RESPONSE_BYTES), { stream: true });
  return cleanText(text);
}

/** Replaces a value of an own header. */
const HIDDEN = '[hidden]';
/** Shorter values are replaced where they are a whole value of a header: within a text they occur by chance. */
const MIN_ECHO = 4;

/** What is stored of an attempt. The values of own headers are in no part of it, also where the receiver repeats them. */
export function recordedExchange(
  sent: Headers,
  own: OwnHeaders,
  received: { readonly headers: Headers; readonly body: Buffer } | null,
): {
  readonly requestHeaders: Headers;
  readonly responseHeaders: Headers | null;
  readonly responseBody: string | null;
} {
  const values = own.map(([, value]) => value);
  const requestHeaders = recordedRequest(sent, own);
  if (received === null) return { requestHeaders, responseHeaders: null, responseBody: null };
  const text = responseText(received.body, received.headers);
  return {
    requestHeaders,
    // Before they are cut: the beginning of a value is not found as the value.
    responseHeaders: responseHeaders(
      Object.fromEntries(
        Object.entries(received.headers).map(([name, value]) => [
          withoutValues(name, values),
          values.includes(value) ? HIDDEN : withoutValues(value, values),
        ]),
      ),
    ),
    responseBody: text === null ? null : withoutValues(text, values, received.body.length >= RESPONSE_BYTES),
  };
}

/** The headers of a request as they are stored: with shortened signatures, and without the values of own headers. */
export function recordedRequest(sent: Headers, own: OwnHeaders): Headers {
  const names = new Set(own.map(([name]) => name));
  return Object.fromEntries(
    Object.entries(withoutSignatures(sent)).map(([name, value]) => [name, names.has(name) ? HIDDEN : value]),
  );
}

/** The text with each value replaced, as it is and as JSON has it. `isCut`: the text may end within a value. */
function withoutValues(text: string, values: readonly string[], isCut = false): string {
  let clean = text;
  const forms = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  // Longest first: a value may contain another one.
  const searched = [...new Set(forms)].filter(({ length }) => length >= MIN_ECHO).sort((a, b) => b.length - a.length);
  for (const form of searched) clean = clean.replaceAll(form, HIDDEN);
  return isCut ? withoutBeginning(clean, searched) : clean;
}

/** The text without the beginning of a form at its end. */
function withoutBeginning(text: string, forms: readonly string[]): string {
  const ends = forms.map((form) => {
    let length = Math.min(form.length - 1, text.length);
    while (length >= MIN_ECHO && !text.endsWith(form.slice(0, length))) length -= 1;
    return length >= MIN_ECHO ? length : 0;
  });
  const cut = Math.max(0, ...ends);
  return cut === 0 ? text : `${text.slice(0, -cut)}${HIDDEN}`;
}

const PER_MINUTE = { success: 10, failure: 60 } as const;
const MINUTE_MS = 60_000;

/**
 * Which attempts are stored with their headers and responses: of each webhook and minute the first ten successes and the
 * first sixty failures. A burst of deliveries then costs no more than a few rows, and a webhook does not use up the
 * budget of another one.
 */
export class ExchangeBudget {
  private minute = -1;
  private readonly used = new Map<string, number>();

  /** Returns whether an attempt of this webhook is stored, and counts it. `now`: milliseconds of a monotonic clock. */
  take(webhookId: number, isSuccess: boolean, now: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.used.clear();
    }
    const kind = isSuccess ? 'success' : 'failure';
    const key = `${kind} ${webhookId}`;
    const used = this.used.get(key) ?? 0;
    if (used >= PER_MINUTE[kind]) return false;
    this.used.set(key, used + 1);
    return true;
  }
}
