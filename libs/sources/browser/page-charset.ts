/**
 * Refuses pages whose bytes the browser did not decode by their charset. The browser itself replaces invalid bytes by U+FFFD and
 * guesses the charset of a page that states none. It returns the body of a response as its text in UTF-8, or as the original bytes
 * if some of them are not valid; an older browser returns the text with U+FFFD in that case, too.
 */
import { isUtf8 } from 'node:buffer';
import { inTime } from '@libs/kernel';
import type { Response } from 'playwright';
import { charsetOf, decodeText } from '../decode-text';
import { Changed } from '../source-errors';

/** A body that has not arrived by now belongs to a page that is still loading. */
const BODY_MS = 2_000;
/** The oldest major version of Chromium that is known to return bytes that are not valid. That of the optional package, 147, does not. */
const RETURNS_BYTES_FROM = 156;
const REPLACEMENT = Buffer.from('\ufffd');

export interface DecodedPage {
  readonly html: string;
  /** The charset that the browser used, as `document.characterSet`. */
  readonly charset: string;
  /** The response with the page; null if the browser has none. */
  readonly response: Response | null;
  /** The version of the browser, such as `156.0.8078.108`. */
  readonly browserVersion: string;
}

/**
 * Throws `Changed` for a page whose bytes are not valid in its charset, and for one that states no charset and is not UTF-8. With an older
 * browser also for a page of which that is not known, because its author may have written U+FFFD.
 */
export async function refuseUndecodable(page: DecodedPage): Promise<void> {
  const { html, charset, response } = page;
  // Of an error page adapters read the status first.
  if (response === null || response.status() >= 400 || (isUtf8Charset(charset) && !html.includes('\ufffd'))) return;
  const body = await inTime(response.body(), BODY_MS, () => null).catch(() => null);
  if (body !== null) refuseUndecodableBody(body, response.headers()['content-type'], page);
}

function refuseUndecodableBody(
  body: Buffer,
  contentType: string | undefined,
  { charset, browserVersion }: Pick<DecodedPage, 'charset' | 'browserVersion'>,
): void {
  if (!isUtf8(body)) decodeText(body, contentType);
  if (!isUtf8Charset(charset) && charsetOf(body, contentType) === null && body.some((byte) => byte > 0x7f))
    throw new Changed('The page states no charset, and the browser guessed one');
  if (!returnsBytes(browserVersion) && body.includes(REPLACEMENT))
    throw new Changed(
      `The page may have bytes that are not valid in its charset, ${charset.toLowerCase()}; Chromium ${browserVersion} does not return them`,
    );
}

function isUtf8Charset(charset: string): boolean {
  return charset.toLowerCase() === 'utf-8';
}

/** Whether this version of Chromium returns the original bytes of a body that is not valid in its charset. */
export function returnsBytes(browserVersion: string): boolean {
  return Number.parseInt(browserVersion, 10) >= RETURNS_BYTES_FROM;
}
