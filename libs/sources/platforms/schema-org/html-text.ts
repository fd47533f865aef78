/**
 * Text inside JSON-LD. Sites put HTML there as often as plain text: entities are decoded once, and `<br>` and paragraph
 * ends become line breaks. Other tags stay as they are written, because "I <3 this" and a tag somebody typed are text;
 * whoever shows a review escapes it.
 */
import { decodeHTML } from 'entities';

/** Plain text of a JSON-LD string. Breaks are read before entities, so an escaped `&lt;br&gt;` stays the author's word. */
export function plainText(value: string): string {
  const broken = value
    .replace(/\r\n?/g, '\n')
    .replace(/<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/p>\s*(?:<p(?:\s[^<>]*)?>)?/gi, '\n\n')
    .replace(/<p(?:\s[^<>]*)?>/gi, '');
  return decodeHTML(broken).trim();
}
