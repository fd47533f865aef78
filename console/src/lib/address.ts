/** The host and the rest of an address of the web; null if the text is none. */
export function addressOf(text: string): { readonly host: string; readonly path: string } | null {
  const [, host, path = ''] = /^https?:\/\/([^/?#\s]+)([/?#]\S*)?$/i.exec(text.trim()) ?? [];
  return host === undefined ? null : { host, path };
}

/** The host of an address, or the text as it is. */
export const hostOf = (text: string): string => addressOf(text)?.host ?? text;
