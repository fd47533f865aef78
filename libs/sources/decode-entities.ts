// cspell:ignore eacute
/**
 * Character references in foreign texts (`didn&#39;t`, `caf&eacute;`), decoded once: `&amp;lt;` becomes `&lt;`, the author's text. All
 * names of HTML are known, and numbers mean what they mean in HTML: 128 to 159 are those of windows-1252, a number without a character is
 * U+FFFD. Only a reference that ends with a semicolon is one: `&region=` is part of an address. In markup the rules of HTML apply, which
 * its parser follows.
 */
import { decodeHTMLStrict } from 'entities';

/** The text without character references. What is not a reference stays as it is. */
export const decodeEntities = (text: string): string => decodeHTMLStrict(text);

const AMPERSAND = /&(?:amp|#0{0,8}38|#x0{0,8}26);/gi;

/** An address or an id: of character references it contains at most ampersands. */
export const decodeAddress = (address: string): string => address.replace(AMPERSAND, '&');
