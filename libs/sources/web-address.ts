import { parsedUrl } from '@libs/kernel';

const MAX_LENGTH = 4_096;

/** An absolute http or https address of an image or a video; null for any other text, and for an address with a user name. */
export function webAddress(text: string | null | undefined): string | null {
  const address = text?.trim() ?? '';
  const url = address.length > MAX_LENGTH ? null : parsedUrl(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}
