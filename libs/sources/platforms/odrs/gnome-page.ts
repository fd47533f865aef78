/**
 * Reads the id of an application from its page on apps.gnome.org (contract §4.6). Pure.
 *
 * Known from the pages of other projects that link to it: the page offers the application by links to Flathub or to the software center
 * (`appstream:`), and shows its icon from `/icons/scalable/{id}.svg`.
 */
import { attribute, elementsBelow, parseHtml, parsingObstacle, rootOf, type DomNode } from '../../html/dom';
import { Changed } from '../../source-errors';
import { baseId } from './match';

const OFFER =
  /^(?:appstream:(?:\/\/)?|https:\/\/(?:dl\.)?flathub\.org\/(?:[a-z-]{2,10}\/)?(?:apps\/(?:details\/)?|repo\/appstream\/))([^/?#]{1,250})/;
const ICON = /(?:^|\/)icons\/(?:scalable|symbolic)\/([^/?#]{1,250})\.svg$/;

/** Returns the id, or null if the page has none. Throws `Changed` if the page names several applications. */
export function readAppId(html: string): string | null {
  const obstacle = parsingObstacle(html);
  if (obstacle !== null) throw new Changed(obstacle);
  const root = rootOf(parseHtml(html));
  const addresses = root === undefined ? [] : [...elementsBelow(root)].flatMap(addressesOf);
  const offered = idsIn(addresses, OFFER);
  // The icons of other applications may be on the page, too.
  const [id, ...others] = offered.size > 0 ? offered : idsIn(addresses, ICON);
  if (others.length > 0) throw new Changed('The page on apps.gnome.org names several applications');
  return id ?? null;
}

const addressesOf = (element: DomNode): readonly string[] =>
  ['href', 'src'].flatMap((name) => attribute(element, name) ?? []);

/** The ids of applications in the addresses of a form. */
function idsIn(addresses: readonly string[], form: RegExp): ReadonlySet<string> {
  const ids = addresses.flatMap((address) => form.exec(address)?.[1] ?? []);
  return new Set(ids.flatMap((id) => baseId(id.replace(/(?:\.flatpakref|-symbolic)$/, '')) ?? []));
}
