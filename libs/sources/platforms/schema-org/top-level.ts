/** Finds the items of a page in microdata or RDFa that belong to no other item. */
import { elementsBelow, type DomNode } from '../../html/dom';

/**
 * The elements of these items, in document order: items outside of any item, and items inside another one that are no property of it, as
 * the product in a body that is marked up as a web page. An item outside of any item may be a property: pages have
 * `itemprop="review"` there that Bazaarvoice renders for search engines.
 */
export function* topLevelScopes(
  root: DomNode,
  isScope: (element: DomNode) => boolean,
  isProperty: (element: DomNode) => boolean,
): Generator<DomNode> {
  for (const element of elementsBelow(root, (candidate) => !isScope(candidate))) {
    if (!isScope(element)) continue;
    yield element;
    for (const inner of elementsBelow(element)) if (isScope(inner) && !isProperty(inner)) yield inner;
  }
}
