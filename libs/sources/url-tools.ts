import { domainToASCII, domainToUnicode } from 'node:url';
import { parsedUrl } from '@libs/kernel';

const MAX_LENGTH = 4_096;

/** How a source classifies a URL. */
export type UrlMatch =
  /** A page of an object, with its canonical URL. */
  | { readonly kind: 'page'; readonly canonicalUrl: string }
  /** A short link of this source; the first collection resolves it. */
  | { readonly kind: 'short'; readonly canonicalUrl: string }
  /** A URL on the source's hosts that is not a page of an object. */
  | { readonly kind: 'invalid'; readonly reason: string };

/** The classification of an address on the hosts of a platform that is not a page of an object. */
export const invalidAddress = (reason: string): UrlMatch => ({ kind: 'invalid', reason });

/** Whether `host` is `owned` or one of its subdomains; both lower-case. */
export function hostBelongsTo(host: string, owned: string): boolean {
  const name = host.replace(/\.$/, '');
  return name === owned || name.endsWith(`.${owned}`);
}

/** Whether `host` is one of `hosts` or a subdomain of one of them. */
export function hostOwnedBy(host: string, hosts: readonly string[]): boolean {
  return hosts.some((owned) => hostBelongsTo(host, owned));
}

/** The labels of `host` before the owned host it belongs to, such as `www`; empty for the owned host itself, null for a foreign host. */
export function subdomainOf(host: string, hosts: readonly string[]): string | null {
  const name = host.replace(/\.$/, '');
  // The longest: `harita.yandex.com.tr` belongs to `yandex.com.tr`, whatever the order of the hosts.
  const [owner] = hosts.filter((owned) => hostBelongsTo(name, owned)).sort((a, b) => b.length - a.length);
  return owner === undefined ? null : name.slice(0, -owner.length).replace(/\.$/, '');
}

/** A percent-encoded part of an address, decoded and in Unicode form NFC; null if it cannot be decoded. */
export function decodedPart(part: string): string | null {
  try {
    return decodeURIComponent(part).normalize('NFC');
  } catch {
    return null;
  }
}

/** A domain in Unicode, in lower case: `xn--bcher-kva.de` and `BÜCHER.de` are `bücher.de`. Null if it is not a domain. */
export function unicodeDomain(domain: string): string | null {
  const ascii = domainToASCII(domain);
  return ascii === '' ? null : domainToUnicode(ascii).normalize('NFC');
}

/** An absolute http or https address of an image or a video; null for any other text, and for an address with a user name. */
export function webAddress(text: string | null | undefined): string | null {
  const address = text?.trim() ?? '';
  const url = address.length > MAX_LENGTH ? null : parsedUrl(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}
