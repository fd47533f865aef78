/**
 * Addresses of extensions (contract §4.5, §4.6). The registry ignores the case of names, so the canonical form is in lower case.
 *
 *   https://open-vsx.org/extension/RedHat/Java/reviews           ┐
 *   https://open-vsx.org/vscode/item?itemName=redhat.java        ┴→  https://open-vsx.org/extension/redhat/java
 */
import { hostOwnedBy, invalidAddress, type UrlMatch } from '../../url-tools';

export const HOSTS = ['open-vsx.org'] as const;

/** The server allows word characters and `-.+$~` in names. */
const NAME = '[\\w.+$~-]{1,255}';
const EXTENSION_PATH = new RegExp(`^/extension/(${NAME})/(${NAME})(?:/|$)`);
/** The address that editors show for an extension, as at other galleries. */
const ITEM_PATH = /^\/(?:vscode\/)?items?\/?$/;
const ITEM_NAME = new RegExp(`^([\\w+$~-]{1,255})\\.(${NAME})$`);

/** The identity of an extension, in lower case. */
export interface ExtensionName {
  readonly namespace: string;
  readonly name: string;
}

export function match(url: URL): UrlMatch | null {
  if (!hostOwnedBy(url.hostname, HOSTS)) return null;
  const extension = extensionOf(url);
  if (extension === null)
    return invalidAddress('This is not a page of an extension: it must be like open-vsx.org/extension/namespace/name');
  return { kind: 'page', canonicalUrl: extensionUrl(extension) };
}

/** The extension in an address, or null. */
export function extensionOf(url: URL): ExtensionName | null {
  const [, namespace, name] = ITEM_PATH.test(url.pathname)
    ? (ITEM_NAME.exec(url.searchParams.get('itemName') ?? '') ?? [])
    : (EXTENSION_PATH.exec(url.pathname) ?? []);
  if (namespace === undefined || name === undefined) return null;
  return { namespace: namespace.toLowerCase(), name: name.toLowerCase() };
}

/** The canonical address of an extension. */
export function extensionUrl({ namespace, name }: ExtensionName): string {
  return `https://open-vsx.org/extension/${namespace}/${name}`;
}
