const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** The maximum length of an address in SMTP (RFC 5321). */
export const MAIL_ADDRESS_MAX = 254;

/**
 * Whether a text is exactly one plain address in ASCII: without display name, comment, quotes, whitespace and address literal. A
 * host of one label (`root@localhost`) is accepted; internationalized domains are written in punycode.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > MAIL_ADDRESS_MAX) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  if (local.length > 64 || !LOCAL_PART.test(local)) return false;
  return text
    .slice(at + 1)
    .split('.')
    .every((label) => LABEL.test(label));
}
