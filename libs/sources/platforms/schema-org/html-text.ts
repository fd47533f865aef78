/**
 * Converts text of JSON-LD, which may be HTML or plain text: entities are decoded once, and `<br>` and paragraph ends become line
 * breaks. Other tags are kept, because "I <3 this" and a typed tag are text; clients escape texts for display.
 */
import { decodeHTML } from 'entities';

/** Plain text of a JSON-LD string. Breaks are converted before entities, so an escaped `&lt;br&gt;` stays text. */
export function plainText(value: string): string {
  const withLineBreaks = value
    .replace(/\r\n?/g, '\n')
    .replace(/<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/p>\s*(?:<p(?:\s[^<>]*)?>)?/gi, '\n\n')
    .replace(/<p(?:\s[^<>]*)?>/gi, '');
  return decodeHTML(withLineBreaks).trim();
}
