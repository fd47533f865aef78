/** Addresses as persons write them into a cell of a table. */

/** White space, lines, and signs of lists before the next address: addresses themselves may have a comma. */
const SEPARATOR = /[\s|]+|[,;](?=https?:)/i;
const LIST_END = /[,;]$/;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PORT = /^[^/?#]+:\d+(?:[/?#]|$)/;
const WITH_SCHEME = /^https?:\/\/[^/?#\s]/i;
/** A host with a dot, as the beginning of a text without spaces. */
const BEGINS_WITH_HOST = /^[^\s/?#@.]+(?:\.[^\s/?#@.]+)+\.?(?::\d+)?(?:[/?#]\S*)?$/;

/** The addresses of a cell, with their scheme. A cell without an address is one text, which is refused as a whole. */
export function addressesOf(cell: string): readonly string[] {
  const parts = cell
    .split(SEPARATOR)
    .map((part) => part.replace(LIST_END, ''))
    .filter((part) => part !== '');
  if (parts.length > 0 && !parts.some(isLikeAddress)) return [cell.trim()];
  return parts.map(withScheme);
}

const isLikeAddress = (text: string): boolean => WITH_SCHEME.test(text) || BEGINS_WITH_HOST.test(text);

/** People copy `www.example.com/page` from documents. */
function withScheme(text: string): string {
  if (HAS_SCHEME.test(text) && !HOST_AND_PORT.test(text)) return text;
  return BEGINS_WITH_HOST.test(text) ? `https://${text}` : text;
}
