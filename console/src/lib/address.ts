/** The host and the rest of an address of the web; null if the text is none. */
export function addressOf(text: string): { readonly host: string; readonly path: string } | null {
  const [, host, path = ''] = /^https?:\/\/([^/?#\s]+)([/?#]\S*)?$/i.exec(text.trim()) ?? [];
  return host === undefined ? null : { host, path };
}

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PORT = /^[^/?#]+:\d+(?:[/?#]|$)/;
/** A host with a dot, as the beginning of a text without spaces. */
const BEGINS_WITH_HOST = /^[^\s/?#@.]+(?:\.[^\s/?#@.]+)+\.?(?::\d+)?(?:[/?#]\S*)?$/;

/** The address with its scheme: people copy `www.example.com/page` from documents. Other texts stay as they are. */
export function withScheme(text: string): string {
  const address = text.trim();
  if (HAS_SCHEME.test(address) && !HOST_AND_PORT.test(address)) return address;
  return BEGINS_WITH_HOST.test(address) ? `https://${address}` : address;
}

/** The host of an address, or the text as it is. */
export const hostOf = (text: string): string => addressOf(text)?.host ?? text;
