/**
 * Reads an address as people write it (contract §4.6): copied from a browser, which may hide the scheme, from a text, in which it is
 * followed by punctuation, or from the source of a page, in which `&` is `&amp;`. Nothing is guessed: what is removed has no meaning in
 * an address, and what is added is `https`, the scheme of all platforms.
 */
import { parsedUrl } from '@libs/kernel';

export const MAX_URL_LENGTH = 2048;

/** Marks at the ends that cannot be seen: blanks of any kind, and characters that control the direction or the joining of letters. */
const INVISIBLE = /[\s\p{Cf}]/u;
/** Marks of a text that may precede or follow an address. */
const OPENING = new Set('"“„”\'‘‚’«»‹›<([{`');
const CLOSING = new Set('"“„”\'‘‚’«»‹›>`.,;:!?…');
/** Closing brackets, each with its opening one. One that closes a part of the address belongs to it. */
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** A name of a host with an optional port, before the end or a path, query or fragment. */
const HOST_FIRST =
  /^(?:[\p{L}\p{M}\p{N}_-]{1,63}\.){1,20}[\p{L}\p{M}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]\.?(?::\d{1,5})?(?=[/?#]|$)/u;

/** The URL of a written address, or the reason why it is none. */
export function readWrittenAddress(written: string): URL | string {
  const tooLong = `The address is longer than ${MAX_URL_LENGTH} characters`;
  if (written.length > 4 * MAX_URL_LENGTH) return tooLong;
  const address = bareAddress(written).replaceAll('&amp;', '&');
  if (address.length > MAX_URL_LENGTH) return tooLong;
  // The URL parser silently drops tabs and newlines and turns backslashes into slashes; refuse such addresses.
  // eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
  if (/[\u0000-\u0020\u007f\\]/.test(address))
    return 'The address contains a blank, a backslash or a control character';
  const url = parsedUrl(withScheme(address));
  if (url === null) return 'This is not an address';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The address must begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name';
  return url;
}

function withScheme(address: string): string {
  if (address.startsWith('//')) return `https:${address}`;
  return HOST_FIRST.test(address) ? `https://${address}` : address;
}

/** The text without what surrounds an address. */
function bareAddress(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && (INVISIBLE.test(text.charAt(start)) || OPENING.has(text.charAt(start)))) start += 1;
  const unopened = new Map(Object.entries(BRACKETS).map(([close, open]) => [close, excess(text, start, close, open)]));
  while (start < end) {
    const last = text.charAt(end - 1);
    const brackets = unopened.get(last) ?? 0;
    if (brackets === 0 && !CLOSING.has(last) && !INVISIBLE.test(last)) break;
    if (brackets > 0) unopened.set(last, brackets - 1);
    end -= 1;
  }
  return text.slice(start, end);
}

/** How many brackets after `start` close without an opening one. */
function excess(text: string, start: number, close: string, open: string): number {
  const count = (bracket: string): number => text.slice(start).split(bracket).length - 1;
  return Math.max(0, count(close) - count(open));
}
